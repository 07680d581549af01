// An analysis that keeps little of its maps in memory settles what one with all of them in memory does.
#include "tbgen/residence.hpp"

#include <gtest/gtest.h>

#include <random>

#include "probe/table_info.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/tbgen/same_plies.hpp"
#include "tests/tbgen/solved_in_memory.hpp"

namespace jetan {
namespace {

constexpr BlockNumber kTile = PackedPlies::kTileBlocks;

std::vector<Piece> pieces_of(const char* black, const char* orange) {
  std::vector<Piece> pieces;
  for (const char* letter = black; *letter != 0; ++letter) pieces.push_back({Side::Black, *kind_of_letter(*letter)});
  for (const char* letter = orange; *letter != 0; ++letter) pieces.push_back({Side::Orange, *kind_of_letter(*letter)});
  return pieces;
}

struct Tested {
  const char* rules;
  const char* black;
  const char* orange;
};

class LittleMemory : public testing::TestWithParam<Tested> {};

TEST_P(LittleMemory, SettlesTheSame) {
  const auto [rules, black, orange] = GetParam();
  const Game game(preset(rules));
  const std::vector<Piece> pieces = pieces_of(black, orange);
  SolvedInMemory whole(game);
  // Less than a step needs, so that all goes that can go; and somewhat more.
  for (const auto& [slab, slabs] : {std::pair{kTile, 1}, std::pair{3 * kTile, 7}}) {
    SolvedInMemory packed(game, 2, {static_cast<std::uint64_t>(slabs) * slab * sizeof(Block), slab});
    for (const Escapes escapes : escape_states(game.rules())) {
      const Solution& all = whole.solve(pieces, escapes);
      const Solution& little = packed.solve(pieces, escapes);
      for (const Side winner : kSides) {
        const std::string what = escape_state(escapes) + " " + name(winner);
        expect_same(all.wins(winner).won, little.wins(winner).won, what + " won");
        expect_same(all.wins(winner).lost, little.wins(winner).lost, what + " lost");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Endings, LittleMemory,
                         testing::Values(Tested{"burroughs", "C", "C"}, Tested{"cazaux", "CD", ""},
                                         Tested{"cazaux", "A", "A"}, Tested{"cazaux", "P", "D"},
                                         Tested{"free", "WW", ""}),
                         [](const auto& tested) {
                           return std::string(tested.param.rules) + "_" + tested.param.black + "v" +
                                  tested.param.orange;
                         });

TEST(Residence, SlabsComeBackAsTheyWere) {
  constexpr BlockNumber kBlocks = 12 * kTile + 37;
  std::mt19937_64 random(4);
  std::vector<BlockMap> maps;
  for (int i = 0; i < 3; ++i) maps.emplace_back(kBlocks);
  Residence residence({&maps[0], &maps[1], &maps[2]}, {4 * 2 * kTile * sizeof(Block), 2 * kTile});
  for (const BlockNumber first : {BlockNumber{0}, 5 * kTile}) {
    residence.move_to({first, kBlocks});
    std::vector<std::map<BlockNumber, Block>> expected(3);
    for (int step = 0; step < 400; ++step) {
      const std::size_t slab = random() % residence.slabs();
      const std::size_t m = random() % 3;
      const bool change = random() % 2 == 0;
      const std::array uses{Residence::Use{&maps[m], slab, change},
                            Residence::Use{&maps[(m + 1) % 3], random() % residence.slabs()}};
      residence.bring(uses, 2);
      const BlockRange range = residence.slab(slab);
      for (BlockNumber block = range.first; block < range.last; ++block) {
        ASSERT_EQ(maps[m].any(block), expected[m].contains(block));
        if (maps[m].any(block)) {
          ASSERT_TRUE(maps[m][block] == expected[m][block]) << block;
        }
      }
      for (int n = 0; change && n < 20; ++n) {
        const BlockNumber block = range.first + random() % range.size();
        Block members;
        members.clear();
        members[Square::from_index(static_cast<int>(random() % kSquares))].set(
            Square::from_index(static_cast<int>(random() % kSquares)));
        maps[m].set(block, members);
        expected[m][block] = members;
      }
      if (step % 100 == 99) {
        maps[m].clear();
        residence.forget(maps[m]);
        expected[m].clear();
      }
    }
    EXPECT_GT(residence.packed_bytes(), 0U);
  }
}

}  // namespace
}  // namespace jetan
