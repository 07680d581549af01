// Where the positions of an ending lie in the solver's memory: which blocks there are and how they are numbered.
//
// The pieces other than the Princesses, one by one (like pieces are told apart), span the blocks: the first carries
// the symmetry and stands only on representative squares, each of the others on any of the 100. The carrier is a
// piece with few moves, because its moves are the ones that leave the representatives and turn the board. It and the
// others follow in the order of the index's classes (Index::default_order), so that a table's positions are those of
// one block after the other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ending.hpp"
#include "core/movement.hpp"
#include "core/symmetry.hpp"

namespace jetan {

inline constexpr std::size_t kMaxFixed = Ending::kMaxPieces - 2;  // pieces of an ending but the Princesses

using BlockNumber = std::uint64_t;
using FixedSquares = std::array<Square, kMaxFixed>;  // by place among Layout::pieces()

// A block and the symmetry that takes the board as it was asked for to the board as the block has it.
struct BlockPlace {
  BlockNumber block = 0;
  Symmetry symmetry;
};

class Layout {
 public:
  // The pieces but the Princesses, in any order.
  Layout(std::vector<Piece> pieces, const Movement& movement);
  static Layout of(const Ending& ending, const Movement& movement);

  // The pieces in the order of their coordinates, the carrier first.
  std::span<const Piece> pieces() const { return pieces_; }
  std::size_t size() const { return pieces_.size(); }
  BlockNumber blocks() const { return blocks_; }
  // How far apart two blocks lie that differ by one square index of a piece (not the carrier).
  BlockNumber stride(std::size_t piece) const { return strides_[piece]; }
  SymmetryGroup symmetry() const { return group_; }

  // The block of pieces on these squares, and how the board is turned to have the carrier on a representative.
  BlockPlace locate(const FixedSquares& squares) const;
  FixedSquares squares(BlockNumber block) const;
  // Whether a block holds any position: no two pieces on one square, every Panthan where it can stand.
  bool is_valid(const FixedSquares& squares) const;

  // The first `count` squares as a set.
  static SquareSet occupied(const FixedSquares& squares, std::size_t count) {
    SquareSet set;
    for (std::size_t p = 0; p < count; ++p) set.set(squares[p]);
    return set;
  }

 private:
  std::vector<Piece> pieces_;
  SymmetryGroup group_ = SymmetryGroup::Full;
  std::vector<SquareSet> domains_;
  std::vector<Square> carriers_;
  std::array<std::uint8_t, kSquares> carrier_number_{};
  std::array<BlockNumber, kMaxFixed> strides_{};
  BlockNumber blocks_ = 1;
};

}  // namespace jetan
