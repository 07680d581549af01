#include "probe/block_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace jetan {
namespace {

BlockCache::Block block_of(std::size_t values, std::uint8_t fill, int value_bytes = 1) {
  const auto block = std::make_shared<UnpackedBlock>(values, value_bytes);
  for (std::byte& byte : block->bytes()) byte = std::byte{fill};
  return block;
}

TEST(BlockCache, ValuesAreOneByteOrTwo) {
  UnpackedBlock narrow(2, 1);
  narrow.bytes()[1] = std::byte{200};
  EXPECT_EQ(narrow.at(0), 0);
  EXPECT_EQ(narrow.at(1), 200);
  UnpackedBlock wide(2, 2);
  wide.bytes()[2] = std::byte{0x34};
  wide.bytes()[3] = std::byte{0x12};
  EXPECT_EQ(wide.at(0), 0);
  EXPECT_EQ(wide.at(1), 0x1234);
  EXPECT_EQ(wide.size(), 4U);
}

TEST(BlockCache, FindsWhatWasPutIn) {
  BlockCache cache(1 << 20);
  EXPECT_EQ(cache.find({1, 0, 7}), nullptr);
  const auto block = block_of(100, 5);
  cache.insert({1, 0, 7}, block);
  EXPECT_EQ(cache.find({1, 0, 7}), block);
  for (const BlockCache::Key other : {BlockCache::Key{2, 0, 7}, {1, 1, 7}, {1, 0, 8}})
    EXPECT_EQ(cache.find(other), nullptr);
  EXPECT_EQ(cache.statistics().hits, 1U);
  EXPECT_EQ(cache.statistics().misses, 4U);
}

TEST(BlockCache, LetsGoOfTheLeastRecentlyUsed) {
  BlockCache cache(3500);  // three blocks of 1000 values
  for (std::uint64_t i = 0; i < 2; ++i) cache.insert({0, 0, i}, block_of(1000, 0));
  EXPECT_NE(cache.find({0, 0, 0}), nullptr);
  cache.insert({0, 0, 2}, block_of(1000, 0));
  EXPECT_NE(cache.find({0, 0, 0}), nullptr);
  EXPECT_EQ(cache.find({0, 0, 1}), nullptr);
  EXPECT_NE(cache.find({0, 0, 2}), nullptr);
}

TEST(BlockCache, KeepsToItsBudget) {
  for (const std::uint64_t budget : {0ULL, 1ULL, 1000ULL, 100'000ULL, 40ULL << 20, 70ULL << 20}) {
    BlockCache cache(budget);
    for (std::uint64_t i = 0; i < 3000; ++i) {
      cache.insert({0, 0, i}, block_of(1 << 15, 1));
      ASSERT_LE(cache.statistics().bytes, budget);
    }
    // A cache with room for many is well used, in all its shards.
    if (budget > 1U << 25) {
      EXPECT_GT(cache.statistics().bytes, budget / 10 * 9);
    }
  }
}

TEST(BlockCache, AHeldBlockOutlivesTheCache) {
  BlockCache::Block held;
  {
    BlockCache cache(10'000);
    cache.insert({0, 0, 0}, block_of(10, 42));
    held = cache.find({0, 0, 0});
    for (std::uint64_t i = 1; i < 100; ++i) cache.insert({0, 0, i}, block_of(1000, 0));
    EXPECT_EQ(cache.find({0, 0, 0}), nullptr);
  }
  EXPECT_EQ(held->at(9), 42);
}

TEST(BlockCache, ServesManyThreads) {
  BlockCache cache(std::uint64_t{20} << 20);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&cache, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 20'000; ++i) {
        const BlockCache::Key key{random() % 3 == 0 ? 1U : 0U, 0, random() % 600};
        const auto fill = static_cast<std::uint8_t>(key.block * 2 + key.table);
        if (const auto block = cache.find(key)) {
          ASSERT_EQ(block->at(block->size() - 1), fill);
        } else {
          cache.insert(key, block_of(1 << 15, fill));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const BlockCache::Statistics statistics = cache.statistics();
  EXPECT_EQ(statistics.hits + statistics.misses, 160'000U);
  EXPECT_LE(statistics.bytes, std::uint64_t{20} << 20);
}

}  // namespace
}  // namespace jetan
