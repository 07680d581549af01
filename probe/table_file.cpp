#include "probe/table_file.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
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
  int value_bytes;
  std::uint64_t blocks;  // of a side
  Bytes block_table;
};

namespace {

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
  int value_bytes;
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
  return Header{*prelude, *block_table, std::move(*info), record->value_bytes};
}

format::BlockEntry entry_at(Bytes block_table, std::uint64_t number) {
  return format::decode_block_entry(
      block_table.subspan(number * format::kBlockEntryBytes).first<format::kBlockEntryBytes>());
}

// The blocks lie one after the other from the prelude to the block table.
Result<void> check_block_table(Bytes block_table, std::uint64_t blocks, std::uint64_t begin, std::uint64_t end,
                               const std::string& where) {
  if (block_table.size() / format::kBlockEntryBytes != blocks || block_table.size() % format::kBlockEntryBytes != 0) {
    return format::damaged(
        where, fmt::format("the block table has {} bytes, not those of {} blocks", block_table.size(), blocks));
  }
  std::uint64_t next = begin;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const format::BlockEntry entry = entry_at(block_table, i);
    if (entry.offset != next || entry.packed_bytes == 0 || entry.packed_bytes > end - next) {
      return format::damaged(where, fmt::format("block {} can't begin at byte {} and be {} bytes long", i, entry.offset,
                                                entry.packed_bytes));
    }
    if (entry.encoding != format::kZstdFrame) {
      return format::damaged(where, fmt::format("block {} has an unknown encoding {}", i, entry.encoding));
    }
    next += entry.packed_bytes;
  }
  if (next != end) return format::damaged(where, "there are bytes between the blocks and the block table");
  return {};
}

// A file that is called like a table holds that table, and lies in no other rule set's folder.
Result<void> check_name(const std::filesystem::path& path, const TableInfo& info) {
  const std::optional<TableId> called = parse_table_file_name(path.filename().string());
  if (called && *called != info.id) {
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: holds another table than its name says; it was called {}: name it so again, or "
                               "delete it",
                               path.string(), table_file_name(info.id)));
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

Result<Index> make_index(const TableInfo& info, const Game* game, const std::string& where) {
  Result<Index> index = game != nullptr ? Index::make(info.id.ending, game->movement(), info.order)
                                        : Index::make(info.id.ending, Movement(info.rules), info.order);
  if (!index) return format::damaged(where, index.error().message);
  return index;
}

// Kept by each thread: making one costs as much as unpacking a block.
ZSTD_DCtx* unpacking_context() {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  thread_local std::unique_ptr<ZSTD_DCtx, Free> context;
  if (!context) context.reset(ZSTD_createDCtx());
  return context.get();
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
  Result<Index> index = make_index(info, game, where);
  if (!index) return tl::unexpected(index.error());
  if (Result<void> done = format::check_against_index(info, *index, where); !done) {
    return tl::unexpected(done.error());
  }
  if (Result<void> done = check_name(path, info); !done) return tl::unexpected(done.error());
  const std::uint64_t blocks = (info.positions - 1) / info.block_positions + 1;
  if (Result<void> done = check_block_table(header->block_table, blocks * info.sides.size(),
                                            header->prelude.prelude_bytes, header->prelude.block_table.offset, where);
      !done) {
    return tl::unexpected(done.error());
  }
  return std::shared_ptr<const TableFile>(
      new TableFile(std::make_unique<State>(State{path, std::move(*mapped), std::move(info), std::move(*index),
                                                  header->value_bytes, blocks, header->block_table})));
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
int TableFile::value_bytes() const { return state_->value_bytes; }
std::uint64_t TableFile::blocks() const { return state_->blocks; }

std::uint32_t TableFile::positions_in_block(std::uint64_t block) const {
  const std::uint64_t first = block * state_->info.block_positions;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(state_->info.block_positions, state_->info.positions - first));
}

// The packed bytes, their checksum checked.
Result<Bytes> TableFile::packed_block(std::size_t side, std::uint64_t block) const {
  if (side >= state_->info.sides.size() || block >= state_->blocks) {
    return failure(ErrorKind::BadArgument,
                   fmt::format("{}: there is no block {} of side {}", state_->path.string(), block, side));
  }
  const std::uint64_t number = side * state_->blocks + block;
  const format::BlockEntry entry = entry_at(state_->block_table, number);
  const Bytes file = state_->file.bytes();
  // Opening checked this, but the file under the map may have been written to since.
  const bool inside = entry.offset <= file.size() && entry.packed_bytes <= file.size() - entry.offset;
  const Bytes bytes = inside ? file.subspan(entry.offset, entry.packed_bytes) : Bytes{};
  if (!inside || format::checksum(bytes) != entry.checksum) {
    return format::damaged(state_->path.string(), fmt::format("the checksum of block {} is wrong", number));
  }
  return bytes;
}

Result<void> TableFile::unpack_bytes(std::size_t side, std::uint64_t block, std::span<std::byte> bytes) const {
  const Result<Bytes> packed = packed_block(side, block);
  if (!packed) return tl::unexpected(packed.error());
  const std::size_t size = std::size_t{positions_in_block(block)} * static_cast<std::size_t>(state_->value_bytes);
  if (bytes.size() < size) {
    return failure(ErrorKind::BadArgument,
                   fmt::format("{}: a block of {} bytes doesn't fit in {}", state_->path.string(), size, bytes.size()));
  }
  ZSTD_DCtx* context = unpacking_context();
  if (context == nullptr) {
    return failure(ErrorKind::OutOfMemory, fmt::format("{}: no memory to unpack a block", state_->path.string()));
  }
  // One frame, and of the right size: otherwise unpacking isn't even begun.
  const bool fits = ZSTD_getFrameContentSize(packed->data(), packed->size()) == size &&
                    ZSTD_findFrameCompressedSize(packed->data(), packed->size()) == packed->size();
  if (!fits || ZSTD_decompressDCtx(context, bytes.data(), size, packed->data(), packed->size()) != size) {
    return format::damaged(state_->path.string(),
                           fmt::format("block {} can't be unpacked", side * state_->blocks + block));
  }
  return {};
}

Result<void> TableFile::unpack(std::size_t side, std::uint64_t block, std::span<ValueCode> values) const {
  const std::size_t positions = block < state_->blocks ? positions_in_block(block) : 0;
  if (values.size() < positions) {
    return failure(ErrorKind::BadArgument, fmt::format("{}: a block of {} values doesn't fit in {}",
                                                       state_->path.string(), positions, values.size()));
  }
  values = values.first(positions);
  const auto room = std::as_writable_bytes(values);
  // Single bytes are unpacked into the end of the room and spread out from its beginning, which never overtakes them.
  const std::size_t width = static_cast<std::size_t>(state_->value_bytes);
  const auto unpacked = room.last(positions * width);
  if (Result<void> done = unpack_bytes(side, block, unpacked); !done) return done;
  for (std::size_t i = 0; i < positions; ++i) {
    values[i] = width == 1 ? std::to_integer<ValueCode>(unpacked[i]) : number_at<ValueCode>(&unpacked[2 * i]);
  }
  return {};
}

Result<void> TableFile::check_checksums() const {
  for (std::size_t side = 0; side < state_->info.sides.size(); ++side) {
    for (std::uint64_t block = 0; block < state_->blocks; ++block) {
      if (const Result<Bytes> packed = packed_block(side, block); !packed) return tl::unexpected(packed.error());
    }
  }
  return {};
}

}  // namespace jetan
