// The solver's numbering of blocks: every placement has one, and no move leads out of a part.
#include "tbgen/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace jetan {
namespace {

RuleSet rules_of(const char* name) { return RuleSet::load(name).value(); }

struct LayoutCase {
  const char* rules;
  const char* ending;
  std::size_t parts;
};
void PrintTo(const LayoutCase& tested, std::ostream* out) { *out << tested.rules << ' ' << tested.ending; }

class LayoutTest : public testing::TestWithParam<LayoutCase> {};

TEST_P(LayoutTest, NumbersEveryPlacementOnce) {
  const Movement movement(rules_of(GetParam().rules));
  const Layout layout = Layout::of(Ending::parse(GetParam().ending).value(), movement);
  EXPECT_EQ(layout.parts().size(), GetParam().parts);
  std::set<std::array<int, kMaxFixed>> seen;
  for (BlockNumber block = 0; block < layout.blocks(); ++block) {
    const FixedSquares squares = layout.squares(block);
    if (!layout.is_valid(squares)) continue;
    const BlockPlace place = layout.locate(squares);
    ASSERT_EQ(place.block, block);
    ASSERT_TRUE(place.symmetry.is_identity());
    std::array<int, kMaxFixed> key{};
    std::transform(squares.begin(), squares.end(), key.begin(), [](Square square) { return square.index(); });
    ASSERT_TRUE(seen.insert(key).second);
  }
  // Every way to put the pieces on different squares is one of these, once turned.
  const auto pieces = layout.pieces();
  ASSERT_EQ(pieces.size(), 2U);
  for (int i = 0; i < kSquares; ++i) {
    for (int j = 0; j < kSquares; ++j) {
      const FixedSquares squares{Square::from_index(i), Square::from_index(j)};
      if (!layout.is_valid(squares)) continue;
      const BlockPlace place = layout.locate(squares);
      const FixedSquares there = layout.squares(place.block);
      ASSERT_EQ(there[0], place.symmetry(squares[0]));
      ASSERT_EQ(there[1], place.symmetry(squares[1]));
    }
  }
}

TEST_P(LayoutTest, NoMoveLeavesAPart) {
  const Movement movement(rules_of(GetParam().rules));
  const Layout layout = Layout::of(Ending::parse(GetParam().ending).value(), movement);
  const auto part_of = [&](BlockNumber block) {
    return std::find_if(layout.parts().begin(), layout.parts().end(),
                        [&](BlockRange part) { return part.first <= block && block < part.last; }) -
           layout.parts().begin();
  };
  BlockNumber end = 0;
  for (const BlockRange part : layout.parts()) {
    EXPECT_EQ(part.first, end);
    end = part.last;
    EXPECT_EQ(part.first % Layout::kPartAlignment, 0U);
  }
  EXPECT_EQ(end, layout.blocks());
  for (BlockNumber block = 0; block < layout.blocks(); ++block) {
    const FixedSquares squares = layout.squares(block);
    if (!layout.is_valid(squares)) continue;
    for (std::size_t p = 0; p < layout.size(); ++p) {
      for (const Square to : movement.reach(layout.pieces()[p], squares[p])) {
        FixedSquares after = squares;
        after[p] = to;
        if (!layout.is_valid(after)) continue;
        const BlockPlace place = layout.locate(after);
        ASSERT_EQ(part_of(place.block), part_of(block));
        const BlockPlace moved = layout.after_move(block, squares, p, to);
        ASSERT_EQ(moved.block, place.block);
        ASSERT_EQ(moved.symmetry, place.symmetry);
      }
    }
  }
}

// Parts counted by hand. Padwars: the haunts of two differ by a file, by a rank (the same, transposed), by both or not.
// Warriors and Fliers: the same colour or not. A Padwar's haunt is of one colour. With a Panthan only the files are
// mirrored, and a single Padwar keeps to odd or to even ranks.
INSTANTIATE_TEST_SUITE_P(Endings, LayoutTest,
                         testing::Values(LayoutCase{"burroughs", "RAvRA", 3}, LayoutCase{"burroughs", "RAAvR", 3},
                                         LayoutCase{"burroughs", "RWvRW", 2}, LayoutCase{"burroughs", "RFvRW", 2},
                                         LayoutCase{"burroughs", "RFvRA", 2}, LayoutCase{"burroughs", "CRvCR", 1},
                                         LayoutCase{"burroughs", "RAvRD", 1}, LayoutCase{"burroughs", "RAvRP", 2},
                                         LayoutCase{"burroughs", "RPvRP", 1}, LayoutCase{"free", "RAvRA", 2},
                                         LayoutCase{"free", "RWvRW", 1}));

}  // namespace
}  // namespace jetan
