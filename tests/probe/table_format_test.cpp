// Table files whose checksums are right and whose fields are not: each is refused, and the message names the field.
#include "probe/table_format.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/probe/file_parts.hpp"
#include "tests/probe/sample_table.hpp"

namespace jetan {
namespace {

namespace format = table_format;

class TableFormat : public testing::Test {
 protected:
  TableFormat() : parts(read_bytes(table.path)) {}

  // What opening the bytes as a table and reading all of it says; "" if it succeeds.
  std::string verdict(const std::vector<std::byte>& bytes) const {
    write_bytes(table.path, bytes);
    const auto values = table.read();
    if (values) return "";
    EXPECT_EQ(values.error().kind, ErrorKind::TableDamaged) << values.error().message;
    EXPECT_NE(values.error().message.find(table.path.string()), std::string::npos) << values.error().message;
    return values.error().message;
  }
  void expect_refused(const std::vector<std::byte>& bytes, const std::string& part) const {
    const std::string message = verdict(bytes);
    EXPECT_NE(message, "") << "accepted, although wrong: " << part;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
  void expect_refused(const std::function<void(format::Prelude&)>& spoil, const std::string& part) const {
    expect_refused(parts.file(spoil), part);
  }
  void expect_info_refused(const std::function<void(format::InfoRecord&)>& spoil, const std::string& part) const {
    FileParts bad = parts;
    spoil(bad.info);
    expect_refused(bad.file(), part);
  }
  void expect_table_refused(const std::function<void(std::vector<format::BlockEntry>&)>& spoil,
                            const std::string& part) const {
    FileParts bad = parts;
    spoil(bad.block_table);
    expect_refused(bad.file(), part);
  }

  const SampleTable table;
  const FileParts parts;
};

constexpr std::uint64_t kHuge = ~std::uint64_t{0};

TEST_F(TableFormat, PutTogetherAgainItIsTheSameFile) {
  EXPECT_EQ(parts.file(), read_bytes(table.path));
  EXPECT_EQ(verdict(parts.file()), "");
}

TEST_F(TableFormat, PreludeHasItsSizeAndPlaces) {
  const std::vector<std::byte> bytes = format::encode(parts.prelude);
  ASSERT_EQ(bytes.size(), format::kPreludeBytes);
  const std::string magic(reinterpret_cast<const char*>(bytes.data()), 8);
  EXPECT_EQ(magic, "\x89JTB\r\n\x1A\n");
  EXPECT_EQ(std::to_integer<int>(bytes[8]), 2);    // major version
  EXPECT_EQ(std::to_integer<int>(bytes[12]), 88);  // size of the prelude
  EXPECT_EQ(std::to_integer<int>(bytes[16]), 1);   // flags: finished
}

TEST_F(TableFormat, PreludeFieldsAreChecked) {
  expect_refused([](format::Prelude& p) { p.major_version = 1; }, "version 1");
  expect_refused([](format::Prelude& p) { p.major_version = 0; }, "version 0");
  expect_refused([](format::Prelude& p) { p.prelude_bytes = 0; }, "prelude");
  expect_refused([](format::Prelude& p) { p.prelude_bytes = 96; }, "prelude");
  expect_refused([](format::Prelude& p) { p.prelude_bytes = 0xFFFFFFFF; }, "prelude");
  expect_refused([](format::Prelude& p) { p.flags = 0; }, "unfinished");
  expect_refused([](format::Prelude& p) { p.flags = 3; }, "flags");
  expect_refused([](format::Prelude& p) { p.reserved = 1; }, "reserved");
  expect_refused([](format::Prelude& p) { ++p.file_bytes; }, "bytes long");
  expect_refused([](format::Prelude& p) { p.file_bytes = kHuge; }, "bytes long");
}

TEST_F(TableFormat, ExtentsMustLieInTheFile) {
  for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, kHuge, kHuge - 7}) {
    expect_refused([&](format::Prelude& p) { p.info.offset = wrong; }, "info");
    expect_refused([&](format::Prelude& p) { p.info.size = wrong; }, "info");
    expect_refused([&](format::Prelude& p) { p.block_table.offset = wrong; }, "block table");
    expect_refused([&](format::Prelude& p) { p.block_table.size = wrong; }, "block table");
  }
  expect_refused([](format::Prelude& p) { ++p.info.checksum; }, "checksum of the info");
  expect_refused([](format::Prelude& p) { ++p.block_table.checksum; }, "checksum of the block table");
  // Sums that overflow to what they should be.
  expect_refused([](format::Prelude& p) { p.info.size -= 2 * p.info.offset, p.info.offset += p.info.offset; }, "info");
}

TEST_F(TableFormat, InfoFieldsAreChecked) {
  using Info = format::InfoRecord;
  expect_info_refused([](Info& i) { i.rules = ""; }, "rule set");
  expect_info_refused([](Info& i) { i.rules.resize(i.rules.size() / 2); }, "rule set");
  expect_info_refused([](Info& i) { i.rules = std::string(70000, '#'); }, "rule set");
  expect_info_refused([](Info& i) { i.rules = std::string(1000, '\0'); }, "rule set");
  expect_info_refused([](Info& i) { ++i.rules_hash; }, "hash");
  expect_info_refused([](Info& i) { i.rules = preset_rules("cazaux").to_text(); }, "hash");
  for (const char* wrong : {"", "RvRvR", "vRR", "CRvCRD", "RvCR", "rvr", "CRDTTTTTvCR", "RvR "}) {
    expect_info_refused([&](Info& i) { i.ending = wrong; }, "ending");
  }
  expect_info_refused([](Info& i) { i.ending = std::string(1 << 20, 'R'); }, "ending");
  expect_info_refused([](Info& i) { i.ending = "CRvR"; }, "piece order");
  expect_info_refused([](Info& i) { i.escapes = 4; }, "escape state");
  expect_info_refused([](Info& i) { i.escapes = 255; }, "escape state");
  expect_info_refused([](Info& i) { i.metric = 1; }, "metric");
  expect_info_refused([](Info& i) { i.metric = 2; }, "metric");
  expect_info_refused([](Info& i) { i.ply_limit = 10; }, "ply limit");
  for (const int wrong : {0, 3, 255}) {
    expect_info_refused([&](Info& i) { i.value_bytes = static_cast<std::uint8_t>(wrong); }, "value");
  }
  expect_info_refused([](Info& i) { i.value_bytes = 2; }, "unpacked");
  expect_info_refused([](Info& i) { i.kind = 2; }, "kind of table");
  const auto two_bytes_an_outcome = [](Info& i) {
    i.kind = 1;
    i.value_bytes = 2;
  };
  expect_info_refused(two_bytes_an_outcome, "value");
  expect_info_refused([](Info& i) { i.kind = 1; }, "another table");  // the file is called one of distances
  expect_info_refused([](Info& i) { i.numbering = 1; }, "numbered");
  for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{1259}, std::uint64_t{1261}, kHuge}) {
    expect_info_refused([&](Info& i) { i.positions = wrong; }, "positions");
  }
  for (const std::uint32_t wrong : {0U, max_block_bytes(TableKind::Distances) / 100 + 1, 0xFFFFFFFFU}) {
    expect_info_refused([&](Info& i) { i.planes_a_block = wrong; }, "planes");
  }
  expect_info_refused([](Info& i) { i.planes_a_block = 2; }, "block table");
}

TEST_F(TableFormat, EscapesMustBeOfTheRules) {
  RuleSet none = no_count_game().rules();
  none.escape = Escape::None;
  FileParts bad = parts;
  bad.info.rules = none.to_text();
  bad.info.rules_hash = none.hash();
  bad.info.escapes = 1;
  expect_refused(bad.file(), "escape state");
}

TEST_F(TableFormat, PieceOrderIsChecked) {
  using Info = format::InfoRecord;
  expect_info_refused([](Info& i) { i.order.clear(); }, "order");
  expect_info_refused([](Info& i) { i.order.pop_back(); }, "order");
  expect_info_refused([](Info& i) { i.order.push_back(i.order[0]); }, "order");
  expect_info_refused([](Info& i) { i.order[0].side = 2; }, "order");
  expect_info_refused([](Info& i) { i.order[0].side = 1; }, "order");
  for (const int wrong : {0, int{'r'}, int{'X'}, int{'C'}, 255}) {
    expect_info_refused([&](Info& i) { i.order[0].letter = static_cast<std::uint8_t>(wrong); }, "order");
  }
  for (const int wrong : {0, 2, 9, 255}) {
    expect_info_refused([&](Info& i) { i.order[0].count = static_cast<std::uint8_t>(wrong); }, "order");
  }
}

TEST_F(TableFormat, SidesAndStatisticsAreChecked) {
  using Info = format::InfoRecord;
  expect_info_refused([](Info& i) { i.sides.clear(); }, "sides");
  expect_info_refused([](Info& i) { i.sides.push_back(i.sides[0]); }, "sides");
  expect_info_refused([](Info& i) { i.sides[0].side = 1; }, "sides");
  expect_info_refused([](Info& i) { i.sides[0].side = 7; }, "side");
  expect_info_refused([](Info& i) { i.sides[0].statistics.clear(); }, "statistics");
  expect_info_refused([](Info& i) { i.sides[0].statistics.pop_back(); }, "statistics");
  expect_info_refused([](Info& i) { std::swap(i.sides[0].statistics[0], i.sides[0].statistics[1]); }, "order");
  expect_info_refused([](Info& i) { i.sides[0].statistics[1].code = i.sides[0].statistics[0].code; }, "order");
  expect_info_refused([](Info& i) { i.sides[0].statistics.back().code = 0xFFFF; }, "plies");
  for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{10000}, kHuge}) {
    expect_info_refused([&](Info& i) { i.sides[0].statistics[0].unique = wrong; }, "statistics");
    expect_info_refused([&](Info& i) { i.sides[0].statistics[0].placements = wrong; }, "placements");
  }
  for (const std::uint64_t wrong : {std::uint64_t{1500}, kHuge}) {
    expect_info_refused([&](Info& i) { i.sides[0].statistics[0].first_cell = wrong; }, "beyond the last");
  }
  // Both Princesses on d5.
  expect_info_refused([](Info& i) { i.sides[0].statistics[0].first_cell = 1; }, "no position");
}

TEST_F(TableFormat, BlockTableIsChecked) {
  using Table = std::vector<format::BlockEntry>;
  expect_table_refused([](Table& t) { t.clear(); }, "block table");
  expect_table_refused([](Table& t) { t.pop_back(); }, "block table");
  expect_table_refused([](Table& t) { t.push_back(t.back()); }, "block table");
  for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{89}, kHuge}) {
    expect_table_refused([&](Table& t) { t[0].offset = wrong; }, "block 0");
  }
  for (const std::uint16_t wrong : {std::uint16_t{0}, std::uint16_t{0xFFFF}}) {
    expect_table_refused([&](Table& t) { t[2].packed_bytes = wrong; }, "block 2");
  }
  expect_table_refused([](Table& t) { --t.back().packed_bytes; }, "between the blocks");
  expect_table_refused([](Table& t) { ++t[4].checksum; }, "checksum of block 4");
}

TEST_F(TableFormat, BlocksMustUnpackToAsManyValues) {
  const auto with_first_block = [&](const std::vector<std::byte>& packed) {
    FileParts bad = parts;
    const auto size = static_cast<std::ptrdiff_t>(bad.block_table[0].packed_bytes);
    bad.blocks.erase(bad.blocks.begin(), bad.blocks.begin() + size);
    bad.blocks.insert(bad.blocks.begin(), packed.begin(), packed.end());
    for (auto& entry : bad.block_table) entry.offset += packed.size() - static_cast<std::size_t>(size);
    bad.block_table[0] = {format::kPreludeBytes, static_cast<std::uint16_t>(packed.size()),
                          static_cast<std::uint32_t>(format::checksum(packed))};
    return bad.file();
  };
  const auto packed = [](std::size_t bytes) { return pack_block(std::vector<ValueCode>(bytes), 1, 1)->bytes; };
  EXPECT_EQ(verdict(with_first_block(packed(100))), "");
  for (const std::size_t wrong : {0U, 99U, 101U, 1U << 24}) {  // the last would fill memory, if it were let
    expect_refused(with_first_block(packed(wrong)), "block 0 can't be unpacked");
  }
  std::vector<std::byte> two_frames = packed(50);
  const std::vector<std::byte> second = packed(50);
  two_frames.insert(two_frames.end(), second.begin(), second.end());
  expect_refused(with_first_block(two_frames), "block 0 can't be unpacked");
  std::vector<std::byte> with_tail = packed(100);
  with_tail.push_back(std::byte{0});
  expect_refused(with_first_block(with_tail), "block 0 can't be unpacked");
  expect_refused(with_first_block(std::vector<std::byte>(30)), "block 0 can't be unpacked");
}

TEST_F(TableFormat, DictionariesAreChecked) {
  using Info = format::InfoRecord;
  expect_info_refused([](Info& i) { i.sides[0].dictionary.bytes = 100; }, "dictionary");
  expect_info_refused([](Info& i) { i.sides[0].dictionary.packed_bytes = 10; }, "dictionary");
  expect_info_refused([](Info& i) { i.sides[0].dictionary = {10, 100, 0}; }, "checksum of a dictionary");
  expect_info_refused([](Info& i) { i.sides[0].dictionary = {0xFFFFFFFF, 100, 0}; }, "dictionary can't be");
  expect_info_refused(
      [](Info& i) {
        i.sides[0].dictionary = {10, format::kMaxDictionaryBytes + 1, 0};
      },
      "dictionary can't have");
  // The checksum is right, and what it is of is no dictionary.
  FileParts bad = parts;
  const std::span<const std::byte> taken = std::span(bad.blocks).first(10);
  bad.info.sides[0].dictionary = {10, 100, format::checksum(taken)};
  expect_refused(bad.file(), "dictionary can't be unpacked");
}

TEST_F(TableFormat, InfoOfALaterMinorVersionMayGoOn) {
  const std::vector<std::byte> tail(5, std::byte{0xAB});
  expect_refused(parts.file({}, tail), "follow the info");
  EXPECT_EQ(verdict(parts.file([](format::Prelude& p) { p.minor_version = 1; }, tail)), "");
}

TEST_F(TableFormat, InfoThatEndsEarlyNamesTheField) {
  const std::vector<std::byte> record = format::encode(parts.info);
  EXPECT_TRUE(format::decode_info(record, 0, "f"));
  for (std::size_t size = 0; size < record.size(); ++size) {
    const auto decoded = format::decode_info(std::span(record).first(size), 0, "f");
    ASSERT_FALSE(decoded) << size;
    EXPECT_NE(decoded.error().message.find("ends within"), std::string::npos);
  }
}

TEST_F(TableFormat, ListsOfAbsurdLengthTakeNoMemory) {
  std::vector<std::byte> record = format::encode(parts.info);
  const std::size_t statistics_bytes = parts.info.sides[0].statistics.size() * 26;
  const std::size_t length_at = record.size() - statistics_bytes - 4;
  for (std::size_t i = 0; i < 4; ++i) record[length_at + i] = std::byte{0xFF};
  const auto decoded = format::decode_info(record, 0, "f");
  ASSERT_FALSE(decoded);
  EXPECT_NE(decoded.error().message.find("statistics"), std::string::npos);
}

}  // namespace
}  // namespace jetan
