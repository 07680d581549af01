// The innermost operations of the solver: whole rows in vector registers.
//
// The plain C++ of `plain_block_ops` says what each of them does. `best_block_ops` are the same for the best vector
// instructions the processor has (Highway, chosen at run time). Both give the same results.
#pragma once

#include <array>
#include <cstdint>

#include "core/symmetry.hpp"
#include "tbgen/block.hpp"
#include "tbgen/plane_masks.hpp"

namespace jetan {

// A number for every bit of a block, in the same order.
template <class Number>
struct alignas(64) NumberBlock {
  std::array<std::array<Number, 128>, kSquares> rows;
};
using ByteBlock = NumberBlock<std::uint8_t>;

struct BlockOps {
  const char* name;  // of the instruction set

  // result |= source, wherever the mask lets the move be made.
  void (*add_masked)(Block& result, const Block& source, const PlaneMask& mask);
  // members &= source, wherever the mask lets the move be made.
  void (*keep_masked)(Block& members, const Block& source, const PlaneMask& mask);
  // result |= other.
  void (*add)(Block& result, const Block& other);
  // members -= other.
  void (*remove)(Block& members, const Block& other);
  // result = all squares - source.
  void (*complement)(const Block& source, Block& result);
  // Whether there is a member.
  bool (*any)(const Block& members);
  // The rows that have a member, each as the square of Black's Princess.
  SquareSet (*occupied_rows)(const Block& members);
  // The block as seen from a board turned by `symmetry`: (i, b) is in the result if (symmetry(i), symmetry(b)) is in
  // the block.
  void (*turn_back)(const Block& block, Symmetry symmetry, Block& result);
  // Sets the bytes of the members to a value.
  void (*spread)(const Block& members, std::uint8_t value, ByteBlock& bytes);
};

const BlockOps& plain_block_ops();
const BlockOps& best_block_ops();

// Which to use; the tables are the same.
enum class Kernels : std::uint8_t {
  Best,   // the best vector instructions the processor has
  Plain,  // C++ without any
};
inline const BlockOps& block_ops(Kernels kernels) {
  return kernels == Kernels::Plain ? plain_block_ops() : best_block_ops();
}

}  // namespace jetan
