#include "probe/free_cells.hpp"

#include <array>

#include "core/square.hpp"

namespace jetan {
namespace {

// Copies cells for as long as they can repeat those `back` before; returns where that ends.
template <class Code>
std::size_t repeat(const Code* cells, std::size_t at, std::size_t end, std::size_t back, Code* filled) {
  for (; at < end; ++at) {
    const Code repeated = filled[at - back];
    if (cells[at] != repeated && !is_free(cells[at])) break;
    filled[at] = repeated;
  }
  return at;
}

}  // namespace

template <class Code>
void fill_free_cells(std::span<const Code> cells, std::size_t plane, std::span<Code> filled) {
  const std::array<std::size_t, 3> distances{1, kSquares, plane};
  for (std::size_t at = 0; at < cells.size();) {
    std::size_t best_end = at;
    std::size_t best = 0;
    std::size_t last = 0;
    for (const std::size_t back : distances) {
      if (back > at) continue;
      last = back;
      const std::size_t end = repeat(cells.data(), at, cells.size(), back, filled.data());
      if (end > best_end) {
        best_end = end;
        best = back;
      }
    }
    if (best_end == at) {  // something new
      filled[at] = is_free(cells[at]) ? Code{0} : cells[at];
      ++at;
      continue;
    }
    if (best != last) repeat(cells.data(), at, best_end, best, filled.data());  // another has written over it
    at = best_end;
  }
}

template void fill_free_cells(std::span<const std::uint8_t>, std::size_t, std::span<std::uint8_t>);
template void fill_free_cells(std::span<const std::uint16_t>, std::size_t, std::span<std::uint16_t>);

}  // namespace jetan
