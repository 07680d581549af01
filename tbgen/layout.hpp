// Where the positions of an ending lie in the solver's memory: which blocks there are and how they are numbered.
//
// The pieces other than the Princesses, one by one (like pieces are told apart), span the blocks: the first carries
// the symmetry and stands only on representative squares, each of the others on any of the 100. The carrier is a
// piece with few moves, because its moves are the ones that leave the representatives and turn the board. The
// others follow as the index lists them (Panthans, and then by kind). But with four pieces or more, where not all may
// fit in memory, the other side's come first: without further Panthans, each side's moves then lead from blocks that
// share the first two pieces' squares to few others (residence.hpp).
// A table lists the pieces in the same order, so that its positions are those of one block after the other.
//
// With the carrier on the board's diagonal (and no Panthans) placements still come in mirror pairs: the next piece, if
// it is the only one of its kind and side, then stands on the 55 squares on or below the diagonal. Of pairs with that
// one on the diagonal, too, both placements are kept.
//
// Some pieces never leave some of the squares: a Padwar keeps to 25, a Warrior and a Flier to one colour (under the
// usual rules; it is read off the movement). Where two of them are in an ending it falls into parts between which no
// move leads, and the blocks of a part are numbered together: a part is solved by itself.
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

// Blocks from `first` on, `last` not among them.
struct BlockRange {
  BlockNumber first = 0;
  BlockNumber last = 0;
  BlockNumber size() const { return last - first; }
};

// A block and the symmetry that takes the board as it was asked for to the board as the block has it.
struct BlockPlace {
  BlockNumber block = 0;
  Symmetry symmetry;
};

class Layout {
 public:
  // Every part begins at a multiple of so many blocks. Between parts there may be numbers of no valid block.
  static constexpr BlockNumber kPartAlignment = 100;

  // With so many pieces they follow by sides, not by kinds.
  static constexpr std::size_t kPiecesBySides = 4;

  // The pieces but the Princesses, in any order.
  Layout(std::vector<Piece> pieces, const Movement& movement);
  static Layout of(const Ending& ending, const Movement& movement);

  // The pieces in the order of their coordinates, the carrier first.
  std::span<const Piece> pieces() const { return pieces_; }
  std::size_t size() const { return pieces_.size(); }
  BlockNumber blocks() const { return blocks_; }
  // The parts, in rising order; no move within the ending leads from one to another.
  std::span<const BlockRange> parts() const { return parts_; }
  // In how many ranges of blocks the placements with the carrier on one square lie.
  std::size_t ranges_of_carrier() const { return ranges_of_carrier_; }
  SymmetryGroup symmetry() const { return group_; }

  // The place after one piece has moved within the ending, from a block and its squares.
  BlockPlace after_move(BlockNumber block, const FixedSquares& squares, std::size_t piece, Square to) const {
    if (piece > 1 || (piece == 1 && !is_folded(squares[0]))) {
      return {block + strides_[piece] * (coordinate(piece, to) - coordinate(piece, squares[piece])), {}};
    }
    FixedSquares after = squares;
    after[piece] = to;
    return locate(after);
  }

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
  // The squares of a piece in sets it never leaves: one, or several of the same size.
  struct Haunts {
    std::size_t number = 1;
    std::array<std::uint8_t, kSquares> of{};     // by square: which of them
    std::array<std::uint8_t, kSquares> place{};  // by square: its place in it
    std::vector<std::vector<Square>> squares;    // by both
  };
  // A carrier's square and the other pieces' haunts, and the blocks of these.
  struct Range {
    BlockRange blocks;
    std::size_t carrier = 0;
    std::array<std::uint8_t, kMaxFixed> haunts{};
  };

  static Haunts haunts_of(Piece piece, const Movement& movement);
  static Haunts all_squares();
  // Whether the piece behind a carrier on this square stands only on and below the diagonal.
  bool is_folded(Square carrier) const { return folds_ && carrier.file() == carrier.rank(); }
  void order_pieces();
  void number_blocks();
  std::vector<std::size_t> parts_of_combinations() const;
  // The pieces' haunts as one number.
  std::size_t combination(const FixedSquares& squares) const;
  std::size_t combinations() const;
  std::array<std::uint8_t, kMaxFixed> haunts_in(std::size_t combination) const;
  BlockNumber coordinate(std::size_t piece, Square square) const {
    return haunts_[piece].place[static_cast<std::size_t>(square.index())];
  }

  std::vector<Piece> pieces_;
  SymmetryGroup group_ = SymmetryGroup::Full;
  std::vector<SquareSet> domains_;
  std::vector<Haunts> haunts_;
  bool folds_ = false;
  std::array<std::uint8_t, kSquares> folded_place_{};  // by square on or below the diagonal: its place among these
  std::vector<Square> folded_squares_;
  std::vector<Square> carriers_;
  std::array<std::uint8_t, kSquares> carrier_number_{};
  std::array<BlockNumber, kMaxFixed> strides_{};
  std::vector<Range> ranges_;          // by rising blocks
  std::vector<BlockNumber> range_at_;  // by carrier number and combination: the first block
  std::vector<BlockRange> parts_;
  std::size_t ranges_of_carrier_ = 1;
  BlockNumber blocks_ = 1;
};

}  // namespace jetan
