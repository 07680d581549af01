#include "tbgen/solving_journal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "probe/byte_codec.hpp"
#include "probe/table_format.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = 12;  // a record's size and checksum
constexpr std::size_t kTileBytes = 28;  // of a tile in a record

void take(const Result<void>& done) {
  if (!done) throw ScratchFailure(done.error());
}

tl::unexpected<Error> damaged(const fs::path& path, const char* what) {
  return failure(ErrorKind::TableDamaged,
                 fmt::format("{}: {}; delete its folder and run the command again", path.string(), what));
}

}  // namespace

template <class Codec>
void SolvingJournal::describe(Codec& codec, Record& record) {
  codec.number(record.part, "part");
  codec.number(record.pass, "pass");
  codec.number(record.any, "any");
  codec.number(record.slab, "slab");
  codec.number(record.slab_blocks, "slab's blocks");
  codec.list(record.tiles, kTileBytes, "tiles", [](Codec& c, TileOf& tile) {
    c.number(tile.number, "tile");
    c.number(tile.stored.offset, "tile's offset");
    c.number(tile.stored.checksum, "tile's checksum");
    c.number(tile.stored.bytes, "tile's bytes");
  });
  codec.text(record.identity, "identity");
}

std::vector<std::byte> SolvingJournal::encode(Record record) {
  ByteWriter writer;
  writer.number(static_cast<std::uint8_t>(record.kind), "kind");
  describe(writer, record);
  const std::vector<std::byte> body = writer.take();
  std::vector<std::byte> bytes;
  append_number(bytes, static_cast<std::uint32_t>(body.size()));
  append_number(bytes, table_format::checksum(body));
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

std::uint64_t SolvingJournal::decode(std::span<const std::byte> bytes, std::vector<Record>& records) {
  std::size_t at = 0;
  while (bytes.size() - at >= kHeadBytes) {
    const std::size_t size = number_at<std::uint32_t>(&bytes[at]);
    if (bytes.size() - at - kHeadBytes < size) break;
    const auto body = bytes.subspan(at + kHeadBytes, size);
    if (table_format::checksum(body) != number_at<std::uint64_t>(&bytes[at + 4])) break;
    ByteReader reader(body);
    Record record;
    std::uint8_t kind = 0;
    reader.number(kind, "kind");
    describe(reader, record);
    if (reader.missing() != nullptr || kind > static_cast<std::uint8_t>(Kind::All)) break;
    record.kind = static_cast<Kind>(kind);
    records.push_back(std::move(record));
    at += kHeadBytes + size;
  }
  return at;
}

Result<std::unique_ptr<SolvingJournal>> SolvingJournal::open(const fs::path& folder, const std::string& name,
                                                             const std::string& identity, BlockNumber blocks) {
  auto file = ScratchFile::open(folder / (name + ".journal"));
  if (!file) return tl::unexpected(file.error());
  std::unique_ptr<SolvingJournal> journal(new SolvingJournal(std::move(*file), blocks));
  return journal->read(identity, folder / (name + ".tiles")).map([&] { return std::move(journal); });
}

Result<void> SolvingJournal::read(const std::string& identity, const fs::path& tiles) {
  const auto size = file_.size();
  if (!size) return tl::unexpected(size.error());
  std::vector<std::byte> bytes(*size);
  if (const auto read = file_.read(0, bytes); !read) return read;
  std::vector<Record> records;
  end_ = decode(bytes, records);

  Record head;
  head.identity = identity;
  const std::vector<std::byte> head_bytes = encode(head);
  if (records.empty()) {
    // Nothing, or the beginning of what a run wrote that was cut off at once.
    if (bytes.size() > head_bytes.size() || !std::equal(bytes.begin(), bytes.end(), head_bytes.begin())) {
      return damaged(file_.path(), "not a journal of an unfinished run, or damaged");
    }
  } else if (records[0].kind != Kind::Identity || records[0].identity != identity) {
    return failure(ErrorKind::WrongRules,
                   fmt::format("{} was begun for something else:\n{}and can't go on for\n{}give another --scratch, or "
                               "delete it if that run is not wanted any more",
                               file_.path().string(), records[0].identity, identity));
  }

  std::uint64_t end_of_tiles = 0;
  for (const Record& record : records) {
    for (const TileOf& tile : record.tiles) {
      if (tile.number * PackedPlies::kTileBlocks >= blocks_) return damaged(file_.path(), "damaged");
      end_of_tiles = std::max(end_of_tiles, tile.stored.offset + tile.stored.bytes);
    }
  }
  auto tile_file = ScratchFile::open(tiles);
  if (!tile_file) return tl::unexpected(tile_file.error());
  const auto bytes_of_tiles = tile_file->size();
  if (!bytes_of_tiles) return tl::unexpected(bytes_of_tiles.error());
  if (*bytes_of_tiles < end_of_tiles) return damaged(tiles, "shorter than its journal says");
  // What was added last may not be in the journal.
  if (const auto cut = tile_file->truncate(end_of_tiles); !cut) return cut;
  if (const auto cut = file_.truncate(end_); !cut) return cut;
  store_ = std::make_shared<TileStore>(std::move(*tile_file), end_of_tiles);
  wins_ = {PackedPlies(blocks_, store_), PackedPlies(blocks_, store_)};

  for (Record& record : records) {
    if (record.kind == Kind::Identity) continue;
    if (record.kind == Kind::All) {
      finished_ = true;
      continue;
    }
    if (record.part > parts_.size()) return damaged(file_.path(), "its parts are not in order");
    if (record.part == parts_.size()) parts_.emplace_back();
    Part& part = parts_[record.part];
    if (record.kind == Kind::Part) {
      part.finished = true;
    } else if (record.pass != part.any.size()) {
      return damaged(file_.path(), "its passes are not in order");
    } else if (record.kind == Kind::Slab) {
      unfinished_.push_back(std::move(record));
    } else {
      plies_of(static_cast<int>(record.pass)).reserve(static_cast<int>(record.pass) / 2);
      for (const Record& slab : unfinished_) set_tiles(slab);
      unfinished_.clear();
      part.any.push_back(record.any != 0);
    }
  }
  if (finished_) wins_.trim();
  head_bytes_ = head_bytes.size();
  if (!records.empty()) return {};
  return file_.write(0, head_bytes).and_then([&] {
    end_ = head_bytes.size();
    return file_.sync();
  });
}

void SolvingJournal::set_tiles(const Record& record) {
  PackedPlies& plies = plies_of(static_cast<int>(record.pass));
  const int ply = static_cast<int>(record.pass) / 2;
  plies.reserve(ply);
  for (const TileOf& tile : record.tiles) plies.set_stored_tile(ply, tile.number, tile.stored);
}

SolvingJournal::Begun SolvingJournal::begun(std::size_t part, BlockNumber slab_blocks) {
  if (parts_.size() <= part) parts_.resize(part + 1);
  Begun begun = parts_[part];
  for (const Record& record : unfinished_) {
    if (record.part != part || record.pass != begun.any.size() || record.slab_blocks != slab_blocks) continue;
    set_tiles(record);
    begun.slabs.push_back(record.slab);
  }
  return begun;
}

void SolvingJournal::add(Record record) {
  const std::vector<std::byte> bytes = encode(std::move(record));
  unwritten_.insert(unwritten_.end(), bytes.begin(), bytes.end());
  if (std::chrono::steady_clock::now() - written_ > std::chrono::seconds(kSecondsUnwritten)) flush();
}

SolvingJournal::Record SolvingJournal::slab_record(std::size_t part, int pass, const PackedPlies& plies,
                                                   BlockRange blocks) const {
  Record record;
  record.kind = Kind::Slab;
  record.part = static_cast<std::uint32_t>(part);
  record.pass = static_cast<std::uint32_t>(pass);
  constexpr BlockNumber kTile = PackedPlies::kTileBlocks;
  for (BlockNumber tile = blocks.first / kTile; tile * kTile < blocks.last; ++tile) {
    const TileStore::Tile stored = plies.stored_tile(pass / 2, tile);
    if (stored.bytes != 0) record.tiles.push_back({tile, stored});
  }
  return record;
}

void SolvingJournal::slab_done(std::size_t part, int pass, std::size_t slab, BlockNumber slab_blocks,
                               BlockRange blocks) {
  Record record = slab_record(part, pass, plies_of(pass), blocks);
  record.slab = slab;
  record.slab_blocks = slab_blocks;
  add(std::move(record));
}

void SolvingJournal::pass_done(std::size_t part, int pass, bool any) {
  Record record;
  record.kind = Kind::Pass;
  record.part = static_cast<std::uint32_t>(part);
  record.pass = static_cast<std::uint32_t>(pass);
  record.any = any ? 1 : 0;
  add(std::move(record));
}

void SolvingJournal::part_done(std::size_t part) {
  Record record;
  record.kind = Kind::Part;
  record.part = static_cast<std::uint32_t>(part);
  add(std::move(record));
}

void SolvingJournal::all_done() {
  Record record;
  record.kind = Kind::All;
  add(std::move(record));
  flush();
  finished_ = true;
}

std::shared_ptr<TileStore> SolvingJournal::begin_anew() {
  take(file_.truncate(head_bytes_));
  take(store_->clear());
  end_ = head_bytes_;
  unwritten_.clear();
  parts_.clear();
  unfinished_.clear();
  return store_;
}

void SolvingJournal::keep(Wins wins) {
  wins_ = std::move(wins);
  wins_.trim();
  for (int pass = 0; pass < 2 * std::max(wins_.won.plies(), wins_.lost.plies()); ++pass) {
    const PackedPlies& plies = plies_of(pass);
    const bool any = pass / 2 < plies.plies();
    if (any) add(slab_record(0, pass, plies, {0, blocks_}));
    pass_done(0, pass, any);
  }
  all_done();
}

void SolvingJournal::flush() {
  if (!unwritten_.empty()) {
    take(store_->sync());
    take(file_.write(end_, unwritten_));
    take(file_.sync());
    end_ += unwritten_.size();
    unwritten_.clear();
  }
  written_ = std::chrono::steady_clock::now();
}

}  // namespace jetan
