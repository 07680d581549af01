// Rule sets: the presets are what their sources say, and files read back as written.
#include "core/ruleset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Presets, AreNamedLikeTheirFilesWithBurroughsFirst) {
  std::vector<std::string> names;
  for (const Preset& each : presets()) {
    names.emplace_back(each.name);
    EXPECT_EQ(preset(names.back()).name, each.name);
    EXPECT_FALSE(preset(names.back()).source.empty()) << each.name;
  }
  EXPECT_THAT(names, ElementsAre("burroughs", "ag6", "cazaux", "chapter2", "free", "friedlander", "no-count",
                                 "straight", "zillions"));
}

TEST(Presets, ReadBackAsWritten) {
  for (const Preset& each : presets()) {
    const RuleSet rules = preset(std::string(each.name));
    const Result<RuleSet> again = RuleSet::parse(rules.to_text(), "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->to_text(), rules.to_text());
    EXPECT_EQ(again->name, rules.name);
    EXPECT_EQ(again->source, rules.source);
    EXPECT_TRUE(again->plays_like(rules));
  }
}

TEST(Presets, BurroughsIsTheAppendix) {
  const RuleSet rules = preset("burroughs");
  const auto stepping = [&rules](PieceKind kind) { return rules.stepping[to_index(kind)]; };
  const auto exactly = [](int steps, Directions directions, bool jumps) {
    return Stepping{steps, StepCount::Exact, directions, Turning::Combine, jumps};
  };
  EXPECT_EQ(stepping(PieceKind::Chief), exactly(3, Directions::Any, false));
  EXPECT_EQ(stepping(PieceKind::Princess), exactly(3, Directions::Any, true));
  EXPECT_EQ(stepping(PieceKind::Flier), exactly(3, Directions::Diagonal, true));
  EXPECT_EQ(stepping(PieceKind::Dwar), exactly(3, Directions::Orthogonal, false));
  EXPECT_EQ(stepping(PieceKind::Warrior), exactly(2, Directions::Orthogonal, false));
  EXPECT_EQ(stepping(PieceKind::Padwar), exactly(2, Directions::Diagonal, false));
  EXPECT_EQ(rules.thoat, ThoatMove::EitherOrder);
  EXPECT_EQ(rules.thoat_count, StepCount::Exact);
  EXPECT_EQ(rules.panthan, PanthanMove::Five);
  for (const PieceKind kind : kAllPieceKinds) {
    EXPECT_EQ(rules.captures[to_index(kind)], kind != PieceKind::Princess) << name(kind);
  }
  EXPECT_THAT(rules.values, ElementsAre(10, 0, 4, 4, 3, 2, 2, 1));
  EXPECT_TRUE(rules.threatened_forbidden);
  EXPECT_TRUE(rules.departure_counts_empty);
  EXPECT_FALSE(rules.princess_frightened);
  EXPECT_EQ(rules.escape, Escape::AnySquare);
  EXPECT_EQ(rules.chief_taken, ChiefTaken::Draw);
  EXPECT_EQ(rules.no_move, NoMove::Loss);
  EXPECT_EQ(rules.count, (Count{3, Equality::Value, 10, OnCapture::Continue}));
  EXPECT_EQ(rules.array, Array::PointSymmetric);
}

// Each preset is another one with a few points changed, and nothing else differs.
TEST(Presets, DifferOnlyWhereTheirSourcesDo) {
  RuleSet ag6 = preset("burroughs");
  ag6.thoat = ThoatMove::Jump;
  EXPECT_EQ(preset("ag6").canonical_text(), ag6.canonical_text());

  RuleSet cazaux = ag6;
  cazaux.threatened_forbidden = false;
  cazaux.chief_taken = ChiefTaken::PieceLost;
  EXPECT_EQ(preset("cazaux").canonical_text(), cazaux.canonical_text());

  RuleSet zillions = cazaux;
  zillions.chief_taken = ChiefTaken::Win;
  EXPECT_EQ(preset("zillions").canonical_text(), zillions.canonical_text());

  RuleSet friedlander = ag6;
  friedlander.chief_taken = ChiefTaken::PieceLost;
  friedlander.count->equal = Equality::Any;
  EXPECT_EQ(preset("friedlander").canonical_text(), friedlander.canonical_text());

  RuleSet free = ag6;
  for (Stepping& stepping : free.stepping) stepping.count = StepCount::UpTo;
  free.thoat_count = StepCount::UpTo;
  free.panthan = PanthanMove::Seven;
  EXPECT_EQ(preset("free").canonical_text(), free.canonical_text());

  RuleSet no_count = preset("burroughs");
  no_count.count.reset();
  EXPECT_EQ(preset("no-count").canonical_text(), no_count.canonical_text());

  RuleSet chapter2 = ag6;
  for (const PieceKind kind : {PieceKind::Chief, PieceKind::Princess, PieceKind::Warrior}) {
    chapter2.stepping[to_index(kind)].turning = Turning::Straight;
    chapter2.stepping[to_index(kind)].directions = Directions::Any;
  }
  EXPECT_EQ(preset("chapter2").canonical_text(), chapter2.canonical_text());

  RuleSet straight = preset("burroughs");
  for (Stepping& stepping : straight.stepping) {
    stepping.count = StepCount::UpTo;
    stepping.turning = Turning::Straight;
  }
  EXPECT_EQ(preset("straight").canonical_text(), straight.canonical_text());
}

TEST(RuleSet, EveryOptionIsWrittenAndReadBack) {
  RuleSet rules;  // each member other than its default
  rules.name = "A.z_0-9";
  rules.source = "a \"quoted\" back\\slash, ünïcode";
  for (Stepping& stepping : rules.stepping) {
    stepping = {4, StepCount::UpTo, Directions::Diagonal, Turning::Straight, true};
  }
  rules.captures.fill(true);
  rules.captures[to_index(PieceKind::Princess)] = false;
  rules.values = {0, 1000, 1, 2, 3, 5, 6, 7};
  rules.thoat = ThoatMove::StraightFirst;
  rules.thoat_count = StepCount::UpTo;
  rules.panthan = PanthanMove::Seven;
  rules.threatened_forbidden = false;
  rules.departure_counts_empty = false;
  rules.princess_frightened = true;
  rules.chief_taken = ChiefTaken::Win;
  rules.array = Array::Mirrored;
  for (const Turning turning : {Turning::Combine, Turning::OneKind, Turning::Straight}) {
    for (const Escape escape : {Escape::None, Escape::AnySquare, Escape::Straight, Escape::OneKind}) {
      for (const NoMove no_move : {NoMove::Loss, NoMove::Draw, NoMove::LossIfThreatened}) {
        for (const Equality equal : {Equality::Any, Equality::Number, Equality::Value, Equality::Same}) {
          rules.stepping[0].turning = turning;
          rules.escape = escape;
          rules.no_move = no_move;
          rules.count = Count{8, equal, 50, OnCapture::Restart};
          const Result<RuleSet> again = RuleSet::parse(rules.to_text(), "again");
          ASSERT_TRUE(again) << again.error().message;
          EXPECT_EQ(again->to_text(), rules.to_text());
          EXPECT_EQ(again->source, rules.source);
          EXPECT_EQ(again->stepping[0], rules.stepping[0]);
          EXPECT_EQ(again->escape, escape);
          EXPECT_EQ(again->no_move, no_move);
          EXPECT_EQ(again->count, rules.count);
        }
      }
    }
  }
}

TEST(RuleSet, HashIsOfThePlayAlone) {
  const RuleSet burroughs = preset("burroughs");
  RuleSet renamed = burroughs;
  renamed.name = "other";
  renamed.source = "";
  EXPECT_EQ(renamed.hash(), burroughs.hash());
  EXPECT_TRUE(renamed.plays_like(burroughs));

  // Comments, spacing, the kind of quotes and of line ends, the order of keys and of sections don't matter.
  std::string text = "\xEF\xBB\xBF# mine\r\n" + burroughs.to_text();
  text = replaced(text, "steps = 3\ncount = \"exact\"", "\n\tcount   ='exact'# all\r\n  steps = 3 # of them \"\n");
  text = replaced(text, "\n[board]\narray = \"point-symmetric\"\n", "");
  text = replaced(text, "\n[chief]", "\n [ board ] # first\narray = \"point-symmetric\"\n[chief]");
  text.pop_back();
  const Result<RuleSet> rewritten = RuleSet::parse(text, "rewritten");
  ASSERT_TRUE(rewritten) << rewritten.error().message;
  EXPECT_EQ(rewritten->hash(), burroughs.hash());

  RuleSet other = burroughs;
  other.count->plies = 11;
  EXPECT_NE(other.hash(), burroughs.hash());
  EXPECT_FALSE(other.plays_like(burroughs));
}

// A table names its rule set by this hash: a change here makes every table ever written one of other rules.
TEST(RuleSet, HashesOfThePresetsStayWhatTheyAre) {
  EXPECT_EQ(preset("burroughs").hash(), 0xc03a931e53844788U);
  EXPECT_EQ(preset("ag6").hash(), 0x9e0faeb256596c76U);
  EXPECT_EQ(preset("cazaux").hash(), 0xa36f01c6ecac0136U);
  EXPECT_EQ(preset("chapter2").hash(), 0xa343597f246d351dU);
  EXPECT_EQ(preset("free").hash(), 0x7c11934db317feb2U);
  EXPECT_EQ(preset("friedlander").hash(), 0x154a4e23a7b9079dU);
  EXPECT_EQ(preset("no-count").hash(), 0x6acd648917d1e9b7U);
  EXPECT_EQ(preset("straight").hash(), 0x8c38d5f1113e61f8U);
  EXPECT_EQ(preset("zillions").hash(), 0x3c8c1e8ee5f1a108U);
}

TEST(RuleSet, CanBeHadWithoutItsCount) {
  const RuleSet without = without_count(preset("burroughs"));
  EXPECT_EQ(without.name, "burroughs-no-count");
  EXPECT_TRUE(without.plays_like(preset("no-count")));
  EXPECT_EQ(without_count(without).name, "burroughs-no-count");
  EXPECT_EQ(without_count(preset("no-count")).name, "no-count");
  RuleSet long_name = preset("ag6");
  long_name.name = std::string(40, 'x');
  EXPECT_TRUE(RuleSet::parse(without_count(long_name).to_text(), "long name"));
}

TEST(RuleSet, HasACanonicalTextInAFixedOrder) {
  const std::string text = preset("no-count").canonical_text();
  EXPECT_THAT(text, StartsWith("[chief]\nsteps = 3\ncount = \"exact\"\ndirections = \"any\"\nturning = \"combine\"\n"
                               "jumps = false\ncaptures = true\nvalue = 10\n\n[princess]\n"));
  EXPECT_THAT(text, HasSubstr("[end]\nchief-taken = \"draw\"\nno-move = \"loss\"\n\n[count]\nenabled = false\n\n"
                              "[board]\narray = \"point-symmetric\"\n"));
}

}  // namespace
}  // namespace jetan
