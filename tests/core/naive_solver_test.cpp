// The naive solver: against figures of other programs, against plain search, and against its own definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"
#include "tests/naive/solved.hpp"
#include "tests/naive/solver.hpp"

namespace jetan::naive {
namespace {

constexpr unsigned kSeed = 2024;

Position position(const std::string& text) {
  const Result<Position> result = Position::parse(text);
  EXPECT_TRUE(result) << text;
  return result.value_or(Position{});
}

// Rules under which every piece of CRvAR keeps to 25 or 50 squares, so that the ending is small: the Princess goes two
// diagonal steps, the Chief up to two.
RuleSet small_rules(Equality equal, OnCapture on_capture) {
  RuleSet rules = preset("burroughs");
  rules.stepping[to_index(PieceKind::Princess)] = {2, StepCount::Exact, Directions::Diagonal, Turning::Combine, true};
  rules.stepping[to_index(PieceKind::Chief)] = {2, StepCount::UpTo, Directions::Diagonal, Turning::Combine, false};
  rules.escape = Escape::None;
  rules.chief_taken = ChiefTaken::PieceLost;
  rules.count->equal = equal;
  rules.count->on_capture = on_capture;
  return rules;
}

constexpr const char* kChiefAgainstPadwar = "10/10/10/10/r3a5/10/4C5/10/R9/10 b - -";

Position position_of(const Solved& solved, std::size_t index, Side to_move, Escapes escapes) {
  Squares squares;
  solved.layout().squares(index, squares);
  Position result;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    result.put(solved.layout().pieces()[i], square_of(spot_of(squares[i])));
  }
  result.to_move = to_move;
  result.escapes = escapes;
  return result;
}

// Random positions of an ending, in the given escape states.
std::vector<Position> sample(const Solved& solved, const std::vector<Escapes>& states, int number) {
  std::mt19937 random(kSeed);
  std::vector<Position> positions;
  Squares squares;
  while (static_cast<int>(positions.size()) < number) {
    const std::size_t index = random() % solved.layout().size();
    solved.layout().squares(index, squares);
    if (two_on_one_square(squares)) continue;
    positions.push_back(position_of(solved, index, kSides[random() % 2], states[random() % states.size()]));
  }
  return positions;
}

const std::vector<Escapes> kAllStates{{false, false}, {true, false}, {false, true}, {true, true}};
const std::vector<Escapes> kNoEscapes{{false, false}};

void expect_values_follow_from_successors(NaiveSolver& solver, const Solved& solved, const std::vector<Escapes>& states,
                                          int number) {
  for (const Position& here : sample(solved, states, number)) {
    EXPECT_EQ(to_text(solver.value(here)),
              to_text(expected_value(solver.rules(), here, [&](const Position& after) { return solver.value(after); })))
        << here.to_string() << " (seed " << kSeed << ")";
  }
}

// By value, how many placements are no others' image under the eight symmetries of the board.
std::map<std::string, int> unique_values(const Solved& solved, Side to_move) {
  std::map<std::string, int> numbers;
  Squares squares;
  for (std::size_t index = 0; index < solved.layout().size(); ++index) {
    solved.layout().squares(index, squares);
    if (two_on_one_square(squares)) continue;
    bool is_first = true;
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      Squares image;
      for (const int square : squares) {
        Spot spot = spot_of(square);
        if (symmetry & 1) spot.file = 9 - spot.file;
        if (symmetry & 2) spot.rank = 9 - spot.rank;
        if (symmetry & 4) std::swap(spot.file, spot.rank);
        image.push_back(number_of(spot));
      }
      is_first = is_first && squares <= image;
    }
    if (is_first) ++numbers[to_text(solved.value(squares, to_move, {}))];
  }
  return numbers;
}

TEST(NaiveSolver, FindsWhatOtherProgramsFoundInChiefAgainstBarePrincess) {
  NaiveSolver solver(preset("burroughs"));
  const Solved& solved = solver.solve({PieceKind::Chief, PieceKind::Princess}, {PieceKind::Princess});
  const std::map<std::string, int> chief_to_move{{"win 1", 58640}, {"win 3", 58915}, {"win 5", 3900}};
  const std::map<std::string, int> princess_to_move{
      {"loss 0", 4678}, {"loss 2", 25448}, {"loss 4", 83162}, {"loss 6", 8167}};
  EXPECT_EQ(unique_values(solved, Side::Black), chief_to_move);
  EXPECT_EQ(unique_values(solved, Side::Orange), princess_to_move);
  expect_values_follow_from_successors(solver, solved, kAllStates, 3000);
}

TEST(NaiveSolver, CallsBarePrincessesADraw) {
  for (const Preset& each : presets()) {
    NaiveSolver solver(preset(std::string(each.name)));
    const Solved& solved = solver.solve({PieceKind::Princess}, {PieceKind::Princess});
    for (const Position& here : sample(solved, kAllStates, 1000)) {
      EXPECT_EQ(solver.value(here).outcome, Outcome::Draw) << here.to_string();
    }
  }
}

// The result for the side to move by playing everything out for so many plies: 1 won, -1 lost, 0 neither.
int result_by_search(const RuleSet& rules, const Position& here, int plies) {
  const auto score = [](const Ended& ended, Side side) { return !ended.winner ? 0 : *ended.winner == side ? 1 : -1; };
  if (const auto ended = judge(rules, here)) return score(*ended, here.to_move);
  if (plies == 0) return 0;
  int best = -1;
  for (const Move& move : legal_moves(rules, here)) {
    const auto next = apply(rules, here, move);
    const Ended* ended = std::get_if<Ended>(&next);
    const int result =
        ended ? score(*ended, here.to_move) : -result_by_search(rules, std::get<Position>(next), plies - 1);
    best = std::max(best, result);
    if (best == 1) break;
  }
  return best;
}

// What the value says of so many plies: whether they suffice to win or be lost.
int result_by_value(Value value, int plies) {
  if (value.outcome == Outcome::Draw || value.plies > plies) return 0;
  return value.outcome == Outcome::Win ? 1 : -1;
}

TEST(NaiveSolver, GivesTheLeastCountWithWhichPlayingItOutWins) {
  const RuleSet rules = small_rules(Equality::Any, OnCapture::Continue);
  NaiveSolver solver(rules);
  const Solved& solved = solver.solve_around(position(kChiefAgainstPadwar));
  ASSERT_TRUE(solved.is_counted);
  int decided = 0;
  for (Position here : sample(solved, kNoEscapes, 300)) {
    const Value value = solver.value(here);
    for (int left = 0; left <= 3; ++left) {
      here.count = left;
      EXPECT_EQ(result_by_search(rules, here, 100), result_by_value(value, left))
          << here.to_string() << " (seed " << kSeed << ")";
      decided += std::abs(result_by_value(value, left));
    }
  }
  EXPECT_GT(decided, 100);
}

TEST(NaiveSolver, GivesThePliesInWhichPlayingItOutWins) {
  const RuleSet rules = small_rules(Equality::Value, OnCapture::Continue);
  NaiveSolver solver(rules);
  const Solved& solved = solver.solve_around(position(kChiefAgainstPadwar));
  ASSERT_FALSE(solved.is_counted);
  for (const Position& here : sample(solved, kNoEscapes, 300)) {
    for (int plies = 0; plies <= 3; ++plies) {
      EXPECT_EQ(result_by_search(rules, here, plies), result_by_value(solver.value(here), plies))
          << here.to_string() << " (seed " << kSeed << ")";
    }
  }
}

// The smaller endings: Chief against bare Princess, and Padwar against bare Princess.
TEST(NaiveSolver, CapturesIntoSmallerEndingsAtTheirDistance) {
  struct Case {
    Equality equal;
    int chief_value;
    bool is_counted, is_counted_without_padwar;
  };
  const Case cases[]{{Equality::Any, 10, true, true},
                     {Equality::Number, 10, true, false},
                     {Equality::Value, 10, false, false},
                     {Equality::Value, 0, false, true}};
  for (const Case& each : cases) {
    for (const OnCapture on_capture : {OnCapture::Continue, OnCapture::Restart}) {
      RuleSet rules = small_rules(each.equal, on_capture);
      rules.values[to_index(PieceKind::Chief)] = each.chief_value;
      rules.count->plies = 6;  // less than the longest wins of the smaller endings
      NaiveSolver solver(rules);
      const Solved& solved = solver.solve_around(position(kChiefAgainstPadwar));
      EXPECT_EQ(solved.is_counted, each.is_counted);
      EXPECT_EQ(solved.without[3]->is_counted, each.is_counted_without_padwar);
      expect_values_follow_from_successors(solver, solved, kNoEscapes, 3000);
    }
  }
}

TEST(NaiveSolver, ACaptureThatEndsTheCountNeedsOnePlyOfIt) {
  // Two against two is counted, two against one is not.
  NaiveSolver solver(small_rules(Equality::Number, OnCapture::Continue));
  const RuleSet& rules = solver.rules();
  const Solved& solved = solver.solve_around(position(kChiefAgainstPadwar));
  int found = 0;
  for (const Position& here : sample(solved, kNoEscapes, 3000)) {
    for (const Move& move : legal_moves(rules, here)) {
      const auto next = apply(rules, here, move);
      const Position* after = std::get_if<Position>(&next);
      if (!move.capture || !after || solver.value(*after).outcome != Outcome::Loss) continue;
      EXPECT_EQ(solver.value(here), (Value{Outcome::Win, 1})) << here.to_string();
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(NaiveSolver, RefusesWhatIsTooLargeForIt) {
  NaiveSolver solver(preset("burroughs"));
  const std::vector<PieceKind> chief{PieceKind::Chief, PieceKind::Princess};
  EXPECT_THROW(solver.solve(chief, chief), std::length_error);
}

TEST(NaiveValue, OfAMoveIsOnePlyMoreThanThePositionAfterIt) {
  const RuleSet rules = preset("burroughs");  // a count of ten that goes on
  const Value loss4{Outcome::Loss, 4};
  EXPECT_EQ(value_through(rules, false, false, true, loss4), (Value{Outcome::Win, 5}));
  EXPECT_EQ(value_through(rules, false, true, true, loss4), (Value{Outcome::Win, 5}));
  EXPECT_EQ(value_through(rules, true, true, true, loss4), (Value{Outcome::Win, 5}));
  EXPECT_EQ(value_through(rules, true, false, true, {Outcome::Win, 31}), (Value{Outcome::Loss, 1}));
  EXPECT_EQ(value_through(rules, true, true, false, {Outcome::Loss, 10}).outcome, Outcome::Draw);
  RuleSet restart = rules;
  restart.count->on_capture = OnCapture::Restart;
  EXPECT_EQ(value_through(restart, true, true, true, loss4), (Value{Outcome::Win, 1}));
  EXPECT_EQ(value_through(restart, true, true, false, loss4), (Value{Outcome::Win, 5}));
}

}  // namespace
}  // namespace jetan::naive
