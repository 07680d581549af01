// Rule files with mistakes: each is named, with file, line and what may stand there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "core/ruleset.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string error_of(std::string_view text) {
  const Result<RuleSet> rules = RuleSet::parse(text, "my.toml");
  EXPECT_FALSE(rules);
  if (rules) return "";
  EXPECT_EQ(rules.error().kind, ErrorKind::BadRules);
  return rules.error().message;
}

TEST(RuleFileErrors, Syntax) {
  EXPECT_EQ(error_of(file_with("steps = 3", "steps 3")),
            "my.toml:5: neither a [section], a key = value nor a # comment");
  EXPECT_EQ(error_of(file_with("steps = 3", "steps =  # three")), "my.toml:5: steps = lacks its value");
  EXPECT_EQ(error_of(file_with("[chief]", "[chief")), "my.toml:4: a section is written [name]");
  EXPECT_EQ(error_of(file_with("[chief]", "[chief] steps = 3")),
            "my.toml:4: more on the line than one section or one key = value");
  EXPECT_EQ(error_of(file_with("\"exact\"", "\"exact\" 3")),
            "my.toml:6: more on the line than one section or one key = value");
  for (const char* wrong : {"\"exact", "'exact", "\"ex\\act\"", "\"exact\\"}) {
    EXPECT_EQ(error_of(file_with("\"exact\"", wrong)),
              "my.toml:6: a text in quotes that doesn't end, or a backslash not before a quote or a backslash");
  }
  // Overlong, cut short, a surrogate, beyond Unicode, a stray byte; and control characters.
  for (const char* wrong : {"\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\x1B[2J", "\x7F"}) {
    EXPECT_EQ(error_of(file_with("steps = 3", std::string("steps = 3  # ") + wrong)),
              "my.toml:5: a byte that is no UTF-8 text, or a control character");
  }
}

TEST(RuleFileErrors, Doubles) {
  EXPECT_EQ(error_of(file_with("[flier]", "[chief]")), "my.toml:25: a second section [chief]; the first is on line 4");
  EXPECT_EQ(error_of(file_with("steps = 3", "steps = 3\nsteps = 3")),
            "my.toml:6: a second key steps; the first is on line 5");
  EXPECT_EQ(error_of(file_with("source", "name = \"a\"\nsource")),
            "my.toml:2: a second key name; the first is on line 1");
}

TEST(RuleFileErrors, UnknownKeys) {
  EXPECT_EQ(error_of(file_with("steps = 3", "steps = 3\nstepz = 3")),
            "my.toml:6: unknown key stepz in [chief]; its keys are steps, count, directions, turning, jumps, "
            "captures, value");
  EXPECT_EQ(error_of(file_with("[board]", "[queen]\nsteps = 3\n[board]")),
            "my.toml:83: unknown section [queen]; the sections are chief, princess, flier, dwar, thoat, warrior, "
            "padwar, panthan, end, count, board");
  EXPECT_EQ(error_of(file_with("source", "author = \"me\"\nsource")),
            "my.toml:2: unknown key author before the first section; only name and source stand there");
  EXPECT_EQ(error_of(file_with("threatened", "captures = true\nthreatened")),
            "my.toml:20: the Princess never captures; leave captures out of [princess]");
}

TEST(RuleFileErrors, MissingKeys) {
  EXPECT_EQ(error_of(file_with("turning = \"combine\"\n", "")),
            "my.toml:4: [chief] lacks the key turning; it must be \"combine\", \"one-kind\" or \"straight\"");
  EXPECT_EQ(error_of(file_with("plies = 10\n", "")),
            "my.toml:76: [count] lacks the key plies; it must be a whole number from 1 to 50");
  EXPECT_EQ(error_of(file_with("\n[board]\narray = \"point-symmetric\"\n", "")),
            "my.toml:81: the file ends without the section [board]");
  EXPECT_EQ(error_of(file_with("name = \"burroughs\"\n", "")),
            "my.toml:1: the file lacks the key name before the first section; it must be 1 to 40 letters, digits, '-', "
            "'_' or '.', in quotes");
  EXPECT_EQ(error_of("name = 'x'\n"),
            "my.toml:1: the file lacks the key source before the first section; it must be a text of at most 300 "
            "bytes, without tabs, in quotes");
  EXPECT_THAT(error_of(""), StartsWith("my.toml:1: the file lacks the key name"));
}

TEST(RuleFileErrors, WrongTypes) {
  EXPECT_EQ(error_of(file_with("steps = 3", "steps = \"3\"")),
            "my.toml:5: chief.steps is \"3\"; it must be a whole number from 1 to 4");
  for (const std::string wrong : {"3.0", "03", "0x3", "+3", "1_0", "true", "[3]", "= 3", "{ steps = 3 }"}) {
    EXPECT_EQ(error_of(file_with("steps = 3", "steps = " + wrong + "  # steps")),
              "my.toml:5: chief.steps is " + wrong + "; it must be a whole number from 1 to 4");
  }
  EXPECT_EQ(error_of(file_with("jumps = false", "jumps = \"no\"")),
            "my.toml:9: chief.jumps is \"no\"; it must be false or true");
  EXPECT_EQ(error_of(file_with("jumps = false", "jumps = 0")), "my.toml:9: chief.jumps is 0; it must be false or true");
  EXPECT_EQ(error_of(file_with("count = \"exact\"", "count = exact")),
            "my.toml:6: chief.count is exact; it must be \"exact\" or \"up-to\"");
  EXPECT_EQ(error_of(file_with("directions = 5", "directions = \"5\"")),
            "my.toml:68: panthan.directions is \"5\"; it must be 5 or 7");
}

TEST(RuleFileErrors, OutOfRange) {
  EXPECT_EQ(error_of(file_with("steps = 3", "steps = 5")),
            "my.toml:5: chief.steps is 5; it must be a whole number from 1 to 4");
  EXPECT_EQ(error_of(file_with("value = 10", "value = -1")),
            "my.toml:11: chief.value is -1; it must be a whole number from 0 to 1000");
  EXPECT_EQ(error_of(file_with("plies = 10", "plies = 9223372036854775807")),
            "my.toml:80: count.plies is 9223372036854775807; it must be a whole number from 1 to 50");
  EXPECT_EQ(error_of(file_with("max-pieces = 3", "max-pieces = 0")),
            "my.toml:78: count.max-pieces is 0; it must be a whole number from 1 to 8");
  EXPECT_EQ(error_of(file_with("directions = 5", "directions = 6")),
            "my.toml:68: panthan.directions is 6; it must be 5 or 7");
  EXPECT_EQ(error_of(file_with("no-move = \"loss\"", "no-move = \"stalemate\"")),
            "my.toml:74: end.no-move is \"stalemate\"; it must be \"loss\", \"draw\" or \"loss-if-threatened\"");
}

TEST(RuleFileErrors, ContradictionsInTheCount) {
  EXPECT_EQ(error_of(file_with("enabled = true", "enabled = false")),
            "my.toml:78: count.max-pieces is set although enabled is false: leave it out, or set enabled = true");
}

TEST(RuleFileErrors, NamesAndSources) {
  const auto expect_bad_name = [](const std::string& name) {
    EXPECT_EQ(error_of(file_with("name = \"burroughs\"", "name = " + name)),
              "my.toml:1: name is " + name + "; it must be 1 to 40 letters, digits, '-', '_' or '.', in quotes");
  };
  expect_bad_name("\"\"");
  expect_bad_name("\"a/b\"");
  expect_bad_name("\"a b\"");
  expect_bad_name("1");
  EXPECT_THAT(error_of(file_with("burroughs", "zweitürig")), StartsWith("my.toml:1: name is \"zweit??rig\";"));
  EXPECT_THAT(error_of(file_with("burroughs", std::string(41, 'x'))),
              StartsWith("my.toml:1: name is \"" + std::string(40, 'x') + "...\"; it must be 1 to 40"));
  EXPECT_TRUE(RuleSet::parse(file_with("burroughs", std::string(40, 'x')), "my.toml"));

  EXPECT_EQ(error_of(file_with("source = \"", "source = \"\t")).substr(0, 21), "my.toml:2: source is ");
  EXPECT_THAT(error_of(file_with("source = \"", "source = \"" + std::string(300, 'x'))),
              HasSubstr("; it must be a text of at most 300 bytes, without tabs, in quotes"));
}

TEST(RuleFileErrors, TooLarge) {
  EXPECT_EQ(error_of(std::string(65537, '#')), "my.toml: too large for a rule file (more than 65536 bytes)");
  EXPECT_TRUE(RuleSet::parse(preset("burroughs").to_text() + "#" + std::string(60000, 'x'), "my.toml"));
}

// Whatever a file holds, reading it ends in a rule set or an error.
TEST(RuleFileErrors, DamagedFilesAreErrorsOrRuleSets) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::string text(presets().front().text);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    const Result<RuleSet> rules = RuleSet::parse(damaged, "damaged.toml");
    if (rules) continue;
    ++refused;
    EXPECT_THAT(rules.error().message, StartsWith("damaged.toml:"));
  }
  EXPECT_GT(refused, 1000);
}

class RuleFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("jetan-" + std::string(test->name()) + "-" + std::to_string(std::random_device{}()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file, std::ios::binary) << text;
    return folder_ / file;
  }

  std::filesystem::path folder_;
};

TEST_F(RuleFiles, AreLoadedByPath) {
  const std::string path = write("mine.toml", file_with("name = \"burroughs\"", "name = \"mine\""));
  const Result<RuleSet> rules = RuleSet::load(path);
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(rules->name, "mine");
  EXPECT_TRUE(rules->plays_like(preset("burroughs")));
}

TEST_F(RuleFiles, NameThemselvesInErrors) {
  const std::string path = write("mine.toml", file_with("steps = 3", "steps = 7"));
  const Result<RuleSet> rules = RuleSet::load(path);
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().message, path + ":5: chief.steps is 7; it must be a whole number from 1 to 4");
}

TEST_F(RuleFiles, OfNoKnownNameListThePresets) {
  for (const std::string unknown : {"burrows", "", "no/such/file.toml"}) {
    const Result<RuleSet> rules = RuleSet::load(unknown);
    ASSERT_FALSE(rules);
    EXPECT_EQ(rules.error().kind, ErrorKind::BadRules);
    EXPECT_EQ(rules.error().message, "no rule set \"" + unknown +
                                         "\": neither a preset (burroughs, ag6, cazaux, chapter2, free, "
                                         "friedlander, no-count, straight, zillions) nor a file");
  }
}

TEST_F(RuleFiles, MustBeFilesOfAReasonableSize) {
  const Result<RuleSet> of_folder = RuleSet::load(folder_);
  ASSERT_FALSE(of_folder);
  EXPECT_EQ(of_folder.error().kind, ErrorKind::BadRules);
  EXPECT_THAT(of_folder.error().message, HasSubstr("a folder, not a rule file"));

  const std::string huge = write("huge.toml", std::string(1000000, '#'));
  const Result<RuleSet> of_huge = RuleSet::load(huge);
  ASSERT_FALSE(of_huge);
  EXPECT_EQ(of_huge.error().message, huge + ": too large for a rule file (more than 65536 bytes)");

  // A symbolic link to itself can't be opened, not even by root.
  std::filesystem::create_symlink("loop.toml", folder_ / "loop.toml");
  const Result<RuleSet> of_loop = RuleSet::load(folder_ / "loop.toml");
  ASSERT_FALSE(of_loop);
  EXPECT_EQ(of_loop.error().kind, ErrorKind::Io);
  EXPECT_THAT(of_loop.error().message, HasSubstr("loop.toml: can't be read: "));
}

}  // namespace
}  // namespace jetan
