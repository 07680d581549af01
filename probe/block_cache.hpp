// Unpacked blocks of tables, kept up to a budget of bytes that can change at any time.
//
// Safe to use from many threads; reading a block that is kept takes neither a lock nor memory. Blocks lie in frames,
// all of one size, whose memory lasts as long as the cache. Each block has a slot that says which frame it is in, and
// each frame a version, odd while it is being filled: a reader looks at the version before and after, and at whose
// frame it is, and takes what it read for nothing if another block came in between. Which frame a new block gets is
// the clock's choice: the hand goes round, and takes the first that nobody read since it last came by.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "probe/table_info.hpp"

namespace jetan {

// Where the blocks of one table are kept: a slot for each. Must not go before the cache's last use of it.
class CachedBlocks {
 public:
  explicit CachedBlocks(std::uint64_t blocks) : slots_(std::make_unique<Slot[]>(blocks)) {}

 private:
  friend class BlockCache;
  using Slot = std::atomic<std::uint32_t>;  // the frame's number plus 1; 0: it isn't kept
  std::unique_ptr<Slot[]> slots_;
};

class BlockCache {
 public:
  // What a kept block takes: pages for the largest block of distances, or of outcomes at half a byte each.
  static constexpr std::size_t kFrameBytes = (kMaxBlockBytes / 2 + 4095) / 4096 * 4096;

  static constexpr std::size_t kBlockCost = kFrameBytes + 16;  // of the budget

  explicit BlockCache(std::uint64_t budget_bytes) { set_budget(budget_bytes); }
  ~BlockCache();
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  // Codes of a byte each as codes of 4 bits, in a room of their own; those beyond 15 become 15.
  static std::span<const std::byte> halved(std::span<const std::byte> codes, std::vector<std::byte>& room);

  // The code at a place of a block, each code of 8 or 16 bits, the least significant first, or of 4 as `halved` puts
  // them; nothing if the block isn't kept.
  std::optional<ValueCode> find(const CachedBlocks& blocks, std::uint64_t block, std::size_t place, int bits) const;
  // Asks the processor for what `find` will look at.
  void prefetch_slot(const CachedBlocks& blocks, std::uint64_t block) const;
  void prefetch(const CachedBlocks& blocks, std::uint64_t block, std::size_t place, int bits) const;

  // Keeps a copy of a block's bytes, kFrameBytes at most, if the budget and the memory allow.
  void insert(CachedBlocks& blocks, std::uint64_t block, std::span<const std::byte> bytes);

  // Lets go of blocks beyond the budget at once, but for those that are just coming in.
  void set_budget(std::uint64_t bytes);

  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t bytes = 0;   // kept now
    std::uint64_t budget = 0;  // bytes
  };
  Statistics statistics() const;

 private:
  using Slot = CachedBlocks::Slot;
  using Word = std::atomic<std::uint64_t>;
  static_assert(sizeof(Word) == sizeof(std::uint64_t) && Word::is_always_lock_free);

  struct Frame {
    std::atomic<std::uint32_t> version = 0;
    std::atomic<std::uint32_t> recent = 0;     // read since the hand last came by
    std::atomic<const Slot*> owner = nullptr;  // whose block it holds
  };
  static_assert(kBlockCost == kFrameBytes + sizeof(Frame));
  static constexpr std::uint32_t kChunkFrames = 1024;
  static constexpr std::size_t kMaxChunks = 16'384;  // 640 GB
  struct Chunk {
    std::array<Frame, kChunkFrames> frames;
    Word* words = nullptr;
  };

  Frame& frame(std::uint32_t number) const {
    return chunks_[number / kChunkFrames].load(std::memory_order_relaxed)->frames[number % kChunkFrames];
  }
  Word* words(std::uint32_t number) const {
    return chunks_[number / kChunkFrames].load(std::memory_order_relaxed)->words +
           std::size_t{number % kChunkFrames} * (kFrameBytes / sizeof(Word));
  }
  // These are called under the mutex.
  std::optional<std::uint32_t> take_frame();
  bool add_chunk();
  void clear(std::uint32_t number);
  void give_back_memory(std::uint32_t number);

  // Counters apart for different threads, each on a cache line of its own.
  struct alignas(64) Counter {
    std::atomic<std::uint64_t> hits = 0;
  };
  static constexpr std::size_t kCounters = 16;
  Counter& counter() const;

  std::unique_ptr<std::atomic<Chunk*>[]> chunks_ = std::make_unique<std::atomic<Chunk*>[]>(kMaxChunks);
  mutable std::array<Counter, kCounters> counters_;
  std::atomic<std::uint64_t> misses_ = 0;

  mutable std::mutex mutex_;
  std::uint64_t budget_ = 0;
  std::uint32_t allowed_ = 0;  // frames
  std::uint32_t made_ = 0;     // frames used so far, from the first on
  std::uint32_t hand_ = 0;
};

}  // namespace jetan
