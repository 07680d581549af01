// Endings: names, order of the sides, which there are in a game, and where the count runs.
#include "core/ending.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/game.hpp"
#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Ending ending(const std::string& name) {
  const auto parsed = Ending::parse(name);
  EXPECT_TRUE(parsed) << name;
  return parsed.value_or(Ending{});
}

std::vector<std::string> names(const std::vector<Ending>& endings) {
  std::vector<std::string> result;
  for (const Ending& e : endings) result.push_back(e.name());
  return result;
}

TEST(Ending, NamesTheFullerSideFirstElseByTheLetters) {
  EXPECT_EQ(ending("CRDvCR").name(), "CRDvCR");
  EXPECT_EQ(ending("CRvCRD").name(), "CRDvCR");
  EXPECT_EQ(ending("RvRC").name(), "CRvR");
  EXPECT_EQ(ending("DRvFR").name(), "RFvRD");
  EXPECT_EQ(ending("RPvRA").name(), "RAvRP");
  EXPECT_EQ(ending("RPvCR").name(), "CRvRP");
  EXPECT_EQ(ending("RAPvCR").name(), "RAPvCR");  // three pieces before two
  EXPECT_EQ(ending("RDTvRDD").name(), "RDDvRDT");
  EXPECT_EQ(ending("RvPAWDFRC").name(), "CRFDWAPvR");
}

TEST(Ending, HasTheCountsItsNameSays) {
  const Ending e = ending("CRvRFDD");
  EXPECT_EQ(e.name(), "RFDDvCR");
  EXPECT_EQ(e.count(Side::Black, PieceKind::Dwar), 2);
  EXPECT_EQ(e.count(Side::Black, PieceKind::Chief), 0);
  EXPECT_EQ(e.count(Side::Orange, PieceKind::Chief), 1);
  EXPECT_EQ(e.pieces(), 6);
  EXPECT_EQ(e.pieces(Side::Orange), 2);
  EXPECT_FALSE(e.equal_sides());
  EXPECT_TRUE(ending("CRvCR").equal_sides());
  EXPECT_FALSE(ending("CRFvCRD").equal_sides());
  EXPECT_EQ(e.symmetry(), SymmetryGroup::Full);
  EXPECT_EQ(ending("RvRP").symmetry(), SymmetryGroup::Files);
  EXPECT_EQ(e.without(Side::Black, PieceKind::Dwar).name(), "RFDvCR");
  EXPECT_EQ(ending("CRvRD").without(Side::Black, PieceKind::Chief).name(), "RDvR");
}

TEST(Ending, SaysWhatIsWrongWithAName) {
  const auto message = [](const std::string& name) {
    const auto parsed = Ending::parse(name);
    if (parsed) return std::string("fine");
    EXPECT_EQ(parsed.error().kind, ErrorKind::BadEnding);
    return parsed.error().message;
  };
  EXPECT_THAT(message(""), HasSubstr("no v"));
  EXPECT_THAT(message("CRCR"), AllOf(HasSubstr("'CRCR'"), HasSubstr("no v")));
  EXPECT_THAT(message("CRvCr"), HasSubstr("character 5"));
  EXPECT_THAT(message("CRvvCR"), HasSubstr("character 4"));
  EXPECT_THAT(message("CRvX"), HasSubstr("character 4"));
  EXPECT_THAT(message("CvCR"), HasSubstr("exactly one Princess"));
  EXPECT_THAT(message("CRvC"), HasSubstr("exactly one Princess"));
  EXPECT_THAT(message("CRRvCR"), HasSubstr("exactly one Princess"));
  EXPECT_THAT(message("CCRvR"), HasSubstr("one Chief"));
  EXPECT_THAT(message("CRDDDvCRDD"), HasSubstr("more than 8 pieces"));
  EXPECT_THAT(message(std::string(5000, 'D') + "RvR"), HasSubstr("no ending"));
  EXPECT_LT(message(std::string(5000, 'D') + "vR").size(), 300U);
  EXPECT_EQ(message("CRDDvCRDD"), "fine");
}

TEST(Ending, IsAPositionsPieces) {
  EXPECT_EQ(Ending::of(Position::parse("rd8/10/10/10/10/10/10/10/10/R9 b - -").value())->name(), "RDvR");
  const auto array = Ending::of(Position::parse("startpos").value());
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, ErrorKind::BadEnding);
  EXPECT_THAT(array.error().message, AllOf(HasSubstr("40 pieces"), HasSubstr("8 at most")));
}

TEST(Ending, CountRunsByEachEquality) {
  struct Example {
    const char* ending;
    bool any, number, value, same;
  };
  for (const Example& example : std::initializer_list<Example>{{"RvR", true, true, true, true},
                                                               {"CRvCR", true, true, true, true},
                                                               {"RDvRD", true, true, true, true},
                                                               {"RFvRD", true, true, true, false},   // 4 and 4
                                                               {"CRvRD", true, true, false, false},  // 10 and 4
                                                               {"RWWvRD", true, false, true, false},
                                                               {"RTPvRF", true, false, true, false},
                                                               {"CRDvCR", true, false, false, false},
                                                               {"CRvR", true, false, false, false},
                                                               {"RFDTvRFDT", false, false, false, false},
                                                               {"RPPPvRT", false, false, false, false}}) {
    RuleSet rules = preset("burroughs");
    const auto runs = [&](Equality equal) {
      rules.count->equal = equal;
      return count_runs(rules, ending(example.ending));
    };
    EXPECT_EQ(runs(Equality::Any), example.any) << example.ending;
    EXPECT_EQ(runs(Equality::Number), example.number) << example.ending;
    EXPECT_EQ(runs(Equality::Value), example.value) << example.ending;
    EXPECT_EQ(runs(Equality::Same), example.same) << example.ending;
    EXPECT_FALSE(count_runs(preset("no-count"), ending(example.ending)));
  }
  RuleSet wide = preset("burroughs");
  wide.count->max_pieces = 4;
  EXPECT_TRUE(count_runs(wide, ending("RFDTvRFDT")));
  wide.count->max_pieces = 1;
  EXPECT_TRUE(count_runs(wide, ending("RvR")));
  EXPECT_FALSE(count_runs(wide, ending("CRvCR")));
}

TEST(Ending, CountRunsAlikeInAPositionAndItsEnding) {
  constexpr std::uint64_t kSeed = 51;
  Random random(kSeed);
  for (int trial = 0; trial < 20'000; ++trial) {
    const RuleSet rules = random_rules(random);
    const Position position = random_position(random, rules, Ending::kMaxPieces);
    ASSERT_EQ(count_runs(rules, position), count_runs(rules, *Ending::of(position)))
        << "seed " << kSeed << ": " << position.to_string();
  }
}

TEST(Ending, ThereAreSoManyInAGame) {
  EXPECT_THAT(names(endings_of_game(preset("burroughs"), 4)), ElementsAre("CRvCR"));
  EXPECT_THAT(names(endings_of_game(preset("zillions"), 4)), ElementsAre("CRvCR"));
  EXPECT_THAT(names(endings_of_game(preset("burroughs"), 5)),
              UnorderedElementsAre("CRvCR", "CRFvCR", "CRDvCR", "CRTvCR", "CRWvCR", "CRAvCR", "CRPvCR"));
  const auto cazaux = endings_of_game(preset("cazaux"), 4);
  EXPECT_EQ(cazaux.size(), 63U);
  EXPECT_EQ(cazaux.front().name(), "RvR");
  for (std::size_t i = 1; i < cazaux.size(); ++i) EXPECT_LE(cazaux[i - 1].pieces(), cazaux[i].pieces());
  EXPECT_EQ(std::set<Ending>(cazaux.begin(), cazaux.end()).size(), 63U);
  EXPECT_THAT(names(endings_of_game(preset("cazaux"), 2)), ElementsAre("RvR"));
  EXPECT_THAT(endings_of_game(preset("burroughs"), 3), IsEmpty());
}

TEST(Ending, ThereAreSoManyInAGamePerSide) {
  // Under burroughs a side of up to three pieces is CR or CR and one of six kinds: 7 sides, 28 pairs.
  EXPECT_EQ(endings_of_game_per_side(preset("burroughs"), 3).size(), 28U);
  // Under cazaux: R; R and one of 7; R and two: 7 * 6 / 2 pairs of kinds and 6 doubles (one Chief only): 35 sides.
  EXPECT_EQ(endings_of_game_per_side(preset("cazaux"), 3).size(), 35U * 36U / 2U);
}

TEST(Ending, CapturesLeadToSmallerOnesWhileTheGameGoesOn) {
  EXPECT_THAT(after_capture(preset("burroughs"), ending("CRvCR")), IsEmpty());  // a Chief taken ends the game
  EXPECT_THAT(after_capture(preset("cazaux"), ending("CRvCR")), IsEmpty());     // only the Chief can take the Chief
  EXPECT_THAT(names(after_capture(preset("burroughs"), ending("CRDvCR"))), UnorderedElementsAre("CRvCR"));
  EXPECT_THAT(names(after_capture(preset("cazaux"), ending("CRDvCR"))), UnorderedElementsAre("CRvCR", "CRDvR"));
  EXPECT_THAT(names(after_capture(preset("cazaux"), ending("RDvRF"))), UnorderedElementsAre("RDvR", "RFvR"));
  EXPECT_THAT(names(after_capture(preset("cazaux"), ending("RDvRD"))), UnorderedElementsAre("RDvR"));
  EXPECT_THAT(after_capture(preset("cazaux"), ending("RDDvR")), IsEmpty());  // a bare Princess never captures
  RuleSet gentle = preset("cazaux");
  gentle.captures[to_index(PieceKind::Dwar)] = false;
  EXPECT_THAT(names(after_capture(gentle, ending("RDvRF"))), UnorderedElementsAre("RFvR"));
}

// The colours and whose move it is, in the ending's own orientation.
TEST(Ending, OrientedPutsTheFirstSideInBlack) {
  const auto oriented_text = [](const char* text) { return oriented(Position::parse(text).value()).to_string(); };
  EXPECT_EQ(oriented_text("rd8/10/10/10/10/10/10/10/10/1R8 o R -"), "1r8/10/10/10/10/10/10/10/10/RD8 b r -");
  EXPECT_EQ(oriented_text("r9/10/10/10/10/10/10/10/10/1RD7 o R -"), "r9/10/10/10/10/10/10/10/10/1RD7 o R -");
  // As many on both sides: the letters decide.
  EXPECT_EQ(oriented_text("rf8/10/10/10/10/10/10/10/10/1RD7 b - 4"), "1rd7/10/10/10/10/10/10/10/10/RF8 o - 4");
  EXPECT_EQ(oriented_text("rd8/10/10/10/10/10/10/10/10/1RF7 b - 4"), "rd8/10/10/10/10/10/10/10/10/1RF7 b - 4");
  // Equal sides: Black is to move.
  EXPECT_EQ(oriented_text("rd8/10/10/10/10/10/10/10/10/1RD7 o r 4"), "1rd7/10/10/10/10/10/10/10/10/RD8 b R 4");
  EXPECT_EQ(oriented_text("rd8/10/10/10/10/10/10/10/10/1RD7 b r 4"), "rd8/10/10/10/10/10/10/10/10/1RD7 b r 4");
}

TEST(Ending, OrientedAgreesWithTheEndingsSides) {
  constexpr std::uint64_t kSeed = 52;
  Random random(kSeed);
  const RuleSet rules = preset("friedlander");
  for (int trial = 0; trial < 20'000; ++trial) {
    const Position position = random_position(random, rules, Ending::kMaxPieces);
    const Position turned = oriented(position);
    const Ending e = *Ending::of(position);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ": " + position.to_string());
    for (const Side side : kSides) {
      for (const PieceKind kind : kAllPieceKinds) {
        ASSERT_EQ(turned.pieces(Piece{side, kind}).count(), e.count(side, kind));
      }
    }
    ASSERT_TRUE(turned == position || turned == turned_over(position));
    ASSERT_TRUE(!e.equal_sides() || turned.to_move == Side::Black);
    ASSERT_EQ(turned_over(turned_over(position)), position);
    ASSERT_EQ(oriented(turned), turned);
    ASSERT_EQ(*Ending::parse(e.name()), e);
  }
}

}  // namespace
}  // namespace jetan
