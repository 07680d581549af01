// The operations on blocks in plain C++.
#include "tbgen/block_ops.hpp"

namespace jetan {
namespace {

// Sets every row to f(row, its mask).
template <class Function>
void for_each_masked_row(Block& block, const PlaneMask& mask, const Function& f) {
  for (std::size_t i = 0, e = 0; i < kSquares; ++i) {
    const bool exception =
        e < mask.exceptions.size() && mask.exceptions[e].row == Square::from_index(static_cast<int>(i));
    block.rows[i] = f(i, exception ? mask.exceptions[e++].mask : mask.base);
  }
}

void add_masked(Block& result, const Block& source, const PlaneMask& mask) {
  for_each_masked_row(result, mask,
                      [&](std::size_t i, SquareSet open) { return result.rows[i] | (source.rows[i] & open); });
}

void keep_masked(Block& members, const Block& source, const PlaneMask& mask) {
  for_each_masked_row(members, mask,
                      [&](std::size_t i, SquareSet open) { return members.rows[i] - (open - source.rows[i]); });
}

void add(Block& result, const Block& other) { result |= other; }

void remove(Block& members, const Block& other) { members -= other; }

void complement(const Block& source, Block& result) {
  for (std::size_t i = 0; i < kSquares; ++i) result.rows[i] = ~source.rows[i];
}

bool any(const Block& members) { return !members.empty(); }

SquareSet occupied_rows(const Block& members) {
  SquareSet rows;
  for (int i = 0; i < kSquares; ++i) {
    if (members.rows[static_cast<std::size_t>(i)].any()) rows.set(Square::from_index(i));
  }
  return rows;
}

void turn_back(const Block& block, Symmetry symmetry, Block& result) {
  const Symmetry inverse = symmetry.inverse();
  for (int i = 0; i < kSquares; ++i) {
    const Square row = Square::from_index(i);
    result[row] = inverse(block[symmetry(row)]);
  }
}

void spread(const Block& members, std::uint8_t value, ByteBlock& bytes) {
  for (std::size_t i = 0; i < kSquares; ++i) {
    for (const Square square : members.rows[i]) bytes.rows[i][static_cast<std::size_t>(SquareSet::bit(square))] = value;
  }
}

}  // namespace

const BlockOps& plain_block_ops() {
  static constexpr BlockOps ops{"plain",    add_masked, keep_masked,   add,       remove,
                                complement, any,        occupied_rows, turn_back, spread};
  return ops;
}

}  // namespace jetan
