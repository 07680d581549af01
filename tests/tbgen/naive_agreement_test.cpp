// The bit-row solver against the naive solver, on whole endings: every placement, side to move and escape state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/naive/solved.hpp"
#include "tests/naive/solver.hpp"
#include "tests/tbgen/solved_in_memory.hpp"

namespace jetan {
namespace {

struct Case {
  const char* rules;
  const char* black;  // letters of the pieces beside the Princess
  const char* orange;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.rules << " R" << c.black << "vR" << c.orange; }

std::vector<PieceKind> kinds(std::string letters) {
  std::vector<PieceKind> result{PieceKind::Princess};
  for (const char c : letters) result.push_back(kind_of_letter(c).value());
  return result;
}

Value value_of(naive::Value value) {
  const Outcome outcome = value.outcome == naive::Outcome::Win    ? Outcome::Win
                          : value.outcome == naive::Outcome::Draw ? Outcome::Draw
                                                                  : Outcome::Loss;
  return {outcome, value.plies};
}

// Compares all values that the judge has of an ending.
void expect_agreement(const RuleSet& rules, const naive::Solved& solved) {
  const Game game(rules);
  SolvedInMemory solver(game);

  const auto& all = solved.layout().pieces();
  std::vector<Piece> pieces;
  for (const Piece piece : all) {
    if (piece.kind != PieceKind::Princess) pieces.push_back(piece);
  }
  const BlockKernels& kernels = solver.kernels_of(pieces);
  // Of each piece of the solver's layout, which it is of the judge's (like pieces in turn).
  std::vector<std::size_t> places;
  for (const Piece piece : kernels.layout().pieces()) {
    std::size_t place = 0;
    while (all[place] != piece || std::find(places.begin(), places.end(), place) != places.end()) ++place;
    places.push_back(place);
  }
  const auto place_of = [&](Piece piece) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), piece) - all.begin());
  };
  const std::size_t black_princess = place_of({Side::Black, PieceKind::Princess});
  const std::size_t orange_princess = place_of({Side::Orange, PieceKind::Princess});
  const auto square = [](int number) { return Square::at(number % kFiles, number / kFiles); };

  std::vector<Escapes> states{{}};
  if (rules.escape != Escape::None) states = {{}, {true, false}, {false, true}, {true, true}};
  std::size_t compared = 0;
  for (const Escapes escapes : states) {
    const Solution& solution = solver.solve(pieces, escapes);
    for (const Side to_move : kSides) {
      const UnpackedValues values(kernels, solution, to_move);
      EXPECT_EQ(values.settled_twice, 0U);
      naive::Squares squares;
      for (std::size_t n = 0; n < solved.layout().size(); ++n) {
        solved.layout().squares(n, squares);
        if (naive::two_on_one_square(squares)) continue;
        FixedSquares fixed{};
        bool on_ground = true;
        for (std::size_t p = 0; p < places.size(); ++p) {
          fixed[p] = square(squares[places[p]]);
          on_ground = on_ground && game.movement().domain(kernels.layout().pieces()[p]).contains(fixed[p]);
        }
        if (!on_ground) continue;
        const Value ours = values.at(fixed, square(squares[black_princess]), square(squares[orange_princess]));
        const Value theirs = value_of(solved.value(squares, to_move, escapes));
        ++compared;
        if (ours == theirs) continue;
        Position position;
        for (std::size_t p = 0; p < all.size(); ++p) position.put(all[p], square(squares[p]));
        position.to_move = to_move;
        position.escapes = escapes;
        FAIL() << position.to_string() << " under " << rules.name << ": ours " << name(ours.outcome) << ' '
               << ours.plies << ", the judge's " << name(theirs.outcome) << ' ' << theirs.plies;
      }
    }
  }
  EXPECT_GT(compared, 0U);
}

class NaiveAgreement : public testing::TestWithParam<Case> {};

TEST_P(NaiveAgreement, OnEveryPosition) {
  const auto [name, black, orange] = GetParam();
  const RuleSet rules = RuleSet::load(name).value();
  naive::NaiveSolver judge(rules);
  expect_agreement(rules, judge.solve(kinds(black), kinds(orange)));
}

INSTANTIATE_TEST_SUITE_P(Presets, NaiveAgreement,
                         testing::Values(Case{"burroughs", "", ""}, Case{"burroughs", "C", ""},
                                         Case{"burroughs", "T", ""}, Case{"ag6", "T", ""}, Case{"ag6", "F", ""},
                                         Case{"cazaux", "", "D"}, Case{"zillions", "W", ""},
                                         Case{"friedlander", "", "A"}, Case{"no-count", "", "P"},
                                         Case{"free", "P", ""}));

// Rules under which most pieces keep to few squares, so that the judge can solve four pieces and the captures between
// them: the Princess goes two diagonal steps, the Chief up to two.
RuleSet small_rules() {
  RuleSet rules = RuleSet::load("burroughs").value();
  rules.name = "small";
  rules.stepping[to_index(PieceKind::Princess)] = {2, StepCount::Exact, Directions::Diagonal, Turning::Combine, true};
  rules.stepping[to_index(PieceKind::Chief)] = {2, StepCount::UpTo, Directions::Diagonal, Turning::Combine, false};
  rules.escape = Escape::None;
  rules.chief_taken = ChiefTaken::PieceLost;
  rules.count->plies = 6;  // less than the longest wins of the smaller endings
  return rules;
}

struct CountCase {
  Equality equal;
  int chief_value;
  OnCapture on_capture;
};

void PrintTo(const CountCase& c, std::ostream* out) {
  *out << "equality " << static_cast<int>(c.equal) << ", Chief's value " << c.chief_value << ", "
       << (c.on_capture == OnCapture::Continue ? "continue" : "restart");
}

class NaiveAgreementOnCaptures : public testing::TestWithParam<CountCase> {};

// Counted to counted, counted to not, not to counted, not to not; going on and starting anew.
TEST_P(NaiveAgreementOnCaptures, UnderEveryCount) {
  const auto [equal, chief_value, on_capture] = GetParam();
  RuleSet rules = small_rules();
  rules.count->equal = equal;
  rules.count->on_capture = on_capture;
  rules.values[to_index(PieceKind::Chief)] = chief_value;
  naive::NaiveSolver judge(rules);
  expect_agreement(rules, judge.solve_around(*Position::parse("10/10/10/10/r3a5/10/4C5/10/R9/10 b - -")));
}

INSTANTIATE_TEST_SUITE_P(Counts, NaiveAgreementOnCaptures,
                         testing::Values(CountCase{Equality::Any, 10, OnCapture::Continue},
                                         CountCase{Equality::Any, 10, OnCapture::Restart},
                                         CountCase{Equality::Number, 10, OnCapture::Continue},
                                         CountCase{Equality::Value, 10, OnCapture::Continue},
                                         CountCase{Equality::Value, 0, OnCapture::Continue},
                                         CountCase{Equality::Value, 0, OnCapture::Restart}));

class NaiveAgreementOnPieces : public testing::TestWithParam<const char*> {};

TEST_P(NaiveAgreementOnPieces, WithoutACount) {
  RuleSet rules = small_rules();
  rules.count.reset();
  naive::NaiveSolver judge(rules);
  expect_agreement(rules, judge.solve_around(*Position::parse(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Endings, NaiveAgreementOnPieces,
                         testing::Values("10/10/10/10/r9/10/4C5/4A5/R9/10",     // a piece more
                                         "10/10/10/10/r9/10/4A5/10/R3A5/10",    // like pieces
                                         "10/10/10/r9/p9/10/A9/10/R9/10",       // a Panthan
                                         "10/10/10/10/r3c5/10/4C5/10/R9/10"));  // Chief against Chief

// Rules under which the Princess's way matters, not only its end.
struct PrincessCase {
  bool jumps, forbidden, departure_counts_empty, frightened;
  Escape escape;
};

void PrintTo(const PrincessCase& c, std::ostream* out) {
  *out << (c.jumps ? "jumps, " : "") << (c.forbidden ? "threatened forbidden, " : "")
       << (c.departure_counts_empty ? "departure empty, " : "departure occupied, ")
       << (c.frightened ? "frightened" : "brave");
}

class NaiveAgreementOnPrincess : public testing::TestWithParam<PrincessCase> {};

TEST_P(NaiveAgreementOnPrincess, WhereverOthersStandInHerWay) {
  const auto [jumps, forbidden, departure_counts_empty, frightened, escape] = GetParam();
  RuleSet rules = small_rules();
  rules.stepping[to_index(PieceKind::Princess)] = {2, StepCount::UpTo, Directions::Any, Turning::OneKind, jumps};
  rules.threatened_forbidden = forbidden;
  rules.departure_counts_empty = departure_counts_empty;
  rules.princess_frightened = frightened;
  rules.escape = escape;
  naive::NaiveSolver judge(rules);
  expect_agreement(rules, judge.solve(kinds(""), kinds("C")));
}

INSTANTIATE_TEST_SUITE_P(Options, NaiveAgreementOnPrincess,
                         testing::Values(PrincessCase{false, true, true, false, Escape::None},
                                         PrincessCase{true, true, false, false, Escape::Straight},
                                         PrincessCase{true, false, true, true, Escape::None},
                                         PrincessCase{false, true, false, true, Escape::None}));

// A Chief taken, and no legal move, by each rule.
TEST(NaiveAgreementOnEnds, ByEveryRule) {
  RuleSet rules = small_rules();
  for (const auto& [chief_taken, no_move] :
       {std::pair(ChiefTaken::Draw, NoMove::LossIfThreatened), std::pair(ChiefTaken::Win, NoMove::Draw)}) {
    rules.chief_taken = chief_taken;
    rules.no_move = no_move;
    naive::NaiveSolver judge(rules);
    expect_agreement(rules, judge.solve_around(*Position::parse("10/10/10/10/r3a5/10/4C5/10/R9/10 b - -")));
  }
}

}  // namespace
}  // namespace jetan
