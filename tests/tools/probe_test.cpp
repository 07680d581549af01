// jetan probe: one position.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

Finished probe(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"probe", "--tables", small_tables()});
  return run(arguments);
}

TEST(ProbeCommand, SaysWhoWinsInHowManyPliesAndByWhat) {
  const Finished answer = probe({kWin});
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, StartsWith("win in 5 plies: a5-"));
  EXPECT_THAT(answer.lines(), SizeIs(1));
  EXPECT_THAT(probe({"9r/10/10/10/10/4C5/10/10/10/R9 o"}).out, StartsWith("loss in 2 plies: j10-"));
  EXPECT_THAT(probe({"9r/10/10/10/10/10/10/10/10/R9"}).out, StartsWith("draw: a1-"));
}

TEST(ProbeCommand, AnswersAsJson) {
  const auto answer = probe({kWin, "--json"}).json();
  EXPECT_EQ(answer["position"], kWin);
  EXPECT_EQ(answer["outcome"], "win");
  EXPECT_EQ(answer["plies"], 5);
  EXPECT_EQ(answer["metric"], "win");
  EXPECT_TRUE(answer["best"].is_string());
  EXPECT_FALSE(answer.contains("moves"));
  const auto draw = probe({"9r/10/10/10/10/10/10/10/10/R9", "--json"}).json();
  EXPECT_EQ(draw["outcome"], "draw");
  EXPECT_TRUE(draw["plies"].is_null());
  EXPECT_EQ(draw["metric"], "count");
}

TEST(ProbeCommand, RanksEveryLegalMove) {
  const auto answer = probe({kWin, "--moves", "--json"}).json();
  const auto& moves = answer["moves"];
  ASSERT_EQ(moves.size(), run({"moves", kWin}).lines().size());
  EXPECT_EQ(moves.front()["move"], answer["best"]);
  EXPECT_EQ(moves.front()["outcome"], "win");
  EXPECT_EQ(moves.front()["plies"], 5);
  // The best first: wins by fewest plies, then draws, then losses by most.
  const auto rank = [](const nlohmann::json& move) {
    if (move["outcome"] == "draw") return 0;
    const int plies = move["plies"];
    return move["outcome"] == "win" ? 1000 - plies : plies - 1000;
  };
  for (std::size_t i = 1; i < moves.size(); ++i) EXPECT_GE(rank(moves[i - 1]), rank(moves[i]));
  EXPECT_EQ(probe({kWin, "--moves"}).lines().size(), moves.size() + 1);
}

TEST(ProbeCommand, PlaysItOut) {
  const auto answer = probe({kWin, "--line", "--json"}).json();
  ASSERT_THAT(answer["line"], SizeIs(5));
  EXPECT_EQ(answer["line"].front(), answer["best"]);
  EXPECT_THAT(probe({kWin, "--line"}).out, HasSubstr("\nline: " + answer["best"].get<std::string>()));
}

TEST(ProbeCommand, KnowsWhenTheGameIsOver) {
  EXPECT_THAT(probe({"9r/10/10/10/10/10/10/10/10/R9 b - 0", "--moves", "--line"}).out,
              StartsWith("draw: the count has run out\n0 of 10 plies left on the count; with all 10: draw; "));
  // The Princess in the corner can move to no square the Chief doesn't threaten.
  const Finished lost = probe({"9r/10/10/6C3/10/10/10/10/10/R9 o"});
  EXPECT_EQ(lost.out, "loss in 0 plies: no legal move\n");
  EXPECT_TRUE(probe({"9r/10/10/6C3/10/10/10/10/10/R9 o", "--json"}).json()["best"].is_null());
}

// Chief against Chief would do, but takes a while to make: under `friedlander` the count runs in CRvR.
TEST(ProbeCommand, SaysWhatTheCountDecides) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"gen", "CRvR", "--rules", "friedlander", "--tables", folder.path()}).status, 0);
  const auto ask = [&](const std::string& count, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{
        "probe",      "10/10/10/10/10/C3r1R3/10/10/10/10", "b", "-", count, "--rules", "friedlander", "--tables",
        folder.path()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments);
  };
  const Finished unknown = ask("10");
  ASSERT_THAT(unknown.lines(), SizeIs(2));
  EXPECT_THAT(unknown.lines()[0], StartsWith("win, needing 5 of the 10 plies left on the count: a5-"));
  EXPECT_EQ(
      unknown.lines()[1],
      "10 of 10 plies left on the count; without the count: not known; jetan gen CRvR --rules friedlander --tables " +
          folder.path().string() + " --no-count makes the table");
  EXPECT_TRUE(ask("10", {"--json"}).json()["without_count"].is_null());

  const Finished made =
      run({"gen", "CRvR", "--rules", "friedlander", "--tables", folder.path(), "--no-count", "--json"});
  ASSERT_EQ(made.status, 0);
  EXPECT_EQ(made.json_lines().front()["rules"], "friedlander-no-count");
  EXPECT_EQ(ask("4").lines().at(1),
            "4 of 10 plies left on the count; with all 10: win, needing 5; without the count: win in 5 plies");
  const auto answer = ask("4", {"--json"}).json();
  EXPECT_EQ(answer["outcome"], "draw");
  EXPECT_EQ(answer["count"], 4);
  EXPECT_EQ(answer["full_count"], (nlohmann::json{{"outcome", "win"}, {"plies", 5}}));
  EXPECT_EQ(answer["without_count"], (nlohmann::json{{"outcome", "win"}, {"plies", 5}}));
  EXPECT_EQ(ask("-", {"--no-count"}).lines().at(0).substr(0, 14), "win in 5 plies");
  // Where no count runs there is nothing to say.
  const auto uncounted = probe({kWin, "--json"}).json();
  for (const char* key : {"count", "full_count", "without_count"}) EXPECT_TRUE(uncounted.at(key).is_null()) << key;
}

TEST(ProbeCommand, MissingTablesAreStatus4) {
  const Finished other = probe({"9r/10/10/10/10/4D5/10/10/10/R9"});
  EXPECT_EQ(other.status, 4);
  EXPECT_THAT(other.err, HasSubstr("jetan gen RDvR"));
  EXPECT_EQ(probe({kWin, "--rules", "ag6"}).status, 0);  // plays it alike
  const Finished differing = probe({kWin, "--rules", "cazaux"});
  EXPECT_EQ(differing.status, 4);
  EXPECT_THAT(differing.err, HasSubstr("(there is one under rules burroughs, which differ in princess.threatened)"));
  EXPECT_EQ(run({"probe", kWin, "--tables", "/no/such/folder"}).status, 4);
}

TEST(ProbeCommand, DamagedTablesAreStatus5) {
  const TablesCopy tables;
  damage(tables.file("CRvR.--.jtb"), std::filesystem::file_size(tables.file("CRvR.--.jtb")) / 2);
  damage(tables.file("RvR.--.jtb"), 0);
  for (const char* position : {kWin, "9r/10/10/10/10/10/10/10/10/R9"}) {
    const Finished refused = run({"probe", position, "--tables", tables.path()});
    EXPECT_EQ(refused.status, 5) << refused.out;
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr(tables.path()));
  }
}

TEST(ProbeCommand, TablesOfOtherRulesAreStatus5) {
  const TablesCopy tables;
  const RuleSet other = RuleSet::load("cazaux").value();
  std::filesystem::rename(tables.file("").parent_path(),
                          std::filesystem::path(tables.path()) / rules_folder_name(other));
  const Finished refused = run({"probe", kWin, "--tables", tables.path(), "--rules", "cazaux"});
  EXPECT_EQ(refused.status, 5);
  EXPECT_THAT(refused.err, HasSubstr("rules"));
}

}  // namespace
}  // namespace jetan
