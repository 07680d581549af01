// jetan gen: makes tables, keeps what is there, and leaves no half-made file behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

// The files in a tables folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& tables) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tables)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

TEST(GenCommand, MakesEveryEscapeStateSmallerEndingsFirst) {
  const TemporaryFolder folder;
  const auto tables = run({"gen", "RvRD", "RvR", "--tables", folder.path(), "--json"}).json_lines();
  ASSERT_THAT(tables, SizeIs(8));
  EXPECT_EQ(tables.front()["ending"], "RvR");
  EXPECT_EQ(tables.back()["ending"], "RDvR");
  EXPECT_EQ(tables.front()["escapes"], "--");
  EXPECT_EQ(tables.back()["escapes"], "Rr");
  for (const auto& table : tables) {
    EXPECT_EQ(table["rules"], "burroughs");
    EXPECT_EQ(table["already_there"], false);
    EXPECT_GT(table["positions"], 0);
    EXPECT_EQ(std::filesystem::file_size(table["file"].get<std::string>()), table["bytes"]);
  }
  EXPECT_THAT(files_in(folder.path()), SizeIs(8));
}

TEST(GenCommand, KeepsTheTablesThereAre) {
  const Finished again = run({"gen", "CRvR", "--tables", small_tables()});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("already there"));
  for (const auto& table : run({"gen", "RvCR", "--tables", small_tables(), "--json"}).json_lines()) {
    EXPECT_EQ(table["already_there"], true);
    EXPECT_EQ(std::filesystem::file_size(table["file"].get<std::string>()), table["bytes"]);
  }
}

TEST(GenCommand, SharesWhatOtherRulesPlayAlike) {
  const TablesCopy tables;
  const Finished shared = run({"gen", "RvR", "CRvR", "--rules", "ag6", "--tables", tables.path()});
  EXPECT_EQ(shared.status, 0) << shared.err;
  ASSERT_THAT(shared.lines(), SizeIs(9));
  EXPECT_THAT(shared.lines()[4], AllOf(StartsWith("CRvR.-- "), EndsWith("shared with burroughs")));
  EXPECT_THAT(shared.lines()[8], StartsWith("0 tables made, 0 already there, 8 shared with other rules; 0."));
  EXPECT_THAT(files_in(tables.path()), SizeIs(8));
  EXPECT_FALSE(
      std::filesystem::exists(std::filesystem::path(tables.path()) / rules_folder_name(RuleSet::load("ag6").value())));
  // In RvR nothing threatens, and under cazaux a Princess may stand threatened.
  for (const auto& table :
       run({"gen", "RvR", "CRvR", "--rules", "cazaux", "--tables", tables.path(), "--json"}).json_lines()) {
    const bool lent = table["ending"] == "RvR";
    EXPECT_EQ(table["already_there"], lent);
    EXPECT_EQ(table["shared_with"], lent ? nlohmann::json("burroughs") : nlohmann::json());
    EXPECT_EQ(std::filesystem::file_size(table["file"].get<std::string>()), table["bytes"]);
  }
  EXPECT_EQ(run({"verify", "--rules", "cazaux", "--tables", tables.path()}).status, 0);
  EXPECT_EQ(run({"stats", "RvR", "--rules", "cazaux", "--tables", tables.path()}).out.substr(0, 22),
            "RvR under rules cazaux");
}

TEST(GenCommand, DoesntTrustAnothersDamagedTable) {
  const TablesCopy tables;
  damage(tables.file("RvR.--.jtb"), 20);
  const auto made = run({"gen", "RvR", "--rules", "ag6", "--tables", tables.path(), "--json"}).json_lines();
  ASSERT_THAT(made, SizeIs(4));
  EXPECT_EQ(made[0]["already_there"], false);
  EXPECT_EQ(made[1]["shared_with"], "burroughs");
  EXPECT_EQ(run({"probe", "9r/10/10/10/10/10/10/10/10/R9", "--rules", "ag6", "--tables", tables.path()}).status, 0);
}

TEST(GenCommand, TellsOfEachTableOnceItIsThere) {
  const TemporaryFolder folder;
  Running generating({"gen", "RvR", "--pieces", "4", "--rules", "cazaux", "--tables", folder.path()});
  EXPECT_THAT(generating.read_line(), StartsWith("RvR.-- "));
  EXPECT_THAT(generating.read_line(), StartsWith("RvR.R- "));
  EXPECT_LT(files_in(folder.path()).size(), 252U);
  generating.signal(SIGINT);
  EXPECT_EQ(generating.wait(), 1);
}

TEST(GenCommand, FindsItsFolderByTheEnvironment) {
  const TemporaryFolder folder;
  EXPECT_EQ(run({"gen", "RvR"}, {.environment = {{"JETAN_TABLES", folder.path()}}}).status, 0);
  EXPECT_THAT(files_in(folder.path()), SizeIs(4));
  EXPECT_EQ(run({"gen", "RvR"}, {.folder = folder.path()}).status, 0);
  EXPECT_THAT(files_in(folder / "tables"), SizeIs(4));
}

TEST(GenCommand, MakesWholeSets) {
  const TemporaryFolder folder;
  // Without a Chief a side has lost under burroughs: RvR never comes up.
  const Finished none = run({"gen", "--pieces", "3", "--tables", folder.path()});
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.err, HasSubstr("no game under rules burroughs"));
  const auto cazaux =
      run({"gen", "--per-side", "1", "--rules", "cazaux", "--tables", folder.path(), "--json"}).json_lines();
  ASSERT_THAT(cazaux, SizeIs(4));
  EXPECT_EQ(cazaux.front()["ending"], "RvR");
}

TEST(GenCommand, RefusesWhatDoesntFitInMemory) {
  const TemporaryFolder folder;
  const Finished refused = run({"gen", "CRvCR", "--memory", "1M", "--tables", folder.path()});
  EXPECT_EQ(refused.status, 6);
  EXPECT_THAT(refused.err, HasSubstr("CRvCR"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(GenCommand, LeavesNothingOnAFullDisk) {
  const TemporaryFolder folder;
  const Finished full = run({"gen", "CRvR", "--tables", folder.path()}, {.file_bytes = 1000});
  EXPECT_EQ(full.status, 6) << full.err;
  EXPECT_THAT(full.err, HasSubstr("CRvR"));
  EXPECT_THAT(files_in(folder.path()), IsEmpty());
}

TEST(GenCommand, SaysWhereItCantWrite) {
  const Finished refused = run({"gen", "RvR", "--tables", "/dev/null/tables"});
  EXPECT_EQ(refused.status, 6);
  EXPECT_THAT(refused.err, HasSubstr("/dev/null/tables"));
}

TEST(GenCommand, StoppedKeepsWhatIsFinishedAndGoesOnFromThere) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    const std::vector<std::string> arguments{"gen", "--pieces", "4", "--rules", "cazaux", "--tables", folder.path()};
    Running generating(arguments);
    while (std::filesystem::is_empty(folder.path()) || files_in(folder.path()).empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    generating.signal(signal);
    EXPECT_EQ(generating.wait(), 1);
    const auto kept = files_in(folder.path());
    for (const auto& file : kept) EXPECT_THAT(file.string(), EndsWith(".jtb"));
    EXPECT_LT(kept.size(), 252U);

    const auto again = run({"gen", "RvR", "--rules", "cazaux", "--tables", folder.path(), "--json"}).json_lines();
    ASSERT_THAT(again, SizeIs(4));
    EXPECT_EQ(again.front()["already_there"], true);
    EXPECT_EQ(run({"verify", "--checksums", "--rules", "cazaux", "--tables", folder.path()}).status, 0);
  }
}

TEST(GenCommand, KilledAgainAndAgainGoesOnFromScratch) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"gen", "CRvCR", "--tables", folder / "whole"}).status, 0);
  const std::vector<std::string> arguments{"gen",       "CRvCR",           "--tables", folder / "in_parts",
                                           "--scratch", folder / "scratch"};
  int status = 0;
  int kills = 0;
  for (std::chrono::duration<double> delay(0.05);; delay *= 1.3, ++kills) {
    Running generating(arguments);
    std::this_thread::sleep_for(delay);
    generating.signal(SIGKILL);
    status = generating.wait();
    if (status != 128 + SIGKILL) break;
  }
  EXPECT_EQ(status, 0);
  EXPECT_GT(kills, 0);
  const auto whole = files_in(folder / "whole");
  EXPECT_THAT(files_in(folder / "in_parts"), SizeIs(whole.size()));
  for (const auto& file : whole) {
    EXPECT_EQ(read_bytes(folder / "in_parts" / std::filesystem::relative(file, folder / "whole")), read_bytes(file));
  }
  EXPECT_THAT(files_in(folder / "scratch"), IsEmpty());
}

TEST(GenCommand, GoesOnFromScratchOnceAFullDiskHasRoom) {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"gen",       "CRvCR",           "--tables", folder / "tables",
                                           "--scratch", folder / "scratch"};
  const Finished full = run(arguments, {.file_bytes = 20'000});
  EXPECT_EQ(full.status, 6) << full.err;
  EXPECT_THAT(full.err, HasSubstr("scratch"));
  const auto kept = files_in(folder / "scratch");
  EXPECT_FALSE(kept.empty());
  const Finished done = run(arguments);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(run({"verify", "--checksums", "--tables", folder / "tables"}).status, 0);
  EXPECT_THAT(files_in(folder / "scratch"), IsEmpty());
}

TEST(GenCommand, DrawsABarOnATerminal) {
  const TemporaryFolder folder;
  for (const unsigned short columns : std::initializer_list<unsigned short>{60, 30}) {
    Running generating({"gen", "--pieces", "4", "--rules", "cazaux", "--tables", folder.path()}, columns);
    std::string shown;
    while (shown.find("\x1b[K") == std::string::npos) shown += generating.read_terminal();
    shown = shown.substr(0, shown.find("\x1b[K"));
    EXPECT_LT(shown.size(), columns + std::size_t{1}) << shown;  // a carriage return, and a column left free
    EXPECT_EQ(shown.front(), '\r');
    EXPECT_EQ(shown.find('[') != std::string::npos, columns == 60) << shown;
    EXPECT_THAT(shown, HasSubstr(" left  "));
  }
}

}  // namespace
}  // namespace jetan
