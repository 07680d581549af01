// The operations on blocks do in vector registers what the plain ones do.
#include "tbgen/block_ops.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tbgen/block_kernels.hpp"

namespace jetan {
namespace {

constexpr int kTrials = 2000;

class BlockOpsTest : public testing::Test {
 protected:
  // A row with all, about half, few or none of the squares.
  SquareSet random_row() {
    const SquareSet half = SquareSet::from_words(random_(), random_()) & SquareSet::all();
    switch (random_() % 6) {
      case 0: return {};
      case 1: return SquareSet::all();
      case 2: return Square::from_index(static_cast<int>(random_() % kSquares));
      case 3: return half & SquareSet::from_words(random_(), random_()) & SquareSet::from_words(random_(), random_());
      default: return half;
    }
  }
  Block random_block() {
    Block block;
    const bool sparse = random_() % 3 == 0;
    for (SquareSet& row : block.rows) row = sparse && random_() % 8 != 0 ? SquareSet{} : random_row();
    return block;
  }
  // Exceptions by rising row, as masks have them.
  std::vector<RowMask> random_exceptions() {
    std::vector<RowMask> rows;
    const auto one_in = 1 + random_() % 30;
    for (int i = 0; i < kSquares; ++i) {
      if (random_() % one_in == 0) rows.push_back({Square::from_index(i), random_row()});
    }
    return rows;
  }
  static void expect_equal(const Block& ours, const Block& plain) { EXPECT_EQ(ours.rows, plain.rows); }

  std::mt19937_64 random_{20261201};
  const BlockOps& plain_ = plain_block_ops();
  const BlockOps& best_ = best_block_ops();
};

TEST_F(BlockOpsTest, DoWhatThePlainOnesDo) {
  for (int trial = 0; trial < kTrials && !HasFailure(); ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial) + ", " + best_.name);
    const Block one = random_block();
    const Block other = random_block();
    const std::vector<RowMask> exceptions = random_exceptions();
    const PlaneMask mask{random_row(), exceptions};
    const auto compare = [&](const auto& operation) {
      Block ours = one;
      Block plain = one;
      operation(best_, ours);
      operation(plain_, plain);
      expect_equal(ours, plain);
    };
    compare([&](const BlockOps& ops, Block& block) { ops.add_masked(block, other, mask); });
    compare([&](const BlockOps& ops, Block& block) { ops.keep_masked(block, other, mask); });
    compare([&](const BlockOps& ops, Block& block) { ops.add(block, other); });
    compare([&](const BlockOps& ops, Block& block) { ops.remove(block, other); });
    compare([&](const BlockOps& ops, Block& block) { ops.complement(other, block); });
    for (int code = 0; code < 8; ++code) {
      compare([&](const BlockOps& ops, Block& block) { ops.turn_back(other, Symmetry::from_code(code), block); });
    }
    EXPECT_EQ(best_.any(one), plain_.any(one));
    EXPECT_EQ(best_.occupied_rows(one), plain_.occupied_rows(one));
    ByteBlock ours{};
    ByteBlock plain{};
    for (const auto& [members, value] : {std::pair(&one, 3), std::pair(&other, 255)}) {
      best_.spread(*members, static_cast<std::uint8_t>(value), ours);
      plain_.spread(*members, static_cast<std::uint8_t>(value), plain);
    }
    EXPECT_EQ(ours.rows, plain.rows);
  }
}

TEST_F(BlockOpsTest, KnowAnEmptyBlock) {
  const Block nothing{};
  for (const BlockOps* ops : {&plain_, &best_}) {
    EXPECT_FALSE(ops->any(nothing));
    EXPECT_EQ(ops->occupied_rows(nothing), SquareSet{});
    for (int i = 0; i < kSquares; ++i) {
      Block single{};
      const Square row = Square::from_index(i);
      single[row] = Square::from_index(kSquares - 1 - i);
      EXPECT_TRUE(ops->any(single));
      EXPECT_EQ(ops->occupied_rows(single), SquareSet(row));
    }
  }
}

// By hand: a block that holds the Princesses on a1 and b1 is seen with the files mirrored as one that holds j1 and i1.
TEST_F(BlockOpsTest, TurnsTheBoard) {
  Block block{};
  block[*Square::parse("a1")] = *Square::parse("b1");
  for (const BlockOps* ops : {&plain_, &best_}) {
    Block turned;
    ops->turn_back(block, Symmetry{true, false, false}, turned);
    EXPECT_EQ(ops->occupied_rows(turned), SquareSet(*Square::parse("j1")));
    EXPECT_EQ(turned[*Square::parse("j1")], SquareSet(*Square::parse("i1")));
  }
}

}  // namespace
}  // namespace jetan
