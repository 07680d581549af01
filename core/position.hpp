// A position: what stands where, who is to move, which escapes are left, and the count.
//
// Text form (docs: README.md, "Notation"): `placement to-move escapes count`, for example
//     wadfrcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW b Rr -
// A Position is checked for form only (each side has exactly one Princess and at most one Chief); whether its count
// can be so under a rule set is the rule set's business (see ending.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/piece.hpp"
#include "core/square.hpp"

namespace jetan {

// Which sides may still escape.
struct Escapes {
  bool black = false;
  bool orange = false;

  constexpr bool of(Side side) const { return side == Side::Black ? black : orange; }
  constexpr Escapes without(Side side) const {
    return side == Side::Black ? Escapes{false, orange} : Escapes{black, false};
  }
  constexpr Escapes swapped() const { return {orange, black}; }
  friend constexpr bool operator==(Escapes, Escapes) = default;
};

class Position {
 public:
  Position() = default;

  // Reads the text form. Fields after the placement may be missing: `b`, `-`, and no count stated.
  // "startpos" for the placement is the array (`mirrored_array` says which), with both escapes unless it says
  // otherwise. Errors: BadPosition.
  static Result<Position> parse(std::string_view text, bool mirrored_array = false);

  // The text form, all four fields.
  std::string to_string() const;

  std::optional<Piece> at(Square square) const;
  void put(Piece piece, Square square) {  // replaces what stands there
    remove(square);
    by_side_[to_index(piece.side)].set(square);
    by_kind_[to_index(piece.kind)].set(square);
    counts_[to_index(piece.side)] += number_of_one(piece.kind);
  }
  void remove(Square square) {  // does nothing on an empty square
    if (occupied().contains(square)) take_away(square);
  }

  SquareSet pieces(Side side) const { return by_side_[to_index(side)]; }
  SquareSet pieces(Piece piece) const { return pieces(piece.side) & by_kind_[to_index(piece.kind)]; }
  SquareSet occupied() const { return by_side_[0] | by_side_[1]; }
  // How many of each kind a side has.
  PieceCounts counts(Side side) const { return std::bit_cast<PieceCounts>(counts_[to_index(side)]); }
  // The Princess's square; she is always there in a position that was parsed.
  Square princess(Side side) const { return pieces(Piece{side, PieceKind::Princess}).first(); }

  Side to_move = Side::Black;
  Escapes escapes;
  // Plies left on the count; nothing: not stated (the count isn't running, or is full).
  std::optional<int> count;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  void take_away(Square square);  // there must be a piece

  std::array<SquareSet, 2> by_side_{};
  std::array<SquareSet, kPieceKinds> by_kind_{};
  // As numbers: a byte that was just written would have to be waited for when all eight are read.
  std::array<std::uint64_t, 2> counts_{};
};

}  // namespace jetan
