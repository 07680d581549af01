// Tables found by what stands on the board, against a list of them.
#include "probe/table_map.hpp"

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "tests/core/random_game.hpp"

namespace jetan {
namespace {

TEST(TableMap, HasNothingAtFirst) {
  const TableMap map;
  EXPECT_EQ(map.find(Position(), TableKind::Distances).number, TableMap::kNone);
  EXPECT_EQ(map.find(TableId{Ending::parse("CRvR").value(), {}}, TableKind::Outcomes), TableMap::kNone);
}

TEST(TableMap, FindsAPositionsTable) {
  const RuleSet rules = RuleSet::load("burroughs").value();
  Random random(21);
  TableMap map;
  std::vector<TableName> names;
  const auto number_of_table = [&](const TableName& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? TableMap::kNone : static_cast<std::uint32_t>(found - names.begin());
  };
  for (int n = 0; n < 3000; ++n) {
    const Position made = random_position(random, rules, 5);
    const TableName name{{Ending::of(made).value(), made.escapes},
                         random_of(random, {TableKind::Distances, TableKind::Outcomes})};
    if (one_in(random, 2) && number_of_table(name) == TableMap::kNone) {
      map.set(name.id, name.kind, static_cast<std::uint32_t>(names.size()));
      names.push_back(name);
    }
    const Position asked = one_in(random, 20) ? random_position(random, rules, 20) : random_position(random, rules, 5);
    const auto ending = Ending::of(asked);
    const TableKind kind = random_of(random, {TableKind::Distances, TableKind::Outcomes});
    const TableMap::Found found = map.find(asked, kind);
    if (!ending) {
      ASSERT_EQ(found.number, TableMap::kNone) << asked.to_string();
      continue;
    }
    const TableId id{*ending, oriented(asked).escapes};
    ASSERT_EQ(found.number, number_of_table({id, kind})) << asked.to_string();
    ASSERT_EQ(map.find(id, kind), found.number) << asked.to_string();
    if (found.number != TableMap::kNone) {
      ASSERT_EQ(found.turned_over, !(oriented(asked) == asked)) << asked.to_string();
    }
  }
  ASSERT_GT(names.size(), 500U);
}

TEST(TableMap, ATablesNumberCanChangeAndGo) {
  const TableId id{Ending::parse("CRDvCR").value(), {true, false}};
  TableMap map;
  map.set(id, TableKind::Distances, 3);
  map.set(id, TableKind::Distances, 4);
  EXPECT_EQ(map.find(id, TableKind::Distances), 4U);
  map.set(id, TableKind::Distances, TableMap::kNone);
  EXPECT_EQ(map.find(id, TableKind::Distances), TableMap::kNone);
}

}  // namespace
}  // namespace jetan
