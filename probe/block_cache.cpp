#include "probe/block_cache.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace jetan {

BlockCache::~BlockCache() {
  for (std::size_t i = 0; i < kMaxChunks; ++i) {
    Chunk* chunk = chunks_[i].load();
    if (chunk == nullptr) break;
    ::munmap(static_cast<void*>(chunk->words), kChunkFrames * kFrameBytes);
    delete chunk;
  }
}

// Threads' stacks lie apart, so the address of something on it tells them from each other well enough.
BlockCache::Counter& BlockCache::counter() const {
  const char here = 0;
  std::uint64_t place = reinterpret_cast<std::uintptr_t>(&here) >> 16;
  place ^= place >> 7;
  return counters_[place % kCounters];
}

std::optional<ValueCode> BlockCache::find(const CachedBlocks& blocks, std::uint64_t block, std::size_t place,
                                          int value_bytes) const {
  const Slot& slot = blocks.slots_[block];
  const std::uint32_t number = slot.load(std::memory_order_acquire);
  if (number == 0) return std::nullopt;
  Frame& of_block = frame(number - 1);
  const std::uint32_t version = of_block.version.load(std::memory_order_acquire);
  if (version % 2 != 0 || of_block.owner.load(std::memory_order_relaxed) != &slot) return std::nullopt;
  const std::size_t byte = place * static_cast<std::size_t>(value_bytes);
  const std::uint64_t word = words(number - 1)[byte / sizeof(Word)].load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (of_block.version.load(std::memory_order_relaxed) != version) return std::nullopt;
  if (of_block.recent.load(std::memory_order_relaxed) == 0) of_block.recent.store(1, std::memory_order_relaxed);
  counter().hits.fetch_add(1, std::memory_order_relaxed);
  std::array<unsigned char, sizeof(Word)> bytes;
  std::memcpy(bytes.data(), &word, sizeof(Word));
  const unsigned char* code = &bytes[byte % sizeof(Word)];
  return value_bytes == 1 ? code[0] : static_cast<ValueCode>(code[0] | code[1] << 8);
}

void BlockCache::prefetch_slot(const CachedBlocks& blocks, std::uint64_t block) const {
  __builtin_prefetch(&blocks.slots_[block]);
}

void BlockCache::prefetch(const CachedBlocks& blocks, std::uint64_t block, std::size_t place, int value_bytes) const {
  const std::uint32_t number = blocks.slots_[block].load(std::memory_order_acquire);
  if (number == 0) return;
  __builtin_prefetch(&frame(number - 1));
  __builtin_prefetch(words(number - 1) + place * static_cast<std::size_t>(value_bytes) / sizeof(Word));
}

void BlockCache::insert(CachedBlocks& blocks, std::uint64_t block, std::span<const std::byte> bytes) {
  misses_.fetch_add(1, std::memory_order_relaxed);
  Slot& slot = blocks.slots_[block];
  std::optional<std::uint32_t> number;
  {
    const std::lock_guard lock(mutex_);
    if (slot.load(std::memory_order_relaxed) != 0) return;  // another thread was quicker
    number = take_frame();
    if (!number) return;
  }
  // Its version is odd now: nobody else writes to it, and nobody believes it.
  Word* to = words(*number);
  std::size_t done = 0;
  for (; done + sizeof(Word) <= bytes.size(); done += sizeof(Word)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + done, sizeof(Word));
    (to++)->store(word, std::memory_order_relaxed);
  }
  if (done < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + done, bytes.size() - done);
    to->store(word, std::memory_order_relaxed);
  }
  const std::lock_guard lock(mutex_);
  Frame& filled = frame(*number);
  const bool wanted = slot.load(std::memory_order_relaxed) == 0 && *number < allowed_;
  if (wanted) filled.owner.store(&slot, std::memory_order_relaxed);
  filled.recent.store(0, std::memory_order_relaxed);  // one that is never read again is the first to go
  filled.version.fetch_add(1, std::memory_order_release);
  if (wanted) {
    slot.store(*number + 1, std::memory_order_release);
  } else if (*number >= allowed_) {
    give_back_memory(*number);
  }
}

std::optional<std::uint32_t> BlockCache::take_frame() {
  std::optional<std::uint32_t> taken;
  if (made_ < allowed_ && (made_ / kChunkFrames < kMaxChunks) &&
      (chunks_[made_ / kChunkFrames].load(std::memory_order_relaxed) != nullptr || add_chunk())) {
    taken = made_++;
  }
  const std::uint32_t frames = std::min(made_, allowed_);
  // Twice round: on the first way every frame may have been read.
  for (std::uint64_t looked_at = 0; !taken && looked_at < 2 * std::uint64_t{frames}; ++looked_at) {
    hand_ = hand_ + 1 < frames ? hand_ + 1 : 0;
    Frame& there = frame(hand_);
    if (there.version.load(std::memory_order_relaxed) % 2 != 0) continue;  // being filled
    if (there.recent.exchange(0, std::memory_order_relaxed) == 0) taken = hand_;
  }
  if (!taken) return taken;
  clear(*taken);
  frame(*taken).version.fetch_add(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);  // what is written from here on comes after the odd version
  return taken;
}

bool BlockCache::add_chunk() {
  auto chunk = std::unique_ptr<Chunk>(new (std::nothrow) Chunk);
  if (!chunk) return false;
  void* memory = ::mmap(nullptr, kChunkFrames * kFrameBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  // Large pages: a probe then seldom waits for the address. Without them it is only slower.
  static_cast<void>(::madvise(memory, kChunkFrames * kFrameBytes, MADV_HUGEPAGE));
  chunk->words = static_cast<Word*>(memory);
  chunks_[made_ / kChunkFrames].store(chunk.release(), std::memory_order_release);
  return true;
}

// Takes the block from a frame.
void BlockCache::clear(std::uint32_t number) {
  Frame& emptied = frame(number);
  // The slots are the cache's to change; that they are const here says that readers leave them alone.
  Slot* owner = const_cast<Slot*>(emptied.owner.exchange(nullptr, std::memory_order_relaxed));
  if (owner != nullptr) owner->store(0, std::memory_order_relaxed);
}

void BlockCache::give_back_memory(std::uint32_t number) {
  static_cast<void>(::madvise(static_cast<void*>(words(number)), kFrameBytes, MADV_DONTNEED));
}

void BlockCache::set_budget(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  budget_ = bytes;
  allowed_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes / kBlockCost, kMaxChunks * kChunkFrames));
  for (std::uint32_t number = allowed_; number < made_; ++number) {
    Frame& beyond = frame(number);
    if (beyond.version.load(std::memory_order_relaxed) % 2 != 0) continue;  // its filler gives it back
    clear(number);
    beyond.version.fetch_add(2, std::memory_order_release);
    give_back_memory(number);
  }
  // They are as good as new, unless one of them is being filled.
  while (made_ > allowed_ && frame(made_ - 1).version.load(std::memory_order_relaxed) % 2 == 0) --made_;
}

BlockCache::Statistics BlockCache::statistics() const {
  Statistics statistics;
  for (const Counter& each : counters_) statistics.hits += each.hits.load(std::memory_order_relaxed);
  statistics.misses = misses_.load(std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  statistics.budget = budget_;
  for (std::uint32_t number = 0; number < made_; ++number) {
    if (frame(number).owner.load(std::memory_order_relaxed) != nullptr) statistics.bytes += kFrameBytes;
  }
  return statistics;
}

}  // namespace jetan
