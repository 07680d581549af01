#include "probe/table_info.hpp"

#include <gtest/gtest.h>

#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

Ending ending(const char* name) { return *Ending::parse(name); }

TEST(TableInfo, EscapeStatesHaveNames) {
  for (const char* text : {"--", "R-", "-r", "Rr"}) EXPECT_EQ(escape_state(*parse_escape_state(text)), text);
  for (const char* text : {"", "-", "rR", "Rr ", "RR"}) EXPECT_FALSE(parse_escape_state(text)) << text;
}

TEST(TableInfo, EscapeStatesComeInTheOrderOfSolving) {
  const auto states = escape_states(preset_rules("burroughs"));
  ASSERT_EQ(states.size(), 4U);
  EXPECT_EQ(states.front(), (Escapes{false, false}));
  EXPECT_EQ(states.back(), (Escapes{true, true}));
  RuleSet without = preset_rules("burroughs");
  without.escape = Escape::None;
  EXPECT_EQ(escape_states(without), (std::vector<Escapes>{{false, false}}));
}

TEST(TableInfo, EqualSidesNeedOneSideToMove) {
  EXPECT_EQ(stored_sides(ending("CRvCR")), (std::vector{Side::Black}));
  EXPECT_EQ(stored_sides(ending("CRvR")), (std::vector{Side::Black, Side::Orange}));
}

TEST(TableInfo, FileNamesAreReadBack) {
  const TableId id{ending("CRDvCR"), {true, false}};
  EXPECT_EQ(table_file_name(id), "CRDvCR.R-.jtb");
  EXPECT_EQ(table_file_name(id, TableKind::Outcomes), "CRDvCR.R-.jto");
  EXPECT_EQ(parse_table_file_name("CRDvCR.R-.jtb"), (TableName{id, TableKind::Distances}));
  EXPECT_EQ(parse_table_file_name("CRDvCR.R-.jto"), (TableName{id, TableKind::Outcomes}));
  for (const char* name : {"CRvCRD.R-.jtb", "CRDvCR.R-", "CRDvCR.jtb", "CRDvCR.R-.jtb.part", ".CRDvCR.R-.jtb",
                           "x.--.jtb", "CRDvCR..jtb", "CRDvCR.R-x.jtb", ""}) {
    EXPECT_FALSE(parse_table_file_name(name)) << name;
  }
}

TEST(TableInfo, RulesFolderIsNamedByNameAndHash) {
  const RuleSet rules = preset_rules("burroughs");
  const std::string folder = rules_folder_name(rules);
  EXPECT_TRUE(folder.starts_with("burroughs-"));
  EXPECT_EQ(folder.size(), std::string("burroughs-").size() + 16);
}

TEST(TableInfo, RulesFolderIsFoundByItsHash) {
  const TemporaryFolder tables;
  const RuleSet rules = preset_rules("burroughs");
  EXPECT_EQ(find_rules_folder(tables.path(), rules), tables / rules_folder_name(rules));
  EXPECT_EQ(find_rules_folder(tables / "none", rules), tables / "none" / rules_folder_name(rules));

  RuleSet other_name = rules;
  other_name.name = "mine";
  std::filesystem::create_directory(tables / rules_folder_name(other_name));
  std::filesystem::create_directory(tables / rules_folder_name(preset_rules("cazaux")));
  EXPECT_EQ(find_rules_folder(tables.path(), rules), tables / rules_folder_name(other_name));
  EXPECT_EQ(find_rules_folder(tables.path(), other_name), tables / rules_folder_name(other_name));

  std::filesystem::create_directory(tables / rules_folder_name(rules));
  EXPECT_EQ(find_rules_folder(tables.path(), rules), tables / rules_folder_name(rules));
}

TEST(TableInfo, RulesAndEndingSettleTheRest) {
  const Game game(preset_rules("burroughs"));
  const TableId counted{ending("CRvCR"), {}};
  const Index index = Index::make(counted.ending, game.movement());
  const auto planes = [&](const TableId& id) {
    return *Planes::make(id.ending, game.movement(), Index::default_order(id.ending));
  };
  const TableInfo info = TableInfo::make(game.rules(), counted, index, planes(counted));
  EXPECT_EQ(info.metric, Metric::Count);
  EXPECT_EQ(info.ply_limit, 10);
  EXPECT_EQ(max_plies(info), 10);
  EXPECT_EQ(info.positions, 11'764'935U);
  EXPECT_EQ(info.order, index.order());
  EXPECT_EQ(info.sides, (std::vector{Side::Black}));

  const TableId free{ending("CRvR"), {}};
  const TableInfo other = TableInfo::make(game.rules(), free, Index::make(free.ending, game.movement()), planes(free));
  EXPECT_EQ(other.metric, Metric::Win);
  EXPECT_EQ(other.ply_limit, 0);
  EXPECT_EQ(max_plies(other), kMaxPlies);
  EXPECT_EQ(other.sides.size(), 2U);
}

}  // namespace
}  // namespace jetan
