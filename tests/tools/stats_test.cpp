// jetan stats: the figures in the tables' headers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<json> stats(const std::string& ending) {
  return run({"stats", ending, "--json", "--tables", small_tables()}).json_lines();
}

json of(const std::vector<json>& all, const std::string& escapes, int to_move) {
  for (const json& object : all) {
    if (object["escapes"] == escapes && object["to_move"] == to_move) return object;
  }
  ADD_FAILURE() << "nothing for " << escapes << " and " << to_move;
  return {};
}

std::uint64_t total(const json& histograms) {
  std::uint64_t sum = histograms["draw"];
  for (const char* outcome : {"win", "loss"}) {
    for (const auto& number : histograms[outcome]) sum += number.get<std::uint64_t>();
  }
  return sum;
}

// DESIGN.md section 8.
TEST(StatsCommand, AgreesWithTheFiguresKnown) {
  const auto all = stats("CRvR");
  const json chief = of(all, "--", 1);
  EXPECT_EQ(chief["rules"], "burroughs");
  EXPECT_EQ(chief["ending"], "CRvR");
  EXPECT_EQ(chief["metric"], "win");
  EXPECT_EQ(chief["positions"], 121455);
  EXPECT_EQ(chief["unique"], json::parse(R"({"draw":0,"win":{"1":58640,"3":58915,"5":3900},"loss":{}})"));
  const json princess = of(all, "--", 2);
  EXPECT_EQ(princess["unique"], json::parse(R"({"draw":0,"win":{},"loss":{"0":4678,"2":25448,"4":83162,"6":8167}})"));
}

TEST(StatsCommand, HasAnObjectPerEscapeStateAndSideToMove) {
  for (const char* ending : {"CRvR", "RvR", "RvCR"}) {
    const auto all = stats(ending);
    ASSERT_THAT(all, SizeIs(8)) << ending;
    for (const char* escapes : {"--", "R-", "-r", "Rr"}) {
      for (const int to_move : {1, 2}) {
        const json object = of(all, escapes, to_move);
        EXPECT_EQ(total(object["unique"]), object["positions"]);
        EXPECT_EQ(total(object["weighted"]), object["placements"]);
      }
    }
  }
  EXPECT_EQ(of(stats("CRvR"), "--", 1)["placements"], 100 * 99 * 98);
}

TEST(StatsCommand, NamesTheLongestWinsAndLosses) {
  const auto all = stats("CRvR");
  for (const json& object : all) {
    for (const char* outcome : {"win", "loss"}) {
      const json& longest = object["longest"][outcome];
      const json& histogram = object["unique"][outcome];
      ASSERT_EQ(longest.is_null(), histogram.empty());
      if (longest.is_null()) continue;
      int most = 0;
      for (const auto& [plies, number] : histogram.items()) most = std::max(most, std::stoi(plies));
      EXPECT_EQ(longest["plies"], most);
      const json answer =
          run({"probe", longest["position"].get<std::string>(), "--json", "--tables", small_tables()}).json();
      EXPECT_EQ(answer["outcome"], outcome);
      EXPECT_EQ(answer["plies"], most);
    }
  }
}

TEST(StatsCommand, SpeaksToPeopleToo) {
  const Finished text = run({"stats", "RvCR", "--tables", small_tables()});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr("CRvR under rules burroughs"));
  EXPECT_THAT(text.out, HasSubstr("escapes -r, second side (R) to move"));
  EXPECT_THAT(text.out, HasSubstr("58,640"));
  EXPECT_THAT(text.out, HasSubstr("longest win: 5 plies, "));
}

TEST(StatsCommand, MissingTablesAreStatus4AndDamagedOnes5) {
  const Finished missing = run({"stats", "CRvCR", "--tables", small_tables()});
  EXPECT_EQ(missing.status, 4);
  EXPECT_EQ(missing.out, "");
  EXPECT_THAT(missing.err, HasSubstr("jetan gen CRvCR"));
  const TablesCopy tables;
  damage(tables.file("CRvR.Rr.jtb"), 40);
  EXPECT_EQ(run({"stats", "CRvR", "--tables", tables.path()}).status, 5);
  std::filesystem::remove(tables.file("CRvR.Rr.jtb"));
  const Finished partly = run({"stats", "CRvR", "--tables", tables.path()});
  EXPECT_EQ(partly.status, 4);
  EXPECT_EQ(partly.out, "");
}

}  // namespace
}  // namespace jetan
