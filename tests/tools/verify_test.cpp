// jetan verify: proves tables, and goes on past one that fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/tools/tables.hpp"

namespace jetan {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(VerifyCommand, ProvesEveryTableOfTheRuleSet) {
  const Finished proved = run({"verify", "--tables", small_tables()});
  EXPECT_EQ(proved.status, 0) << proved.err;
  EXPECT_THAT(proved.out, HasSubstr("8 tables verified"));
  const auto objects = run({"verify", "--tables", small_tables(), "--json"}).json_lines();
  ASSERT_THAT(objects, SizeIs(8));
  for (const auto& object : objects) {
    EXPECT_EQ(object["ok"], true);
    EXPECT_EQ(object["rules"], "burroughs");
    EXPECT_EQ(object["checked"], "all");
    EXPECT_EQ(object["positions"], object["ending"] == "CRvR" ? 2 * 121455 : 1260);
  }
}

TEST(VerifyCommand, TakesASampleOrOnlyChecksums) {
  for (const auto& object :
       run({"verify", "--sample", "50", "--seed", "7", "--tables", small_tables(), "--json"}).json_lines()) {
    EXPECT_EQ(object["checked"], "sample");
    EXPECT_EQ(object["positions"], object["ending"] == "CRvR" ? 100 : 50);
  }
  const auto checksums = run({"verify", "--checksums", "--tables", small_tables(), "--json"}).json_lines();
  ASSERT_THAT(checksums, SizeIs(8));
  EXPECT_EQ(checksums.front()["checked"], "checksums");
  EXPECT_EQ(checksums.front()["positions"], 0);
}

TEST(VerifyCommand, FindsWhatAFileDependsOnBesideIt) {
  const TablesCopy tables;
  const Finished proved =
      run({"verify", tables.file("CRvR.Rr.jtb"), tables.file("RvR.--.jtb"), "--tables", "/no/folder"});
  EXPECT_EQ(proved.status, 0) << proved.err;
  EXPECT_THAT(proved.lines(), SizeIs(3));
}

TEST(VerifyCommand, FindsWhatAFileElsewhereDependsOnInTheTablesFolder) {
  const TablesCopy tables;
  const TemporaryFolder elsewhere;
  std::filesystem::copy(tables.file("CRvR.Rr.jtb"), elsewhere / "mine");
  EXPECT_EQ(run({"verify", elsewhere / "mine", "--tables", tables.path()}).status, 0);
  // The file tells its rule set itself; one named must play the ending alike.
  EXPECT_EQ(run({"verify", elsewhere / "mine", "--tables", tables.path(), "--rules", "ag6"}).status, 0);
  EXPECT_EQ(run({"verify", elsewhere / "mine", "--tables", tables.path(), "--no-count"}).status, 0);
  const Finished other = run({"verify", elsewhere / "mine", "--tables", tables.path(), "--rules", "cazaux"});
  EXPECT_EQ(other.status, 5);
  EXPECT_THAT(other.out, HasSubstr("FAILED"));
  EXPECT_THAT(other.err, HasSubstr("made under rules burroughs"));
  EXPECT_EQ(run({"verify", elsewhere / "mine", "--tables", "/no/folder"}).status, 4);
  EXPECT_EQ(run({"verify", elsewhere / "mine", "--checksums", "--tables", "/no/folder"}).status, 0);
}

TEST(VerifyCommand, GoesOnPastDamagedFiles) {
  const TablesCopy tables;
  damage(tables.file("CRvR.R-.jtb"), std::filesystem::file_size(tables.file("CRvR.R-.jtb")) - 20);
  std::filesystem::resize_file(tables.file("RvR.--.jtb"), 10);
  const Finished failed = run({"verify", "--checksums", "--tables", tables.path()});
  EXPECT_EQ(failed.status, 5);
  EXPECT_THAT(failed.lines(), SizeIs(8));
  EXPECT_THAT(failed.out, HasSubstr("FAILED " + tables.file("CRvR.R-.jtb").string()));
  EXPECT_THAT(failed.out, HasSubstr("ok     CRvR.Rr"));
  EXPECT_THAT(failed.err, HasSubstr(tables.file("RvR.--.jtb").string()));
  EXPECT_THAT(failed.err, HasSubstr("jetan: 2 of 8 tables failed\n"));
  const auto objects = run({"verify", "--checksums", "--tables", tables.path(), "--json"}).json_lines();
  ASSERT_THAT(objects, SizeIs(8));
  EXPECT_EQ(std::count_if(objects.begin(), objects.end(), [](const auto& object) { return object["ok"] == false; }), 2);
}

TEST(VerifyCommand, ReportsFilesThatAreNoTables) {
  const TemporaryFolder folder;
  std::ofstream(folder / "letter") << "not a table";
  EXPECT_EQ(run({"verify", folder / "letter"}).status, 5);
  EXPECT_EQ(run({"verify", folder / "nothing"}).status, 4);
}

TEST(VerifyCommand, NoTablesAreStatus4) {
  const TemporaryFolder folder;
  const Finished none = run({"verify", "--tables", folder.path()});
  EXPECT_EQ(none.status, 4);
  EXPECT_THAT(none.err, HasSubstr("jetan gen"));
}

}  // namespace
}  // namespace jetan
