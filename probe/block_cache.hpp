// Unpacked blocks of tables, the most recently used ones up to a budget of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "probe/value.hpp"

namespace jetan {

// The values of a block, each in the bytes it has in the file.
class UnpackedBlock {
 public:
  UnpackedBlock(std::size_t values, int value_bytes)
      : value_bytes_(static_cast<std::size_t>(value_bytes)), bytes_(values * value_bytes_) {}

  std::span<std::byte> bytes() { return bytes_; }
  std::size_t size() const { return bytes_.size(); }  // bytes
  ValueCode at(std::size_t place) const;

 private:
  std::size_t value_bytes_;
  std::vector<std::byte> bytes_;
};

// Safe to use from many threads. Split in shards, each with its own lock and its part of the budget, so that threads
// seldom wait for each other. A block found takes no memory from the heap.
class BlockCache {
 public:
  struct Key {
    std::uint32_t table = 0;  // a number of the caller's
    std::uint32_t side = 0;
    std::uint64_t block = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  using Block = std::shared_ptr<const UnpackedBlock>;

  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t bytes = 0;  // kept now, bookkeeping included
  };

  explicit BlockCache(std::uint64_t budget_bytes);

  // Null when it isn't there.
  Block find(const Key& key);
  // Keeps the block, and lets go of others to stay within the budget. One that by itself exceeds a shard's part isn't
  // kept. A block let go of lives on while a caller holds it.
  void insert(const Key& key, Block block);

  Statistics statistics() const;

 private:
  struct Entry {
    Key key;
    Block block;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::list<Entry> by_use;  // most recently used first
    std::unordered_map<Key, std::list<Entry>::iterator, Hash> entries;
    Statistics statistics;
  };

  Shard& shard_of(const Key& key);

  std::vector<Shard> shards_;
  std::uint64_t shard_budget_;
};

}  // namespace jetan
