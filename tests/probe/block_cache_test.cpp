#include "probe/block_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace jetan {
namespace {

constexpr std::uint64_t kFrame = BlockCache::kBlockCost;

std::vector<std::byte> filled(std::size_t bytes, std::uint8_t with) {
  return std::vector<std::byte>(bytes, std::byte{with});
}

TEST(BlockCache, FindsWhatWasPutIn) {
  BlockCache cache(10 * kFrame);
  CachedBlocks blocks(8);
  CachedBlocks others(8);
  EXPECT_FALSE(cache.find(blocks, 7, 0, 8));
  std::vector<std::byte> bytes = filled(1003, 5);
  bytes[1002] = std::byte{200};
  cache.insert(blocks, 7, bytes);
  EXPECT_EQ(cache.find(blocks, 7, 0, 8), 5);
  EXPECT_EQ(cache.find(blocks, 7, 1002, 8), 200);
  EXPECT_FALSE(cache.find(blocks, 6, 0, 8));
  EXPECT_FALSE(cache.find(others, 7, 0, 8));
  EXPECT_EQ(cache.statistics().hits, 2U);
  EXPECT_EQ(cache.statistics().misses, 1U);
  EXPECT_EQ(cache.statistics().bytes, std::uint64_t{BlockCache::kFrameBytes});
}

TEST(BlockCache, HalvedCodesAreFoundWhereTheyWere) {
  std::mt19937_64 random(9);
  BlockCache cache(kFrame);
  for (const std::size_t size : {1U, 15U, 16U, 17U, 31U, 32U, 33U, 100U, 10'000U, kMaxBlockBytes}) {
    std::vector<std::byte> codes(size);
    for (std::byte& code : codes) code = std::byte(random() % 20);
    CachedBlocks blocks(1);
    std::vector<std::byte> room;
    const auto halved = BlockCache::halved(codes, room);
    ASSERT_LE(halved.size(), BlockCache::kFrameBytes);
    cache.insert(blocks, 0, halved);
    for (std::size_t place = 0; place < size; ++place) {
      ASSERT_EQ(cache.find(blocks, 0, place, 4), std::min(std::to_integer<int>(codes[place]), 15)) << size << place;
    }
    cache.set_budget(0);
    cache.set_budget(kFrame);
  }
}

TEST(BlockCache, CodesAreOneByteOrTwo) {
  BlockCache cache(kFrame);
  CachedBlocks blocks(1);
  cache.insert(blocks, 0, std::vector{std::byte{1}, std::byte{2}, std::byte{0x34}, std::byte{0x12}});
  EXPECT_EQ(cache.find(blocks, 0, 1, 8), 2);
  EXPECT_EQ(cache.find(blocks, 0, 1, 16), 0x1234);
}

TEST(BlockCache, LetsGoOfBlocksThatNoOneReads) {
  BlockCache cache(4 * kFrame);
  CachedBlocks blocks(100);
  for (std::uint64_t i = 0; i < 100; ++i) {
    cache.insert(blocks, i, filled(100, static_cast<std::uint8_t>(i)));
    EXPECT_TRUE(i == 0 || cache.find(blocks, 0, 0, 8)) << i;  // read again and again, it stays
    EXPECT_LE(cache.statistics().bytes, 4 * kFrame);
  }
  EXPECT_EQ(cache.find(blocks, 0, 99, 8), 0);
  EXPECT_FALSE(cache.find(blocks, 1, 0, 8));
}

TEST(BlockCache, WithoutRoomKeepsNothing) {
  BlockCache cache(kFrame / 2);
  CachedBlocks blocks(1);
  cache.insert(blocks, 0, filled(10, 1));
  EXPECT_FALSE(cache.find(blocks, 0, 0, 8));
  EXPECT_EQ(cache.statistics().bytes, 0U);
}

TEST(BlockCache, TheBudgetMayChange) {
  BlockCache cache(50 * kFrame);
  CachedBlocks blocks(3000);
  const auto kept = [&] {
    std::uint64_t number = 0;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      if (const auto code = cache.find(blocks, i, 20, 8)) {
        EXPECT_EQ(*code, static_cast<std::uint8_t>(i));
        ++number;
      }
    }
    return number;
  };
  const auto put_all = [&] {
    for (std::uint64_t i = 0; i < 3000; ++i) cache.insert(blocks, i, filled(30, static_cast<std::uint8_t>(i)));
  };
  put_all();
  EXPECT_EQ(kept(), 50U);
  cache.set_budget(7 * kFrame);
  EXPECT_EQ(kept(), 7U);
  EXPECT_EQ(cache.statistics().budget, 7 * kFrame);
  cache.set_budget(2000 * kFrame);  // more than a chunk of memory
  put_all();
  EXPECT_EQ(kept(), 2000U);
  cache.set_budget(0);
  EXPECT_EQ(kept(), 0U);
  EXPECT_EQ(cache.statistics().bytes, 0U);
  put_all();
  EXPECT_EQ(kept(), 0U);
  cache.set_budget(100 * kFrame);
  put_all();
  EXPECT_EQ(kept(), 100U);
}

TEST(BlockCache, ServesManyThreadsWhileItsBudgetChanges) {
  BlockCache cache(20 * kFrame);
  CachedBlocks first(300);
  CachedBlocks second(300);
  std::vector<std::thread> threads;
  std::atomic<bool> wrong = false;
  for (unsigned t = 0; t < 7; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 20'000; ++i) {
        const bool of_second = random() % 3 == 0;
        CachedBlocks& blocks = of_second ? second : first;
        const std::uint64_t block = random() % 60;
        const auto fill = static_cast<std::uint8_t>(block * 2 + (of_second ? 1 : 0));
        const std::size_t place = random() % 2000;
        if (const auto code = cache.find(blocks, block, place, 8)) {
          if (*code != fill) wrong = true;
        } else {
          cache.insert(blocks, block, filled(2000, fill));
        }
      }
    });
  }
  threads.emplace_back([&] {
    for (int i = 0; i < 500; ++i) cache.set_budget(static_cast<std::uint64_t>(i * 7 % 80) * kFrame);
  });
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(wrong);
  const BlockCache::Statistics statistics = cache.statistics();
  EXPECT_EQ(statistics.hits + statistics.misses, 140'000U);
  EXPECT_LE(statistics.bytes, statistics.budget);
}

}  // namespace
}  // namespace jetan
