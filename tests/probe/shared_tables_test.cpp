// Tables made under other rules serve where these play the ending alike.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/tablebase.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const TableId kBare{Ending::parse("RvR").value(), {}};
constexpr const char* kBarePosition = "10/10/10/10/4r5/10/10/4R5/10/10 b";

RuleSet rules_like(const char* preset, const std::string& name) {
  RuleSet rules = preset_rules(preset);
  rules.name = name;
  return rules;
}

Tablebase open(const TemporaryFolder& folder, const RuleSet& rules) { return *Tablebase::open({folder.path()}, rules); }

// RvR under burroughs, without escapes; nothing threatens in it, and there is no Thoat and no Chief.
class SharedTables : public testing::Test {
 protected:
  SharedTables() : maker_(preset_rules("burroughs"), folder_.path()) { maker_.make("RvR"); }

  std::filesystem::path lender() const { return maker_.path(kBare).parent_path(); }

  TemporaryFolder folder_;
  TableMaker maker_;
};

TEST_F(SharedTables, ServeRulesThatPlayAlike) {
  for (const char* preset : {"ag6", "cazaux", "zillions", "friedlander"}) {
    const Tablebase tables = open(folder_, preset_rules(preset));
    EXPECT_THAT(tables.tables(), ElementsAre(kBare)) << preset;
    EXPECT_EQ(tables.path(kBare), maker_.path(kBare)) << preset;
    const auto answer = tables.ask(*Position::parse(kBarePosition));
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->metric, Metric::Count);
    EXPECT_EQ((*tables.table(kBare))->info().rules.name, "burroughs");
  }
}

TEST_F(SharedTables, DontServeOthersWhichLearnWhatDiffers) {
  for (const auto& [preset, difference] :
       {std::pair("no-count", "differ in count)"), std::pair("free", "differ in princess.count)")}) {
    const Tablebase tables = open(folder_, preset_rules(preset));
    EXPECT_THAT(tables.tables(), IsEmpty()) << preset;
    const auto refused = tables.value(*Position::parse(kBarePosition));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::TableMissing);
    EXPECT_THAT(refused.error().message,
                AllOf(HasSubstr("jetan gen RvR"), HasSubstr("under rules burroughs"), HasSubstr(difference)));
    EXPECT_FALSE(tables.path(kBare));
  }
  // Nothing is said of a table that no one has.
  EXPECT_THAT(open(folder_, preset_rules("free")).table({kBare.ending, {true, true}}).error().message,
              Not(HasSubstr("burroughs")));
}

TEST_F(SharedTables, OwnOnesGoFirst) {
  TableMaker own(preset_rules("cazaux"), folder_.path());
  own.make("RvR");
  const Tablebase tables = open(folder_, preset_rules("cazaux"));
  EXPECT_THAT(tables.tables(), ElementsAre(kBare));
  EXPECT_EQ(tables.path(kBare), own.path(kBare));
  // In whichever tables folder they lie.
  const TemporaryFolder first;
  TableMaker(preset_rules("ag6"), first.path()).make("RvR");
  EXPECT_EQ(Tablebase::open({first.path(), folder_.path()}, preset_rules("cazaux"))->path(kBare), own.path(kBare));
}

TEST_F(SharedTables, OneReadableHeaderAFolderIsEnough) {
  write_bytes(lender() / "CRvCR.--.jtb", std::vector<std::byte>(100));
  const Tablebase tables = open(folder_, preset_rules("ag6"));
  EXPECT_EQ(tables.tables().size(), 2U);
  EXPECT_TRUE(tables.value(*Position::parse(kBarePosition)));
  // Damage is found where the table is asked.
  EXPECT_EQ(tables.table({Ending::parse("CRvCR").value(), {}}).error().kind, ErrorKind::TableDamaged);
}

TEST_F(SharedTables, AFolderOfUnreadableTablesIsPassedOver) {
  write_bytes(maker_.path(kBare), std::vector<std::byte>(100));
  const Tablebase tables = open(folder_, preset_rules("ag6"));
  EXPECT_THAT(tables.tables(), IsEmpty());
  EXPECT_EQ(tables.table(kBare).error().kind, ErrorKind::TableMissing);
}

TEST_F(SharedTables, ATableInAFolderNotItsOwnTellsNothing) {
  const auto elsewhere = folder_ / rules_folder_name(preset_rules("zillions"));
  std::filesystem::rename(lender(), elsewhere);
  EXPECT_THAT(open(folder_, preset_rules("ag6")).tables(), IsEmpty());
  // And isn't believed there.
  const auto refused = open(folder_, preset_rules("zillions")).table(kBare);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::WrongRules);
}

TEST_F(SharedTables, ComeFromAFolderUnderAnyName) {
  const auto renamed = folder_ / rules_folder_name(rules_like("burroughs", "mine"));
  std::filesystem::rename(lender(), renamed);
  EXPECT_THAT(open(folder_, preset_rules("ag6")).tables(), ElementsAre(kBare));
}

TEST(SharedTable, OpensForAGameThatPlaysItsEndingAlike) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("burroughs"), folder.path());
  const TableId id = maker.make("CRvR").front();
  EXPECT_TRUE(TableFile::open(maker.path(id), Game(preset_rules("no-count"))));
  const auto refused = TableFile::open(maker.path(id), Game(preset_rules("zillions")));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::WrongRules);
  // Only what matters there: neither the Thoat nor what a Chief taken means.
  EXPECT_THAT(refused.error().message,
              AllOf(HasSubstr(maker.path(id).string()),
                    HasSubstr("CRvR otherwise than the rules zillions asked for: Princess: she may not end her move"),
                    HasSubstr("(burroughs); she may end her move"), Not(HasSubstr("Thoat")), Not(HasSubstr("Chief"))));
}

TEST(SharedTable, TellsItsRulesWithoutBeingOpened) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("burroughs"), folder.path());
  const TableId id = maker.make("RvR").front();
  const auto info = TableFile::read_info(maker.path(id));
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(info->rules.name, "burroughs");
  EXPECT_EQ(info->id, id);
  EXPECT_EQ(TableFile::read_info(folder / "none").error().kind, ErrorKind::TableMissing);
  write_bytes(folder / "zeros", std::vector<std::byte>(100));
  EXPECT_EQ(TableFile::read_info(folder / "zeros").error().kind, ErrorKind::TableDamaged);
}

}  // namespace
}  // namespace jetan
