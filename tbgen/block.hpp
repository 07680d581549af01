// A block: all positions that share the squares of every piece but the two Princesses, as bits.
//
// 100 rows of 100 bits: row i is Black's Princess on square i, its members are Orange's Princess's squares. The solver
// works on rows, never on single positions; 1,600 bytes lie next to each other in memory.
#pragma once

#include <array>

#include "core/square.hpp"

namespace jetan {

struct alignas(64) Block {
  std::array<SquareSet, kSquares> rows{};

  constexpr SquareSet& operator[](Square square) { return rows[static_cast<std::size_t>(square.index())]; }
  constexpr const SquareSet& operator[](Square square) const { return rows[static_cast<std::size_t>(square.index())]; }

  void clear() { rows.fill({}); }
  bool empty() const {
    SquareSet any;
    for (const SquareSet row : rows) any |= row;
    return any.empty();
  }
  Block& operator|=(const Block& other) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] |= other.rows[i];
    return *this;
  }
  Block& operator&=(const Block& other) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] &= other.rows[i];
    return *this;
  }
  friend bool operator==(const Block&, const Block&) = default;
  // Removes the other's members.
  Block& operator-=(const Block& other) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] - other.rows[i];
    return *this;
  }
};
static_assert(sizeof(Block) == 1600);

}  // namespace jetan
