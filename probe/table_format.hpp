// The bytes of a table file: the one definition that writer and reader share. FORMAT.md tells it in words.
//
// A file is a prelude of fixed size, the dictionaries, the blocks, the block table, and the info record; each follows
// the one before without a gap, and a checksum covers every byte. The prelude is written last: until then its flags say
// unfinished.
//
// Here bytes become plain records and back. Whether a record makes sense is for `to_table_info` and the reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "probe/table_info.hpp"

namespace jetan::table_format {

// Not text, and spoilt by anything that takes the file for text.
inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'J', 'T', 'B', '\r', '\n', 0x1A, '\n'};
inline constexpr std::uint16_t kMajorVersion = 2;  // another one can't be read
inline constexpr std::uint16_t kMinorVersion = 0;  // a later one only adds to the ends of prelude and info
inline constexpr std::uint32_t kFinished = 1;      // flag; no other is known
inline constexpr std::uint16_t kNumbering = 2;     // the cells of core/planes.hpp, in the numbering of core/square.hpp

inline constexpr std::size_t kPreludeBytes = 88;
inline constexpr std::size_t kMaxPreludeBytes = 4096;
inline constexpr std::uint32_t kMaxDictionaryBytes = 1 << 20;  // unpacked
inline constexpr std::size_t kGroupBlocks = 64;                // of a group in the block table
inline constexpr std::size_t kGroupHeadBytes = 8;
inline constexpr std::size_t kBlockEntryBytes = 6;
// What a zstd frame begins with; blocks are stored without it.
inline constexpr std::array<std::uint8_t, 4> kZstdMagic{0x28, 0xB5, 0x2F, 0xFD};
inline constexpr int kMaxOrbit = 8;  // placements an index can stand for

// xxHash64, seed 0.
std::uint64_t checksum(std::span<const std::byte> bytes);

// A stretch of the file.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

struct Prelude {
  std::uint16_t major_version = kMajorVersion;
  std::uint16_t minor_version = kMinorVersion;
  std::uint32_t prelude_bytes = kPreludeBytes;
  std::uint32_t flags = 0;
  std::uint32_t reserved = 0;
  std::uint64_t file_bytes = 0;
  Extent block_table;
  Extent info;
};
std::vector<std::byte> encode(const Prelude& prelude);  // with its checksum
// Errors: TableDamaged, naming `where`, when the bytes are no finished prelude of a version this program reads.
Result<Prelude> decode_prelude(std::span<const std::byte> file, const std::string& where);

struct BlockEntry {
  std::uint64_t offset = 0;
  std::uint16_t packed_bytes = 0;
  std::uint32_t checksum = 0;  // of the packed bytes, the low half
};
// The block table: groups of 64 blocks, each the first one's place and then every one's size and checksum.
std::vector<std::byte> encode_block_table(std::span<const BlockEntry> entries);
// The size of the table of so many blocks.
std::uint64_t block_table_bytes(std::uint64_t blocks);
// One entry of a table of the right size.
BlockEntry block_entry(std::span<const std::byte> block_table, std::uint64_t number);

// Of a side's blocks.
struct Dictionary {
  std::uint32_t packed_bytes = 0;  // in the file; 0: there is none
  std::uint32_t bytes = 0;         // unpacked
  std::uint64_t checksum = 0;      // of the packed bytes
};

// The info record, as it stands in the file.
struct InfoRecord {
  struct Class {
    std::uint8_t side = 0;
    std::uint8_t letter = 0;
    std::uint8_t count = 0;
  };
  struct Number {
    std::uint16_t code = 0;
    std::uint64_t unique = 0;
    std::uint64_t placements = 0;
    std::uint64_t first_cell = 0;
  };
  struct SideToMove {
    std::uint8_t side = 0;
    Dictionary dictionary;
    std::vector<Number> statistics;
  };
  std::string rules;
  std::uint64_t rules_hash = 0;
  std::string ending;
  std::uint8_t escapes = 0;
  std::uint8_t metric = 0;
  std::uint16_t ply_limit = 0;
  std::uint8_t value_bytes = 1;
  std::uint8_t kind = 0;
  std::uint16_t numbering = kNumbering;
  std::vector<Class> order;
  std::uint64_t positions = 0;
  std::uint32_t planes_a_block = 0;
  std::vector<SideToMove> sides;
};
std::vector<std::byte> encode(const InfoRecord& record);
// Errors: TableDamaged, naming `where`. After a later minor version's record more may follow.
Result<InfoRecord> decode_info(std::span<const std::byte> bytes, std::uint16_t minor_version, const std::string& where);

InfoRecord to_record(const TableInfo& info);
// Checks every field that the record alone can tell of. Errors: TableDamaged, naming `where` and the field.
Result<TableInfo> to_table_info(const InfoRecord& record, const std::string& where);
// Checks what the rules, ending, index and planes settle, and that the statistics add up. Errors likewise.
Result<void> check_against_index(const TableInfo& info, const Index& index, const Planes& planes,
                                 const std::string& where);

// The error of a file whose bytes are wrong.
tl::unexpected<Error> damaged(const std::string& where, const std::string& what);

}  // namespace jetan::table_format
