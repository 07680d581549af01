// The commands that need no tables: rules, moves, perft, index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/probe/temporary_folder.hpp"
#include "tests/tools/program.hpp"

namespace jetan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

// The point-symmetric array, no escapes.
constexpr const char* kArray = "wadfrcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW";
constexpr const char* kMirroredArray = "wadfcrfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW";

TEST(RulesCommand, ListsThePresetsTheDefaultFirst) {
  const auto lines = run({"rules"}).lines();
  ASSERT_THAT(lines, SizeIs(9));
  EXPECT_THAT(lines.front(), StartsWith("burroughs "));
  const auto objects = run({"rules", "--json"}).json_lines();
  ASSERT_THAT(objects, SizeIs(9));
  EXPECT_EQ(objects.front()["name"], "burroughs");
  EXPECT_THAT(objects.front()["source"], HasSubstr("Chessmen of Mars"));
}

TEST(RulesCommand, PrintsARuleFileThatCanBeUsed) {
  const TemporaryFolder folder;
  const std::string printed = run({"rules", "cazaux"}).out;
  std::ofstream(folder / "mine.toml") << printed;
  EXPECT_EQ(run({"rules", folder / "mine.toml"}).out, printed);
  EXPECT_EQ(run({"rules", "--rules", folder / "mine.toml"}).out, printed);
  EXPECT_EQ(run({"rules", folder / "mine.toml", "--json"}).json()["hash"],
            run({"rules", "cazaux", "--json"}).json()["hash"]);
}

TEST(RulesCommand, PrintsAllSettingsAsJson) {
  const auto rules = run({"rules", "burroughs", "--json"}).json();
  EXPECT_EQ(rules["chief"]["steps"], 3);
  EXPECT_EQ(rules["thoat"]["move"], "either-order");
  EXPECT_EQ(rules["count"]["enabled"], true);
  EXPECT_EQ(rules["count"]["plies"], 10);
  EXPECT_FALSE(run({"rules", "no-count", "--json"}).json()["count"].contains("plies"));
}

TEST(RulesCommand, SaysWhatTwoRuleSetsDifferIn) {
  const auto lines = run({"rules", "--diff", "ag6", "burroughs"}).lines();
  ASSERT_THAT(lines, SizeIs(1));
  EXPECT_EQ(lines[0],
            "thoat.move           Thoat: nothing blocks it (ag6); either step first; a piece on the square between "
            "blocks that order (burroughs)");
  EXPECT_EQ(run({"rules", "--diff", "cazaux", "zillions", "--json"}).json(),
            (nlohmann::json{{"section", "end"},
                            {"key", "chief-taken"},
                            {"a", "piece-lost"},
                            {"b", "win"},
                            {"meaning_a", "the game goes on"},
                            {"meaning_b", "the taker wins"}}));
  EXPECT_EQ(run({"rules", "--diff", "burroughs", "no-count", "--json"}).json()["b"], false);
}

TEST(RulesCommand, SaysWhenTwoRuleSetsPlayAlike) {
  const TemporaryFolder folder;
  std::ofstream(folder / "mine.toml") << run({"rules", "ag6"}).out;
  const std::string mine = folder / "mine.toml";
  const Finished alike = run({"rules", "--diff", "ag6", mine});
  EXPECT_EQ(alike.status, 0);
  EXPECT_EQ(alike.out, "ag6 and " + mine + " play alike\n");  // both are called ag6
  EXPECT_EQ(run({"rules", "--diff", "ag6", mine, "--json"}).out, "");
  EXPECT_THAT(run({"rules", "--diff", "burroughs", mine}).out, HasSubstr("nothing blocks it (ag6)"));
}

TEST(RulesCommand, TellsOnlyTwoRuleSetsApart) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"rules", "--diff", "ag6"},
                                             {"rules", "--diff"},
                                             {"rules", "--diff", "ag6", "free", "cazaux"},
                                             {"rules", "--diff", "ag6", "free", "--rules", "cazaux"},
                                             {"rules", "--diff", "ag6", "free", "--no-count"}}) {
    const Finished refused = run(wrong);
    EXPECT_EQ(refused.status, 2) << testing::PrintToString(wrong);
    EXPECT_THAT(refused.err, HasSubstr("--diff"));
  }
  EXPECT_EQ(run({"rules", "--diff", "ag6", "nobodys"}).status, 3);
}

TEST(RulesCommand, LeavesTheCountOut) {
  const auto rules = run({"rules", "ag6", "--no-count", "--json"}).json();
  EXPECT_EQ(rules["name"], "ag6-no-count");
  EXPECT_EQ(rules["count"]["enabled"], false);
  EXPECT_EQ(run({"rules", "--no-count", "--json"}).json()["hash"], run({"rules", "no-count", "--json"}).json()["hash"]);
  EXPECT_THAT(run({"moves", "9r/10/10/10/10/10/10/10/10/R9", "--no-count", "--json"}).json()["position"],
              testing::EndsWith(" -"));
}

// tests/data/golden_moves.txt: "position | moves", found by other programs, under ag6.
TEST(MovesCommand, ListsTheMovesOfTheGoldenPositions) {
  std::ifstream file(JETAN_TEST_DATA "/golden_moves.txt");
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t bar = line.find(" | ");
    if (line.empty() || line[0] == '#' || bar == std::string::npos) continue;
    std::istringstream words(line.substr(bar + 3));
    std::vector<std::string> expected(std::istream_iterator<std::string>(words), {});
    auto moves = run({"moves", line.substr(0, bar), "--rules", "ag6"}).lines();
    std::sort(expected.begin(), expected.end());
    std::sort(moves.begin(), moves.end());
    EXPECT_EQ(moves, expected) << line;
    ++positions;
  }
  EXPECT_GT(positions, 0);
}

TEST(MovesCommand, SortsBySquareWithEscapesLast) {
  const auto moves = run({"moves", "9R/10/10/10/10/10/10/10/10/r9 b R -"}).lines();
  ASSERT_GT(moves.size(), 90U);
  EXPECT_EQ(moves.front(), "j10-g7");
  const auto at = [&](const std::string& move) { return std::find(moves.begin(), moves.end(), move) - moves.begin(); };
  EXPECT_LT(at("j10-g9"), at("j10-g10"));
  EXPECT_LT(at("j10-j9"), at("j10~a2"));
  EXPECT_LT(at("j10~a9"), at("j10~a10"));
  EXPECT_EQ(moves.back(), "j10~j9");
}

TEST(MovesCommand, TakesAPositionQuotedOrAsWords) {
  const Finished quoted = run({"moves", "9r/10/10/10/10/4C5/10/10/10/R9 b - -"});
  EXPECT_EQ(run({"moves", "9r/10/10/10/10/4C5/10/10/10/R9", "b", "-", "-"}).out, quoted.out);
  EXPECT_EQ(run({"moves", "9r/10/10/10/10/4C5/10/10/10/R9"}).out, quoted.out);
  EXPECT_EQ(run({"moves", "9r/10/10/10/10/4C5/10/10/10/R9 b", "-"}).out, quoted.out);
}

TEST(MovesCommand, PrintsAJsonObject) {
  const auto object = run({"moves", "9r/10/10/10/10/10/10/10/10/R9", "--json"}).json();
  EXPECT_EQ(object["position"], "9r/10/10/10/10/10/10/10/10/R9 b - 10");  // the full count, made explicit
  EXPECT_TRUE(object["over"].is_null());
  EXPECT_THAT(object["moves"], SizeIs(15));
}

TEST(MovesCommand, HasNoMovesWhenTheGameIsOver) {
  const Finished over = run({"moves", "9r/10/10/10/10/10/10/10/10/R9 b - 0"});
  EXPECT_EQ(over.status, 0);
  EXPECT_EQ(over.out, "");
  EXPECT_THAT(over.err, HasSubstr("over, a draw"));
  const auto object = run({"moves", "9r/10/10/10/10/10/10/10/10/R9 b - 0", "--json"}).json();
  EXPECT_EQ(object["over"], "draw");
  EXPECT_THAT(object["moves"], SizeIs(0));
}

// DESIGN.md section 8: figures of independent programs.
TEST(PerftCommand, AgreesWithTheFiguresKnown) {
  const auto perft = [](const char* depth, const std::string& position) {
    return run({"perft", depth, position, "--rules", "ag6"}).out;
  };
  EXPECT_EQ(perft("0", "startpos"), "1\n");
  EXPECT_EQ(perft("1", "startpos"), "92\n");
  EXPECT_EQ(perft("2", "startpos"), "8439\n");
  EXPECT_EQ(perft("3", "startpos"), "687038\n");
  EXPECT_EQ(perft("2", kArray), "2683\n");
  EXPECT_EQ(perft("4", kArray), "9140786\n");
  EXPECT_EQ(perft("4", kMirroredArray), "9141360\n");
}

TEST(PerftCommand, StartsFromTheArray) { EXPECT_EQ(run({"perft", "2"}).out, run({"perft", "2", "startpos"}).out); }

TEST(PerftCommand, DividesByFirstMove) {
  const auto object = run({"perft", "2", kArray, "--divide", "--json"}).json();
  EXPECT_THAT(object["divide"], SizeIs(52));
  std::uint64_t sum = 0;
  for (const auto& number : object["divide"]) sum += number.get<std::uint64_t>();
  EXPECT_EQ(object["sequences"], sum);
  EXPECT_EQ(object["depth"], 2);
  const auto lines = run({"perft", "2", kArray, "--divide"}).lines();
  ASSERT_THAT(lines, SizeIs(53));
  EXPECT_EQ(lines.back(), std::to_string(sum));
}

TEST(StartPosition, IsTheRuleSetsArrayWithItsEscapes) {
  const TemporaryFolder folder;
  std::string rules = run({"rules", "burroughs"}).out;
  const auto replace = [&rules](const std::string& from, const std::string& to) {
    ASSERT_NE(rules.find(from), std::string::npos) << from;
    rules.replace(rules.find(from), from.size(), to);
  };
  replace("point-symmetric", "mirrored");
  replace("escape = \"any-square\"", "escape = \"none\"");
  std::ofstream(folder / "mirrored.toml") << rules;
  const auto object = run({"perft", "0", "--json", "--rules", folder / "mirrored.toml"}).json();
  EXPECT_EQ(object["position"], std::string(kMirroredArray) + " b - -");
}

TEST(IndexCommand, CountsAnEndingsPositions) {
  EXPECT_EQ(run({"index", "CRvR"}).out, "121455\n");
  EXPECT_EQ(run({"index", "RvCR"}).out, "121455\n");
  EXPECT_EQ(run({"index", "CRvCR"}).out, "11764935\n");
  EXPECT_EQ(run({"index", "CRvR", "--json"}).json(), (nlohmann::json{{"ending", "CRvR"}, {"positions", 121455}}));
}

TEST(IndexCommand, UnranksAndRanks) {
  for (const std::string number : {"0", "77", "121454"}) {
    const std::string position = run({"index", "CRvR", number}).lines().at(0);
    EXPECT_EQ(run({"index", position}).out, "CRvR " + number + "\n");
    const auto object = run({"index", position, "--json"}).json();
    EXPECT_EQ(object["ending"], "CRvR");
    EXPECT_EQ(object["index"], std::stoi(number));
    EXPECT_EQ(object["position"], position);
  }
}

TEST(IndexCommand, KnowsSymmetricPositionsAsOne) {
  const std::string one = run({"index", "9r/10/10/10/10/4C5/10/10/10/R9 b - -"}).out;
  EXPECT_EQ(run({"index", "r9/10/10/10/10/5C4/10/10/10/9R b - -"}).out, one);  // files mirrored
  EXPECT_EQ(run({"index", "r9/10/10/10/4c5/10/10/10/10/9R o - -"}).out, one);  // colours exchanged
}

TEST(IndexCommand, NamesTheRangeOfIndices) {
  for (const char* number : {"121455", "7x", "99999999999999999999999999"}) {
    const Finished refused = run({"index", "CRvR", number});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("0 to 121454"));
  }
}

}  // namespace
}  // namespace jetan
