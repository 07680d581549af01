// In which endings rule sets play alike. That equal rules in play make equal tables:
// tests/tbgen/shared_tables_test.cpp.
#include "core/rules_in_play.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Escapes kSpent{};
constexpr Escapes kFirst{true, false};
constexpr Escapes kSecond{false, true};
constexpr Escapes kBoth{true, true};

Ending ending(const char* name) { return Ending::parse(name).value(); }

bool alike(const RuleSet& a, const RuleSet& b, const char* name, Escapes escapes) {
  return RuleComparison(a, b).alike(ending(name), escapes);
}
bool alike(const char* a, const char* b, const char* name, Escapes escapes = kBoth) {
  return alike(preset(a), preset(b), name, escapes);
}

// The places at which burroughs and a changed burroughs differ in an ending.
std::vector<std::string> differing(const RuleSet& changed, const char* name, Escapes escapes = kBoth) {
  std::vector<std::string> places;
  for (const auto& difference : RuleComparison(preset("burroughs"), changed).differences(ending(name), escapes)) {
    places.push_back(difference.place());
  }
  return places;
}

TEST(RulesInPlay, OfThePresets) {
  // burroughs and ag6 differ in the Thoat.
  EXPECT_TRUE(alike("burroughs", "ag6", "CRvCR"));
  EXPECT_TRUE(alike("burroughs", "ag6", "CRFvCRP"));
  EXPECT_FALSE(alike("burroughs", "ag6", "CRTvCR"));
  EXPECT_FALSE(alike("burroughs", "ag6", "CRvCRT", kSpent));
  // A count only where it runs: Chief and Princess are worth more than a Princess.
  EXPECT_TRUE(alike("burroughs", "no-count", "CRvR"));
  EXPECT_FALSE(alike("burroughs", "no-count", "CRvCR"));
  EXPECT_FALSE(alike("burroughs", "no-count", "CRDvCR"));  // where a capture leads to CRvCR
  EXPECT_TRUE(alike("burroughs", "friedlander", "CRvCR"));
  EXPECT_FALSE(alike("burroughs", "friedlander", "CRvR"));
  // cazaux and zillions differ in a Chief taken by another piece.
  EXPECT_TRUE(alike("cazaux", "zillions", "CRvCR"));
  EXPECT_TRUE(alike("cazaux", "zillions", "CRDvR"));
  EXPECT_TRUE(alike("cazaux", "zillions", "RDTvRW"));
  EXPECT_FALSE(alike("cazaux", "zillions", "CRDvCR"));
  EXPECT_FALSE(alike("cazaux", "zillions", "CRvRD"));
  // Threatened squares, where something threatens.
  EXPECT_TRUE(alike("burroughs", "cazaux", "RvR"));
  EXPECT_FALSE(alike("burroughs", "cazaux", "CRvR"));
  EXPECT_FALSE(alike("burroughs", "free", "RvR"));
  EXPECT_FALSE(alike("burroughs", "chapter2", "RvR"));
}

TEST(RulesInPlay, TheEscapeMattersWhileOneIsLeft) {
  RuleSet rules = preset("burroughs");
  for (const Escape escape : {Escape::None, Escape::Straight, Escape::OneKind}) {
    rules.escape = escape;
    EXPECT_TRUE(alike(preset("burroughs"), rules, "CRvCR", kSpent));
    for (const Escapes left : {kFirst, kSecond, kBoth}) EXPECT_FALSE(alike(preset("burroughs"), rules, "CRvCR", left));
  }
}

TEST(RulesInPlay, DepartureMattersWhereThreatsAreLookedFor) {
  RuleSet rules = preset("burroughs");
  rules.departure_counts_empty = false;
  EXPECT_THAT(differing(rules, "CRvR"), ElementsAre("princess.departure"));
  EXPECT_THAT(differing(rules, "RvR"), ElementsAre());
  RuleSet bold = preset("cazaux");
  rules = bold;
  rules.departure_counts_empty = false;
  EXPECT_TRUE(alike(bold, rules, "CRvR", kBoth));
  bold.princess_frightened = rules.princess_frightened = true;
  EXPECT_FALSE(alike(bold, rules, "CRvR", kBoth));
}

TEST(RulesInPlay, APieceThatTakesNothingThreatensNothing) {
  RuleSet gentle = preset("burroughs");
  gentle.captures[to_index(PieceKind::Dwar)] = false;
  RuleSet changed = gentle;
  changed.threatened_forbidden = false;
  changed.princess_frightened = true;
  changed.chief_taken = ChiefTaken::Win;
  EXPECT_TRUE(alike(gentle, changed, "RDvR", kBoth));
  EXPECT_FALSE(alike(gentle, changed, "RDvRA", kBoth));
  changed = gentle;
  changed.chief_taken = ChiefTaken::Win;
  EXPECT_TRUE(alike(gentle, changed, "CRvRD", kBoth));
  EXPECT_FALSE(alike(gentle, changed, "CRvRA", kBoth));
}

TEST(RulesInPlay, ValuesMatterThroughTheCountAlone) {
  RuleSet rules = preset("burroughs");
  rules.values[to_index(PieceKind::Flier)] = 5;  // as much as a Dwar no longer
  EXPECT_THAT(differing(rules, "RFvRF"), ElementsAre());
  EXPECT_THAT(differing(rules, "CRFvCR"), ElementsAre());
  EXPECT_THAT(differing(rules, "RFvRD"), ElementsAre("count"));
  const auto found = RuleComparison(preset("burroughs"), rules).differences(ending("RFvRD"), kSpent);
  EXPECT_EQ(found.at(0).sentence("burroughs", "mine"),
            "Count: it runs in RFvRD (burroughs); it doesn't run in RFvRD (mine)");
  rules = preset("burroughs");
  rules.count->equal = Equality::Same;
  EXPECT_THAT(differing(rules, "CRvCR"), ElementsAre());
  rules.count->plies = 12;
  EXPECT_THAT(differing(rules, "CRvCR"), ElementsAre("count.plies"));
  EXPECT_THAT(differing(rules, "CRvR"), ElementsAre());
}

TEST(RulesInPlay, ACaptureMattersToTheCountWhereItRunsBeforeAndAfter) {
  RuleSet rules = preset("burroughs");
  rules.count->on_capture = OnCapture::Restart;
  EXPECT_THAT(differing(rules, "CRvCR"), ElementsAre());    // no capture goes on
  EXPECT_THAT(differing(rules, "CRDvCR"), ElementsAre());   // it runs only after the capture
  EXPECT_THAT(differing(rules, "CRDvCRF"), ElementsAre());  // 14 and 14, then 14 and 10
  EXPECT_THAT(differing(rules, "RDvRD"), ElementsAre());    // before, not after
  RuleSet any = rules;
  any.count->equal = Equality::Any;
  rules = any;
  rules.count->on_capture = OnCapture::Continue;
  EXPECT_FALSE(alike(any, rules, "RDvRD", kSpent));
  EXPECT_TRUE(alike(any, rules, "RDvR", kSpent));
}

TEST(RulesInPlay, TheArrayAndTheNameNeverMatter) {
  RuleSet rules = preset("burroughs");
  rules.name = "mine";
  rules.array = Array::Mirrored;
  for (const char* name : {"RvR", "CRPPvCRP", "CRFDvRTWA"}) EXPECT_THAT(differing(rules, name), ElementsAre());
  EXPECT_THAT(rules_in_play(rules, ending("CRPvCR"), kBoth), Not(HasSubstr("board")));
}

TEST(RulesInPlay, AreWrittenOut) {
  EXPECT_EQ(rules_in_play(preset("burroughs"), ending("RDvR"), kSpent),
            "princess.steps = 3\nprincess.count = \"exact\"\nprincess.directions = \"any\"\n"
            "princess.turning = \"combine\"\nprincess.jumps = true\nprincess.threatened = \"forbidden\"\n"
            "princess.departure = \"empty\"\nprincess.courage = \"brave\"\ndwar.steps = 3\ndwar.count = \"exact\"\n"
            "dwar.directions = \"orthogonal\"\ndwar.turning = \"combine\"\ndwar.jumps = false\ndwar.captures = true\n"
            "end.no-move = \"loss\"\ncount.runs = \"\"\n");
  EXPECT_THAT(rules_in_play(preset("friedlander"), ending("RDvRD"), kFirst),
              HasSubstr("count.runs = \"RDvR RDvRD\"\ncount.plies = 10\ncount.on-capture = \"continue\"\n"));
}

// A random ending of 2 to 6 pieces.
Ending random_ending(Random& random) {
  std::string text = "RvR";
  bool chiefs[2] = {false, false};
  for (int more = random_number(random, 0, 4); more > 0; --more) {
    const PieceKind kind = kAllPieceKinds[static_cast<std::size_t>(random_number(random, 0, kPieceKinds - 1))];
    const bool second = one_in(random, 2);
    if (kind == PieceKind::Princess || (kind == PieceKind::Chief && std::exchange(chiefs[second ? 1 : 0], true)))
      continue;
    text.insert(second ? text.end() : text.begin(), letter(kind));
  }
  return Ending::parse(text).value();
}

TEST(RulesInPlay, TheComparisonAgreesWithTheTexts) {
  constexpr std::uint64_t kSeed = 72;
  Random random(kSeed);
  int were_alike = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const RuleSet a = random_rules(random);
    RuleSet b = a;
    for (int change = random_number(random, 1, 2); change > 0; --change) change_a_key(random, b);
    const Ending e = random_ending(random);
    const Escapes escapes{one_in(random, 2), one_in(random, 2)};
    const RuleComparison comparison(a, b);
    const bool same_text = rules_in_play(a, e, escapes) == rules_in_play(b, e, escapes);
    ASSERT_EQ(comparison.alike(e, escapes), same_text) << "seed " << kSeed << ", " << e.name() << '\n'
                                                       << rules_in_play(a, e, escapes) << '\n'
                                                       << rules_in_play(b, e, escapes);
    ASSERT_EQ(comparison.differences(e, escapes).empty(), same_text) << "seed " << kSeed << ", " << e.name();
    were_alike += same_text ? 1 : 0;
  }
  EXPECT_GT(were_alike, 1000);
}

}  // namespace
}  // namespace jetan
