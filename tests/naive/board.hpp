// The board of the naive engine: a grid of files and ranks, looked at square by square.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>

#include "core/piece.hpp"
#include "core/position.hpp"
#include "core/square.hpp"

namespace jetan::naive {

// A square by file (0 to 9: a to j) and rank (0 to 9: 1 to 10); it may lie off the board.
struct Spot {
  int file = 0;
  int rank = 0;
  friend bool operator==(Spot, Spot) = default;
};

inline bool on_the_board(Spot spot) { return spot.file >= 0 && spot.file < 10 && spot.rank >= 0 && spot.rank < 10; }

// 0 to 99: a1, b1, … j1, a2, … j10.
inline int number_of(Spot spot) { return 10 * spot.rank + spot.file; }
inline Spot spot_of(int number) { return {number % 10, number / 10}; }
inline Spot spot_of(Square square) { return {square.file(), square.rank()}; }
inline Square square_of(Spot spot) { return Square::at(spot.file, spot.rank); }

class SpotSet {
 public:
  void insert(Spot spot) { bits_.set(static_cast<std::size_t>(number_of(spot))); }
  void erase(Spot spot) { bits_.reset(static_cast<std::size_t>(number_of(spot))); }
  bool contains(Spot spot) const { return bits_[static_cast<std::size_t>(number_of(spot))]; }
  void insert(const SpotSet& others) { bits_ |= others.bits_; }

 private:
  std::bitset<100> bits_;
};

class Board {
 public:
  Board() = default;
  explicit Board(const Position& position) {
    for (int number = 0; number < 100; ++number) at(spot_of(number)) = position.at(square_of(spot_of(number)));
  }

  std::optional<Piece>& at(Spot spot) { return grid_[static_cast<std::size_t>(number_of(spot))]; }
  const std::optional<Piece>& at(Spot spot) const { return grid_[static_cast<std::size_t>(number_of(spot))]; }
  bool is_empty(Spot spot) const { return !at(spot).has_value(); }

 private:
  std::array<std::optional<Piece>, 100> grid_;
};

}  // namespace jetan::naive
