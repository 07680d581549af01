// Ranks of subsets: a bijection, proved by exhaustion for small sets.
#include "core/combination.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace jetan {
namespace {

TEST(Combination, BinomialsAreThoseOfPascal) {
  EXPECT_EQ(binomial(0, 0), 1U);
  EXPECT_EQ(binomial(5, 2), 10U);
  EXPECT_EQ(binomial(100, 1), 100U);
  EXPECT_EQ(binomial(100, 8), 186'087'894'300U);
  EXPECT_EQ(binomial(3, 4), 0U);
  EXPECT_EQ(binomial(-1, 0), 0U);
  EXPECT_EQ(binomial(4, -1), 0U);
  for (int n = 1; n <= kSquares; ++n) {
    for (int k = 1; k <= kMaxChosen; ++k) ASSERT_EQ(binomial(n, k), binomial(n - 1, k - 1) + binomial(n - 1, k));
  }
}

SquareSet random_set(std::mt19937_64& random, int size) {
  SquareSet set;
  while (set.count() < size) set.set(Square::from_index(static_cast<int>(random() % kSquares)));
  return set;
}

TEST(Combination, FindsMembersByPlace) {
  constexpr unsigned kSeed = 71;
  std::mt19937_64 random(kSeed);
  for (int size = 1; size <= kSquares; ++size) {
    const SquareSet set = random_set(random, size);
    int place = 0;
    for (const Square member : set) {
      ASSERT_EQ(nth_member(set, place), member) << "seed " << kSeed;
      ASSERT_EQ(set.count_below(member), place) << "seed " << kSeed;
      ++place;
    }
    ASSERT_EQ(place, size);
  }
}

// Every rank gives a subset of its own and comes back: with as many ranks as subsets, a bijection.
TEST(Combination, RanksAreABijectionForSmallSets) {
  constexpr unsigned kSeed = 72;
  std::mt19937_64 random(kSeed);
  for (const int members : {1, 2, 5, 9, 14}) {
    const SquareSet within = random_set(random, members);
    for (int size = 0; size <= std::min(members, kMaxChosen); ++size) {
      std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
      for (std::uint64_t rank = 0; rank < binomial(members, size); ++rank) {
        const SquareSet subset = unrank_subset(rank, size, within);
        ASSERT_EQ(subset.count(), size) << "seed " << kSeed;
        ASSERT_TRUE(subset.is_subset_of(within)) << "seed " << kSeed;
        ASSERT_EQ(rank_subset(subset, within), rank) << "seed " << kSeed;
        seen.emplace(subset.low(), subset.high());
      }
      ASSERT_EQ(seen.size(), binomial(members, size));
    }
  }
}

TEST(Combination, RanksAreABijectionForPairsOnTheWholeBoard) {
  std::uint64_t rank = 0;
  for (int high = 0; high < kSquares; ++high) {
    for (int low = 0; low < high; ++low) {
      const SquareSet pair = SquareSet(Square::from_index(low)) | SquareSet(Square::from_index(high));
      ASSERT_EQ(rank_subset(pair, SquareSet::all()), rank);
      ASSERT_EQ(unrank_subset(rank, 2, SquareSet::all()), pair);
      ++rank;
    }
  }
  EXPECT_EQ(rank, binomial(kSquares, 2));
}

TEST(Combination, RanksComeBackForLargeSets) {
  constexpr unsigned kSeed = 73;
  std::mt19937_64 random(kSeed);
  for (int trial = 0; trial < 20'000; ++trial) {
    const SquareSet within = random_set(random, 8 + static_cast<int>(random() % 93));
    const int size = static_cast<int>(random() % (kMaxChosen + 1));
    const std::uint64_t rank = random() % binomial(within.count(), size);
    ASSERT_EQ(rank_subset(unrank_subset(rank, size, within), within), rank) << "seed " << kSeed;
  }
  EXPECT_EQ(unrank_subset(binomial(100, 8) - 1, 8, SquareSet::all()).first().index(), 92);  // the eight highest
}

}  // namespace
}  // namespace jetan
