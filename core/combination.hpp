// Ranks of subsets: the combinatorial number system on sets of squares.
#pragma once

#include <array>
#include <cstdint>

#include "core/square.hpp"

namespace jetan {

inline constexpr int kMaxChosen = 8;

namespace detail {
constexpr auto make_binomials() {
  std::array<std::array<std::uint64_t, kMaxChosen + 1>, kSquares + 1> table{};
  for (std::size_t n = 0; n <= kSquares; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= kMaxChosen && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}
inline constexpr auto kBinomials = make_binomials();
}  // namespace detail

// n over k; 0 where there is nothing to choose (n < k, or either is negative). n <= 100, k <= 8.
constexpr std::uint64_t binomial(int n, int k) {
  if (n < 0 || k < 0) return 0;
  return detail::kBinomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The member of a set that has so many members below it; place < set.count().
constexpr Square nth_member(SquareSet set, int place) {
  std::uint64_t word = set.low();
  int base = 0;
  if (const int in_low = std::popcount(word); place >= in_low) {
    place -= in_low;
    word = set.high();
    base = 64;
  }
  for (int width = 32; width > 0; width /= 2) {
    const int below = std::popcount(word & ((std::uint64_t{1} << width) - 1));
    if (place >= below) {
      place -= below;
      word >>= width;
      base += width;
    }
  }
  return SquareSet::square_of_bit(base);
}

// The rank of a subset among the subsets of its size: 0 to binomial(within.count(), subset.count()) - 1.
constexpr std::uint64_t rank_subset(SquareSet subset, SquareSet within) {
  std::uint64_t rank = 0;
  int k = 0;
  for (const Square member : subset) rank += binomial(within.count_below(member), ++k);
  return rank;
}

// The subset of `size` members with a rank.
constexpr SquareSet unrank_subset(std::uint64_t rank, int size, SquareSet within) {
  SquareSet subset;
  int place = within.count();
  for (int k = size; k > 0; --k) {
    if (k == 1) {
      place = static_cast<int>(rank);
    } else {
      do --place;
      while (binomial(place, k) > rank);
    }
    rank -= binomial(place, k);
    subset.set(nth_member(within, place));
  }
  return subset;
}

}  // namespace jetan
