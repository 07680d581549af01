// Unfinished work kept in a scratch folder: a run goes on from there, makes the same files, and leaves nothing behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <iterator>

#include "tbgen/generate.hpp"
#include "tbgen/plan.hpp"
#include "tbgen/solving_journal.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;  // by path
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), folder).string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

// Makes tables in run after run, each stopped a little later, until they are done. Returns how many it took.
int make_with_stops(const Game& game, const std::vector<Ending>& endings, GenerateOptions options) {
  constexpr int kMostRuns = 10'000;
  for (int runs = 1; runs < kMostRuns; ++runs) {
    std::atomic<bool> stop = false;
    int reports = 0;
    options.stop = &stop;
    options.progress = [&](const Progress& at) {
      if (at.phase == Phase::Solving && ++reports > 2 * runs) stop = true;
    };
    const auto made = generate(game, endings, options);
    if (made) return runs;
    EXPECT_EQ(made.error().kind, ErrorKind::Interrupted) << made.error().message;
    if (made.error().kind != ErrorKind::Interrupted) break;
  }
  ADD_FAILURE() << "it never ends";
  return 0;
}

struct Tested {
  const char* rules;
  const char* ending;
  bool outcomes;
};

class Scratch : public testing::TestWithParam<Tested> {};

TEST_P(Scratch, StoppedAgainAndAgainMakesTheSameFiles) {
  const Game game(RuleSet::load(GetParam().rules).value());
  const std::vector<Ending> endings{Ending::parse(GetParam().ending).value()};
  const TemporaryFolder folder;
  GenerateOptions options;
  options.outcomes = GetParam().outcomes;
  options.tables = folder / "in_memory";
  ASSERT_TRUE(generate(game, endings, options));

  options.tables = folder / "in_scratch";
  options.scratch = folder / "scratch";
  EXPECT_GT(make_with_stops(game, endings, options), 3);
  EXPECT_EQ(contents(folder / "in_scratch"), contents(folder / "in_memory"));
  EXPECT_FALSE(fs::exists(folder / "scratch" / rules_folder_name(game.rules())));
}

INSTANTIATE_TEST_SUITE_P(Endings, Scratch,
                         testing::Values(Tested{"burroughs", "CRvCR", true}, Tested{"cazaux", "CRvR", false},
                                         Tested{"cazaux", "RDvRD", true}, Tested{"free", "RWvR", false}),
                         [](const auto& tested) {
                           return std::string(tested.param.rules) + "_" + tested.param.ending;
                         });

class ScratchOfOthers : public testing::Test {
 protected:
  ScratchOfOthers() {
    options_.tables = folder_ / "tables";
    options_.scratch = folder_ / "scratch";
    there_ = scratch_folder(game_, ending_, options_);
    fs::create_directories(there_);
  }

  Error refused() const {
    const auto made = generate(game_, {ending_}, options_);
    EXPECT_FALSE(made);
    return made ? Error{} : made.error();
  }

  const Game game_{RuleSet::load("burroughs").value()};
  const Ending ending_ = Ending::parse("CRvCR").value();
  const TemporaryFolder folder_;
  GenerateOptions options_;
  fs::path there_;
};

TEST_F(ScratchOfOthers, IsRefusedInWords) {
  ASSERT_TRUE(SolvingJournal::open(there_, "--.Black.wins", "  jetan 0.0, rules others\n", 1));
  const auto before = contents(there_);
  const Error error = refused();
  EXPECT_EQ(error.kind, ErrorKind::WrongRules);
  EXPECT_THAT(error.message, HasSubstr("jetan 0.0, rules others"));
  EXPECT_THAT(error.message, HasSubstr("--scratch"));
  EXPECT_EQ(contents(there_), before);
}

TEST_F(ScratchOfOthers, IsNotOverwrittenIfItIsNoJournal) {
  std::ofstream(there_ / "--.Black.wins.journal")
      << "a letter to my grandmother, and other things worth keeping; " << std::string(300, '.');
  const auto before = contents(there_);
  const Error error = refused();
  EXPECT_EQ(error.kind, ErrorKind::TableDamaged);
  EXPECT_THAT(error.message, HasSubstr("--.Black.wins.journal"));
  EXPECT_EQ(contents(there_), before);
}

TEST_F(ScratchOfOthers, IsNotSharedByTwoRuns) {
  const auto journal = SolvingJournal::open(there_, "--.Black.wins", "  another run\n", 1);
  ASSERT_TRUE(journal);
  const Error error = refused();
  EXPECT_EQ(error.kind, ErrorKind::Io);
  EXPECT_THAT(error.message, HasSubstr("another run"));
}

TEST_F(ScratchOfOthers, StaysIfItIsNotWorkOfTheEnding) {
  std::ofstream(there_ / "notes.txt") << "mine";
  ASSERT_TRUE(generate(game_, {ending_}, options_));
  EXPECT_EQ(contents(there_), (std::map<std::string, std::string>{{"notes.txt", "mine"}}));
}

}  // namespace
}  // namespace jetan
