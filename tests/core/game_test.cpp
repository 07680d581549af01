// The game under its rules: golden move lists, move counts of other programs, and what ends a game.
#include "core/game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

Position position(const std::string& text) {
  const auto parsed = Position::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(Position{});
}

std::vector<std::string> texts(const std::vector<Move>& moves) {
  std::vector<std::string> result;
  for (const Move& move : moves) result.push_back(move.to_string());
  return result;
}

AfterMove after(const Game& game, const Position& before, const std::string& text) {
  const auto move = game.parse_move(before, text);
  EXPECT_TRUE(move) << text;
  return move ? game.play(before, *move) : AfterMove{};
}

Game with(RuleSet rules, const auto& change) {
  change(rules);
  return Game(std::move(rules));
}

TEST(Game, HasTheGoldenMoveLists) {
  const Game game(preset("ag6"));
  std::ifstream file(std::string(JETAN_TEST_DATA) + "/golden_moves.txt");
  int lists = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t bar = line.find(" | ");
    ASSERT_NE(bar, std::string::npos) << line;
    std::istringstream words(line.substr(bar + 3));
    const std::vector<std::string> golden{std::istream_iterator<std::string>(words), {}};
    EXPECT_THAT(texts(game.legal_moves(position(line.substr(0, bar)))), UnorderedElementsAreArray(golden))
        << line.substr(0, bar);
    ++lists;
  }
  EXPECT_EQ(lists, 10);
}

// Figures of independent programs.
TEST(Game, PerftOfTheArrayIsWhatOtherProgramsFound) {
  const Game game(preset("ag6"));
  Position array = position("startpos");
  EXPECT_EQ(game.perft(array, 1), 92U);
  EXPECT_EQ(game.perft(array, 2), 8'439U);
  EXPECT_EQ(game.perft(array, 3), 687'038U);
  array.escapes = {};
  EXPECT_EQ(game.perft(array, 0), 1U);
  EXPECT_EQ(game.perft(array, 1), 52U);
  EXPECT_EQ(game.perft(array, 2), 2'683U);
  EXPECT_EQ(game.perft(array, 3), 157'347U);
  EXPECT_EQ(game.perft(array, 4), 9'140'786U);
}

TEST(Game, PerftOfTheMirroredArrayIsWhatOtherProgramsFound) {
  const Game game(preset("ag6"));
  Position array = Position::parse("startpos", true).value();
  array.escapes = {};
  EXPECT_EQ(game.perft(array, 1), 52U);
  EXPECT_EQ(game.perft(array, 2), 2'683U);
  EXPECT_EQ(game.perft(array, 3), 157'347U);
  EXPECT_EQ(game.perft(array, 4), 9'141'360U);
}

TEST(Game, PerftCountsAMoveThatEndsTheGameAtItsOwnDepthOnly) {
  const Game game(preset("ag6"));
  // The Chief takes the Princess, or anything else.
  const Position mate = position("9r/10/10/6C3/10/10/10/10/10/R9 b - -");
  std::uint64_t longer = 0;
  int captures = 0;
  for (const Move move : game.legal_moves(mate)) {
    if (move.capture) {
      ++captures;
    } else {
      longer += game.perft(game.play(mate, move).position, 1);
    }
  }
  EXPECT_EQ(captures, 1);
  EXPECT_EQ(game.perft(mate, 2), longer);
  EXPECT_EQ(game.perft(position("rd8/10/10/10/10/10/10/10/10/RD8 b - 0"), 1), 0U);  // a count run out
}

TEST(Game, WritesMoves) {
  const Square e1 = *Square::parse("e1");
  const Square e10 = *Square::parse("e10");
  EXPECT_EQ((Move{e1, e10, false, false}).to_string(), "e1-e10");
  EXPECT_EQ((Move{e1, e10, true, false}).to_string(), "e1xe10");
  EXPECT_EQ((Move{e1, e10, false, true}).to_string(), "e1~e10");
}

TEST(Game, ReadsExactlyTheLegalMoves) {
  const Game game(preset("burroughs"));
  const Position array = position("startpos");
  for (const Move move : game.legal_moves(array)) EXPECT_EQ(game.parse_move(array, move.to_string()), move);
  for (const char* wrong :
       {"", "e1", "e1-e1", "e1-e4-", "e1xe4", "f10-f7", "A1-B2", "e1-e40000000000000000000000000"}) {
    const auto move = game.parse_move(array, wrong);
    ASSERT_FALSE(move) << wrong;
    EXPECT_EQ(move.error().kind, ErrorKind::BadPosition);
    EXPECT_THAT(move.error().message, AllOf(HasSubstr("no legal move"), HasSubstr("WADFCRFDAW b Rr -")));
  }
}

TEST(Game, ChecksWhatOnlyTheRulesKnow) {
  const Game game(preset("burroughs"));
  const auto message = [](const Game& g, const std::string& text) {
    const auto checked = g.check(position(text));
    if (checked) return std::string("fine");
    EXPECT_EQ(checked.error().kind, ErrorKind::BadPosition);
    return checked.error().message;
  };
  EXPECT_EQ(message(game, "startpos"), "fine");
  EXPECT_EQ(message(game, "9r/10/10/10/10/10/10/10/10/PR8 b - -").find("a Panthan of Black stands on a1"), 0U);
  EXPECT_EQ(message(game, "7p1r/10/10/10/10/10/10/10/10/1R8 b - -").find("a Panthan of Orange stands on h10"), 0U);
  EXPECT_EQ(message(game, "9r/10/10/10/10/10/10/10/10/pR7P b - -").find("a Panthan of Black stands on j1"), 0U);
  EXPECT_EQ(message(game, "9r/10/10/10/10/10/10/10/P9/pR8 b - -"), "fine");
  EXPECT_EQ(message(game, "rd8/10/10/10/10/10/10/10/10/RD8 b Rr 10"), "fine");
  EXPECT_EQ(message(game, "rd8/10/10/10/10/10/10/10/10/RD8 b Rr 0"), "fine");
  EXPECT_EQ(message(game, "rd8/10/10/10/10/10/10/10/10/RD8 b Rr -"), "fine");
  EXPECT_THAT(message(game, "rd8/10/10/10/10/10/10/10/10/RD8 b Rr 11"),
              AllOf(HasSubstr("11 plies left"), HasSubstr("burroughs start it at 10")));
  EXPECT_THAT(message(game, "rd8/10/10/10/10/10/10/10/10/R9 b - 10"), HasSubstr("no count runs"));
  EXPECT_THAT(message(Game(preset("no-count")), "rd8/10/10/10/10/10/10/10/10/RD8 b - 5"), HasSubstr("no count runs"));
  const Game tame = with(preset("burroughs"), [](RuleSet& rules) { rules.escape = Escape::None; });
  EXPECT_THAT(message(tame, "rd8/10/10/10/10/10/10/10/10/RD8 b r -"), HasSubstr("have no escape"));
  EXPECT_EQ(message(tame, "rd8/10/10/10/10/10/10/10/10/RD8 b - -"), "fine");
}

TEST(Game, RefusesACountOfLessThanNoPlies) {
  Position position = Position::parse("9r/10/10/10/10/10/10/10/10/R9 b - 0").value();
  const Game game(preset("burroughs"));
  EXPECT_TRUE(game.check(position));
  position.count = -1;
  const Result<void> refused = game.check(position);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::BadPosition);
}

TEST(Game, TakingThePrincessWinsAndAChiefTakingTheChief) {
  const Game game(preset("cazaux"));
  EXPECT_FALSE(game.wins_at_once(position("rc8/10/10/10/10/10/3D6/10/2C7/R9 b - -")));
  EXPECT_TRUE(game.wins_at_once(position("1r8/10/10/1D8/10/10/10/10/10/R9 b - -")));
  EXPECT_FALSE(game.wins_at_once(position("1r8/10/10/1D8/10/10/10/10/10/R9 o - -")));
  EXPECT_EQ(after(game, position("1r8/10/10/1D8/10/10/10/10/10/R9 b - -"), "b7xb10").ended, Outcome::Win);
  EXPECT_EQ(after(game, position("r9/10/10/1c8/10/10/1C8/10/10/R9 b - -"), "b4xb7").ended, Outcome::Win);
  EXPECT_EQ(after(game, position("r9/10/10/1C8/10/10/1c8/10/10/R9 o - -"), "b4xb7").ended, Outcome::Win);
  EXPECT_EQ(after(game, position("r9/10/10/1d8/10/10/1C8/10/10/R9 b - -"), "b4xb7").ended, std::nullopt);
}

TEST(Game, AChiefTakenByAnotherPieceIsAsTheRulesSay) {
  const Position here = position("r9/10/10/1c8/10/10/1D8/10/10/R9 b - -");
  EXPECT_EQ(after(Game(preset("burroughs")), here, "b4xb7").ended, Outcome::Draw);
  EXPECT_FALSE(Game(preset("burroughs")).wins_at_once(here));
  EXPECT_EQ(after(Game(preset("zillions")), here, "b4xb7").ended, Outcome::Win);
  EXPECT_TRUE(Game(preset("zillions")).wins_at_once(here));
  const AfterMove next = after(Game(preset("cazaux")), here, "b4xb7");
  EXPECT_EQ(next.ended, std::nullopt);
  EXPECT_EQ(next.position.to_string(), "r9/10/10/1D8/10/10/10/10/10/R9 o - -");
}

TEST(Game, ASideWithoutAMoveLosesOrDrawsAsTheRulesSay) {
  // A Princess of one orthogonal step without jumps, shut in by two Warriors, who can't take her there.
  const Position quiet = position("9r/10/10/10/10/10/10/10/w9/Rw8 b - -");
  const Position threatened = position("9r/10/10/10/10/10/10/1t8/w9/Rw8 b - -");
  const auto shut_in = [&](NoMove no_move) {
    return with(preset("burroughs"), [&](RuleSet& rules) {
      rules.stepping[to_index(PieceKind::Princess)] = {1, StepCount::Exact, Directions::Orthogonal, Turning::Straight,
                                                       false};
      rules.no_move = no_move;
    });
  };
  EXPECT_EQ(Game(preset("burroughs")).over(quiet), std::nullopt);
  const Game loss = shut_in(NoMove::Loss);
  ASSERT_FALSE(loss.has_legal_move(quiet));
  ASSERT_TRUE(loss.is_threatened(threatened, Side::Black));
  ASSERT_FALSE(loss.is_threatened(quiet, Side::Black));
  EXPECT_EQ(loss.over(quiet), Outcome::Loss);
  EXPECT_EQ(shut_in(NoMove::Draw).over(threatened), Outcome::Draw);
  EXPECT_EQ(shut_in(NoMove::LossIfThreatened).over(quiet), Outcome::Draw);
  EXPECT_EQ(shut_in(NoMove::LossIfThreatened).over(threatened), Outcome::Loss);
}

TEST(Game, CountsPliesOnlyWhileTheCountRuns) {
  const Game game(preset("burroughs"));
  const Position dwars = position("9r/9d/10/10/10/10/10/10/10/RD8 b - 2");
  const Position next = after(game, dwars, "b1-b4").position;
  EXPECT_EQ(next.count, 1);
  const Position last = after(game, next, "j9-j6").position;
  EXPECT_EQ(last.count, 0);
  EXPECT_EQ(game.over(next), std::nullopt);
  EXPECT_EQ(game.over(last), Outcome::Draw);
  // The move that makes the condition true is not counted.
  const Position before = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - -");
  EXPECT_FALSE(game.count_runs(before));
  EXPECT_EQ(after(game, before, "b3xb6").position.count, 10);
  // Not stated means full.
  EXPECT_EQ(after(game, position("9r/9d/10/10/10/10/10/10/10/RD8 b - -"), "b1-b4").position.count, 9);
}

TEST(Game, ACaptureThatKeepsTheConditionLetsTheCountGoOnOrStartAnew) {
  const Position here = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - 7");
  const Game goes_on(preset("friedlander"));
  EXPECT_EQ(after(goes_on, here, "b3xb6").position.count, 6);
  const Game anew = with(preset("friedlander"), [](RuleSet& rules) { rules.count->on_capture = OnCapture::Restart; });
  EXPECT_EQ(after(anew, here, "b3xb6").position.count, 10);
  EXPECT_EQ(after(anew, here, "b3-b2").position.count, 6);
}

TEST(Game, AnEscapeIsSpentOnceMade) {
  const Game game(preset("burroughs"));
  const Position here = position("9r/10/10/10/10/10/10/10/10/R9 b Rr -");
  const Position next = after(game, here, "a1~e5").position;
  EXPECT_EQ(next.escapes, (Escapes{false, true}));
  EXPECT_EQ(next.to_move, Side::Orange);
  EXPECT_EQ(after(game, here, "a1-a4").position.escapes, (Escapes{true, true}));
}

}  // namespace
}  // namespace jetan
