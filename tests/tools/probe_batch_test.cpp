// jetan probe --batch: many positions, in order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "core/position.hpp"
#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* kDraw = "9r/10/10/10/10/10/10/10/10/R9 b - -";

Finished batch(const std::string& positions, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"probe", "--batch", "-", "--tables", small_tables()});
  return run(arguments, {.input = positions});
}

std::string random_position(std::mt19937& random) {
  Position position;
  const auto place = [&](Piece piece) {
    Square square;
    do square = Square::from_index(static_cast<int>(random() % kSquares));
    while (position.at(square));
    position.put(piece, square);
  };
  place({Side::Black, PieceKind::Princess});
  place({Side::Orange, PieceKind::Princess});
  place({random() % 2 == 0 ? Side::Black : Side::Orange, PieceKind::Chief});
  position.to_move = random() % 2 == 0 ? Side::Black : Side::Orange;
  position.escapes = {random() % 2 == 0, random() % 2 == 0};
  return position.to_string();
}

TEST(ProbeBatch, AnswersInOrderWithALineEach) {
  constexpr unsigned kSeed = 20220;
  std::mt19937 random(kSeed);
  std::string input;
  std::vector<std::string> positions;
  for (int i = 0; i < 20000; ++i) {
    positions.push_back(random_position(random));
    input += positions.back() + '\n';
  }
  const Finished answered = batch(input, {"--json"});
  EXPECT_EQ(answered.status, 0) << answered.err;
  const auto answers = answered.json_lines();
  ASSERT_EQ(answers.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    ASSERT_EQ(answers[i]["position"], positions[i]) << "seed " << kSeed;
  // As one by one.
  for (std::size_t i = 0; i < positions.size(); i += 2000) {
    const auto alone = run({"probe", positions[i], "--json", "--tables", small_tables()}).json();
    EXPECT_EQ(answers[i]["outcome"], alone["outcome"]) << positions[i];
    EXPECT_EQ(answers[i]["plies"], alone["plies"]) << positions[i];
    EXPECT_EQ(answers[i]["metric"], alone["metric"]) << positions[i];
    EXPECT_TRUE(answers[i]["best"].is_null());
  }
  EXPECT_EQ(batch(input).lines().size(), positions.size());
}

TEST(ProbeBatch, ReadsAFile) {
  const TemporaryFolder folder;
  std::ofstream(folder / "positions") << kWin << '\n' << kDraw;  // the last line without its end
  EXPECT_EQ(run({"probe", "--batch", folder / "positions", "--tables", small_tables()}).out, "win in 5 plies\ndraw\n");
}

TEST(ProbeBatch, PassesOverBlankLinesAndComments) {
  EXPECT_EQ(batch(std::string("# positions\n\n  ") + kWin + "\r\n \t\n#\n" + kDraw + "\n").out,
            "win in 5 plies\ndraw\n");
  EXPECT_EQ(batch("").out, "");
  EXPECT_EQ(batch("").status, 0);
}

TEST(ProbeBatch, PassesOverAByteOrderMarkAtTheStart) {
  EXPECT_EQ(batch(std::string("\xEF\xBB\xBF") + kWin + "\n" + kDraw).out, "win in 5 plies\ndraw\n");
  EXPECT_EQ(batch(std::string("\xEF\xBB\xBF") + kWin).out, "win in 5 plies\n");
  EXPECT_EQ(batch("\xEF\xBB\xBF").out, "");
  EXPECT_EQ(batch(std::string(kDraw) + "\n\xEF\xBB\xBF" + kWin).status, 3);
}

TEST(ProbeBatch, TellsThePliesLeftOnTheCount) {
  const auto answers = batch(std::string(kWin) + "\n9r/10/10/10/10/10/10/10/10/R9 b - 7\n", {"--json"}).json_lines();
  EXPECT_TRUE(answers.at(0)["count"].is_null());
  EXPECT_EQ(answers.at(1)["count"], 7);
}

TEST(ProbeBatch, AnswersABadLineByItsErrorAndEndsInItsStatus) {
  const Finished bad = batch(std::string(kWin) + "\nnonsense\n" + kDraw + "\n");
  EXPECT_EQ(bad.status, 3);
  ASSERT_THAT(bad.lines(), SizeIs(3));
  EXPECT_EQ(bad.lines()[0], "win in 5 plies");
  EXPECT_THAT(bad.lines()[1], StartsWith("error: "));
  EXPECT_EQ(bad.lines()[2], "draw");

  const auto objects = batch(std::string("\xff\xfe nonsense\n") + kDraw + "\n", {"--json"}).json_lines();
  ASSERT_THAT(objects, SizeIs(2));
  for (const char* key : {"outcome", "plies", "metric", "best"}) EXPECT_TRUE(objects[0][key].is_null()) << key;
  EXPECT_TRUE(objects[0]["error"].is_string());
  EXPECT_EQ(objects[1]["outcome"], "draw");

  const Finished missing = batch(std::string("nonsense\n9r/10/10/10/10/4D5/10/10/10/R9\n") + kDraw + "\n");
  EXPECT_EQ(missing.status, 4);
  EXPECT_THAT(missing.lines().at(1), HasSubstr("jetan gen RDvR"));
}

TEST(ProbeBatch, FindsTheBestMoveWhenAsked) {
  const auto alone = run({"probe", kWin, "--json", "--moves", "--tables", small_tables()}).json();
  const std::string best = alone["best"];
  EXPECT_EQ(batch(kWin, {"--best"}).out, "win in 5 plies: " + best + "\n");
  EXPECT_EQ(batch(kWin, {"--best", "--json"}).json()["best"], best);
  auto in_batch = batch(kWin, {"--moves", "--json"}).json();
  for (const char* key : {"full_count", "without_count"}) in_batch[key] = nullptr;  // not asked for here
  EXPECT_EQ(in_batch, alone);
  EXPECT_THAT(batch(kWin, {"--moves"}).out, StartsWith("win in 5 plies: " + best + "; " + best + " win in 5 plies; "));
}

TEST(ProbeBatch, DoesntKeepAnAnswerBackFromOneWhoWaits) {
  Running engine({"probe", "--batch", "-", "--tables", small_tables()});
  for (int i = 0; i < 3; ++i) {
    engine.write(std::string(kWin) + '\n');
    EXPECT_EQ(engine.read_line(), "win in 5 plies");
  }
  engine.end_input();
  EXPECT_EQ(engine.wait(), 0);
}

TEST(ProbeBatch, EndsWhenNoOneReadsItsAnswers) {
  const Finished full =
      run({"probe", "--batch", "-", "--tables", small_tables()}, {.input = kWin, .output = "/dev/full"});
  EXPECT_EQ(full.status, 6);
}

TEST(ProbeBatch, RefusesALineWithoutEnd) { EXPECT_EQ(batch(std::string(3 << 20, 'x')).status, 3); }

}  // namespace
}  // namespace jetan
