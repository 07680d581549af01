// A table file with a byte changed, bytes missing, or bytes too many: an error that says so, or the same answers.
#include <gtest/gtest.h>

#include <random>

#include "tests/probe/file_parts.hpp"
#include "tests/probe/sample_table.hpp"

namespace jetan {
namespace {

// Either an error of a damaged table, naming the file, or exactly the values written.
testing::AssertionResult refused_or_right(const SampleTable& table) {
  const auto values = table.read();
  if (values) {
    if (*values == table.values) return testing::AssertionSuccess() << "right";
    return testing::AssertionFailure() << "wrong values";
  }
  if (values.error().kind != ErrorKind::TableDamaged) {
    return testing::AssertionFailure() << "another kind of error: " << values.error().message;
  }
  if (values.error().message.find(table.path.string()) == std::string::npos) {
    return testing::AssertionFailure() << "file not named: " << values.error().message;
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult refused(const SampleTable& table) {
  const auto result = refused_or_right(table);
  if (result && std::string(result.message()) == "right") return testing::AssertionFailure() << "not noticed";
  return result;
}

TEST(TableCorruption, EveryBitOfAFileIsCovered) {
  const SampleTable table;
  const std::vector<std::byte> good = read_bytes(table.path);
  const OpenFile file(table.path);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      const std::byte bad = good[at] ^ static_cast<std::byte>(1 << bit);
      file.overwrite(at, std::span(&bad, 1));
      ASSERT_TRUE(refused(table)) << "byte " << at << ", bit " << bit;
    }
    file.overwrite(at, std::span(good).subspan(at, 1));
  }
  EXPECT_EQ(*table.read(), table.values);
}

TEST(TableCorruption, EveryShorterFileIsRefused) {
  const SampleTable table;
  const std::vector<std::byte> good = read_bytes(table.path);
  const OpenFile file(table.path);
  for (std::size_t size = good.size(); size-- > 0;) {
    file.cut(size);
    ASSERT_TRUE(refused(table)) << size;
  }
}

TEST(TableCorruption, LongerFilesAreRefused) {
  const SampleTable table;
  const std::vector<std::byte> good = read_bytes(table.path);
  for (const std::size_t more : {1U, 24U, 4096U}) {
    std::vector<std::byte> bad = good;
    bad.insert(bad.end(), more, std::byte{0});
    write_bytes(table.path, bad);
    EXPECT_TRUE(refused(table)) << more;
  }
  std::vector<std::byte> twice = good;
  twice.insert(twice.end(), good.begin(), good.end());
  write_bytes(table.path, twice);
  EXPECT_TRUE(refused(table));
}

TEST(TableCorruption, HolesAreRefused) {
  const SampleTable table;
  const std::vector<std::byte> good = read_bytes(table.path);
  const OpenFile file(table.path);
  const std::vector<std::byte> hole(16);
  for (std::size_t at = 0; at + hole.size() <= good.size(); at += hole.size()) {
    const auto was = std::span(good).subspan(at, hole.size());
    if (std::equal(was.begin(), was.end(), hole.begin())) continue;
    file.overwrite(at, hole);
    ASSERT_TRUE(refused(table)) << at;
    file.overwrite(at, was);
  }
}

TEST(TableCorruption, CopiesOfAnotherTableAreRefused) {
  // The head of one good file and the rest of another.
  const SampleTable table;
  const SampleTable other("RvR", {1, 100, 3}, 90);
  const std::vector<std::byte> good = read_bytes(table.path);
  const std::vector<std::byte> alien = read_bytes(other.path);
  for (std::size_t at = 1; at < std::min(good.size(), alien.size()); at += 37) {
    std::vector<std::byte> bad(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), alien.begin() + static_cast<std::ptrdiff_t>(at), alien.end());
    if (bad == alien || bad == good) continue;
    write_bytes(table.path, bad);
    ASSERT_TRUE(refused(table)) << at;
  }
}

// From here on every checksum is right: someone made the file so.

TEST(TableCorruption, NoFieldOfTheInfoMakesTheReaderCrash) {
  const SampleTable table;
  const FileParts good(read_bytes(table.path));
  const std::vector<std::byte> record = table_format::encode(good.info);
  const OpenFile file(table.path);
  std::mt19937 random(7);
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::byte> bad = record;
    // Most of the record is the rules' text; half the changes go to what follows it.
    const std::size_t from = round % 2 == 0 ? 0 : good.info.rules.size();
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = from + random() % (bad.size() - from);
      constexpr std::array<std::uint8_t, 6> kTelling{0, 1, 2, 0x7F, 0x80, 0xFF};
      bad[at] = static_cast<std::byte>(random() % 2 == 0 ? kTelling[random() % kTelling.size()] : random());
    }
    if (random() % 8 == 0) bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(random() % bad.size()), bad.end());
    table_format::Prelude prelude = good.prelude;
    prelude.info.size = bad.size();
    prelude.info.checksum = table_format::checksum(bad);
    prelude.file_bytes = prelude.info.offset + bad.size();
    file.overwrite(0, table_format::encode(prelude));
    file.overwrite(prelude.info.offset, bad);
    file.cut(prelude.file_bytes);
    // Some fields, such as the statistics' first positions, may be changed to what could be right. WrongRules is a
    // good answer as well: the rules were made others.
    const auto values = table.read();
    if (values) continue;
    ASSERT_TRUE(values.error().kind == ErrorKind::TableDamaged || values.error().kind == ErrorKind::WrongRules)
        << values.error().message;
  }
}

TEST(TableCorruption, NoPackedBytesMakeTheReaderCrash) {
  const SampleTable table;
  const FileParts parts(read_bytes(table.path));
  const OpenFile file(table.path);
  std::mt19937 random(8);
  for (int round = 0; round < 3000; ++round) {
    FileParts bad = parts;
    const std::size_t number = random() % bad.block_table.size();
    const auto block = bad.block(number);
    for (auto changes = 1 + random() % 4; changes > 0; --changes) {
      // The frame's header more often than what follows.
      block[random() % (random() % 2 == 0 ? std::min<std::size_t>(block.size(), 12) : block.size())] =
          static_cast<std::byte>(random());
    }
    bad.seal_block(number);
    file.overwrite(0, bad.file());
    const auto values = table.read();  // some changed blocks unpack to as many other values: nothing can tell
    if (values) continue;
    ASSERT_EQ(values.error().kind, ErrorKind::TableDamaged) << values.error().message;
  }
}

}  // namespace
}  // namespace jetan
