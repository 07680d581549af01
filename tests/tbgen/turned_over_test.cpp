// With equal sides the wins of one turned over are the other's.
#include "tbgen/turned_over.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "probe/table_info.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/tbgen/same_plies.hpp"
#include "tests/tbgen/solved_in_memory.hpp"

namespace jetan {
namespace {

struct Tested {
  const char* rules;
  const char* pieces;  // of both sides
};

class TurnedOverWins : public testing::TestWithParam<Tested> {};

TEST_P(TurnedOverWins, WinsAreTheOtherSides) {
  const auto [rules, letters] = GetParam();
  const Game game(preset(rules));
  std::vector<Piece> pieces;
  for (const Side side : kSides) {
    for (const char* letter = letters; *letter != 0; ++letter) pieces.push_back({side, *kind_of_letter(*letter)});
  }
  SolvedInMemory solved(game);
  int plies = 0;
  for (const Escapes escapes : escape_states(game.rules())) {
    const Solution& here = solved.solve(pieces, escapes);
    const Solution& there = solved.solve(pieces, {escapes.orange, escapes.black});
    for (const Side winner : kSides) {
      const std::string what = escape_state(escapes) + " " + name(winner);
      const Wins& wins = here.wins(winner);
      plies = std::max({plies, wins.won.plies(), wins.lost.plies()});
      const Wins& others = there.wins(opponent(winner));
      expect_same(wins.won, turned_over(others.won, solved.kernels_of(pieces), 2), what + " won");
      expect_same(wins.lost, turned_over(others.lost, solved.kernels_of(pieces), 2), what + " lost");
    }
  }
  EXPECT_GT(plies, 3);
}

INSTANTIATE_TEST_SUITE_P(Endings, TurnedOverWins,
                         testing::Values(Tested{"burroughs", "C"}, Tested{"cazaux", "C"}, Tested{"ag6", "C"}),
                         [](const auto& tested) {
                           return std::string(tested.param.rules) + "_" + tested.param.pieces;
                         });

// A solution of random positions, and the same turned over, bit by bit.
class TurnedBits {
 public:
  TurnedBits(const char* ending, const char* rules)
      : game_(preset(rules)), layout_(Layout::of(Ending::parse(ending).value(), game_.movement())) {}

  // Of some blocks; tells how many members there were.
  std::uint64_t expect_turned(BlockNumber first, BlockNumber last, std::uint64_t seed) {
    last = std::min(last, layout_.blocks());
    std::mt19937_64 random(seed);
    std::set<BlockNumber> tiles;  // that they come from
    for (BlockNumber block = first; block < last; ++block) {
      const FixedSquares squares = layout_.squares(block);
      if (layout_.is_valid(squares)) tiles.insert(source(squares).block / kTile);
    }
    PackedPlies plies(layout_.blocks());
    plies.reserve(0);
    for (const BlockNumber tile : tiles) plies.set_tile(0, tile, random_tile(tile, random), packer_);
    const BlockKernels kernels(std::make_shared<MoveTables>(game_), layout_);
    const PackedPlies turned = turned_over(plies, kernels, 2);
    EXPECT_EQ(turned.plies(), 1);
    std::uint64_t found = 0;
    for (BlockNumber tile = first / kTile; tile * kTile < last; ++tile) {
      std::map<BlockNumber, Block> there;
      turned.for_each_block(0, tile, scratch_,
                            [&](BlockNumber block, const Block& members) { there[block] = members; });
      for (BlockNumber block = tile * kTile; block < std::min(last, (tile + 1) * kTile); ++block) {
        found += expect_turned(block, there[block]);
      }
    }
    return found;
  }

 private:
  static constexpr BlockNumber kTile = PackedPlies::kTileBlocks;
  static constexpr Symmetry kOver{false, true, false};

  std::vector<Block> random_tile(BlockNumber tile, std::mt19937_64& random) {
    std::vector<Block> members(std::min(kTile, layout_.blocks() - tile * kTile));
    for (std::size_t b = 0; b < members.size(); ++b) {
      if (random() % 3 == 0) continue;
      for (SquareSet& row : members[b].rows) {
        row = SquareSet::from_words(random(), random()) & SquareSet::from_words(random(), random()) & SquareSet::all();
      }
      settled_[tile * kTile + b] = members[b];
    }
    return members;
  }

  BlockPlace source(const FixedSquares& squares) const {
    FixedSquares before{};
    std::vector<bool> used(layout_.size());
    for (std::size_t p = 0; p < layout_.size(); ++p) {
      const Piece piece = layout_.pieces()[p];
      std::size_t place = 0;
      while (used[place] || layout_.pieces()[place] != Piece{opponent(piece.side), piece.kind}) ++place;
      used[place] = true;
      before[place] = kOver(squares[p]);
    }
    return layout_.locate(before);
  }

  std::uint64_t expect_turned(BlockNumber block, const Block& turned) {
    const FixedSquares squares = layout_.squares(block);
    if (!layout_.is_valid(squares)) {
      EXPECT_TRUE(turned.empty()) << block;
      return 0;
    }
    const BlockPlace from = source(squares);
    const Block& before = settled_[from.block];
    std::uint64_t found = 0;
    for (int i = 0; i < kSquares * kSquares; ++i) {
      const Square black = Square::from_index(i / kSquares);
      const Square orange = Square::from_index(i % kSquares);
      const bool was = before[from.symmetry(kOver(orange))].contains(from.symmetry(kOver(black)));
      EXPECT_EQ(turned[black].contains(orange), was) << block << ' ' << black.name() << ' ' << orange.name();
      found += was ? 1 : 0;
    }
    return found;
  }

  const Game game_;
  const Layout layout_;
  std::map<BlockNumber, Block> settled_;
  PackedPlies::Packer packer_;
  PackedPlies::Scratch scratch_;
};

// Parts, colours, folded diagonals, the mirror of the files only, like pieces.
TEST(TurnedOver, EveryPositionComesFromItsOwn) {
  for (const char* rules : {"burroughs", "free"}) {
    for (const char* ending : {"RDvRD", "RAvRA", "RWvRW", "RPvRP"}) {
      SCOPED_TRACE(std::string(ending) + ' ' + rules);
      EXPECT_GT(TurnedBits(ending, rules).expect_turned(0, 2'000, 3), 1'000'000U);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(TurnedBits("RFFvRFF", "burroughs").expect_turned(130'000, 130'500, 5), 100'000U);
}

TEST(ExchangedPrincesses, AreEachOthersSquares) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    Block block;
    block.clear();
    for (SquareSet& row : block.rows) row = SquareSet::from_words(random(), random()) & SquareSet::all();
    Block exchanged;
    exchange_princesses(block, exchanged);
    for (int i = 0; i < kSquares; ++i) {
      for (int j = 0; j < kSquares; ++j) {
        const Square black = Square::from_index(i);
        const Square orange = Square::from_index(j);
        ASSERT_EQ(exchanged[orange].contains(black), block[black].contains(orange));
      }
    }
  }
}

}  // namespace
}  // namespace jetan
