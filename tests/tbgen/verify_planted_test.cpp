// Whatever is wrong in a table with right checksums is found by verifying all of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tbgen/verify.hpp"
#include "tests/tbgen/generated_tables.hpp"

namespace jetan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kNoMemory = 0;  // for unpacked tables: so that values are looked up batch by batch

// Plants wrong values, one at a time, with statistics made to fit: only the moves can tell.
class Planter {
 public:
  Planter(const GeneratedTables& tables, const TableId& id, std::uint64_t seed)
      : tables_(tables), base_(tables.open()), table_(tables.read(id)), random_(seed), seed_(seed) {}

  void expect_found(std::uint64_t memory) {
    const std::size_t side = random_() % table_.values.size();
    PositionIndex index = random_() % table_.info.positions;
    while (tables_.game().wins_at_once(tables_.position(table_, side, index))) {
      index = random_() % table_.info.positions;
    }
    ValueCode& value = table_.values[side][index];
    const ValueCode right = value;
    value = wrong_for(right);
    SCOPED_TRACE("seed " + std::to_string(seed_) + ", " + table_file_name(table_.info.id) + ", " +
                 tables_.position(table_, side, index).to_string() + " from " + std::to_string(right) + " to " +
                 std::to_string(value));
    const auto file = tables_.write(table_);
    value = right;
    VerifyOptions options;
    options.memory = memory;
    const auto verified = verify(base_, *file, options);
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().kind, ErrorKind::TableDamaged);
    EXPECT_THAT(verified.error().message,
                AllOf(HasSubstr(file->path().string()), HasSubstr("to move"), HasSubstr("follows from its moves")));
  }

 private:
  ValueCode wrong_for(ValueCode right) {
    const int limit = table_.info.ply_limit > 0 ? table_.info.ply_limit : 30;
    ValueCode wrong = right;
    while (wrong == right || decode(wrong).plies > limit) {
      const bool near = random_() % 2 == 0;
      wrong = static_cast<ValueCode>(near ? right + random_() % 5 - 2
                                          : random_() % static_cast<std::uint64_t>(2 * limit + 2));
    }
    return wrong;
  }

  const GeneratedTables& tables_;
  Tablebase base_;
  TableContents table_;
  std::mt19937_64 random_;
  std::uint64_t seed_;
};

void expect_planted_values_found(const RuleSet& rules, const char* ending, int times, std::uint64_t memory) {
  const GeneratedTables tables(rules, {ending});
  for (const TableId& id : tables.ids()) {
    Planter planter(tables, id, 20'260'901);
    for (int i = 0; i < times; ++i) planter.expect_found(memory);
  }
}

TEST(VerifyPlanted, ValuesAreFoundInTwoPieces) {
  expect_planted_values_found(preset_rules("burroughs"), "RvR", 20, VerifyOptions{}.memory);
  expect_planted_values_found(preset_rules("no-count"), "RvR", 20, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundInThreePieces) {
  expect_planted_values_found(preset_rules("burroughs"), "CRvR", 5, VerifyOptions{}.memory);
  expect_planted_values_found(preset_rules("friedlander"), "DRvR", 5, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundWithPanthans) {
  expect_planted_values_found(preset_rules("cazaux"), "PRvR", 3, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundWithoutMemoryForWholeTables) {
  expect_planted_values_found(preset_rules("cazaux"), "RvR", 10, kNoMemory);
  RuleSet without_escape = preset_rules("ag6");
  without_escape.escape = Escape::None;
  expect_planted_values_found(without_escape, "TRvR", 2, kNoMemory);
}

TEST(VerifyPlanted, StatisticsAreFound) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const Tablebase base = tables.open();
  const TableContents table = tables.read(tables.ids().front());
  const auto right = statistics_of(*table.numbering, table.values);
  EXPECT_EQ(right, table.info.statistics);
  using Change = void (*)(SideStatistics&);
  for (const Change change : std::initializer_list<Change>{
           [](SideStatistics& s) { ++s.values.begin()->second.placements; },
           [](SideStatistics& s) { s.values.rbegin()->second.first_cell = s.values.begin()->second.first_cell; },
           [](SideStatistics& s) {
             --s.values.begin()->second.unique;
             ++s.values.rbegin()->second.unique;
           },
           [](SideStatistics& s) {
             SideStatistics::Number& last = s.values.rbegin()->second;
             s.values[encode({Outcome::Loss, 99})] = {1, 8, last.first_cell};
             --last.unique;
             last.placements -= 8;
           }}) {
    for (std::size_t side = 0; side < right.size(); ++side) {
      auto wrong = right;
      change(wrong[side]);
      const auto file = tables.write(table, wrong);
      const auto verified = verify(base, *file, {});
      ASSERT_FALSE(verified);
      EXPECT_EQ(verified.error().kind, ErrorKind::TableDamaged);
      EXPECT_THAT(verified.error().message, AllOf(HasSubstr(file->path().string()), HasSubstr("statistics"),
                                                  HasSubstr(name(table.info.sides[side]))));
    }
  }
}

}  // namespace
}  // namespace jetan
