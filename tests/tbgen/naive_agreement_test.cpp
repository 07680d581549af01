// The bit-row solver against the naive solver, on whole endings: every placement, side to move and escape state.
#include "tests/tbgen/naive_agreement.hpp"

#include <gtest/gtest.h>

#include "tests/naive/solver.hpp"

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
