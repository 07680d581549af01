// What all commands have in common: help, wrong use, and output that can't be written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/tools/program.hpp"

namespace jetan {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

const std::vector<std::string> kCommands{"rules", "moves", "perft", "index", "plan", "gen", "probe", "stats", "verify"};

// "jetan: ..." on one line.
bool is_one_line(const std::string& err) { return err.rfind("jetan: ", 0) == 0 && err.find('\n') == err.size() - 1; }

TEST(CommandLine, HelpNamesEveryCommandAndTheExitStatuses) {
  const Finished help = run({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.err, "");
  for (const std::string& command : kCommands) EXPECT_THAT(help.out, HasSubstr("\n  " + command + " "));
  EXPECT_THAT(help.out, HasSubstr("Exit status: 0 done"));
  for (const char* later : {"study", "solve", "serve"}) {
    EXPECT_THAT(help.out, Not(HasSubstr(std::string("\n  ") + later)));
    EXPECT_EQ(run({later}).status, 2);
  }
}

TEST(CommandLine, EveryCommandsHelpTeachesWithAnExample) {
  for (const std::string& command : kCommands) {
    const Finished help = run({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    EXPECT_THAT(help.out, HasSubstr("Usage: jetan " + command));
    EXPECT_THAT(help.out, HasSubstr("Example:\n  jetan " + command));
    for (const char* option : {"--rules", "--no-count", "--tables", "--json"})
      EXPECT_THAT(help.out, HasSubstr(option)) << command;
  }
}

TEST(CommandLine, NoLineOfHelpIsWiderThanAHundredColumns) {
  for (const std::string& line : run({"--help"}).lines()) EXPECT_LE(line.size(), 100U) << line;
  for (const std::string& command : kCommands) {
    for (const std::string& line : run({command, "--help"}).lines()) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(CommandLine, PrintsItsVersion) {
  const Finished version = run({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, MatchesRegex("jetan [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(CommandLine, WrongUseIsStatus2WithALineThatHelps) {
  const std::vector<std::vector<std::string>> wrong{
      {},
      {"--json"},
      {"mvoes"},
      {""},
      {"--nothing"},
      {"rules", "burroughs", "ag6"},
      {"rules", "--rules"},
      {"moves"},
      {"moves", "--nothing", "startpos"},
      {"moves", "a", "b", "c", "d", "e"},
      {"perft"},
      {"perft", "x"},
      {"perft", "-1"},
      {"perft", "99"},
      {"index"},
      {"index", "CRvR", "1", "2"},
      {"index", "CRvR", "x"},
      {"gen"},
      {"gen", "CRvR", "--memory", "much"},
      {"gen", "CRvR", "--threads", "0"},
      {"gen", "--pieces", "9"},
      {"probe"},
      {"probe", "startpos", "--batch", "-"},
      {"probe", "--batch", "-", "--line"},
      {"probe", "--batch", "no-such-file"},
      {"stats"},
      {"verify", "--sample", "0"},
      {"verify", "--sample", "10", "--all"},
  };
  for (const auto& arguments : wrong) {
    const Finished refused = run(arguments);
    const std::string shown = testing::PrintToString(arguments);
    EXPECT_EQ(refused.status, 2) << shown;
    EXPECT_EQ(refused.out, "") << shown;
    EXPECT_TRUE(is_one_line(refused.err)) << shown << refused.err;
  }
  EXPECT_THAT(run({"mvoes"}).err, HasSubstr("jetan --help"));
  EXPECT_THAT(run({"perft", "x"}).err, HasSubstr("jetan perft --help"));
}

TEST(CommandLine, BadPositionsEndingsAndRuleSetsAreStatus3) {
  const std::vector<std::vector<std::string>> bad{
      {"moves", "9r/R9"},
      {"moves", "9r/10/10/10/10/10/10/10/10/R9", "b", "-", "77"},
      {"moves", "startpos", "--rules", "nobodys"},
      {"perft", "2", "nothing"},
      {"index", "CRvXR"},
      {"index", "startpos"},
      {"gen", "CCRvR"},
      {"probe", "9r/10/10/10/10/10/10/10/10/9"},
      {"stats", "CRvCRCR"},
      {"rules", "nobodys"},
      {"verify", "--rules", "/dev/null"},
  };
  for (const auto& arguments : bad) {
    const Finished refused = run(arguments);
    const std::string shown = testing::PrintToString(arguments);
    EXPECT_EQ(refused.status, 3) << shown << refused.err;
    EXPECT_EQ(refused.out, "") << shown;
    EXPECT_TRUE(is_one_line(refused.err)) << shown << refused.err;
  }
}

TEST(CommandLine, OutputThatCantBeWrittenIsStatus6) {
  const std::vector<std::vector<std::string>> commands{{"--help"}, {"rules"}, {"moves", "startpos"}, {"index", "CRvR"}};
  for (const auto& arguments : commands) {
    const Finished full = run(arguments, {.output = "/dev/full"});
    EXPECT_EQ(full.status, 6);
    EXPECT_THAT(full.err, StartsWith("jetan: can't write the output: "));
    const Finished closed = run(arguments, {.output_closed = true});
    EXPECT_EQ(closed.status, 6);
    EXPECT_THAT(closed.err, StartsWith("jetan: can't write the output: "));
  }
}

// What is too much or too little is told in the program's words, not in those of the library that reads the line.
TEST(CommandLine, SurplusAndLackingArgumentsAreToldPlainly) {
  EXPECT_THAT(run({"stats", "CRvR", "CRvCR"}).err, StartsWith("jetan: 'CRvCR' is one argument too many; see"));
  EXPECT_THAT(run({"moves", "startpos", "--best"}).err, StartsWith("jetan: there is no option --best; see"));
  EXPECT_THAT(run({"--best"}).err, StartsWith("jetan: there is no option --best; see"));
  EXPECT_THAT(run({"moves", "a", "b", "c", "d", "e"}).err, StartsWith("jetan: POS takes 4 words at most, not 5; see"));
  EXPECT_THAT(run({"rules", "--rules"}).err, StartsWith("jetan: --rules needs more to follow it; see"));
}

// As after `| head -1`.
TEST(CommandLine, EndsQuietlyWhenNoOneReads) {
  const std::vector<std::vector<std::string>> commands{
      {"--help"}, {"rules"}, {"moves", "startpos"}, {"gen", "RvR", "--tables", testing::TempDir() + "unread"}};
  for (const auto& arguments : commands) {
    const Finished unread = run(arguments, {.output_unread = true});
    EXPECT_EQ(unread.status, 1);
    EXPECT_EQ(unread.err, "");
  }
  std::filesystem::remove_all(testing::TempDir() + "unread");
}

TEST(CommandLine, CommonOptionsMayStandBeforeTheCommand) {
  EXPECT_EQ(run({"--json", "--rules", "ag6", "perft", "1"}).json(),
            run({"perft", "1", "--rules", "ag6", "--json"}).json());
}

}  // namespace
}  // namespace jetan
