#include "tbgen/block_map.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace jetan {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

void BlockMap::Free::operator()(Block* blocks) const { std::free(blocks); }

BlockMap::BlockMap(BlockNumber blocks) : states_(blocks, kEmpty) {
  const std::size_t alignment = blocks * sizeof(Block) < kHugePage ? alignof(Block) : kHugePage;
  const std::size_t bytes = (blocks * sizeof(Block) + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  blocks_.reset(static_cast<Block*>(memory));
#ifdef MADV_HUGEPAGE
  // Moves read blocks far apart: with small pages nearly each of them would miss the address cache. Advice only.
  if (alignment == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace jetan
