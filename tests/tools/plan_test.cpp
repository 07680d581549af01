// jetan plan: what making tables would take.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(PlanCommand, TellsOfEveryEndingAndOfAll) {
  const TemporaryFolder folder;
  const auto lines = run({"plan", "CRDvCR", "--tables", folder.path(), "--json"}).json_lines();
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_EQ(lines[0]["ending"], "CRvCR");
  EXPECT_EQ(lines[1]["ending"], "CRDvCR");
  EXPECT_EQ(lines[1]["positions"], 9'034'562'880);
  EXPECT_EQ(lines[1]["tables"], 4);
  EXPECT_TRUE(lines[2]["ending"].is_null());
  EXPECT_EQ(lines[2]["tables"], 8);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(PlanCommand, SaysWhatDoesNotFit) {
  const TemporaryFolder folder;
  const Finished plan = run({"plan", "CRDvCR", "--memory", "100M", "--tables", folder.path()});
  EXPECT_EQ(plan.status, 0);
  EXPECT_THAT(plan.out, HasSubstr("doesn't fit in memory"));
  const Finished tight = run({"plan", "CRDvCR", "--memory", "1G", "--tables", folder.path()});
  EXPECT_EQ(tight.status, 0);
  EXPECT_THAT(tight.out, HasSubstr("maps packed, slower"));
}

TEST(PlanCommand, TellsOfScratch) {
  const TemporaryFolder folder;
  const std::vector<std::string> without{"plan", "CRvCR", "--tables", folder.path()};
  std::vector<std::string> with = without;
  with.insert(with.end(), {"--scratch", folder / "scratch"});
  EXPECT_THAT(run(with).out, HasSubstr(" of scratch"));
  EXPECT_THAT(run(without).out, Not(HasSubstr("scratch")));
  with.push_back("--json");
  EXPECT_GT(run(with).json_lines().back()["scratch_bytes"], 0);
  // Endings of six pieces have it always.
  EXPECT_GT(run({"plan", "CRDvCRD", "--tables", folder.path(), "--json"}).json_lines().back()["scratch_bytes"], 0);
}

TEST(PlanCommand, SeesWhatIsThere) {
  EXPECT_THAT(run({"plan", "CRvR", "--tables", small_tables()}).out,
              AllOf(HasSubstr("already there"), HasSubstr("0 tables to make")));
}

TEST(PlanCommand, WantsEndingsAndAnEscapeState) {
  const Finished nothing = run({"plan"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("name the endings"));
  const Finished state = run({"gen", "CRvR", "--escapes", "rR"});
  EXPECT_EQ(state.status, 2);
  EXPECT_THAT(state.err, HasSubstr("no escape state"));
}

TEST(GenCommand, MakesOnlyTheEscapeStateAskedFor) {
  const TemporaryFolder folder;
  const auto tables =
      run({"gen", "RDvR", "--escapes=--", "--kernels", "plain", "--tables", folder.path(), "--json"}).json_lines();
  ASSERT_THAT(tables, SizeIs(1));
  EXPECT_EQ(tables[0]["escapes"], "--");
}

}  // namespace
}  // namespace jetan
