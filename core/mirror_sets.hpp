// Sets of squares seen as mirror pairs about the a1-j10 diagonal, and their ranks: what the index counts with when its
// carrier stands on the diagonal. For core's own files.
#pragma once

#include "core/combination.hpp"
#include "core/symmetry.hpp"

namespace jetan::mirror {

constexpr SquareSet squares_where(auto&& condition) {
  SquareSet set;
  for (int i = 0; i < kSquares; ++i) {
    if (condition(Square::from_index(i))) set.set(Square::from_index(i));
  }
  return set;
}
inline constexpr SquareSet kDiagonal = squares_where([](Square s) { return s.file() == s.rank(); });
inline constexpr SquareSet kBelow = squares_where([](Square s) { return s.file() > s.rank(); });
inline constexpr int kDiagonalSquares = kDiagonal.count();
inline constexpr int kMirrorPairs = kBelow.count();

// A class's set seen as mirror pairs about the diagonal, each pair named by its square below.
struct MirrorParts {
  SquareSet lower_singles;  // pairs of which only the square below is in the set
  SquareSet upper_singles;  // pairs of which only the square above is
  SquareSet doubles;        // pairs wholly in the set
  SquareSet diagonal;

  explicit MirrorParts(SquareSet set) : diagonal(set & kDiagonal) {
    const SquareSet below = set & kBelow;
    const SquareSet above = kTransposition(set - kBelow - kDiagonal);
    doubles = below & above;
    lower_singles = below - doubles;
    upper_singles = above - doubles;
  }
  SquareSet singles() const { return lower_singles | upper_singles; }
  bool symmetric() const { return singles().empty(); }
  // Of a set and its mirror image, the one kept has the first single square below the diagonal.
  bool kept() const { return lower_singles.contains(singles().first()); }
};

// How a set that isn't its own image splits: single squares, whole pairs, squares on the diagonal.
struct Split {
  int singles;
  int doubles;
  int diagonal;
  friend bool operator==(Split, Split) = default;

  // Of a set and its image one is counted: the first single's side is given.
  std::uint64_t sets(int free_pairs, int free_diagonal) const {
    return (binomial(free_pairs, singles) << (singles - 1)) * binomial(free_pairs - singles, doubles) *
           binomial(free_diagonal, diagonal);
  }
};

// Calls `visit` with every split of a class of `count` pieces in a fixed order until it returns true.
template <class Visit>
void for_each_split(int count, const Visit& visit) {
  for (int singles = 1; singles <= count; ++singles) {
    for (int doubles = 0; singles + 2 * doubles <= count; ++doubles) {
      if (visit(Split{singles, doubles, count - singles - 2 * doubles})) return;
    }
  }
}

inline std::uint64_t asymmetric_sets(int count, int free_pairs, int free_diagonal) {
  std::uint64_t sets = 0;
  for_each_split(count, [&](Split split) {
    sets += split.sets(free_pairs, free_diagonal);
    return false;
  });
  return sets;
}

// Sets of `count` squares that are their own image with so many on the diagonal.
inline std::uint64_t symmetric_sets(int count, int on_diagonal, int free_pairs, int free_diagonal) {
  if ((count - on_diagonal) % 2 != 0) return 0;
  return binomial(free_diagonal, on_diagonal) * binomial(free_pairs, (count - on_diagonal) / 2);
}

inline std::uint64_t rank_asymmetric(const MirrorParts& parts, int count, SquareSet free_below,
                                     SquareSet free_diagonal) {
  const int pairs = free_below.count();
  const int diagonal = free_diagonal.count();
  const Split own{parts.singles().count(), parts.doubles.count(), parts.diagonal.count()};
  std::uint64_t before = 0;
  for_each_split(count, [&](Split split) {
    if (split == own) return true;
    before += split.sets(pairs, diagonal);
    return false;
  });
  std::uint64_t rank = rank_subset(parts.singles(), free_below);
  SquareSet others = parts.singles();
  others.reset(others.first());
  for (const Square single : others) rank = 2 * rank + (parts.upper_singles.contains(single) ? 1 : 0);
  rank = rank * binomial(pairs - own.singles, own.doubles) + rank_subset(parts.doubles, free_below - parts.singles());
  return before + rank * binomial(diagonal, own.diagonal) + rank_subset(parts.diagonal, free_diagonal);
}

inline SquareSet unrank_asymmetric(std::uint64_t rank, int count, SquareSet free_below, SquareSet free_diagonal) {
  const int pairs = free_below.count();
  const int diagonal = free_diagonal.count();
  Split own{};
  for_each_split(count, [&](Split split) {
    own = split;
    const std::uint64_t sets = split.sets(pairs, diagonal);
    if (rank < sets) return true;
    rank -= sets;
    return false;
  });
  const std::uint64_t diagonal_sets = binomial(diagonal, own.diagonal);
  SquareSet set = unrank_subset(rank % diagonal_sets, own.diagonal, free_diagonal);
  rank /= diagonal_sets;
  const std::uint64_t double_sets = binomial(pairs - own.singles, own.doubles);
  const std::uint64_t double_rank = rank % double_sets;
  rank /= double_sets;
  std::uint64_t uppers = rank & ((std::uint64_t{1} << (own.singles - 1)) - 1);
  const SquareSet singles = unrank_subset(rank >> (own.singles - 1), own.singles, free_below);
  const SquareSet doubles = unrank_subset(double_rank, own.doubles, free_below - singles);
  set |= doubles | kTransposition(doubles);
  int place = own.singles;
  for (const Square single : singles) {
    --place;
    const bool upper = place < own.singles - 1 && (uppers >> place & 1) != 0;
    set |= upper ? kTransposition(single) : single;
  }
  return set;
}

}  // namespace jetan::mirror
