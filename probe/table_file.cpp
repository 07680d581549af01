#include "probe/table_file.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "core/rules_in_play.hpp"
#include "probe/byte_codec.hpp"
#include "probe/mapped_file.hpp"
#include "probe/table_format.hpp"

namespace jetan {

namespace format = table_format;
using Bytes = std::span<const std::byte>;

struct TableFile::State {
  std::filesystem::path path;
  MappedFile file;
  TableInfo info;
  Index index;
  Planes planes;
  Bytes block_table;
  std::vector<std::shared_ptr<const UnpackingDictionary>> dictionaries;  // by side; null: none

  std::uint64_t blocks() const { return info.blocks(); }
};

namespace {

// A table that isn't larger is read into memory in the background once it is opened. Measured on CRDvCR's four tables
// (53 MiB, not in memory before): 20,000 probes took 11 to 12 us each, against 17 to 25 without advice, which read all
// of them as well, and 48 with advice that places will be random, which read three quarters. Larger ones are left to
// the system: their readers may want little of them.
constexpr std::uint64_t kReadAheadBytes = std::uint64_t{64} << 20;

// The stretch of the file, if it lies where it must and is what was written.
Result<Bytes> stretch(Bytes file, const format::Extent& extent, std::uint64_t end, const char* what,
                      const std::string& where) {
  if (extent.offset > end || extent.size != end - extent.offset) {
    return format::damaged(
        where, fmt::format("the {} can't begin at byte {} and be {} bytes long", what, extent.offset, extent.size));
  }
  const Bytes bytes = file.subspan(extent.offset, extent.size);
  if (format::checksum(bytes) != extent.checksum) {
    return format::damaged(where, fmt::format("the checksum of the {} is wrong", what));
  }
  return bytes;
}

// What stands around the blocks, each field by itself checked.
struct Header {
  format::Prelude prelude;
  Bytes block_table;
  TableInfo info;
  std::vector<format::Dictionary> dictionaries;  // by side
};

Result<Header> read_header(Bytes file, const std::string& where) {
  const Result<format::Prelude> prelude = format::decode_prelude(file, where);
  if (!prelude) return tl::unexpected(prelude.error());
  if (prelude->file_bytes != file.size()) {
    return format::damaged(where, fmt::format("it is {} bytes long instead of {}", file.size(), prelude->file_bytes));
  }
  const Result<Bytes> info_bytes = stretch(file, prelude->info, file.size(), "info", where);
  if (!info_bytes) return tl::unexpected(info_bytes.error());
  const Result<Bytes> block_table = stretch(file, prelude->block_table, prelude->info.offset, "block table", where);
  if (!block_table) return tl::unexpected(block_table.error());
  if (prelude->block_table.offset < prelude->prelude_bytes) {
    return format::damaged(where, "the block table begins within the prelude");
  }
  const Result<format::InfoRecord> record = format::decode_info(*info_bytes, prelude->minor_version, where);
  if (!record) return tl::unexpected(record.error());
  Result<TableInfo> info = format::to_table_info(*record, where);
  if (!info) return tl::unexpected(info.error());
  Header header{*prelude, *block_table, std::move(*info), {}};
  for (const format::InfoRecord::SideToMove& side : record->sides) header.dictionaries.push_back(side.dictionary);
  return header;
}

// The sides' dictionaries, which lie one after the other behind the prelude; `end` is where the last one ends.
Result<std::vector<std::shared_ptr<const UnpackingDictionary>>> read_dictionaries(Bytes file, const Header& header,
                                                                                  std::uint64_t& end,
                                                                                  const std::string& where) try {
  std::vector<std::shared_ptr<const UnpackingDictionary>> dictionaries;
  end = header.prelude.prelude_bytes;
  for (const format::Dictionary& entry : header.dictionaries) {
    auto& dictionary = dictionaries.emplace_back();
    if (entry.packed_bytes == 0) continue;
    if (entry.packed_bytes > header.prelude.block_table.offset - end) {
      return format::damaged(where, fmt::format("a dictionary can't be {} bytes long", entry.packed_bytes));
    }
    const Bytes packed = file.subspan(end, entry.packed_bytes);
    end += entry.packed_bytes;
    if (format::checksum(packed) != entry.checksum) {
      return format::damaged(where, "the checksum of a dictionary is wrong");
    }
    std::vector<std::byte> bytes(entry.bytes);
    if (ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) != bytes.size()) {
      return format::damaged(where, "a dictionary can't be unpacked");
    }
    dictionary = UnpackingDictionary::make(bytes);
    if (!dictionary) return format::damaged(where, "a dictionary is none");
  }
  return dictionaries;
} catch (const std::bad_alloc&) {
  return failure(ErrorKind::OutOfMemory, fmt::format("{}: no memory for a dictionary", where));
}

// The blocks lie one after the other from the dictionaries to the block table.
Result<void> check_block_table(Bytes block_table, std::uint64_t blocks, std::uint64_t begin, std::uint64_t end,
                               const std::string& where) {
  if (block_table.size() != format::block_table_bytes(blocks)) {
    return format::damaged(
        where, fmt::format("the block table has {} bytes, not those of {} blocks", block_table.size(), blocks));
  }
  std::uint64_t next = begin;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const format::BlockEntry entry = format::block_entry(block_table, i);
    if (entry.offset != next || entry.packed_bytes == 0 || entry.packed_bytes > end - next) {
      return format::damaged(where, fmt::format("block {} can't begin at byte {} and be {} bytes long", i, entry.offset,
                                                entry.packed_bytes));
    }
    next += entry.packed_bytes;
  }
  if (next != end) return format::damaged(where, "there are bytes between the blocks and the block table");
  return {};
}

// A file that is called like a table holds that table, and lies in no other rule set's folder.
Result<void> check_name(const std::filesystem::path& path, const TableInfo& info) {
  const std::optional<TableName> called = parse_table_file_name(path.filename().string());
  if (called && *called != TableName{info.id, info.kind}) {
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: holds another table than its name says; it was called {}: name it so again, or "
                               "delete it",
                               path.string(), table_file_name(info.id, info.kind)));
  }
  if (called && is_other_rules_folder(path.parent_path().filename().string(), info.rules)) {
    return failure(ErrorKind::WrongRules,
                   fmt::format("{}: made under rules {}, whose tables belong in a folder {}; move "
                               "it there, or delete it",
                               path.string(), info.rules.name, rules_folder_name(info.rules)));
  }
  return {};
}

// The rules asked for play the table's ending as its own do.
Result<void> check_rules(const TableInfo& info, const RuleSet& asked, const std::string& where) {
  const RuleComparison rules(info.rules, asked);
  if (rules.alike(info.id.ending, info.id.escapes)) return {};
  constexpr std::size_t kMostDifferences = 3;
  return failure(
      ErrorKind::WrongRules,
      fmt::format(
          "{}: made under rules {}, which play {} otherwise than the rules {} asked for: {}; ask for "
          "its rules, or move it away",
          where, info.rules.name, info.id.ending.name(), asked.name,
          in_words(rules.differences(info.id.ending, info.id.escapes), info.rules.name, asked.name, kMostDifferences)));
}

}  // namespace

TableFile::TableFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableFile::~TableFile() = default;

Result<std::shared_ptr<const TableFile>> TableFile::open(const std::filesystem::path& path) {
  return open(path, nullptr);
}
Result<std::shared_ptr<const TableFile>> TableFile::open(const std::filesystem::path& path, const Game& game) {
  return open(path, &game);
}

Result<std::shared_ptr<const TableFile>> TableFile::open(const std::filesystem::path& path, const Game* game) {
  const std::string where = path.string();
  Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  Result<Header> header = read_header(mapped->bytes(), where);
  if (!header) return tl::unexpected(header.error());
  TableInfo& info = header->info;
  if (game != nullptr) {
    if (Result<void> done = check_rules(info, game->rules(), where); !done) return tl::unexpected(done.error());
  }
  std::optional<Movement> own;
  const Movement& movement = game != nullptr ? game->movement() : own.emplace(info.rules);
  Result<Index> index = Index::make(info.id.ending, movement, info.order);
  if (!index) return format::damaged(where, index.error().message);
  Result<Planes> planes = Planes::make(info.id.ending, movement, info.order);
  if (!planes) return format::damaged(where, planes.error().message);
  info.planes = planes->planes();
  if (Result<void> done = format::check_against_index(info, *index, *planes, where); !done) {
    return tl::unexpected(done.error());
  }
  if (Result<void> done = check_name(path, info); !done) return tl::unexpected(done.error());
  std::uint64_t blocks_begin = 0;
  auto dictionaries = read_dictionaries(mapped->bytes(), *header, blocks_begin, where);
  if (!dictionaries) return tl::unexpected(dictionaries.error());
  if (Result<void> done = check_block_table(header->block_table, info.blocks() * info.sides.size(), blocks_begin,
                                            header->prelude.block_table.offset, where);
      !done) {
    return tl::unexpected(done.error());
  }
  if (mapped->bytes().size() <= kReadAheadBytes) mapped->read_ahead();
  return std::shared_ptr<const TableFile>(
      new TableFile(std::make_unique<State>(State{path, std::move(*mapped), std::move(info), std::move(*index),
                                                  std::move(*planes), header->block_table, std::move(*dictionaries)})));
}

Result<TableInfo> TableFile::read_info(const std::filesystem::path& path) {
  const Result<MappedFile> mapped = MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  return read_header(mapped->bytes(), path.string()).map([](Header header) { return std::move(header.info); });
}

const std::filesystem::path& TableFile::path() const { return state_->path; }
const TableInfo& TableFile::info() const { return state_->info; }
const Index& TableFile::index() const { return state_->index; }
std::uint64_t TableFile::bytes() const { return state_->file.bytes().size(); }
const Planes& TableFile::planes() const { return state_->planes; }
std::uint64_t TableFile::blocks() const { return state_->blocks(); }
std::uint32_t TableFile::cells_of_block() const {
  return state_->info.planes_a_block * state_->planes.cells_of_plane();
}

std::uint32_t TableFile::cells_in_block(std::uint64_t block) const {
  const PositionIndex first = block * state_->info.planes_a_block;
  const PositionIndex planes = std::min<PositionIndex>(state_->info.planes_a_block, state_->info.planes - first);
  return static_cast<std::uint32_t>(planes) * state_->planes.cells_of_plane();
}

// The packed bytes, their checksum checked.
Result<Bytes> TableFile::packed_block(std::size_t side, std::uint64_t block) const {
  if (side >= state_->info.sides.size() || block >= state_->blocks()) {
    return failure(ErrorKind::BadArgument,
                   fmt::format("{}: there is no block {} of side {}", state_->path.string(), block, side));
  }
  const std::uint64_t number = side * state_->blocks() + block;
  const format::BlockEntry entry = format::block_entry(state_->block_table, number);
  const Bytes file = state_->file.bytes();
  // Opening checked this, but the file under the map may have been written to since.
  const bool inside = entry.offset <= file.size() && entry.packed_bytes <= file.size() - entry.offset;
  const Bytes bytes = inside ? file.subspan(entry.offset, entry.packed_bytes) : Bytes{};
  if (!inside || static_cast<std::uint32_t>(format::checksum(bytes)) != entry.checksum) {
    return format::damaged(state_->path.string(), fmt::format("the checksum of block {} is wrong", number));
  }
  return bytes;
}

Result<void> TableFile::unpack_bytes(std::size_t side, std::uint64_t block, std::span<std::byte> bytes,
                                     BlockUnpacker& unpacker) const {
  const Result<Bytes> packed = packed_block(side, block);
  if (!packed) return tl::unexpected(packed.error());
  const std::size_t size = std::size_t{cells_in_block(block)} * static_cast<std::size_t>(state_->info.value_bytes);
  if (bytes.size() < size) {
    return failure(ErrorKind::BadArgument,
                   fmt::format("{}: a block of {} bytes doesn't fit in {}", state_->path.string(), size, bytes.size()));
  }
  const Result<bool> unpacked = unpacker.unpack(*packed, state_->dictionaries[side].get(), bytes.first(size));
  if (!unpacked) {
    return failure(unpacked.error().kind, fmt::format("{}: {}", state_->path.string(), unpacked.error().message));
  }
  if (!*unpacked) {
    return format::damaged(state_->path.string(),
                           fmt::format("block {} can't be unpacked", side * state_->blocks() + block));
  }
  return {};
}

Result<void> TableFile::unpack(std::size_t side, std::uint64_t block, std::span<ValueCode> codes,
                               BlockUnpacker& unpacker) const {
  const std::size_t cells = block < state_->blocks() ? cells_in_block(block) : 0;
  if (codes.size() < cells) {
    return failure(ErrorKind::BadArgument, fmt::format("{}: a block of {} values doesn't fit in {}",
                                                       state_->path.string(), cells, codes.size()));
  }
  codes = codes.first(cells);
  const auto room = std::as_writable_bytes(codes);
  // Single bytes are unpacked into the end of the room and spread out from its beginning, which never overtakes them.
  const std::size_t width = static_cast<std::size_t>(state_->info.value_bytes);
  const auto unpacked = room.last(cells * width);
  if (Result<void> done = unpack_bytes(side, block, unpacked, unpacker); !done) return done;
  for (std::size_t i = 0; i < cells; ++i) {
    codes[i] = width == 1 ? std::to_integer<ValueCode>(unpacked[i]) : number_at<ValueCode>(&unpacked[2 * i]);
  }
  return {};
}

Result<void> TableFile::check_checksums() const {
  for (std::size_t side = 0; side < state_->info.sides.size(); ++side) {
    for (std::uint64_t block = 0; block < state_->blocks(); ++block) {
      if (const Result<Bytes> packed = packed_block(side, block); !packed) return tl::unexpected(packed.error());
    }
  }
  return {};
}

}  // namespace jetan
