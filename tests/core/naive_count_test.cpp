// The naive engine's count: an example for every sentence of its rule.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"

namespace jetan::naive {
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

// The position after a move that is checked to be legal and not to end the game.
Position after(const RuleSet& rules, const Position& before, const std::string& move) {
  for (const Move& each : legal_moves(rules, before)) {
    if (to_text(each) != move) continue;
    const auto next = apply(rules, before, each);
    EXPECT_TRUE(std::holds_alternative<Position>(next)) << move << " ends the game";
    return std::get<Position>(next);
  }
  ADD_FAILURE() << move << " is not legal";
  return before;
}

TEST(NaiveCount, RunsWhenTheSidesAreEqualInTheOptionsSense) {
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
    EXPECT_EQ(condition_holds(counting(Equality::Any), here), example.any) << example.placement;
    EXPECT_EQ(condition_holds(counting(Equality::Number), here), example.number) << example.placement;
    EXPECT_EQ(condition_holds(counting(Equality::Value), here), example.value) << example.placement;
    EXPECT_EQ(condition_holds(counting(Equality::Same), here), example.same) << example.placement;
    EXPECT_FALSE(condition_holds(preset("no-count"), here));
  }
}

TEST(NaiveCount, GoesDownByOneAPly) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - 10");
  here = after(rules, here, "b1-b4");
  EXPECT_EQ(here.count, 9);
  here = after(rules, here, "j9-j6");
  EXPECT_EQ(here.count, 8);
}

TEST(NaiveCount, IsFullWhenNotStated) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - -");
  here.count = std::nullopt;
  EXPECT_EQ(plies_left(rules, here), 10);
  EXPECT_EQ(after(rules, here, "b1-b4").count, 9);
}

TEST(NaiveCount, DoesNotCountTheMoveThatMakesTheConditionTrue) {
  const RuleSet rules = preset("burroughs");
  const Position here = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - -");  // 4 against 5
  EXPECT_EQ(plies_left(rules, here), std::nullopt);
  EXPECT_EQ(after(rules, here, "b3xb6").count, 10);
}

TEST(NaiveCount, GoesOnOrStartsAnewAtACaptureThatKeepsTheCondition) {
  RuleSet rules = counting(Equality::Any);
  const Position here = position("9r/9d/10/10/1p8/10/10/1D8/10/R9 b - 7");
  EXPECT_EQ(after(rules, here, "b3xb6").count, 6);
  EXPECT_EQ(after(rules, here, "b3-b2").count, 6);
  rules.count->on_capture = OnCapture::Restart;
  EXPECT_EQ(after(rules, here, "b3xb6").count, 10);
  EXPECT_EQ(after(rules, here, "b3-b2").count, 6);
}

TEST(NaiveCount, StopsWhenTheConditionLapsesAndStartsAnewAtTenWhenItComesTrueAgain) {
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

TEST(NaiveCount, DrawsWhenItHasRunOut) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/9d/10/10/10/10/10/10/10/RD8 b - 1");
  EXPECT_EQ(judge(rules, here), std::nullopt);
  here = after(rules, here, "b1-b4");
  EXPECT_EQ(here.count, 0);
  EXPECT_EQ(judge(rules, here), Ended{std::nullopt});
  EXPECT_EQ(perft(rules, here, 1), 0U);
}

TEST(NaiveCount, LetsTheTenthPlyWin) {
  const RuleSet rules = preset("burroughs");
  const Position here = position("9r/d9/10/9D/10/10/10/10/10/R9 b - 1");
  const auto end = apply(rules, here, {*Square::parse("j7"), *Square::parse("j10"), true, false});
  EXPECT_EQ(std::get<Ended>(end), Ended{Side::Black});
}

TEST(NaiveCount, YieldsToTheRuleOfNoMoveWhenSpent) {
  const RuleSet rules = preset("friedlander");
  EXPECT_EQ(judge(rules, position("9r/10/10/10/10/10/10/10/1d8/Rc8 b - 0")), Ended{Side::Orange});
}

TEST(NaiveCount, IsNotHeededWhileTheConditionDoesNotHold) {
  const RuleSet rules = preset("burroughs");
  Position here = position("9r/10/10/10/10/10/10/10/10/RD8 b - -");
  here.count = 3;
  EXPECT_EQ(plies_left(rules, here), std::nullopt);
  EXPECT_EQ(after(rules, here, "b1-b4").count, std::nullopt);
}

}  // namespace
}  // namespace jetan::naive
