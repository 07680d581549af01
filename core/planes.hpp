// Planes and cells: where a table keeps the value of a position.
//
// A plane holds the placements in which all pieces stand still but the Princesses: 100 x 100 cells, one for every pair
// of their squares; which of the two moves faster, an order says. Planes are numbered by the perfect index of the
// pieces that stand still, up to symmetry. If the symmetry's carrier is a Princess herself (an ending without another
// single piece), planes have the 100 cells of the other one.
//
// Cells are not quite positions: those with a Princess on an occupied square hold none, and in a plane whose pieces are
// their own mirror image about the diagonal a position and its image have a cell each. For that, rows of cells lie
// under each other square by square, so that neighbours in a table are neighbours on the board, and finding a cell
// takes no more than ranking the pieces that stand still.
#pragma once

#include <cstdint>
#include <optional>

#include "core/index.hpp"

namespace jetan {

// The number of a cell: its plane's number times the cells of a plane, plus its place in it.
using CellNumber = std::uint64_t;

class Planes {
 public:
  // Classes as for an Index, of which the last one or two are the Princesses that move in the planes.
  static Result<Planes> make(const Ending& ending, const Movement& movement, PieceOrder order);

  // The other order of an ending's Princesses where both move: the faster one first. Else the order itself.
  static PieceOrder exchanged(PieceOrder order);

  // The cells of a plane by the classes' order: 10,000 where two Princesses move, else 100.
  static std::uint32_t cells_of_plane(const PieceOrder& order);

  PositionIndex planes() const { return still_.size(); }
  std::uint32_t cells_of_plane() const { return both_move_ ? kSquares * kSquares : kSquares; }
  CellNumber cells() const { return planes() * cells_of_plane(); }

  // The pieces that stand still, and those that move: the one before the last class, if it moves, and the last.
  const Index& still() const { return still_; }
  bool both_move() const { return both_move_; }
  Piece slow() const { return slow_; }  // if both move
  Piece fast() const { return fast_; }

  // Where a position, or the position turned over, has its value; Black has the ending's first side then (see
  // `oriented`), and Panthans are within their domains.
  struct Spot {
    PositionIndex plane;
    std::uint32_t place;  // in the plane
  };
  Spot spot(const Position& position, bool turned_over = false) const;
  CellNumber cell(const Position& position, bool turned_over = false) const {
    const Spot there = spot(position, turned_over);
    return there.plane * cells_of_plane() + there.place;
  }
  // The plane of pieces standing still, and how the board is turned to have them as the plane has them.
  Index::Turned plane_of(const Placement& still) const { return still_.rank_turned(still); }
  // A place in a plane: the squares as the plane has them.
  std::uint32_t place(Square slow, Square fast) const {
    return static_cast<std::uint32_t>((both_move_ ? kSquares * slow.index() : 0) + fast.index());
  }

  struct Plane {
    Placement still;     // the representative
    SquareSet occupied;  // by these
    int orbit;           // of the placement of the pieces standing still: 8 or 2, or 4 if mirrored
    bool mirrored;       // the placement is its own mirror image: cells come in pairs
  };
  Plane plane(PositionIndex number) const;

  // The squares of a place; the slow one's means nothing if only one moves.
  struct Squares {
    Square slow;
    Square fast;
  };
  static Squares squares(std::uint32_t place) {
    return {Square::from_index(static_cast<int>(place) / kSquares),
            Square::from_index(static_cast<int>(place) % kSquares)};
  }

  // Whether a cell has a position: no two pieces on one square.
  bool has_position(const Plane& plane, Squares squares) const {
    if (plane.occupied.contains(squares.fast)) return false;
    return !both_move_ || (squares.slow != squares.fast && !plane.occupied.contains(squares.slow));
  }
  // How many placements the position of a cell stands for; 0 if there is none, or if its mirror image's cell stands for
  // it.
  int orbit(const Plane& plane, Squares squares) const;

  // A cell's position, Black to move; nothing if it has none.
  std::optional<Position> position(CellNumber cell) const;

 private:
  Planes(Index still, bool both_move, Piece slow, Piece fast)
      : still_(std::move(still)), both_move_(both_move), slow_(slow), fast_(fast) {}

  Index still_;
  bool both_move_;
  Piece slow_;
  Piece fast_;
};

}  // namespace jetan
