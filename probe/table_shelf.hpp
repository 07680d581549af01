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
#include <unordered_map>
#include <vector>

#include "core/game.hpp"
#include "probe/block_cache.hpp"
#include "probe/table_file.hpp"

namespace jetan {

// An open table, and where its unpacked blocks are kept.
struct OpenTable {
  explicit OpenTable(std::shared_ptr<const TableFile> table)
      : file(std::move(table)), cached(file->blocks() * file->info().sides.size()) {}
  std::shared_ptr<const TableFile> file;
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
  bool has(const TableId& id, TableKind kind = TableKind::Distances) const { return places_.contains(Key(id, kind)); }

  const std::filesystem::path& path(std::uint32_t place) const { return slots_[place]->path; }
  // The table at a place. Errors: those of TableFile::open.
  Result<const OpenTable*> open(std::uint32_t place) const;
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
  // An ending, escape state and kind in few bits: a place in the list is found without comparing names.
  struct Key {
    std::uint64_t pieces;
    std::uint64_t state;
    Key(const TableId& id, TableKind kind);
    explicit Key(const TableName& name) : Key(name.id, name.kind) {}
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  explicit TableShelf(const Game& game) : game_(game) {}
  void list_own(const std::vector<std::filesystem::path>& entries);
  void list_others(const std::filesystem::path& folder);
  void sort();
  // What to add to a missing table's error.
  std::string why_not_lent(const Key& key, const TableId& id) const;

  const Game& game_;
  std::string folders_;  // as messages name them
  std::vector<std::unique_ptr<Slot>> slots_;
  std::unordered_map<Key, std::uint32_t, Hash> places_;
  // Tables that can't serve: which of the other rule sets they are of.
  std::vector<RuleSet> others_;
  std::unordered_map<Key, std::size_t, Hash> elsewhere_;
};

}  // namespace jetan
