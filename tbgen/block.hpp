// A block: all positions that share the squares of every piece but the two Princesses, as bits.
//
// 100 rows of 100 bits: row i is Black's Princess on square i, its members are Orange's Princess's squares. The solver
// works on rows, never on single positions; 1,600 bytes lie next to each other in memory.
#pragma once

#include <array>
#include <cstring>

#include "core/square.hpp"
#include "core/symmetry.hpp"

namespace jetan {

struct alignas(64) Block {
  std::array<SquareSet, kSquares> rows{};

  SquareSet& operator[](Square square) { return rows[static_cast<std::size_t>(square.index())]; }
  const SquareSet& operator[](Square square) const { return rows[static_cast<std::size_t>(square.index())]; }

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
  // Removes the other's members.
  Block& operator-=(const Block& other) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = rows[i] - other.rows[i];
    return *this;
  }
};
static_assert(sizeof(Block) == 1600);

// The block as seen from a board turned by `symmetry`: (i, b) is in the result if (symmetry(i), symmetry(b)) is in
// the block.
inline void turn_back(const Block& block, Symmetry symmetry, Block& result) {
  const Symmetry inverse = symmetry.inverse();
  for (int i = 0; i < kSquares; ++i) {
    const Square row = Square::from_index(i);
    result[row] = inverse(block[symmetry(row)]);
  }
}

}  // namespace jetan
