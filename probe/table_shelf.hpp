// The table files that serve one rule set in some folders: listed by name, each opened when first asked for.
//
// Those made under other rules serve too, where these play an ending alike (core/rules_in_play.hpp). All tables of a
// folder are of one rule set, which the header of any tells: one header a folder is read to list it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "probe/block_cache.hpp"
#include "probe/table_file.hpp"
#include "probe/table_map.hpp"

namespace jetan {

// An open table, what every probe needs of it, and where its unpacked blocks are kept.
struct OpenTable {
  explicit OpenTable(std::shared_ptr<const TableFile> table)
      : file(std::move(table)),
        planes(&file->planes()),
        blocks(file->blocks()),
        cells_of_plane(planes->cells_of_plane()),
        planes_a_block(file->info().planes_a_block),
        code_bits(file->info().kind == TableKind::Outcomes ? 4 : 8 * file->info().value_bytes),
        counted(file->info().metric == Metric::Count),
        max_code(jetan::max_code(file->info())),
        cached(blocks * file->info().sides.size()) {}
  std::shared_ptr<const TableFile> file;
  const Planes* planes;
  std::uint64_t blocks;  // of each side to move
  std::uint32_t cells_of_plane;
  std::uint32_t planes_a_block;
  int code_bits;  // of a code in the cache
  bool counted;   // Metric::Count
  int max_code;
  mutable CachedBlocks cached;  // a side's blocks behind those of the side before
};

// Const members may be called from many threads at once.
class TableShelf {
 public:
  // Lists what is in the rule set's folder of each tables folder, then what other rule sets' folders there can lend; of
  // two tables of the same name the first counts. A folder that doesn't exist holds none, and one of other rules in
  // which no header can be read lends none. The game must outlive the shelf. Errors: Io.
  static Result<std::unique_ptr<TableShelf>> list(const std::vector<std::filesystem::path>& folders, const Game& game);

  // All there are of a kind, smaller endings first.
  std::vector<TableId> ids(TableKind kind = TableKind::Distances) const;
  // The place of one on the shelf. Errors: TableMissing, naming the command that makes it, and what it is about one
  // made under other rules that can't serve.
  Result<std::uint32_t> find(const TableId& id, TableKind kind = TableKind::Distances) const;
  bool has(const TableId& id, TableKind kind = TableKind::Distances) const {
    return places_.find(id, kind) != TableMap::kNone;
  }
  // The place of the table that has a position, TableMap::kNone if there is none, and whether turned over.
  TableMap::Found find(const Position& position, TableKind kind) const { return places_.find(position, kind); }

  const std::filesystem::path& path(std::uint32_t place) const { return slots_[place]->path; }
  // The table at a place. Errors: those of TableFile::open.
  Result<const OpenTable*> open(std::uint32_t place) const;
  // Likewise if it has been opened before; else null.
  const OpenTable* opened(std::uint32_t place) const { return slots_[place]->opened.load(std::memory_order_acquire); }
  Result<std::shared_ptr<const TableFile>> share(std::uint32_t place) const;

 private:
  struct Slot {
    Slot(const TableName& called, std::filesystem::path file_path) : name(called), path(std::move(file_path)) {}
    TableName name;
    std::filesystem::path path;
    std::mutex opening;
    std::unique_ptr<const OpenTable> table;          // set once, under the mutex
    std::atomic<const OpenTable*> opened = nullptr;  // then this: no lock is needed any more
  };
  explicit TableShelf(const Game& game) : game_(game) {}
  void list_own(const std::vector<std::filesystem::path>& entries);
  void list_others(const std::filesystem::path& folder);
  void sort();
  bool has(const TableName& name) const { return has(name.id, name.kind); }
  void put(const TableName& name, const std::filesystem::path& path);
  // What to add to a missing table's error.
  std::string why_not_lent(const TableId& id, TableKind kind) const;

  const Game& game_;
  std::string folders_;  // as messages name them
  std::vector<std::unique_ptr<Slot>> slots_;
  TableMap places_;
  // Tables that can't serve: which of the other rule sets they are of.
  std::vector<RuleSet> others_;
  TableMap elsewhere_;
};

}  // namespace jetan
