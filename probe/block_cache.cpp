#include "probe/block_cache.hpp"

#include <algorithm>
#include <utility>

#include "probe/byte_codec.hpp"

namespace jetan {
namespace {

constexpr std::uint64_t kMostShards = 16;
constexpr std::uint64_t kLeastShardBytes = std::uint64_t{4} << 20;  // room for several blocks of the largest kind

// What a kept block takes beside its values: the nodes of list and map, the shared pointer's and the block's own.
constexpr std::uint64_t kOverheadBytes = 256;

std::uint64_t cost(const BlockCache::Block& block) { return block->size() + kOverheadBytes; }

}  // namespace

ValueCode UnpackedBlock::at(std::size_t place) const {
  if (value_bytes_ == 1) return std::to_integer<ValueCode>(bytes_[place]);
  return number_at<ValueCode>(&bytes_[2 * place]);
}

std::size_t BlockCache::Hash::operator()(const Key& key) const {
  // Successive blocks are to land in different shards, and all bits of the key in the low bits of the hash.
  std::uint64_t hash = key.block * 2 + key.side + (std::uint64_t{key.table} << 40);
  hash *= 0x9E37'79B9'7F4A'7C15ULL;
  return hash ^ hash >> 32;
}

BlockCache::BlockCache(std::uint64_t budget_bytes)
    : shards_(std::clamp<std::uint64_t>(budget_bytes / kLeastShardBytes, 1, kMostShards)),
      shard_budget_(budget_bytes / shards_.size()) {}

BlockCache::Shard& BlockCache::shard_of(const Key& key) { return shards_[(Hash{}(key) >> 20) % shards_.size()]; }

BlockCache::Block BlockCache::find(const Key& key) {
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.entries.find(key);
  if (found == shard.entries.end()) {
    ++shard.statistics.misses;
    return nullptr;
  }
  ++shard.statistics.hits;
  shard.by_use.splice(shard.by_use.begin(), shard.by_use, found->second);
  return found->second->block;
}

void BlockCache::insert(const Key& key, Block block) {
  const std::uint64_t bytes = cost(block);
  if (bytes > shard_budget_) return;
  std::list<Entry> let_go;  // freed after the lock
  Shard& shard = shard_of(key);
  const std::lock_guard lock(shard.mutex);
  if (shard.entries.contains(key)) return;  // another thread was quicker
  while (shard.statistics.bytes + bytes > shard_budget_) {
    const auto last = std::prev(shard.by_use.end());
    shard.statistics.bytes -= cost(last->block);
    shard.entries.erase(last->key);
    let_go.splice(let_go.end(), shard.by_use, last);
  }
  shard.by_use.push_front(Entry{key, std::move(block)});
  shard.entries.emplace(key, shard.by_use.begin());
  shard.statistics.bytes += bytes;
}

BlockCache::Statistics BlockCache::statistics() const {
  Statistics total;
  for (const Shard& shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    total.hits += shard.statistics.hits;
    total.misses += shard.statistics.misses;
    total.bytes += shard.statistics.bytes;
  }
  return total;
}

}  // namespace jetan
