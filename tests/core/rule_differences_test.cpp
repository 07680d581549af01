// What rule sets differ in, in words.
#include "core/rule_differences.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> places(const std::vector<RuleDifference>& differences) {
  std::vector<std::string> places;
  for (const RuleDifference& difference : differences) places.push_back(difference.place());
  return places;
}

TEST(RuleDifferences, SayWhatTheyMeanForPlay) {
  const auto found = differences(preset("ag6"), preset("burroughs"));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].section, "thoat");
  EXPECT_EQ(found[0].key, "move");
  EXPECT_EQ(found[0].a, "\"jump\"");
  EXPECT_EQ(found[0].b, "\"either-order\"");
  EXPECT_EQ(found[0].sentence("ag6", "burroughs"),
            "Thoat: nothing blocks it (ag6); either step first; a piece on the square between blocks that order "
            "(burroughs)");
  RuleSet slow = preset("ag6");
  slow.stepping[to_index(PieceKind::Chief)].steps = 1;
  EXPECT_EQ(in_words(differences(slow, preset("ag6")), "slow", "ag6", 3),
            "Chief: steps of a move: 1 (slow); steps of a move: 3 (ag6)");
}

TEST(RuleDifferences, AreThoseOfThePresets) {
  EXPECT_THAT(places(differences(preset("burroughs"), preset("cazaux"))),
              ElementsAre("princess.threatened", "thoat.move", "end.chief-taken"));
  EXPECT_THAT(places(differences(preset("cazaux"), preset("zillions"))), ElementsAre("end.chief-taken"));
  EXPECT_THAT(places(differences(preset("burroughs"), preset("chapter2"))),
              ElementsAre("chief.turning", "princess.turning", "thoat.move", "warrior.directions", "warrior.turning"));
}

TEST(RuleDifferences, ACountThatIsntThereIsOne) {
  const auto found = differences(preset("burroughs"), preset("no-count"));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].place(), "count.enabled");
  EXPECT_EQ(found[0].a, "true");
  EXPECT_EQ(found[0].b, "false");
}

TEST(RuleDifferences, AreNoneExactlyWhereRuleSetsPlayAlike) {
  RuleSet renamed = preset("free");
  renamed.name = "other";
  EXPECT_THAT(differences(preset("free"), renamed), IsEmpty());
  constexpr std::uint64_t kSeed = 71;
  Random random(kSeed);
  for (int trial = 0; trial < 500; ++trial) {
    const RuleSet a = random_rules(random);
    const RuleSet b = one_in(random, 5) ? a : random_rules(random);
    const auto found = differences(a, b);
    EXPECT_EQ(found.empty(), a.plays_like(b)) << "seed " << kSeed << ", trial " << trial;
    for (const RuleDifference& difference : found) {
      EXPECT_NE(difference.a, difference.b) << difference.place();
      EXPECT_NE(difference.meaning_a, difference.meaning_b) << difference.place();
    }
  }
}

TEST(RuleDifferences, ManyAreCutShort) {
  const auto found = differences(preset("burroughs"), preset("cazaux"));
  EXPECT_THAT(in_words(found, "a", "b", 1), testing::EndsWith("; and 2 more"));
  EXPECT_EQ(in_words({}, "a", "b", 1), "");
}

// RULES-FORMAT.md explains each value by the key table's words: a row `| … | value | words |`.
TEST(RuleKeys, MeanWhatTheFormatsDocumentSays) {
  std::ifstream file(JETAN_TEST_DATA "/../../core/RULES-FORMAT.md");
  std::stringstream text;
  text << file.rdbuf();
  ASSERT_FALSE(text.str().empty());
  for (const RuleKey& key : rule_keys()) {
    ASSERT_FALSE(key.subject.empty()) << key.key;
    if (key.type == RuleKey::Type::Number) {
      EXPECT_NE(text.str().find("| " + std::string(key.meanings.at(0))), std::string::npos) << key.meanings[0];
      continue;
    }
    ASSERT_EQ(key.meanings.size(), key.words.size()) << key.key;
    for (int value = 0; value < std::ssize(key.words); ++value) {
      const bool bare = key.type == RuleKey::Type::ListedNumber;
      const std::string shown = bare ? key.written(value) : '`' + key.written(value) + '`';
      const std::string row = "| " + shown + " | " + key.meaning(value);
      EXPECT_NE(text.str().find(row), std::string::npos) << key.section << '.' << key.key << ": " << row;
    }
  }
}

}  // namespace
}  // namespace jetan
