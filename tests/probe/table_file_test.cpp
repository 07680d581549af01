#include "probe/table_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/probe/sample_table.hpp"

namespace jetan {
namespace {

using testing::Test;

void expect_error(const std::filesystem::path& path, ErrorKind kind, const std::string& part) {
  const auto file = TableFile::open(path);
  ASSERT_FALSE(file) << path;
  EXPECT_EQ(file.error().kind, kind) << file.error().message;
  EXPECT_NE(file.error().message.find(path.string()), std::string::npos) << file.error().message;
  EXPECT_NE(file.error().message.find(part), std::string::npos) << file.error().message;
}

TEST(TableFile, ReadsBackEveryValue) {
  for (const TableShape shape : {TableShape{1, 1, 3}, TableShape{2, 1, 3}, TableShape{1, 0, 1}, TableShape{2, 15, 6},
                                 TableShape{1, 4, 2}, TableShape{2, 14, 4}}) {
    const SampleTable table("RvR", shape);
    const auto values = table.read();
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(*values, table.values) << shape.value_bytes << ' ' << shape.planes_a_block;
  }
}

TEST(TableFile, ReadsBackValuesOfManyPlies) {
  const SampleTable table("RvR", {2, 5, 3}, kMaxPlies - 1);
  EXPECT_EQ(*table.read(), table.values);
}

TEST(TableFile, HoldsBothSidesToMoveOfAnUnequalEnding) {
  const SampleTable table("CRvR", {1, 2, 1});
  ASSERT_EQ(table.values.size(), 2U);
  EXPECT_NE(table.values[0], table.values[1]);
  EXPECT_EQ(*table.read(), table.values);
}

TEST(TableFile, TellsWhatItIsOf) {
  const SampleTable table("CRvR", {2, 2, 1});
  const auto file = *TableFile::open(table.path);
  EXPECT_EQ(file->path(), table.path);
  EXPECT_EQ(file->bytes(), std::filesystem::file_size(table.path));
  EXPECT_EQ(file->blocks(), 8U);
  EXPECT_EQ(file->cells_of_block(), 20'000U);
  EXPECT_EQ(file->cells_in_block(0), 20'000U);
  EXPECT_EQ(file->cells_in_block(7), 10'000U);
  EXPECT_TRUE(file->check_checksums());
  const TableInfo& info = file->info();
  EXPECT_EQ(info.rules.to_text(), table.info.rules.to_text());
  EXPECT_EQ(info.id, table.id);
  EXPECT_EQ(info.metric, Metric::Win);
  EXPECT_EQ(info.ply_limit, 0);
  EXPECT_EQ(info.order, table.info.order);
  EXPECT_EQ(info.positions, 121'455U);
  EXPECT_EQ(info.value_bytes, 2);
  EXPECT_EQ(info.planes, 15U);
  EXPECT_EQ(info.planes_a_block, 2U);
  EXPECT_EQ(info.sides, table.info.sides);
  EXPECT_EQ(info.statistics, table.statistics);
  EXPECT_EQ(file->index().size(), 121'455U);
}

TEST(TableFile, KeepsItsOwnPieceOrder) {
  const TemporaryFolder folder;
  const TableId id{*Ending::parse("CRvR"), {}};
  PieceOrder order = Index::default_order(id.ending);
  std::swap(order[0], order[1]);  // a Princess carries the symmetry
  const Numbering numbering(id.ending, no_count_game().movement(), order);
  const TableInfo info = TableInfo::make(no_count_game().rules(), id, numbering.index, numbering.planes);
  const TableValues values = made_up_values(info, 50);
  ASSERT_TRUE(write_table(folder / "t.jtb", info, numbering, values, statistics_of(numbering, values)));
  const auto file = *TableFile::open(folder / "t.jtb", no_count_game());
  EXPECT_EQ(file->info().order, order);
  EXPECT_EQ(*read_table(*file, numbering), values);
}

TEST(TableFile, IsOpenedForAGameOfItsRulesOnly) {
  const SampleTable table;
  EXPECT_TRUE(TableFile::open(table.path, no_count_game()));
  const auto other = TableFile::open(table.path, Game(preset_rules("burroughs")));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, ErrorKind::WrongRules);
  for (const char* part : {"no-count", "burroughs", "RvR.--.jtb"}) {
    EXPECT_NE(other.error().message.find(part), std::string::npos) << other.error().message;
  }
}

TEST(TableFile, AnotherNameForTheSameRulesWillDo) {
  const SampleTable table;
  RuleSet renamed = no_count_game().rules();
  renamed.name = "mine";
  EXPECT_TRUE(TableFile::open(table.path, Game(renamed)));
}

TEST(TableFile, RefusesBlocksThereAreNot) {
  const SampleTable table;
  const auto file = *TableFile::open(table.path, no_count_game());
  std::vector<ValueCode> values(100);
  std::vector<std::byte> bytes(100);
  BlockUnpacker unpacker;
  EXPECT_TRUE(file->unpack(0, 14, values, unpacker));
  EXPECT_EQ(file->unpack(0, 15, values, unpacker).error().kind, ErrorKind::BadArgument);
  EXPECT_EQ(file->unpack(1, 0, values, unpacker).error().kind, ErrorKind::BadArgument);
  EXPECT_EQ(file->unpack(0, ~std::uint64_t{0}, values, unpacker).error().kind, ErrorKind::BadArgument);
  EXPECT_EQ(file->unpack(0, 0, std::span(values).first(99), unpacker).error().kind, ErrorKind::BadArgument);
  EXPECT_EQ(file->unpack_bytes(0, 0, std::span(bytes).first(99), unpacker).error().kind, ErrorKind::BadArgument);
}

TEST(TableFile, StaysReadableWhenReplaced) {
  const SampleTable table;
  const auto file = *TableFile::open(table.path, no_count_game());
  std::filesystem::remove(table.path);
  EXPECT_EQ(*table.read(*file), table.values);
}

TEST(TableFile, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  expect_error(folder / "none.jtb", ErrorKind::TableMissing, "no such file");
  std::filesystem::create_directory(folder / "folder.jtb");
  expect_error(folder / "folder.jtb", ErrorKind::Io, "folder");
  ASSERT_EQ(::mkfifo((folder / "pipe.jtb").c_str(), 0600), 0);
  expect_error(folder / "pipe.jtb", ErrorKind::Io, "pipe");
  expect_error("/dev/null", ErrorKind::Io, "device");
}

TEST(TableFile, RefusesFilesThatAreNoTables) {
  const TemporaryFolder folder;
  write_bytes(folder / "empty.jtb", {});
  expect_error(folder / "empty.jtb", ErrorKind::TableDamaged, "not a table");
  write_bytes(folder / "zeros.jtb", std::vector<std::byte>(5000));
  expect_error(folder / "zeros.jtb", ErrorKind::TableDamaged, "not a table");
}

}  // namespace
}  // namespace jetan
