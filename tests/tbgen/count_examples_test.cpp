// The rule of the count, sentence by sentence, in play and in solved values.
//
// The rules here leave so few moves that every value can be worked out by hand. A Princess goes exactly four diagonal
// steps in one direction, so that from c4 she can only go to g8 and from g8 to c4 (d4 and h8 alike for Black's): she
// must shuttle. A side without a move draws, so that nothing but capturing her wins. A Panthan on i2, h3 or g4 is as
// far from c4 as from g8: 6, 5 or 4 steps. So with nothing else on the board, it takes her at its 6th, 5th or 4th move
// and not before. Warriors make one step in any direction.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"
#include "tests/naive/solver.hpp"
#include "tests/tbgen/naive_agreement.hpp"

namespace jetan {
namespace {

// Black's Princess on d4, Orange's on c4.
const std::string kPanthanOnI2 = "10/10/10/10/10/10/2rR6/10/8P1/10";
const std::string kPanthanOnH3 = "10/10/10/10/10/10/2rR6/7P2/10/10";
// A Panthan on h2 faces an enemy on h3, who can take it on h2 or wherever it steps: it must take now, or be lost. Its
// fifth move after that takes the Princess.
const std::string kPanthanFacesPanthan = "10/10/10/10/10/10/2rR6/7p2/7P2/10";
const std::string kPanthanFacesWarrior = "10/10/10/10/10/10/2rR6/7w2/7P2/10";

RuleSet shuttle_rules(std::optional<Count> count) {
  RuleSet rules = preset("burroughs");
  rules.stepping[to_index(PieceKind::Princess)] = {4, StepCount::Exact, Directions::Diagonal, Turning::Straight, true};
  rules.stepping[to_index(PieceKind::Warrior)] = {1, StepCount::Exact, Directions::Any, Turning::Combine, false};
  rules.values[to_index(PieceKind::Panthan)] = 0;
  rules.threatened_forbidden = false;
  rules.escape = Escape::None;
  rules.no_move = NoMove::Draw;
  rules.count = count;
  return rules;
}

Count count_of(Equality equal, int plies = 10, OnCapture on_capture = OnCapture::Continue) {
  return {3, equal, plies, on_capture};
}

Position position(const std::string& text) { return Position::parse(text).value(); }

// One set of rules with an engine and two solvers.
class CountExample {
 public:
  explicit CountExample(std::optional<Count> count) : game_(shuttle_rules(count)), judge_(game_.rules()) {}

  bool runs(const std::string& text) const {
    const bool runs = game_.count_runs(position(text));
    EXPECT_EQ(naive::condition_holds(game_.rules(), position(text)), runs) << text;
    return runs;
  }

  // The count after each move of a line, `-` while none runs, and how the line ends for the last mover ("win"), or for
  // the side then to move ("drawn"), if it does.
  std::string play(const std::string& text, const std::vector<std::string>& line) const {
    Position here = position(text);
    std::string told;
    for (const std::string& move : line) {
      if (game_.over(here)) return told + "over before " + move;
      const Result<Move> parsed = game_.parse_move(here, move);
      if (!parsed) return told + parsed.error().message;
      const AfterMove next = game_.play(here, *parsed);
      const auto by_naive_engine =
          naive::apply(game_.rules(), here, {parsed->from, parsed->to, parsed->capture, false});
      if (next.ended) {
        EXPECT_TRUE(std::holds_alternative<naive::Ended>(by_naive_engine)) << move;
        return told + name(*next.ended);
      }
      EXPECT_EQ(std::get<Position>(by_naive_engine), next.position) << move;
      here = next.position;
      told += (here.count ? std::to_string(*here.count) : "-") + " ";
    }
    EXPECT_EQ(naive::judge(game_.rules(), here).has_value(), game_.over(here).has_value()) << here.to_string();
    return told + (game_.over(here) == Outcome::Draw ? "drawn" : "goes on");
  }

  // "win 9", "draw": what both solvers say.
  std::string value(const std::string& text) {
    const Position here = position(text);
    judge_.solve_around(here);
    const std::string theirs = to_text(judge_.value(here));
    const Value ours = value_of_solver(here);
    EXPECT_EQ(ours.outcome == Outcome::Draw ? "draw" : name(ours.outcome) + (" " + std::to_string(ours.plies)), theirs)
        << text;
    return theirs;
  }

 private:
  Value value_of_solver(const Position& here) {
    std::vector<Piece> pieces;
    for (const Square square : here.occupied()) {
      if (here.at(square)->kind != PieceKind::Princess) pieces.push_back(*here.at(square));
    }
    SolvedInMemory solver(game_);
    const BlockKernels& kernels = solver.kernels_of(pieces);
    FixedSquares fixed{};
    for (std::size_t p = 0; p < pieces.size(); ++p) fixed[p] = here.pieces(kernels.layout().pieces()[p]).first();
    const UnpackedValues values(kernels, solver.solve(pieces, here.escapes), here.to_move);
    return values.at(fixed, here.princess(Side::Black), here.princess(Side::Orange));
  }

  Game game_;
  naive::NaiveSolver judge_;
};

// "while both sides have at most `max_pieces` pieces (3; Chief and Princess count)"
TEST(CountExamples, BothSidesHaveAtMostMaxPieces) {
  const std::string orange_to_move = kPanthanOnI2 + " o";
  CountExample two(Count{2, Equality::Any, 10, OnCapture::Continue});
  EXPECT_TRUE(two.runs(orange_to_move));  // the Princess is one of Black's two
  EXPECT_EQ(two.play(orange_to_move, {"c4-g8"}), "9 goes on");
  EXPECT_EQ(two.value(orange_to_move), "draw");
  CountExample one(Count{1, Equality::Any, 10, OnCapture::Continue});
  EXPECT_FALSE(one.runs(orange_to_move));
  EXPECT_EQ(one.play(orange_to_move, {"c4-g8"}), "- goes on");
  EXPECT_EQ(one.value(orange_to_move), "loss 12");
}

// "and the sides are equal … "Equal" is an option: `any` (no test), `number` (as many pieces), `value` (equal total of
// the value column), `same` (the same pieces)"
TEST(CountExamples, TheSidesAreEqualInTheOptionsSense) {
  const std::string orange_to_move = kPanthanOnI2 + " o";  // two pieces against one, worth 0 and 0
  for (const Equality equal : {Equality::Any, Equality::Value}) {
    CountExample counted(count_of(equal));
    EXPECT_TRUE(counted.runs(orange_to_move));
    EXPECT_EQ(counted.play(orange_to_move, {"c4-g8"}), "9 goes on");
    EXPECT_EQ(counted.value(orange_to_move), "draw");
  }
  for (const Equality equal : {Equality::Number, Equality::Same}) {
    CountExample uncounted(count_of(equal));
    EXPECT_FALSE(uncounted.runs(orange_to_move));
    EXPECT_EQ(uncounted.play(orange_to_move, {"c4-g8"}), "- goes on");
    EXPECT_EQ(uncounted.value(orange_to_move), "loss 12");
  }
}

// "a count of `plies` (10) runs; when it has run out without a win the game is drawn"
TEST(CountExamples, ACountThatHasRunOutDraws) {
  const std::string orange_to_move = kPanthanOnI2 + " o";
  CountExample ten(count_of(Equality::Any));
  EXPECT_EQ(ten.play(orange_to_move,
                     {"c4-g8", "i2-i3", "g8-c4", "i3-i4", "c4-g8", "i4-i5", "g8-c4", "i5-i6", "c4-g8", "i6-h7"}),
            "9 8 7 6 5 4 3 2 1 0 drawn");
  EXPECT_EQ(ten.value(orange_to_move), "draw");
  CountExample twelve(count_of(Equality::Any, 12));
  EXPECT_EQ(twelve.value(orange_to_move), "loss 12");
}

// "A win on the tenth counts."
TEST(CountExamples, AWinOnTheTenthCounts) {
  const std::string orange_to_move = kPanthanOnH3 + " o";
  CountExample ten(count_of(Equality::Any));
  EXPECT_EQ(ten.play(orange_to_move,
                     {"c4-g8", "h3-h4", "g8-c4", "h4-h5", "c4-g8", "h5-h6", "g8-c4", "h6-h7", "c4-g8", "h7xg8"}),
            "9 8 7 6 5 4 3 2 1 win");
  EXPECT_EQ(ten.value(orange_to_move), "loss 10");
  EXPECT_EQ(ten.value(kPanthanOnH3 + " b"), "win 9");
  CountExample nine(count_of(Equality::Any, 9));
  EXPECT_EQ(nine.value(orange_to_move), "draw");
  EXPECT_EQ(nine.value(kPanthanOnH3 + " b"), "win 9");
}

// "A capture that keeps the condition lets the count go on (`on_capture: continue`) or starts it anew (`restart`)."
TEST(CountExamples, ACaptureThatKeepsTheConditionLetsTheCountGoOnOrStartsItAnew) {
  CountExample goes_on(count_of(Equality::Any));
  EXPECT_TRUE(goes_on.runs(kPanthanFacesPanthan));
  EXPECT_TRUE(goes_on.runs(kPanthanOnH3));
  EXPECT_EQ(goes_on.play(kPanthanFacesPanthan + " b - 7", {"h2xh3", "c4-g8"}), "6 5 goes on");
  EXPECT_EQ(goes_on.value(kPanthanFacesPanthan), "draw");  // the capture and ten plies more
  CountExample goes_on_longer(count_of(Equality::Any, 11));
  EXPECT_EQ(goes_on_longer.value(kPanthanFacesPanthan), "win 11");

  CountExample anew(count_of(Equality::Any, 10, OnCapture::Restart));
  EXPECT_EQ(anew.play(kPanthanFacesPanthan + " b - 7", {"h2xh3", "c4-g8"}), "10 9 goes on");
  EXPECT_EQ(anew.value(kPanthanFacesPanthan), "win 1");  // one ply left suffices for the capture
  CountExample anew_but_short(count_of(Equality::Any, 9, OnCapture::Restart));
  EXPECT_EQ(anew_but_short.value(kPanthanFacesPanthan), "draw");
}

// "If the condition lapses the count stops, and starts anew at ten when it comes true again."
TEST(CountExamples, TheCountStopsWhenTheConditionLapsesAndStartsAnewWhenItComesTrueAgain) {
  CountExample number(count_of(Equality::Number));
  EXPECT_TRUE(number.runs(kPanthanFacesPanthan));
  EXPECT_FALSE(number.runs(kPanthanOnH3));
  EXPECT_EQ(number.play(kPanthanFacesPanthan + " b - 1", {"h2xh3", "c4-g8"}), "- - goes on");
  EXPECT_EQ(number.value(kPanthanFacesPanthan), "win 1");  // as long as it was there for the capture

  // A Warrior each and a Panthan worth nothing: 2 and 2, 0 and 2 when Black has lost its Warrior, 0 and 0 when Orange
  // has lost its own.
  CountExample value(count_of(Equality::Value));
  const std::string warriors = "10/10/10/10/10/10/2rR2w3/7W2/7P2/10 o - 5";
  EXPECT_TRUE(value.runs(warriors));
  EXPECT_EQ(value.play(warriors, {"g4xh3", "h2xh3", "c4-g8"}), "- 10 9 goes on");
  EXPECT_EQ(value.value(kPanthanFacesWarrior), "win 11");  // after the first capture
  EXPECT_EQ(value.value(kPanthanOnH3 + " o"), "loss 10");  // after the second
}

// "The move that makes the condition true is not counted: ten further plies follow."
TEST(CountExamples, TheMoveThatMakesTheConditionTrueIsNotCounted) {
  const std::vector<std::string> line{"h2xh3", "c4-g8", "h3-h4", "g8-c4", "h4-h5", "c4-g8",
                                      "h5-h6", "g8-c4", "h6-h7", "c4-g8", "h7xg8"};
  CountExample ten(count_of(Equality::Value));
  EXPECT_FALSE(ten.runs(kPanthanFacesWarrior));  // 0 and 2
  EXPECT_TRUE(ten.runs(kPanthanOnH3));           // 0 and 0
  EXPECT_EQ(ten.play(kPanthanFacesWarrior, line), "10 9 8 7 6 5 4 3 2 1 win");
  EXPECT_EQ(ten.value(kPanthanFacesWarrior), "win 11");
  CountExample nine(count_of(Equality::Value, 9));
  EXPECT_EQ(nine.play(kPanthanFacesWarrior, line), "9 8 7 6 5 4 3 2 1 0 over before h7xg8");
  EXPECT_EQ(nine.value(kPanthanFacesWarrior), "draw");
}

// "Nothing else ends a game: neither side being able to force a win is a draw."
TEST(CountExamples, NothingElseEndsAGame) {
  const std::string bare = "10/10/10/10/10/10/2rR6/10/10/10";
  CountExample uncounted(std::nullopt);
  EXPECT_FALSE(uncounted.runs(bare));
  EXPECT_EQ(uncounted.play(bare, {"d4-h8", "c4-g8", "h8-d4", "g8-c4", "d4-h8", "c4-g8", "h8-d4", "g8-c4"}),
            "- - - - - - - - goes on");
  EXPECT_EQ(uncounted.value(bare), "draw");
  EXPECT_EQ(uncounted.value(kPanthanOnI2 + " o"), "loss 12");
}

}  // namespace
}  // namespace jetan
