// What a run takes is told before it starts.
#include "tbgen/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

class PlanTest : public testing::Test {
 protected:
  PlanTest() { options_.tables = folder_.path(); }

  Plan plan_of(const std::vector<std::string>& names, std::vector<Escapes> states = {}) {
    GenerateOptions options = options_;
    options.states = std::move(states);
    return plan(game_, endings(names), options).value();
  }
  static std::vector<Ending> endings(const std::vector<std::string>& names) {
    std::vector<Ending> endings;
    for (const std::string& name : names) endings.push_back(Ending::parse(name).value());
    return endings;
  }

  TemporaryFolder folder_;
  Game game_{RuleSet::load("burroughs").value()};
  GenerateOptions options_;
};

TEST_F(PlanTest, CountsTablesAndPositions) {
  const Plan of = plan_of({"CRDvCR"});
  ASSERT_EQ(of.endings.size(), 2U);  // a capture leads to CRvCR
  EXPECT_EQ(of.endings[0].ending.name(), "CRvCR");
  EXPECT_EQ(of.endings[0].positions, 4U * 11'764'935);
  EXPECT_EQ(of.endings[1].positions, 4U * 2'258'640'720);
  EXPECT_EQ(of.tables, 8);
  EXPECT_EQ(of.positions, of.endings[0].positions + of.endings[1].positions);
  EXPECT_EQ(of.memory.all, of.endings[1].memory.all);
  EXPECT_EQ(of.memory.least, of.endings[1].memory.least);
  EXPECT_LT(of.memory.least, of.memory.all);
  EXPECT_GT(of.seconds, 0);
}

TEST_F(PlanTest, CountsTablesOfOutcomes) {
  const Plan without = plan_of({"CRvR"});
  options_.outcomes = true;
  const Plan with = plan_of({"CRvR"});
  EXPECT_EQ(with.tables, 2 * without.tables);
  EXPECT_EQ(with.endings[0].outcomes, without.tables);
  EXPECT_EQ(with.positions, 2 * without.positions);
  EXPECT_GT(with.disk, without.disk);
  EXPECT_LT(with.disk, 2 * without.disk + 1);
}

TEST_F(PlanTest, LeavesOutWhatIsThere) {
  ASSERT_TRUE(generate(game_, endings({"CRvR"}), options_));
  const Plan of = plan_of({"CRvR", "RDvR"});
  ASSERT_EQ(of.endings.size(), 2U);
  for (const EndingPlan& each : of.endings) {
    const bool there = each.ending.name() == "CRvR";
    EXPECT_EQ(each.tables, there ? 0 : 4);
    EXPECT_EQ(each.positions == 0, there);
  }
  EXPECT_EQ(of.tables, 4);
}

TEST_F(PlanTest, TakesOnlyTheStatesAskedFor) {
  EXPECT_EQ(plan_of({"RDvR"}, {{true, false}}).tables, 2);   // R- and --
  EXPECT_EQ(plan_of({"CRvCR"}, {{true, false}}).tables, 3);  // with equal sides -r belongs to R-
}

// The disk's share is an average; one ending's may well be a fifth or five times of it.
TEST_F(PlanTest, ForetellsTheSizeOfFilesRoughly) {
  const Plan of = plan_of({"CRvCR"});
  const auto made = generate(game_, endings({"CRvCR"}), options_).value();
  std::uint64_t bytes = 0;
  for (const GeneratedTable& table : made) bytes += table.bytes;
  EXPECT_THAT(of.disk, AllOf(Ge(bytes / 5), Le(bytes * 5)));
}

TEST_F(PlanTest, MapsArePackedOnlyWhereMemoryIsShort) {
  const MemoryNeeds needs = memory_needs(game_, Ending::parse("CRDvCR").value(), escape_states(game_.rules()), false);
  EXPECT_EQ(residence_within(needs, needs.all).bytes, 0U);  // no limit
  EXPECT_EQ(residence_within(needs, needs.all - 1).bytes, needs.all - 1 - needs.besides);
  const ResidenceOptions tight = residence_within(needs, needs.least);
  EXPECT_GE(tight.bytes, 100 * tight.slab_blocks * sizeof(Block));
}

TEST_F(PlanTest, ARunThatDoesNotFitSaysSoBeforeItStarts) {
  GenerateOptions options = options_;
  options.memory = plan_of({"CRDvCR"}).memory.least - 1;
  const auto made = generate(game_, endings({"CRDvCR"}), options);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::OutOfMemory);
  EXPECT_THAT(made.error().message, AllOf(HasSubstr("CRDvCR needs about"), HasSubstr("jetan plan CRDvCR")));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace jetan
