// What engines ask beside single values: many at once, only what is in memory, and what there is.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "probe/tablebase.hpp"
#include "tests/probe/solved_table.hpp"

namespace jetan {
namespace {

std::vector<Position> random_positions(const SolvedTable& solved, std::size_t number, unsigned seed) {
  std::mt19937_64 random(seed);
  const Index index = solved.maker.index(solved.id);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < number; ++i) {
    Position position = index.position(random() % index.size());
    position.to_move = random() % 2 == 0 ? Side::Black : Side::Orange;
    positions.push_back(random() % 2 == 0 ? position : turned_over(position));
  }
  return positions;
}

TEST(TablebaseInterface, ManyValuesAreWhatEachIs) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  std::vector<Position> positions = random_positions(solved, 1000, 5);
  positions[17] = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 b r");  // no table
  positions[40] = Position{};
  const auto values = tables.values(positions);
  ASSERT_EQ(values.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto single = tables.value(positions[i]);
    ASSERT_EQ(values[i].has_value(), single.has_value()) << i;
    if (single) {
      EXPECT_EQ(*values[i], *single) << positions[i].to_string();
      EXPECT_EQ(*tables.outcome(positions[i]), single->outcome);
    } else {
      EXPECT_EQ(values[i].error().message, single.error().message);
      EXPECT_EQ(tables.outcome(positions[i]).error().message, single.error().message);
    }
  }
  EXPECT_TRUE(tables.values({}).empty());
}

TEST(TablebaseInterface, MemoryAloneTellsWhatWasAskedBefore) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  Position position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 o");
  ASSERT_FALSE(tables.game().wins_at_once(position));
  EXPECT_EQ(*tables.value_in_memory(position), std::nullopt);
  const Value value = *tables.value(position);
  EXPECT_EQ(*tables.value_in_memory(position), value);
  tables.set_cache_bytes(0);
  EXPECT_EQ(tables.cache_statistics().budget, 0U);
  EXPECT_EQ(tables.cache_statistics().bytes, 0U);
  EXPECT_EQ(*tables.value_in_memory(position), std::nullopt);
  EXPECT_EQ(*tables.value(position), value);
  EXPECT_EQ(*tables.value_in_memory(position), std::nullopt);
  tables.set_cache_bytes(1 << 20);
  EXPECT_EQ(*tables.value(position), value);
  EXPECT_EQ(*tables.value_in_memory(position), value);
  EXPECT_EQ(tables.value_in_memory(Position{}).error().kind, ErrorKind::BadPosition);
  // A win at once needs no table's block.
  const Position at_once = *Position::parse("10/10/10/10/4r5/4C5/10/4R5/10/10 b");
  tables.set_cache_bytes(0);
  EXPECT_EQ(*tables.value_in_memory(at_once), (Value{Outcome::Win, 1}));
  tables.prefetch(position);  // hints do no harm, whatever the position
  tables.prefetch(Position{});
}

TEST(TablebaseInterface, ServesEightThreadsWhileItsBudgetChanges) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open({.cache_bytes = 3 << 16});
  const std::vector<Position> positions = random_positions(solved, 3000, 6);
  std::vector<Value> expected;
  const Tablebase undisturbed = solved.open();
  for (const Position& position : positions) expected.push_back(*undisturbed.value(position));
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t n = (i * 7 + t * 311) % positions.size();
        const auto value = tables.value(positions[n]);
        if (!value || *value != expected[n]) ++wrong;
        if (t == 0 && i % 50 == 0) tables.set_cache_bytes((i % 9) << 16);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(TablebaseInterface, SaysWhichEndingsAreComplete) {
  const SolvedTable& solved = SolvedTable::once();
  const auto coverage = solved.open().coverage();
  ASSERT_EQ(coverage.size(), 1U);
  EXPECT_EQ(coverage[0].ending.name(), "CRvR");
  EXPECT_EQ(coverage[0].present, (std::vector<Escapes>{{}}));
  EXPECT_EQ(coverage[0].missing.size(), 3U);
  EXPECT_TRUE(coverage[0].lacking.empty());  // from the state without escapes no other table is reached
  EXPECT_FALSE(coverage[0].complete());
}

std::vector<std::string> names(const std::vector<TableId>& ids) {
  std::vector<std::string> names;
  for (const TableId& id : ids) names.push_back(table_file_name(id));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(TablebaseInterface, TellsWhichTablesMovesLeadTo) {
  const RuleSet burroughs = preset_rules("burroughs");
  const auto after = [&](const RuleSet& rules, const char* ending, Escapes escapes) {
    return names(tables_after(rules, {*Ending::parse(ending), escapes}));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(after(burroughs, "CRvR", {}), Names{});
  EXPECT_EQ(after(burroughs, "CRvR", {true, true}), (Names{"CRvR.-r.jtb", "CRvR.R-.jtb"}));
  // With equal sides a move exchanges them; a Chief taken ends the game.
  EXPECT_EQ(after(burroughs, "CRvCR", {}), Names{});
  EXPECT_EQ(after(burroughs, "CRvCR", {true, false}), (Names{"CRvCR.--.jtb", "CRvCR.-r.jtb"}));
  // Only Orange has something to take, and then Black is to move: Orange stays the second side.
  EXPECT_EQ(after(burroughs, "CRDvCR", {false, true}), (Names{"CRDvCR.--.jtb", "CRvCR.-r.jtb"}));
  EXPECT_EQ(after(burroughs, "CRDvCRT", {true, false}), (Names{"CRDvCR.R-.jtb", "CRDvCRT.--.jtb", "CRTvCR.-r.jtb"}));
}

}  // namespace
}  // namespace jetan
