#include "probe/free_cells.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace jetan {
namespace {

template <class Code>
std::vector<Code> filled(const std::vector<Code>& cells, std::size_t plane) {
  std::vector<Code> result(cells.size());
  fill_free_cells<Code>(cells, plane, result);
  return result;
}

template <class Code>
void expect_others_kept() {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<Code> cells(1 + random() % 3000);
    for (Code& cell : cells) {
      cell = static_cast<Code>(random() % 3);
      if (random() % 4 == 0) cell = kNoPosition<Code>;
      if (random() % 4 == 0) cell = kWinsAtOnce<Code>;
    }
    const std::vector<Code> result = filled(cells, 1000);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (is_free(cells[i])) {
        ASSERT_FALSE(is_free(result[i])) << i;
      } else {
        ASSERT_EQ(result[i], cells[i]) << i;
      }
    }
  }
}

TEST(FreeCells, OtherCellsKeepTheirCodes) {
  expect_others_kept<std::uint8_t>();
  expect_others_kept<std::uint16_t>();
}

TEST(FreeCells, TakeTheCodesOfWhatIsRepeated) {
  constexpr std::uint8_t kFree = kWinsAtOnce<std::uint8_t>;
  EXPECT_EQ(filled<std::uint8_t>({kFree, 7, kFree, kFree, 9, kFree}, 10'000),
            (std::vector<std::uint8_t>{0, 7, 7, 7, 9, 9}));
  // A row like the one before it, however little of it is told.
  std::vector<std::uint8_t> cells(200, kFree);
  for (std::size_t i = 0; i < 100; ++i) cells[i] = static_cast<std::uint8_t>(i % 5);
  cells[103] = 3;
  cells[151] = 1;
  const auto result = filled<std::uint8_t>(cells, 10'000);
  for (std::size_t i = 100; i < 200; ++i) EXPECT_EQ(result[i], i % 5);
}

}  // namespace
}  // namespace jetan
