// The board's symmetries form a group, act alike on squares and sets, and leave the game as it is.
#include "core/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/game.hpp"
#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

std::vector<Symmetry> all_symmetries() {
  std::vector<Symmetry> all;
  for (int code = 0; code < 8; ++code) all.push_back(Symmetry::from_code(code));
  return all;
}
std::vector<Square> all_squares() {
  std::vector<Square> all;
  for (int i = 0; i < kSquares; ++i) all.push_back(Square::from_index(i));
  return all;
}

TEST(Symmetry, SquaresAreNumberedByQuadrants) {
  std::set<int> indices;
  for (int file = 0; file < kFiles; ++file) {
    for (int rank = 0; rank < kRanks; ++rank) {
      const Square square = Square::at(file, rank);
      EXPECT_EQ(square.file(), file);
      EXPECT_EQ(square.rank(), rank);
      EXPECT_EQ(Square::parse(square.name()), square);
      indices.insert(square.index());
    }
  }
  EXPECT_EQ(indices.size(), 100U);
  EXPECT_EQ(*indices.begin(), 0);
  EXPECT_EQ(*indices.rbegin(), 99);
  EXPECT_EQ(Square::at(4, 4).index(), 0);
  EXPECT_EQ(Square::at(0, 0).name(), "a1");
  EXPECT_EQ(Square::at(9, 9).name(), "j10");
  for (const char* wrong : {"", "a", "a0", "a11", "k1", "A1", "a1 ", "a01", "1a", "a-1"}) {
    EXPECT_FALSE(Square::parse(wrong)) << wrong;
  }
}

TEST(Symmetry, DoesWhatItsNameSays) {
  for (const Square square : all_squares()) {
    EXPECT_EQ(Symmetry(true, false, false)(square), Square::at(9 - square.file(), square.rank()));
    EXPECT_EQ(Symmetry(false, true, false)(square), Square::at(square.file(), 9 - square.rank()));
    EXPECT_EQ(Symmetry(false, false, true)(square), Square::at(square.rank(), square.file()));
    EXPECT_EQ(Symmetry(true, false, true)(square), Square::at(9 - square.rank(), square.file()));  // transposes first
    EXPECT_EQ(Symmetry()(square), square);
  }
}

TEST(Symmetry, IsAGroup) {
  for (const Symmetry a : all_symmetries()) {
    EXPECT_EQ(Symmetry::from_code(a.code()), a);
    EXPECT_EQ(a.is_identity(), a == Symmetry());
    for (const Square square : all_squares()) {
      EXPECT_EQ(a.inverse()(a(square)), square);
      EXPECT_EQ(a(a.inverse()(square)), square);
    }
    std::set<int> products;
    for (const Symmetry b : all_symmetries()) {
      // The product is one of the eight, and another one for every b.
      for (const Symmetry c : all_symmetries()) {
        const auto squares = all_squares();
        if (std::all_of(squares.begin(), squares.end(), [&](Square s) { return a(b(s)) == c(s); })) {
          products.insert(c.code());
        }
      }
    }
    EXPECT_EQ(products.size(), 8U);
  }
}

TEST(Symmetry, MovesASetAsItMovesItsSquares) {
  constexpr std::uint64_t kSeed = 31;
  Random random(kSeed);
  for (int trial = 0; trial < 2000; ++trial) {
    SquareSet set;
    for (const Square square : all_squares()) {
      if (one_in(random, 1 + trial % 7)) set.set(square);
    }
    for (const Symmetry symmetry : all_symmetries()) {
      SquareSet image;
      for (const Square square : set) image.set(symmetry(square));
      ASSERT_EQ(symmetry(set), image) << "seed " << kSeed << ", symmetry " << symmetry.code();
    }
  }
  for (const Symmetry symmetry : all_symmetries()) EXPECT_EQ(symmetry(SquareSet::all()), SquareSet::all());
}

TEST(Symmetry, EveryOrbitHasOneRepresentative) {
  for (const SymmetryGroup group : {SymmetryGroup::Files, SymmetryGroup::Full}) {
    int representatives = 0;
    for (const Square square : all_squares()) {
      std::set<int> in_orbit;
      for (const Symmetry symmetry : all_symmetries()) {
        if (group == SymmetryGroup::Files && symmetry.code() > 1) continue;
        if (is_representative(group, symmetry(square))) in_orbit.insert(symmetry(square).index());
      }
      ASSERT_EQ(in_orbit.size(), 1U) << square.name();
      const Symmetry there = to_representative(group, square);
      EXPECT_EQ(there(square).index(), *in_orbit.begin()) << square.name();
      EXPECT_TRUE(group == SymmetryGroup::Full || there.code() <= 1);
      if (is_representative(group, square)) {
        ++representatives;
        EXPECT_TRUE(there.is_identity()) << square.name();
      }
    }
    EXPECT_EQ(representatives, group == SymmetryGroup::Full ? 15 : 50);
  }
  for (const Square square : all_squares()) {
    EXPECT_EQ(kTransposition(square) == square, square.file() == square.rank());
  }
}

// The same position seen through a symmetry.
Position image(const Position& position, Symmetry symmetry) {
  Position result;
  for (const Square square : position.occupied()) result.put(*position.at(square), symmetry(square));
  result.to_move = position.to_move;
  result.escapes = position.escapes;
  result.count = position.count;
  return result;
}

using Leads = std::set<std::string>;

// What every move leads to, with the squares seen through `see`.
template <class See>
Leads leads(const Game& game, const Position& position, const See& see) {
  Leads result;
  for (const Move move : game.legal_moves(position)) {
    const AfterMove after = game.play(position, move);
    result.insert(after.ended ? name(*after.ended) : see(after.position).to_string());
  }
  return result;
}

std::string trace(std::uint64_t seed, const Game& game, const Position& position) {
  return "seed " + std::to_string(seed) + ": " + position.to_string() + "\n" + game.rules().to_text();
}

TEST(Symmetry, MovesCommuteWithIt) {
  constexpr std::uint64_t kSeed = 32;
  Random random(kSeed);
  for (int set = 0; set < 40 && !HasFailure(); ++set) {
    const Game game(preset_or_random_rules(random, set));
    for (int trial = 0; trial < 50; ++trial) {
      const Position position = random_position(random, game.rules(), 9);
      SCOPED_TRACE(trace(kSeed, game, position));
      const bool panthans = position.pieces(Piece{Side::Black, PieceKind::Panthan}).any() ||
                            position.pieces(Piece{Side::Orange, PieceKind::Panthan}).any();
      for (const Symmetry symmetry : all_symmetries()) {
        if (panthans && symmetry.code() > 1) continue;
        const Position turned = image(position, symmetry);
        ASSERT_EQ(leads(game, turned, [](const Position& p) { return p; }),
                  leads(game, position, [&](const Position& p) { return image(p, symmetry); }));
        ASSERT_EQ(game.wins_at_once(turned), game.wins_at_once(position));
        ASSERT_EQ(game.over(turned), game.over(position));
      }
    }
  }
}

TEST(Symmetry, MovesCommuteWithTurningOverBoardAndColours) {
  constexpr std::uint64_t kSeed = 33;
  Random random(kSeed);
  for (int set = 0; set < 60 && !HasFailure(); ++set) {
    const Game game(preset_or_random_rules(random, set));
    for (int trial = 0; trial < 100; ++trial) {
      const Position position = random_position(random, game.rules(), 12);
      SCOPED_TRACE(trace(kSeed, game, position));
      const Position turned = turned_over(position);
      ASSERT_EQ(leads(game, turned, [](const Position& p) { return p; }),
                leads(game, position, [](const Position& p) { return turned_over(p); }));
      ASSERT_EQ(game.wins_at_once(turned), game.wins_at_once(position));
      ASSERT_EQ(game.over(turned), game.over(position));
    }
  }
}

}  // namespace
}  // namespace jetan
