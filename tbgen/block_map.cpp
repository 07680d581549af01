#include "tbgen/block_map.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace jetan {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

void BlockMap::Free::operator()(Block* blocks) const { ::munmap(blocks, bytes); }

BlockMap::BlockMap(BlockNumber blocks) : states_(blocks, kEmpty) {
  const std::size_t bytes = std::max<std::size_t>(blocks * sizeof(Block), 1);
  // There may be addresses for more than there is memory: not all blocks have theirs at a time (residence.hpp).
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  blocks_ = {static_cast<Block*>(memory), Free{bytes}};
#ifdef MADV_HUGEPAGE
  // Moves read blocks far apart: with small pages nearly each of them would miss the address cache. Advice only.
  if (bytes >= kHugePage) ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

void BlockMap::release(BlockRange blocks) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(blocks_.get() + (blocks.first - first_));
  const auto end = reinterpret_cast<std::uintptr_t>(blocks_.get() + (blocks.last - first_));
  // Whole pages; on those at the ends may be other blocks.
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = end / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace jetan
