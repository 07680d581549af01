#include "probe/table_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/probe/sample_table.hpp"

namespace jetan {
namespace {

class TableWriting : public testing::Test {
 protected:
  TableWriting() : cells(by_cell(table.numbering, table.values[0])), block(packed(0)) {}

  static constexpr TableShape kShape{1, 1, 3};  // 15 blocks of a plane
  PackedBlock packed(std::size_t plane) const {
    return *pack_block(std::span(cells).subspan(plane * kSquares, kSquares), 1, 1);
  }
  Result<TableWriter> start() const { return TableWriter::create(path, info); }
  // Whether the folder has nothing but this (or nothing at all).
  testing::AssertionResult folder_has_only(const std::vector<std::string>& names) const {
    if (folder.names() == names) return testing::AssertionSuccess();
    return testing::AssertionFailure() << testing::PrintToString(folder.names());
  }

  const SampleTable table;
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "RvR.--.jtb";
  TableInfo info = table.info;
  const std::vector<ValueCode> cells;
  const PackedBlock block;
};

void expect_error(const auto& result, ErrorKind kind, const std::string& part) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, kind) << result.error().message;
  EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
}

TEST_F(TableWriting, HasItsNameOnlyOnceFinished) {
  auto writer = start();
  ASSERT_TRUE(writer);
  EXPECT_TRUE(folder_has_only({".RvR.--.jtb." + std::to_string(::getpid()) + ".part"}));
  for (std::size_t plane = 0; plane < 15; ++plane) ASSERT_TRUE(writer->append(packed(plane)));
  const auto bytes = writer->finish(table.statistics);
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(*bytes, std::filesystem::file_size(path));
  EXPECT_TRUE(folder_has_only({"RvR.--.jtb"}));
}

TEST_F(TableWriting, LeavesNothingWhenAbandoned) {
  {
    auto writer = start();
    ASSERT_TRUE(writer && writer->append(block));
    TableWriter moved = std::move(*writer);
    EXPECT_TRUE(moved.append(block));
  }
  EXPECT_TRUE(folder_has_only({}));
}

TEST_F(TableWriting, UnfinishedFileIsSeenToBeUnfinished) {
  auto writer = start();
  ASSERT_TRUE(writer && writer->append(block));
  std::filesystem::copy_file(folder / folder.names().front(), path);  // as if the machine had stopped here
  expect_error(TableFile::open(path), ErrorKind::TableDamaged, "unfinished");
}

TEST_F(TableWriting, ReplacesATableOnlyByAnother) {
  ASSERT_TRUE(write_table(path, info, table.numbering, table.values, table.statistics));
  const auto before = read_bytes(path);
  {
    auto writer = start();
    ASSERT_TRUE(writer && writer->append(block));
    EXPECT_EQ(read_bytes(path), before);
  }
  EXPECT_EQ(read_bytes(path), before);
  ASSERT_TRUE(write_table(path, info, table.numbering, table.values, table.statistics, {2, 5, 1}));
  EXPECT_NE(read_bytes(path), before);
}

TEST_F(TableWriting, WrongUseIsAnError) {
  for (const int wrong : {0, 3}) {
    info.value_bytes = wrong;
    expect_error(start(), ErrorKind::BadArgument, "bytes");
  }
  info.value_bytes = 1;
  for (const std::uint32_t wrong : {0U, max_block_bytes(TableKind::Distances) / 100 + 1}) {
    info.planes_a_block = wrong;
    expect_error(start(), ErrorKind::BadArgument, "planes");
  }
  info.planes_a_block = 1;
  expect_error(TableWriter::create(path, info, {{}, {}}), ErrorKind::BadArgument, "dictionary");
  EXPECT_TRUE(folder_has_only({}));

  auto writer = start();
  ASSERT_TRUE(writer);
  for (const std::size_t wrong : {0U, 99U, 101U, 200U}) {
    const std::vector<ValueCode> codes(wrong);
    expect_error(writer->append(*pack_block(codes, 1, 1)), ErrorKind::BadArgument, "block 0");
  }
  expect_error(writer->append(PackedBlock{}), ErrorKind::BadArgument, "block 0");
  expect_error(writer->finish(table.statistics), ErrorKind::BadArgument, "0 of 15 blocks");
  EXPECT_TRUE(folder_has_only({}));

  info.planes_a_block = 4;
  {
    auto by_fours = start();
    const std::vector<ValueCode> four(400);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(by_fours->append(*pack_block(four, 1, 1)));
    expect_error(by_fours->append(*pack_block(four, 1, 1)), ErrorKind::BadArgument, "block 3");  // the last is shorter
    ASSERT_TRUE(by_fours->append(*pack_block(std::span(four).first(300), 1, 1)));
  }
  info.planes_a_block = 1;

  writer = start();
  for (int i = 0; i < 15; ++i) ASSERT_TRUE(writer->append(block));
  expect_error(writer->append(block), ErrorKind::BadArgument, "no more blocks");
  expect_error(writer->finish({}), ErrorKind::BadArgument, "statistics");
  EXPECT_TRUE(folder_has_only({}));
  for (const int wrong : {0, 7}) expect_error(BlockPacker::make(wrong, {}), ErrorKind::BadArgument, "packing level");
}

TEST_F(TableWriting, WhatDoesntAddUpGetsNoName) {
  auto statistics = table.statistics;
  ++statistics[0].values.begin()->second.unique;
  expect_error(write_table(path, info, table.numbering, table.values, statistics), ErrorKind::TableDamaged,
               "statistics");
  info.metric = Metric::Count;
  expect_error(write_table(path, info, table.numbering, table.values, table.statistics), ErrorKind::TableDamaged,
               "metric");
  EXPECT_TRUE(folder_has_only({}));
}

TEST_F(TableWriting, ABlockSpoiltInMemoryGetsNoName) {
  auto writer = start();
  ASSERT_TRUE(writer);
  PackedBlock spoilt = block;
  spoilt.bytes.back() ^= std::byte{1};
  for (int i = 0; i < 15; ++i) ASSERT_TRUE(writer->append(i == 5 ? spoilt : block));
  expect_error(writer->finish(table.statistics), ErrorKind::TableDamaged, "checksum of block 5");
  EXPECT_TRUE(folder_has_only({}));
}

TEST_F(TableWriting, FoldersThatCantBeWrittenToAreErrors) {
  expect_error(TableWriter::create(folder / "none" / "t.jtb", info), ErrorKind::Io, "t.jtb");
  write_bytes(folder / "file", {});
  expect_error(TableWriter::create(folder / "file" / "t.jtb", info), ErrorKind::Io, "t.jtb");
  expect_error(TableWriter::create("", info), ErrorKind::Io, "name");
  std::filesystem::create_directory(path);
  expect_error(write_table(path, info, table.numbering, table.values, table.statistics), ErrorKind::Io, path.string());
  std::filesystem::remove(path);
  EXPECT_TRUE(folder_has_only({"file"}));
}

// Runs the test's body in a process of its own in which no file may grow beyond so many bytes.
void with_files_limited_to(rlim_t bytes, const auto& body) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);  // so that writing fails, as on a full disk, and doesn't kill
    const rlimit limit{bytes, bytes};
    ::_exit(::setrlimit(RLIMIT_FSIZE, &limit) == 0 && body() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(TableWriting, AFullDiskLeavesNothingBehind) {
  ASSERT_TRUE(write_table(path, info, table.numbering, table.values, table.statistics));
  const auto good = read_bytes(path);
  // At the prelude, among the blocks, in the block table, in the info.
  const std::size_t size = good.size();
  for (const std::size_t room :
       {std::size_t{0}, std::size_t{50}, size / 8, size / 4, size / 2, size / 4 * 3, size - 1}) {
    with_files_limited_to(room, [&] {
      const auto result = write_table(path, info, table.numbering, table.values, table.statistics, kShape);
      return !result && result.error().kind == ErrorKind::Io &&
             result.error().message.find(path.string()) != std::string::npos;
    });
    EXPECT_TRUE(folder_has_only({"RvR.--.jtb"})) << room;
    EXPECT_EQ(read_bytes(path), good);
  }
}

TEST_F(TableWriting, TwoWritersOfOneTableDontMix) {
  auto first = start();
  ASSERT_TRUE(first && first->append(block));
  expect_error(start(), ErrorKind::Io, "another run");
  for (std::size_t plane = 1; plane < 15; ++plane) ASSERT_TRUE(first->append(packed(plane)));
  EXPECT_TRUE(first->finish(table.statistics));
  EXPECT_TRUE(start());
}

TEST_F(TableWriting, LeftoversOfKilledRunsAreRemoved) {
  write_bytes(folder / ".RvR.--.jtb.999999999.part", std::vector<std::byte>(1000));
  write_bytes(folder / (".RvR.--.jtb." + std::to_string(::getpid()) + ".part"), std::vector<std::byte>(1 << 20));
  write_bytes(folder / ".RvR.R-.jtb.999999999.part", {});  // another table's
  const auto in_use = folder / ".RvR.--.jtb.888888888.part";
  write_bytes(in_use, {});
  const int living = ::open(in_use.c_str(), O_RDWR);
  ASSERT_EQ(::flock(living, LOCK_EX), 0);
  ASSERT_TRUE(write_table(path, info, table.numbering, table.values, table.statistics));
  EXPECT_EQ(*TableFile::open(path).and_then([&](const auto& file) { return table.read(*file); }), table.values);
  ::close(living);
  std::vector<std::string> names = folder.names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names,
            (std::vector<std::string>{".RvR.--.jtb.888888888.part", ".RvR.R-.jtb.999999999.part", "RvR.--.jtb"}));
}

}  // namespace
}  // namespace jetan
