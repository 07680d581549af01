// The count in positions and moves: an example for every sentence of its rule, which both engines follow.
// (What it does to values: tests/tbgen/count_examples_test.cpp.)
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "core/ending.hpp"
#include "core/game.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"

namespace jetan {
namespace {

Position position(const std::string& text) {
  const Result<Position> result = Position::parse(text);
  EXPECT_TRUE(result) << text;
  return result.value_or(Position{});
}

RuleSet counting(Equality equal) {
  RuleSet rules = preset("burroughs");
  rules.count->equal = equal;
  return rules;
}

bool count_runs_in(const RuleSet& rules, const Position& here) {
  const bool runs = count_runs(rules, here);
  EXPECT_EQ(naive::condition_holds(rules, here), runs) << here.to_string();
  return runs;
}

// The outcome for the side to move, if the game is over before it moves.
std::optional<Outcome> over(const RuleSet& rules, const Position& here) {
  const auto outcome = Game(rules).over(here);
  const auto ended = naive::judge(rules, here);
  EXPECT_EQ(ended.has_value(), outcome.has_value()) << here.to_string();
  if (ended && outcome) {
    const auto winner = *outcome == Outcome::Draw  ? std::nullopt
                        : *outcome == Outcome::Win ? std::optional(here.to_move)
                                                   : std::optional(opponent(here.to_move));
    EXPECT_EQ(ended->winner, winner) << here.to_string();
  }
  return outcome;
}

std::variant<naive::Ended, Position> after_by_naive_engine(const RuleSet& rules, const Position& before,
                                                           const std::string& text) {
  for (const naive::Move& move : naive::legal_moves(rules, before)) {
    if (naive::to_text(move) == text) return naive::apply(rules, before, move);
  }
  ADD_FAILURE() << text << " is not legal";
  return before;
}

// The position after a move that is checked to be legal and not to end the game.
Position after(const RuleSet& rules, const Position& before, const std::string& text) {
  const Game game(rules);
  const Result<Move> move = game.parse_move(before, text);
  EXPECT_TRUE(move) << text;
  if (!move) return before;
  const AfterMove next = game.play(before, *move);
  EXPECT_FALSE(next.ended) << text << " ends the game";
  const auto by_naive_engine = after_by_naive_engine(rules, before, text);
  const Position* position = std::get_if<Position>(&by_naive_engine);
  EXPECT_TRUE(position && *position == next.position) << text;
  return next.position;
}

TEST(Count, RunsWhenTheSidesAreEqualInTheOptionsSense) {
  struct Example {
    std::string placement;
    bool any, number, value, same;
  };
  const std::vector<Example> examples{
      {"rd8/10/10/10/10/10/10/10/10/RD8", true, true, true, true},
      {"rf8/10/10/10/10/10/10/10/10/RD8", true, true, true, false},   // 4 and 4
      {"rc8/10/10/10/10/10/10/10/10/RD8", true, true, false, false},  // 10 and 4
      {"rww7/10/10/10/10/10/10/10/10/RD8", true, false, true, false},
      {"r9/10/10/10/10/10/10/10/10/RD8", true, false, false, false},
      {"r9/10/10/10/10/10/10/10/10/R9", true, true, true, true},
      {"rfdt6/10/10/10/10/10/10/10/10/RFDT6", false, false, false, false},  // four pieces
      {"rpp7/10/10/10/10/10/10/10/10/RPPP6", false, false, false, false},
  };
  for (const Example& example : examples) {
    const Position here = position(example.placement + " b - -");
    EXPECT_EQ(count_runs_in(counting(Equality::Any), here), example.any) << example.placement;
    EXPECT_EQ(count_runs_in(counting(Equality::Number), here), example.number) << example.placement;
    EXPECT_EQ(count_runs_in(counting(Equality::Value), here), example.value) << example.placement;
    EXPECT_EQ(count_runs_in(counting(Equality::Same), here), example.same) << example.placement;
    EXPECT_FALSE(count_runs_in(preset("no-count"), here));
  }
}

TEST(Count, TakesInChiefAndPrincessWhereItCountsPieces) {
  const RuleSet rules = preset("burroughs");
  EXPECT_TRUE(count_runs_in(rules, position("rc1d6/10/10/10/10/10/10/10/10/RC1D6")));
  EXPECT_FALSE(count_runs_in(rules, position("rc1dw5/10/10/10/10/10/10/10/10/RC1DW5")));
}

TEST(Count, GoesDownByOneAPly) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - 10");
  here = after(rules, here, "b1-b4");
  EXPECT_EQ(here.count, 9);
  here = after(rules, here, "j9-j6");
  EXPECT_EQ(here.count, 8);
}

TEST(Count, IsFullWhenNotStated) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - -");
  here.count = std::nullopt;
  EXPECT_EQ(naive::plies_left(rules, here), 10);
  EXPECT_EQ(after(rules, here, "b1-b4").count, 9);
}

TEST(Count, DoesNotCountTheMoveThatMakesTheConditionTrue) {
  const RuleSet rules = preset("burroughs");
  const Position here = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - -");  // 4 against 5
  EXPECT_FALSE(count_runs_in(rules, here));
  EXPECT_EQ(after(rules, here, "b3xb6").count, 10);
}

TEST(Count, GoesOnOrStartsAnewAtACaptureThatKeepsTheCondition) {
  RuleSet rules = counting(Equality::Any);
  const Position here = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - 7");
  EXPECT_EQ(after(rules, here, "b3xb6").count, 6);
  EXPECT_EQ(after(rules, here, "b3-b2").count, 6);
  rules.count->on_capture = OnCapture::Restart;
  EXPECT_EQ(after(rules, here, "b3xb6").count, 10);
  EXPECT_EQ(after(rules, here, "b3-b2").count, 6);
}

TEST(Count, StopsWhenTheConditionLapsesAndStartsAnewAtTenWhenItComesTrueAgain) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/10/10/2d7/1p8/10/10/1D8/A9/1R8 b - -");
  here.remove(*Square::parse("a2"));
  here.put({Side::Black, PieceKind::Panthan}, *Square::parse("a2"));  // 4 + 1 against 4 + 1
  here.count = 5;
  here = after(rules, here, "b3xb6");  // 5 against 4
  EXPECT_EQ(here.count, std::nullopt);
  here = after(rules, here, "c7-d9");
  EXPECT_EQ(here.count, std::nullopt);
  here = after(rules, here, "a2-a3");
  here.remove(*Square::parse("d9"));
  here.put({Side::Orange, PieceKind::Dwar}, *Square::parse("a6"));
  here = after(rules, here, "a6xa3");  // 4 against 4
  EXPECT_EQ(here.count, 10);
}

TEST(Count, DrawsWhenItHasRunOut) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - 1");
  EXPECT_EQ(over(rules, here), std::nullopt);
  here = after(rules, here, "b1-b4");
  EXPECT_EQ(here.count, 0);
  EXPECT_EQ(over(rules, here), Outcome::Draw);
  EXPECT_EQ(Game(rules).perft(here, 1), 0U);
  EXPECT_EQ(naive::perft(rules, here, 1), 0U);
}

TEST(Count, LetsTheTenthPlyWin) {
  const RuleSet rules = preset("burroughs");
  const Position here = position("9r/d9/10/9D/10/10/10/10/10/R9 b - 1");
  const Game game(rules);
  EXPECT_EQ(game.play(here, game.parse_move(here, "j7xj10").value()).ended, Outcome::Win);
  EXPECT_EQ(std::get<naive::Ended>(after_by_naive_engine(rules, here, "j7xj10")), naive::Ended{Side::Black});
}

TEST(Count, YieldsToTheRuleOfNoMoveWhenSpent) {
  const RuleSet rules = preset("friedlander");
  EXPECT_EQ(over(rules, position("9r/10/10/10/10/10/10/10/1d8/Rc8 b - 0")), Outcome::Loss);
}

TEST(Count, IsNotHeededWhileTheConditionDoesNotHold) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/10/10/10/10/10/10/10/10/RD8 b - -");
  here.count = 3;
  EXPECT_FALSE(count_runs_in(rules, here));
  EXPECT_EQ(after(rules, here, "b1-b4").count, std::nullopt);
}

}  // namespace
}  // namespace jetan
