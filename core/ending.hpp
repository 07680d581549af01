// Endings: which pieces each side has, whatever the squares.
//
// Written `CRDvCR`: the pieces of one side, `v`, those of the other, each in the order C R F D T W A P. An ending has
// a first and a second side: the fuller one first, else the one whose letters come first in that order. Tables hold
// the first side as Black; a position with the colours the other way round is turned over (`oriented`).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/piece.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "core/symmetry.hpp"

namespace jetan {

class Ending {
 public:
  static constexpr int kMaxPieces = 8;

  // Either side may be named first and letters may come in any order. Errors: BadEnding.
  static Result<Ending> parse(std::string_view text);

  // The ending of a position's pieces. Errors: BadEnding when there are more than kMaxPieces.
  static Result<Ending> of(const Position& position);

  std::string name() const;

  // How many pieces of a kind the first side (Black in tables) or the second has.
  int count(Side side, PieceKind kind) const { return counts_[to_index(side)][to_index(kind)]; }
  const PieceCounts& counts(Side side) const { return counts_[to_index(side)]; }
  int pieces(Side side) const;
  int pieces() const { return pieces(Side::Black) + pieces(Side::Orange); }
  bool has_panthans() const;
  // The sides have the same pieces: one side to move tells all.
  bool equal_sides() const { return counts_[0] == counts_[1]; }
  SymmetryGroup symmetry() const { return has_panthans() ? SymmetryGroup::Files : SymmetryGroup::Full; }

  // The ending after one piece (not the Princess) is gone.
  Ending without(Side side, PieceKind kind) const;

  friend bool operator==(const Ending&, const Ending&) = default;
  friend auto operator<=>(const Ending&, const Ending&) = default;

 private:
  static Ending canonical(PieceCounts one, PieceCounts other);

  std::array<PieceCounts, 2> counts_{};
};

// Whether the count runs in an ending, or in a position (of any number of pieces).
bool count_runs(const RuleSet& rules, const Ending& ending);
bool count_runs(const RuleSet& rules, const Position& position);

// Whether a side (of the ending's two) has a piece that can take a piece of a kind with the game going on. The other
// side need not have one.
bool can_take(const RuleSet& rules, const Ending& ending, Side taker, PieceKind taken);

// The endings that a capture under the rules can lead to while the game goes on, each once.
std::vector<Ending> after_capture(const RuleSet& rules, const Ending& ending);

// Every ending of up to so many pieces that a game under the rules can come to from the array; smaller ones first.
std::vector<Ending> endings_of_game(const RuleSet& rules, int max_pieces);
// Likewise with up to so many pieces on each side.
std::vector<Ending> endings_of_game_per_side(const RuleSet& rules, int max_pieces_per_side);

// A position of such pieces (Black's and Orange's) somewhere on the board, where it matters only which there are.
Position any_position(const std::array<PieceCounts, 2>& pieces, Side to_move, Escapes escapes);

// The same position with colours exchanged and the board turned over (ranks mirrored): as good for the other side.
inline constexpr Symmetry kTurningOver{false, true, false};
Position turned_over(const Position& position);

// A piece's squares in a position, or in the position turned over.
inline SquareSet pieces_of(const Position& position, Piece piece, bool turned_over) {
  return turned_over ? kTurningOver(position.pieces(Piece{opponent(piece.side), piece.kind})) : position.pieces(piece);
}
// Likewise the square of a piece of which there is one.
inline Square square_of(const Position& position, Piece piece, bool turned_over) {
  return turned_over ? kTurningOver(position.pieces(Piece{opponent(piece.side), piece.kind}).first())
                     : position.pieces(piece).first();
}

// The position, turned over if need be so that Black has the ending's first side; with equal sides, so that Black is
// to move.
Position oriented(const Position& position);
// Whether that turns it over.
bool needs_turning_over(const Position& position);

}  // namespace jetan
