// The placements of an ending, numbered, and the values found for them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/piece.hpp"
#include "core/position.hpp"
#include "tests/naive/board.hpp"
#include "tests/naive/solver.hpp"

namespace jetan::naive {

// Squares (numbers 0 to 99) by piece.
using Squares = std::vector<int>;

// A numbering of all ways to put each piece on a square of its ground; some put two pieces on one square.
class Layout {
 public:
  // Black's pieces come before Orange's; a ground lists the squares a piece can stand on.
  Layout(std::vector<Piece> pieces, std::vector<std::vector<int>> grounds);

  std::size_t size() const { return size_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  const std::vector<std::vector<int>>& grounds() const { return grounds_; }

  std::size_t index(const Squares& squares) const;
  void squares(std::size_t index, Squares& squares) const;
  // The index after the piece has gone from one square of its ground to another.
  std::size_t moved(std::size_t index, std::size_t piece, int from, int to) const {
    return index + radix_[piece] * static_cast<std::size_t>(place_[piece][static_cast<std::size_t>(to)]) -
           radix_[piece] * static_cast<std::size_t>(place_[piece][static_cast<std::size_t>(from)]);
  }

 private:
  std::vector<Piece> pieces_;
  std::vector<std::vector<int>> grounds_;
  std::vector<std::array<int, 100>> place_;  // by piece and square: place in its ground
  std::vector<std::size_t> radix_;
  std::size_t size_ = 1;
};

bool two_on_one_square(const Squares& squares);
Board board_of(const std::vector<Piece>& pieces, const Squares& squares);

// By side to move, then placement: 0 a draw, n a win in n, -1 - n a loss in n.
using Values = std::array<std::vector<std::int16_t>, 2>;

constexpr std::int16_t kDraw = 0;
constexpr std::int16_t win_in(int plies) { return static_cast<std::int16_t>(plies); }
constexpr std::int16_t loss_in(int plies) { return static_cast<std::int16_t>(-1 - plies); }
Value value_of_code(std::int16_t code);

// A solved ending.
class Solved {
 public:
  explicit Solved(Layout layout) : layout_(std::move(layout)) {}

  const Layout& layout() const { return layout_; }
  Values& values(Escapes escapes) { return values_[number(escapes)]; }
  const Values& values(Escapes escapes) const { return values_[number(escapes)]; }

  // The value for a side to move with the pieces (in the layout's order) on these squares.
  Value value(const Squares& squares, Side to_move, Escapes escapes) const {
    return value_of_code(values(escapes)[to_index(to_move)][layout_.index(squares)]);
  }

  bool is_counted = false;
  // By piece: the ending that is left when it has been captured (nothing for a capture that ends the game).
  std::vector<const Solved*> without;

 private:
  static std::size_t number(Escapes escapes) { return (escapes.black ? 1U : 0U) + (escapes.orange ? 2U : 0U); }

  Layout layout_;
  std::array<Values, 4> values_;
};

}  // namespace jetan::naive
