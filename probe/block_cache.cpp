#include "probe/block_cache.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace jetan {
namespace {

constexpr std::size_t kWordBits = 64;

// Of 32 codes of 4 bits, the first 16 are the lower halves of 16 bytes: vector registers put them there as they come.
constexpr std::size_t kHalves = 16;

std::size_t bit_of(std::size_t place, int bits) {
  if (bits != 4) return place * static_cast<std::size_t>(bits);
  return 8 * (place / (2 * kHalves) * kHalves + place % kHalves) + 4 * (place / kHalves % 2);
}

}  // namespace

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

std::span<const std::byte> BlockCache::halved(std::span<const std::byte> codes, std::vector<std::byte>& room) {
  static constexpr std::byte kMost{15};
  constexpr std::size_t kCodes = 2 * kHalves;
  room.resize((codes.size() + kCodes - 1) / kCodes * kHalves);
  // Eight codes at a time.
  const auto put = [](const std::byte* from, std::byte* to) {
    const auto word = [&](std::size_t number) {
      std::uint64_t eight;
      std::memcpy(&eight, from + sizeof(eight) * number, sizeof(eight));
      return eight;
    };
    if (((word(0) | word(1) | word(2) | word(3)) & 0xF0F0'F0F0'F0F0'F0F0ULL) != 0) {
      for (std::size_t i = 0; i < kHalves; ++i) {
        to[i] = std::min(from[i], kMost) | std::min(from[i + kHalves], kMost) << 4;
      }
      return;
    }
    const std::uint64_t first = word(0) | word(2) << 4;
    const std::uint64_t second = word(1) | word(3) << 4;
    std::memcpy(to, &first, sizeof(first));
    std::memcpy(to + sizeof(first), &second, sizeof(second));
  };
  std::size_t at = 0;
  for (; at + kCodes <= codes.size(); at += kCodes) put(&codes[at], &room[at / 2]);
  if (at < codes.size()) {
    std::array<std::byte, kCodes> last{};
    std::copy(codes.begin() + static_cast<std::ptrdiff_t>(at), codes.end(), last.begin());
    put(last.data(), &room[at / 2]);
  }
  return room;
}

std::optional<ValueCode> BlockCache::find(const CachedBlocks& blocks, std::uint64_t block, std::size_t place,
                                          int bits) const {
  const Slot& slot = blocks.slots_[block];
  const std::uint32_t number = slot.load(std::memory_order_acquire);
  if (number == 0) return std::nullopt;
  Frame& of_block = frame(number - 1);
  const std::uint32_t version = of_block.version.load(std::memory_order_acquire);
  if (version % 2 != 0 || of_block.owner.load(std::memory_order_relaxed) != &slot) return std::nullopt;
  const std::size_t bit = bit_of(place, bits);
  const std::uint64_t word = words(number - 1)[bit / kWordBits].load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (of_block.version.load(std::memory_order_relaxed) != version) return std::nullopt;
  if (of_block.recent.load(std::memory_order_relaxed) == 0) of_block.recent.store(1, std::memory_order_relaxed);
  counter().hits.fetch_add(1, std::memory_order_relaxed);
  static_assert(std::endian::native == std::endian::little, "or the bytes of a word would have to be turned round");
  return static_cast<ValueCode>(word >> bit % kWordBits & ((std::uint64_t{1} << bits) - 1));
}

void BlockCache::prefetch_slot(const CachedBlocks& blocks, std::uint64_t block) const {
  __builtin_prefetch(&blocks.slots_[block]);
}

void BlockCache::prefetch(const CachedBlocks& blocks, std::uint64_t block, std::size_t place, int bits) const {
  const std::uint32_t number = blocks.slots_[block].load(std::memory_order_acquire);
  if (number == 0) return;
  __builtin_prefetch(&frame(number - 1));
  __builtin_prefetch(words(number - 1) + bit_of(place, bits) / kWordBits);
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
