// Ranking together with the symmetry that it takes: the way of a probe, quick where every class has one piece.
#include <array>

#include "core/index.hpp"
#include "core/mirror_sets.hpp"

namespace jetan {
namespace {

// The number of each square among those on the diagonal, or among those below it.
constexpr auto numbered(SquareSet set) {
  std::array<std::uint8_t, kSquares> numbers{};
  std::uint8_t number = 0;
  for (const Square square : set) numbers[static_cast<std::size_t>(square.index())] = number++;
  return numbers;
}
constexpr auto kNumberOnDiagonal = numbered(mirror::kDiagonal);
constexpr auto kNumberBelow = numbered(mirror::kBelow);

std::uint8_t at(const std::array<std::uint8_t, kSquares>& numbers, Square square) {
  return numbers[static_cast<std::size_t>(square.index())];
}

}  // namespace

Index::Turned Index::rank_turned(const Placement& placement) const {
  Symmetry symmetry = to_representative(group_, placement[0].first());
  if (group_ == SymmetryGroup::Full && mirror::kDiagonal.contains(symmetry(placement[0].first()))) {
    for (std::size_t k = 1; k < classes(); ++k) {
      const mirror::MirrorParts parts(symmetry(placement[k]));
      if (parts.symmetric()) continue;
      if (!parts.kept()) symmetry = Symmetry{symmetry.mirrors_ranks(), symmetry.mirrors_files(), true};
      break;
    }
  }
  return {rank(placement), symmetry};
}

Index::Turned Index::rank_turned(const Position& position, bool turned_over) const {
  if (!all_single_) return rank_turned(placement_of(position, turned_over));
  std::array<Square, Ending::kMaxPieces> squares;
  for (std::size_t k = 0; k < classes(); ++k) squares[k] = square_of(position, order_[k].piece, turned_over);
  Symmetry symmetry = to_representative(group_, squares[0]);
  const PositionIndex index = rank_single(squares, symmetry);
  return {index, symmetry};
}

// As `rank` does it, step by step, for classes of one piece each. `symmetry` is the carrier's, and turned further where
// another piece decides.
PositionIndex Index::rank_single(const std::array<Square, Ending::kMaxPieces>& squares, Symmetry& symmetry) const {
  std::array<Square, Ending::kMaxPieces> turned;
  turned[0] = symmetry(squares[0]);
  PositionIndex rank = carrier_offset_[carrier_number_[static_cast<std::size_t>(turned[0].index())]];
  std::size_t k = 1;
  if (group_ == SymmetryGroup::Full && mirror::kDiagonal.contains(turned[0])) {
    // As long as the pieces stand on the diagonal, the next one decides.
    for (; k < classes(); ++k) {
      turned[k] = symmetry(squares[k]);
      const int placed = static_cast<int>(k);
      if (mirror::kDiagonal.contains(turned[k])) {
        int number = at(kNumberOnDiagonal, turned[k]);
        for (std::size_t j = 0; j < k; ++j) number -= turned[j] < turned[k] ? 1 : 0;
        rank += static_cast<PositionIndex>(mirror::kMirrorPairs) * free_[k + 1] +
                static_cast<PositionIndex>(number) * symmetric_[k + 1][static_cast<std::size_t>(placed) + 1];
        continue;
      }
      if (!mirror::kBelow.contains(turned[k])) {
        symmetry = Symmetry{symmetry.mirrors_ranks(), symmetry.mirrors_files(), true};
        turned[k] = symmetry(squares[k]);
      }
      rank += at(kNumberBelow, turned[k]) * free_[k + 1];
      ++k;
      break;
    }
  }
  PositionIndex rest = 0;
  for (; k < classes(); ++k) {
    turned[k] = symmetry(squares[k]);
    int number = turned[k].index();
    for (std::size_t j = 0; j < k; ++j) number -= turned[j] < turned[k] ? 1 : 0;
    rest = rest * static_cast<PositionIndex>(kSquares - placed_[k]) + static_cast<PositionIndex>(number);
  }
  return rank + rest;
}

Index::Representative Index::representative(PositionIndex index) const {
  Representative of_index{};
  const std::size_t symmetric_classes = unrank_marked(index, of_index.placement);
  of_index.orbit = orbit_of(symmetric_classes);
  of_index.mirrored = group_ == SymmetryGroup::Full && symmetric_classes == classes();
  return of_index;
}

}  // namespace jetan
