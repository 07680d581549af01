// Every position has its cell, and every cell of a plane is a position's or no one's.
#include "core/planes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/game.hpp"
#include "tests/scale.hpp"

namespace jetan {
namespace {

const Game& game() {
  static const Game burroughs(RuleSet::load("burroughs").value());
  return burroughs;
}

Planes planes_of(const std::string& name, bool exchanged = false) {
  const Ending ending = Ending::parse(name).value();
  const PieceOrder order = Index::default_order(ending);
  return Planes::make(ending, game().movement(), exchanged ? Planes::exchanged(order) : order).value();
}

Placement image(Placement placement, Symmetry symmetry) {
  for (SquareSet& set : placement) set = symmetry(set);
  return placement;
}

class PlanesOf : public testing::TestWithParam<const char*> {};

class WholePlanesOf : public testing::TestWithParam<const char*> {};

// Whole endings: cells that count are as many as there are positions, and weigh as many as there are placements; no two
// of them are one position's.
TEST_P(WholePlanesOf, CellsCountEveryPositionOnce) {
  const Planes planes = planes_of(GetParam());
  const Index index = Index::make(Ending::parse(GetParam()).value(), game().movement());
  std::vector<bool> seen(index.size());
  PositionIndex unique = 0;
  for (PositionIndex n = 0; n < planes.planes(); ++n) {
    const Planes::Plane plane = planes.plane(n);
    for (std::uint32_t place = 0; place < planes.cells_of_plane(); ++place) {
      const CellNumber cell = n * planes.cells_of_plane() + place;
      const int orbit = planes.orbit(plane, Planes::squares(place));
      const auto position = planes.position(cell);
      if (!position) {
        ASSERT_EQ(orbit, 0);
        continue;
      }
      const PositionIndex rank = index.rank(*position);
      if (planes.cell(*position) != cell) {
        // A cell of a mirrored plane that no one asks: its image's is asked instead.
        ASSERT_TRUE(plane.mirrored);
      }
      if (orbit == 0) {
        ASSERT_TRUE(plane.mirrored);
        continue;
      }
      ASSERT_EQ(orbit, index.orbit(rank)) << position->to_string();
      ASSERT_FALSE(seen[rank]) << position->to_string();
      seen[rank] = true;
      ++unique;
    }
  }
  EXPECT_EQ(unique, index.size());
}

// A position's images are asked where the same position is kept: same plane, and the board as the plane has it.
TEST_P(PlanesOf, ACellHoldsThePositionThatIsAskedThere) {
  for (const bool exchanged : {false, true}) {
    const Planes planes = planes_of(GetParam(), exchanged);
    const Index index = Index::make(Ending::parse(GetParam()).value(), game().movement());
    const unsigned seed = 4711;
    std::mt19937_64 random(seed);
    for (int trial = 0; trial < 20'000; ++trial) {
      const PositionIndex n = random() % index.size();
      const int codes = index.ending().has_panthans() ? 2 : 8;
      const Symmetry symmetry = Symmetry::from_code(static_cast<int>(random() % static_cast<unsigned>(codes)));
      const Position position = index.position_of(image(index.unrank(n), symmetry));
      const CellNumber cell = planes.cell(position);
      ASSERT_LT(cell, planes.cells());
      const auto kept = planes.position(cell);
      ASSERT_TRUE(kept) << position.to_string() << " seed " << seed;
      ASSERT_EQ(index.rank(*kept), n) << position.to_string() << " seed " << seed;
    }
  }
}

TEST_P(PlanesOf, APositionThatIsTurnedOverIsAskedWhereItWouldBe) {
  const Planes planes = planes_of(GetParam(), false);
  const Index index = Index::make(Ending::parse(GetParam()).value(), game().movement());
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 5'000; ++trial) {
    const Position position = index.position(random() % index.size());
    ASSERT_EQ(planes.cell(turned_over(position), true), planes.cell(position)) << position.to_string();
  }
}

// Four pieces of which two stand still: among them are planes that are their own mirror image.
INSTANTIATE_TEST_SUITE_P(Endings, WholePlanesOf,
                         testing::ValuesIn(at_scale(0, 1) != 0
                                               ? std::vector{"RvR", "CRvR", "RPvR", "CRvCR", "RDDvR", "RPvRP"}
                                               : std::vector{"RvR", "CRvR", "RPvR"}),
                         [](const auto& ending) { return std::string(ending.param); });
INSTANTIATE_TEST_SUITE_P(Endings, PlanesOf,
                         testing::Values("RvR", "CRvR", "RPvR", "RDvRT", "RDDvR", "CRvCR", "RPPvR", "RPvRP", "RWvRW"),
                         [](const auto& ending) { return std::string(ending.param); });

TEST(Planes, RankingSinglePiecesIsRankingSets) {
  for (const char* name : {"CRDvCR", "CRDvCRW", "CRDFvCRTA", "RPvCR", "CRPDvCR"}) {
    const Ending ending = Ending::parse(name).value();
    PieceOrder classes = Index::default_order(ending);
    classes.resize(classes.size() - 2);
    const Index index = Index::of_classes(ending, game().movement(), classes);
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 50'000; ++trial) {
      const int codes = ending.has_panthans() ? 2 : 8;
      const Symmetry symmetry = Symmetry::from_code(static_cast<int>(random() % static_cast<unsigned>(codes)));
      // Often on the diagonal, where ranking goes other ways.
      Placement placement = index.unrank(random() % index.size());
      if (trial % 2 == 0 && !ending.has_panthans()) {
        SquareSet used;
        for (std::size_t k = 0; k < classes.size(); ++k) {
          Square square;
          do {
            const int file = static_cast<int>(random() % 10);
            square = random() % 4 != 0 ? Square::at(file, file) : Square::at(file, static_cast<int>(random() % 10));
          } while (used.contains(square));
          placement[k] = square;
          used.set(square);
        }
      }
      placement = image(placement, symmetry);
      const Index::Turned by_sets = index.rank_turned(placement);
      const Index::Turned single = index.rank_turned(index.position_of(placement));
      ASSERT_EQ(single.index, by_sets.index) << index.position_of(placement).to_string();
      ASSERT_EQ(single.symmetry, by_sets.symmetry) << index.position_of(placement).to_string();
      ASSERT_EQ(image(placement, single.symmetry), index.unrank(single.index));
    }
  }
}

}  // namespace
}  // namespace jetan
