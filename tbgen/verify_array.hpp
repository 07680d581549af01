// The values of all positions of an ending with one side to move, unpacked into memory, to be looked up by squares.
//
// Each piece has a slot: Black's Princess the first, Orange's the last, the others between by side and kind. A value's
// key is a mixed radix number of the pieces' squares, in which the first slot's takes only the representatives of the
// board's symmetries (15, or 50 with Panthans) and every other's all 100. Every placement's key holds its value,
// whichever of like pieces is in which slot and, with the first slot on the diagonal, for both mirror images: a key
// needs no tie to be broken. Nothing is shared with the perfect index but that the table's positions come from it.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "tbgen/verify_successors.hpp"

namespace jetan {

class PieceSlots {
 public:
  using Squares = std::array<Square, Ending::kMaxPieces>;  // by slot
  using Key = std::size_t;

  explicit PieceSlots(const PiecesOfSides& pieces);

  std::size_t size() const { return pieces_.size(); }
  Piece piece(std::size_t slot) const { return pieces_[slot]; }
  SymmetryGroup symmetry() const { return group_; }
  Key keys() const { return static_cast<Key>(carriers_) * stride_[0]; }

  // Like pieces by rising square.
  Squares squares(const Position& position) const;

  Symmetry to_key_board(const Squares& squares) const { return to_representative(group_, squares[0]); }
  // The part of a key that is a slot's; the square as it is on the key's board.
  Key part(std::size_t slot, Square square) const {
    const auto place = static_cast<std::size_t>(square.index());
    return (slot == 0 ? carrier_number_[place] : place) * stride_[slot];
  }
  Key key(const Squares& squares, Symmetry symmetry) const {
    Key key = 0;
    for (std::size_t slot = 0; slot < pieces_.size(); ++slot) key += part(slot, symmetry(squares[slot]));
    return key;
  }
  Key key(const Squares& squares) const { return key(squares, to_key_board(squares)); }

 private:
  std::vector<Piece> pieces_;
  SymmetryGroup group_;
  int carriers_ = 0;
  std::array<std::uint8_t, kSquares> carrier_number_{};
  std::array<Key, Ending::kMaxPieces> stride_{};
};

class ValueArray {
 public:
  // All values of a group; positions that win at once have that value. Errors: those of VerifyJob::table, TableDamaged,
  // Interrupted. Throws std::bad_alloc.
  static Result<ValueArray> load(const VerifyJob& job, const PositionGroup& group);
  // How much memory it takes. Errors: those of VerifyJob::table.
  static Result<std::uint64_t> bytes(const VerifyJob& job, const PositionGroup& group);

  const PieceSlots& slots() const { return slots_; }
  // kNoValue where the table has no position.
  ValueCode at(PieceSlots::Key key) const {
    if (!wide_.empty()) return wide_[key];
    return narrow_[key] == kNarrowMissing ? kNoValue : narrow_[key];
  }

 private:
  static constexpr std::uint8_t kNarrowMissing = std::numeric_limits<std::uint8_t>::max();

  explicit ValueArray(PieceSlots slots) : slots_(std::move(slots)) {}
  template <class Code>
  Result<void> fill(const VerifyJob& job, const StoredGroup& stored, ValueCode greatest, std::vector<Code>& codes);

  PieceSlots slots_;
  std::vector<std::uint8_t> narrow_;  // one of the two is used
  std::vector<ValueCode> wide_;
};

}  // namespace jetan
