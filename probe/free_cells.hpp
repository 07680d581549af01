// Cells whose code needn't be right, and giving them codes that pack well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace jetan {

// Stand among value codes for cells without a position, and for positions that win at once: no reader looks at either.
template <class Code>
inline constexpr Code kNoPosition = std::numeric_limits<Code>::max() - 1;
template <class Code>
inline constexpr Code kWinsAtOnce = std::numeric_limits<Code>::max();
template <class Code>
constexpr bool is_free(Code code) {
  return code >= kNoPosition<Code>;
}

// Copies cells, and replaces the codes of free ones. A packer finds stretches that repeat what lies one cell, one row
// or one plane before them; free cells may be anything, so each stretch is taken as far as the others allow and lends
// them its codes. `plane` is how many cells a plane has; `filled` has as many as `cells`. Code: std::uint8_t or
// std::uint16_t.
template <class Code>
void fill_free_cells(std::span<const Code> cells, std::size_t plane, std::span<Code> filled);

extern template void fill_free_cells(std::span<const std::uint8_t>, std::size_t, std::span<std::uint8_t>);
extern template void fill_free_cells(std::span<const std::uint16_t>, std::size_t, std::span<std::uint16_t>);

}  // namespace jetan
