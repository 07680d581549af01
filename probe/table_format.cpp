#include "probe/table_format.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "probe/byte_codec.hpp"

namespace jetan::table_format {
namespace {

constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);
constexpr std::size_t kVersionEnd = kMagic.size() + 2 * sizeof(std::uint16_t);

// What follows the magic number, in order; the checksum follows it.
template <class Codec, class Record>
void describe_prelude(Codec& codec, Record& prelude) {
  codec.number(prelude.major_version, "major version");
  codec.number(prelude.minor_version, "minor version");
  codec.number(prelude.prelude_bytes, "size of the prelude");
  codec.number(prelude.flags, "flags");
  codec.number(prelude.reserved, "reserved field");
  codec.number(prelude.file_bytes, "size of the file");
  for (auto* extent : {&prelude.block_table, &prelude.info}) {
    codec.number(extent->offset, "place of the block table or info");
    codec.number(extent->size, "size of the block table or info");
    codec.number(extent->checksum, "checksum of the block table or info");
  }
}

constexpr std::size_t kClassBytes = 3;
constexpr std::size_t kNumberBytes = 26;
constexpr std::size_t kLeastSideBytes = 21;

template <class Codec>
void describe_info(Codec& codec, InfoRecord& info) {
  codec.text(info.rules, "rules");
  codec.number(info.rules_hash, "hash of the rules");
  codec.text(info.ending, "ending");
  codec.number(info.escapes, "escape state");
  codec.number(info.metric, "metric");
  codec.number(info.ply_limit, "ply limit");
  codec.number(info.value_bytes, "bytes a value");
  codec.number(info.kind, "kind of table");
  codec.number(info.numbering, "numbering");
  codec.list(info.order, kClassBytes, "piece order", [](Codec& c, InfoRecord::Class& piece_class) {
    c.number(piece_class.side, "piece order");
    c.number(piece_class.letter, "piece order");
    c.number(piece_class.count, "piece order");
  });
  codec.number(info.positions, "positions");
  codec.number(info.planes_a_block, "planes a block");
  codec.list(info.sides, kLeastSideBytes, "sides to move", [](Codec& side_codec, InfoRecord::SideToMove& side) {
    side_codec.number(side.side, "sides to move");
    side_codec.number(side.dictionary.packed_bytes, "dictionary");
    side_codec.number(side.dictionary.bytes, "dictionary");
    side_codec.number(side.dictionary.checksum, "dictionary");
    side_codec.list(side.statistics, kNumberBytes, "statistics", [](Codec& c, InfoRecord::Number& number) {
      c.number(number.code, "statistics");
      c.number(number.unique, "statistics");
      c.number(number.placements, "statistics");
      c.number(number.first_cell, "statistics");
    });
  });
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

tl::unexpected<Error> damaged(const std::string& where, const std::string& what) {
  return failure(ErrorKind::TableDamaged,
                 fmt::format("{}: damaged table: {}; delete it and make it again", where, what));
}

std::vector<std::byte> encode(const Prelude& prelude) {
  ByteWriter writer;
  for (const std::uint8_t byte : kMagic) writer.number(byte, "magic number");
  describe_prelude(writer, prelude);
  std::vector<std::byte> bytes = writer.take();
  append_number(bytes, checksum(bytes));
  return bytes;
}

Result<Prelude> decode_prelude(std::span<const std::byte> file, const std::string& where) {
  const bool magic =
      file.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), file.begin(),
                                                 [](std::uint8_t a, std::byte b) { return std::byte{a} == b; });
  if (!magic) {
    return failure(
        ErrorKind::TableDamaged,
        fmt::format("{}: not a table: it doesn't begin with a table's magic number; delete it and make it again",
                    where));
  }
  Prelude prelude;
  ByteReader reader(file.subspan(kMagic.size()));
  describe_prelude(reader, prelude);
  // The version first: of another major version nothing else is known.
  if (file.size() >= kVersionEnd && prelude.major_version != kMajorVersion) {
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: table format version {}, and this program reads version {}; use the program that "
                               "made the table, or delete it and make it again",
                               where, prelude.major_version, kMajorVersion));
  }
  if (reader.missing() != nullptr || file.size() < kPreludeBytes) {
    return damaged(where, fmt::format("it ends within the prelude, after {} bytes", file.size()));
  }
  const std::size_t size = prelude.prelude_bytes;
  const bool grown = prelude.minor_version > kMinorVersion;
  if (size < kPreludeBytes || size > kMaxPreludeBytes || size > file.size() || (size != kPreludeBytes && !grown)) {
    return damaged(where, fmt::format("the prelude can't be {} bytes", size));
  }
  const std::span<const std::byte> checked = file.first(size - kChecksumBytes);
  if (number_at<std::uint64_t>(file.data() + checked.size()) != checksum(checked)) {
    return damaged(where, "the checksum of the prelude is wrong");
  }
  if ((prelude.flags & kFinished) == 0) {
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: unfinished table: its making was interrupted; delete it and make it again", where));
  }
  if (prelude.flags != kFinished) return damaged(where, fmt::format("unknown flags {:#x}", prelude.flags));
  if (prelude.reserved != 0) return damaged(where, "the reserved field of the prelude isn't zero");
  return prelude;
}

std::vector<std::byte> encode_block_table(std::span<const BlockEntry> entries) {
  std::vector<std::byte> bytes;
  bytes.reserve(block_table_bytes(entries.size()));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i % kGroupBlocks == 0) append_number(bytes, entries[i].offset);
    append_number(bytes, entries[i].packed_bytes);
    append_number(bytes, entries[i].checksum);
  }
  return bytes;
}

std::uint64_t block_table_bytes(std::uint64_t blocks) {
  return (blocks + kGroupBlocks - 1) / kGroupBlocks * kGroupHeadBytes + blocks * kBlockEntryBytes;
}

BlockEntry block_entry(std::span<const std::byte> block_table, std::uint64_t number) {
  constexpr std::size_t kGroupBytes = kGroupHeadBytes + kGroupBlocks * kBlockEntryBytes;
  const std::byte* group = block_table.data() + number / kGroupBlocks * kGroupBytes;
  const std::byte* entry = group + kGroupHeadBytes;
  std::uint64_t offset = number_at<std::uint64_t>(group);
  for (std::uint64_t before = number % kGroupBlocks; before > 0; --before, entry += kBlockEntryBytes) {
    offset += number_at<std::uint16_t>(entry);
  }
  return {offset, number_at<std::uint16_t>(entry), number_at<std::uint32_t>(entry + sizeof(std::uint16_t))};
}

std::vector<std::byte> encode(const InfoRecord& record) {
  InfoRecord copy = record;  // one description serves for both directions, and reading needs it mutable
  ByteWriter writer;
  describe_info(writer, copy);
  return writer.take();
}

Result<InfoRecord> decode_info(std::span<const std::byte> bytes, std::uint16_t minor_version,
                               const std::string& where) {
  InfoRecord record;
  ByteReader reader(bytes);
  describe_info(reader, record);
  if (reader.missing() != nullptr) return damaged(where, fmt::format("the info ends within: {}", reader.missing()));
  if (reader.left() > 0 && minor_version <= kMinorVersion) {
    return damaged(where, fmt::format("{} bytes follow the info's last field", reader.left()));
  }
  return record;
}

}  // namespace jetan::table_format
