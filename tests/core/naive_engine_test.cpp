// The naive engine: what each rule and option means, by examples worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"

namespace jetan::naive {
namespace {

using ::testing::UnorderedElementsAreArray;

Position position(const std::string& text) {
  const Result<Position> result = Position::parse(text);
  EXPECT_TRUE(result) << text;
  return result.value_or(Position{});
}

std::vector<std::string> moves(const RuleSet& rules, const std::string& text) {
  std::vector<std::string> texts;
  for (const Move& move : legal_moves(rules, position(text))) texts.push_back(to_text(move));
  return texts;
}

bool has(const RuleSet& rules, const std::string& text, const std::string& move) {
  const std::vector<std::string> all = moves(rules, text);
  return std::count(all.begin(), all.end(), move) == 1;
}

// How many moves start like this: "e5-" are the ordinary moves from e5 to empty squares.
std::size_t number_of_moves(const RuleSet& rules, const std::string& text, const std::string& start) {
  const std::vector<std::string> all = moves(rules, text);
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const std::string& move) { return move.rfind(start, 0) == 0; }));
}

TEST(NaiveMoves, AreTheGoldenLists) {
  std::ifstream file(std::string(JETAN_TEST_DATA) + "/golden_moves.txt");
  int lists = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t bar = line.find(" | ");
    ASSERT_NE(bar, std::string::npos) << line;
    std::istringstream words(line.substr(bar + 3));
    const std::vector<std::string> golden{std::istream_iterator<std::string>(words), {}};
    EXPECT_THAT(moves(preset("ag6"), line.substr(0, bar)), UnorderedElementsAreArray(golden)) << line.substr(0, bar);
    ++lists;
  }
  EXPECT_EQ(lists, 10);
}

TEST(NaiveMoves, PerftOfTheArrayIsWhatOtherProgramsFound) {
  const RuleSet ag6 = preset("ag6");
  Position array = position("startpos");
  EXPECT_EQ(perft(ag6, array, 1), 92U);
  EXPECT_EQ(perft(ag6, array, 2), 8439U);
  EXPECT_EQ(perft(ag6, array, 3), 687038U);
  array.escapes = {};
  EXPECT_EQ(perft(ag6, array, 1), 52U);
  EXPECT_EQ(perft(ag6, array, 2), 2683U);
  EXPECT_EQ(perft(ag6, array, 3), 157347U);
  Position mirrored = Position::parse("startpos", true).value();
  mirrored.escapes = {};
  EXPECT_EQ(perft(ag6, mirrored, 3), 157347U);
}

TEST(NaiveMoves, PerftTellsTheTwoArraysApartAtFourPlies) {
  const RuleSet ag6 = preset("ag6");
  Position array = position("startpos");
  Position mirrored = Position::parse("startpos", true).value();
  array.escapes = mirrored.escapes = {};
  EXPECT_EQ(perft(ag6, array, 4), 9140786U);
  EXPECT_EQ(perft(ag6, mirrored, 4), 9141360U);
}

TEST(NaiveMoves, AMoveThatEndsTheGameIsALeafAtItsOwnDepthOnly) {
  // Orange's bare Princess in the corner; the Chief next to her at three steps captures her and there is no more.
  const Position mate = position("9r/10/10/6C3/10/10/10/10/10/R9 b - -");
  const std::vector<Move> all = legal_moves(preset("ag6"), mate);
  ASSERT_TRUE(std::any_of(all.begin(), all.end(), [](const Move& move) { return move.capture; }));
  std::uint64_t without_capture = 0;
  for (const Move& move : all) {
    if (!move.capture) without_capture += perft(preset("ag6"), std::get<Position>(apply(preset("ag6"), mate, move)), 1);
  }
  EXPECT_EQ(perft(preset("ag6"), mate, 2), without_capture);
}

// A lone piece on e5 whose move is given by its entry; the Princesses stand out of its way.
std::size_t moves_from_e5(Directions directions, Turning turning, StepCount count) {
  RuleSet rules = preset("ag6");
  rules.stepping[to_index(PieceKind::Warrior)] = {2, count, directions, turning, false};
  return number_of_moves(rules, "9r/10/10/10/10/4W5/10/10/10/9R b - -", "e5-");
}

TEST(NaiveMoves, ATwoStepMoveHasSoManyEnds) {
  const auto exact = StepCount::Exact;
  EXPECT_EQ(moves_from_e5(Directions::Orthogonal, Turning::Combine, exact), 8U);
  EXPECT_EQ(moves_from_e5(Directions::Diagonal, Turning::Combine, exact), 8U);
  EXPECT_EQ(moves_from_e5(Directions::Any, Turning::Combine, exact), 24U);  // the 5 x 5 squares round e5
  EXPECT_EQ(moves_from_e5(Directions::Any, Turning::OneKind, exact), 12U);  // those of e5's colour
  EXPECT_EQ(moves_from_e5(Directions::Any, Turning::Straight, exact), 8U);
  EXPECT_EQ(moves_from_e5(Directions::Any, Turning::OneKind, StepCount::UpTo), 16U);
  EXPECT_EQ(moves_from_e5(Directions::Any, Turning::Straight, StepCount::UpTo), 16U);
  EXPECT_EQ(moves_from_e5(Directions::Orthogonal, Turning::Combine, StepCount::UpTo), 12U);
}

TEST(NaiveMoves, APieceThatDoesNotJumpIsBlocked) {
  RuleSet rules = preset("ag6");
  Stepping& warrior = rules.stepping[to_index(PieceKind::Warrior)];
  const std::string text = "9r/10/10/10/4p5/4W5/10/10/10/9R b - -";
  EXPECT_FALSE(has(rules, text, "e5-e7"));
  EXPECT_TRUE(has(rules, text, "e5-f6"));  // by f5
  warrior.jumps = true;
  EXPECT_TRUE(has(rules, text, "e5-e7"));
  warrior = {2, StepCount::UpTo, Directions::Orthogonal, Turning::Combine, false};
  EXPECT_TRUE(has(rules, text, "e5xe6"));
  rules.captures[to_index(PieceKind::Warrior)] = false;
  EXPECT_FALSE(has(rules, text, "e5xe6"));
}

TEST(NaiveMoves, ThoatsStepStraightAndDiagonallyByTheirOption) {
  RuleSet rules = preset("ag6");
  const std::string open = "9r/10/10/10/10/4T5/10/10/10/9R b - -";
  const std::string e6_taken = "9r/10/10/10/4P5/4T5/10/10/10/9R b - -";
  const std::string e6_f6_taken = "9r/10/10/10/4PP4/4T5/10/10/10/9R b - -";
  for (const ThoatMove thoat : {ThoatMove::StraightFirst, ThoatMove::EitherOrder, ThoatMove::Jump}) {
    rules.thoat = thoat;
    EXPECT_EQ(number_of_moves(rules, open, "e5-"), 12U);  // eight Knight's moves and the four adjacent squares
    EXPECT_EQ(has(rules, e6_taken, "e5-f7"), thoat != ThoatMove::StraightFirst);
    EXPECT_EQ(has(rules, e6_f6_taken, "e5-f7"), thoat == ThoatMove::Jump);
  }
  rules.thoat_count = StepCount::UpTo;
  EXPECT_EQ(number_of_moves(rules, open, "e5-"), 16U);
  rules.thoat = ThoatMove::StraightFirst;
  EXPECT_EQ(number_of_moves(rules, open, "e5-"), 12U);
}

TEST(NaiveMoves, PanthansStepForwardAndSidewaysOrAlsoDiagonallyBack) {
  RuleSet rules = preset("ag6");
  const std::string text = "9r/10/10/10/10/4P5/10/10/10/9R b - -";
  EXPECT_EQ(number_of_moves(rules, text, "e5-"), 5U);
  EXPECT_TRUE(has(rules, text, "e5-d6"));
  EXPECT_FALSE(has(rules, text, "e5-d4"));
  rules.panthan = PanthanMove::Seven;
  EXPECT_EQ(number_of_moves(rules, text, "e5-"), 7U);
  EXPECT_FALSE(has(rules, text, "e5-e4"));
  EXPECT_TRUE(has(rules, "9r/10/10/10/10/4p5/10/10/10/9R o - -", "e5-e4"));
}

TEST(NaiveMoves, TheSquareThePrincessLeavesMayOrMayNotShelterHer) {
  // The Dwar's three straight steps from c5 to f5 lead over e5.
  const std::string text = "9r/10/10/10/10/2d1R5/10/10/10/10 b - -";
  RuleSet rules = preset("ag6");
  EXPECT_FALSE(has(rules, text, "e5-f5"));
  rules.departure_counts_empty = false;
  EXPECT_TRUE(has(rules, text, "e5-f5"));
  rules.departure_counts_empty = true;
  rules.threatened_forbidden = false;
  EXPECT_TRUE(has(rules, text, "e5-f5"));
}

TEST(NaiveMoves, APieceThatNeverCapturesDoesNotThreaten) {
  RuleSet rules = preset("ag6");
  rules.captures[to_index(PieceKind::Dwar)] = false;
  EXPECT_TRUE(has(rules, "9r/10/10/10/10/2d1R5/10/10/10/10 b - -", "e5-f5"));
}

TEST(NaiveMoves, AFrightenedPrincessPassesNoThreatenedSquare) {
  // She goes straight from e1 to e4; the Dwar on e6 threatens e3, not e4.
  const std::string text = "9r/10/10/10/4d5/10/10/10/10/4R5 b - -";
  RuleSet rules = preset("ag6");
  rules.stepping[to_index(PieceKind::Princess)].turning = Turning::Straight;
  EXPECT_TRUE(has(rules, text, "e1-e4"));
  rules.princess_frightened = true;
  EXPECT_FALSE(has(rules, text, "e1-e4"));
  EXPECT_TRUE(has(rules, text, "e1-b1"));
}

TEST(NaiveMoves, EscapesGoWhereTheirOptionSays) {
  // 35 squares on the queen lines of e5 and 49 others of its colour; the other Princess, whom she may jump, stands on
  // one of them.
  const std::string text = "10/8r1/10/10/10/4R5/10/10/10/10 b R -";
  RuleSet rules = preset("ag6");
  EXPECT_EQ(number_of_moves(rules, text, "e5~"), 98U);
  rules.escape = Escape::Straight;
  EXPECT_EQ(number_of_moves(rules, text, "e5~"), 34U);
  EXPECT_TRUE(has(rules, text, "e5~j10"));
  rules.escape = Escape::OneKind;
  EXPECT_EQ(number_of_moves(rules, text, "e5~"), 48U);
  rules.escape = Escape::None;
  EXPECT_EQ(number_of_moves(rules, text, "e5~"), 0U);
  rules.escape = Escape::AnySquare;
  EXPECT_EQ(number_of_moves(rules, "10/8r1/10/10/10/4R5/10/10/10/10 b r -", "e5~"), 0U);  // she has spent hers
}

TEST(NaiveGame, AnEscapeIsSpentByEscaping) {
  const Position before = position("10/8r1/10/10/10/4R5/10/10/10/10 b Rr -");
  const Move escape{*Square::parse("e5"), *Square::parse("h8"), false, true};
  const Move walk{*Square::parse("e5"), *Square::parse("h8"), false, false};
  EXPECT_EQ(std::get<Position>(apply(preset("ag6"), before, escape)).escapes, (Escapes{false, true}));
  EXPECT_EQ(std::get<Position>(apply(preset("ag6"), before, walk)).escapes, (Escapes{true, true}));
}

TEST(NaiveGame, CapturesEndItByThePiecesInvolved) {
  RuleSet rules = preset("ag6");
  const Piece chief{Side::Orange, PieceKind::Chief};
  const Piece princess{Side::Orange, PieceKind::Princess};
  const Piece dwar{Side::Black, PieceKind::Dwar};
  EXPECT_EQ(end_by_capture(rules, dwar, princess), Ended{Side::Black});
  EXPECT_EQ(end_by_capture(rules, {Side::Black, PieceKind::Chief}, chief), Ended{Side::Black});
  EXPECT_EQ(end_by_capture(rules, dwar, chief), Ended{std::nullopt});
  rules.chief_taken = ChiefTaken::Win;
  EXPECT_EQ(end_by_capture(rules, dwar, chief), Ended{Side::Black});
  rules.chief_taken = ChiefTaken::PieceLost;
  EXPECT_EQ(end_by_capture(rules, dwar, chief), std::nullopt);
}

TEST(NaiveGame, ASideWithoutAMoveIsJudgedByTheOption) {
  RuleSet rules = preset("ag6");
  const Position threatened = position("R9/1p1t6/10/2c7/10/10/10/10/10/9r b - -");  // by the Chief, over b8 and a9
  const Position safe = position("9r/10/10/10/10/10/10/10/1d8/Rc8 b - -");
  const Ended lost{Side::Orange};
  const Ended drawn{std::nullopt};
  EXPECT_EQ(judge(rules, threatened), lost);
  EXPECT_EQ(judge(rules, safe), lost);
  rules.no_move = NoMove::LossIfThreatened;
  EXPECT_EQ(judge(rules, threatened), lost);
  EXPECT_EQ(judge(rules, safe), drawn);
  rules.no_move = NoMove::Draw;
  EXPECT_EQ(judge(rules, threatened), drawn);
}

}  // namespace
}  // namespace jetan::naive
