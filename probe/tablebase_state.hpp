// What a Tablebase consists of. For the library's own files.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "probe/block_cache.hpp"
#include "probe/table_shelf.hpp"
#include "probe/tablebase.hpp"

namespace jetan {

// Where a position's value is.
struct Found {
  const OpenTable* table;
  std::size_t side;     // a place in its sides to move
  std::uint64_t block;  // of that side
  std::size_t place;    // in the block
  std::uint64_t slot() const { return side * table->file->blocks() + block; }
  const TableInfo& info() const { return table->file->info(); }
};

// What unpacking blocks takes, for one thread at a time.
struct UnpackingRoom {
  BlockUnpacker unpacker;
  std::vector<std::byte> bytes = std::vector<std::byte>(kMaxBlockBytes);
};

struct Tablebase::State {
  State(RuleSet rules, std::uint64_t cache_bytes) : game(std::move(rules)), cache(cache_bytes) {}

  Result<void> check(const Position& position) const;
  Result<Found> find(const Position& position, TableKind kind = TableKind::Distances) const;
  // What the table says, which isn't so where the side to move wins at once.
  Result<ValueCode> stored_code(const Found& found) const;
  // The truth of a position, given its count, from the code stored for it; nothing stored is needed if it wins at once.
  Value value_of_code(const Position& position, const TableInfo& info, ValueCode code) const;
  Result<Value> value(const Position& position, const Found& found) const;
  // What a legal move is worth to the mover.
  Result<Value> value_of(const Position& before, Move move) const;

  // A checked position's table, truth, and legal moves by text; no moves if the game is over.
  struct Asked {
    Found found;
    Value value;
    std::vector<Move> moves;
  };
  Result<Asked> asked(const Position& position) const;

  Game game;
  std::unique_ptr<TableShelf> shelf;
  mutable BlockCache cache;

 private:
  Result<ValueCode> unpacked_code(const Found& found) const;
  tl::unexpected<Error> impossible(const Found& found, ValueCode code) const;

  mutable std::mutex rooms_mutex_;
  mutable std::vector<std::unique_ptr<UnpackingRoom>> rooms_;  // not in use now
};

}  // namespace jetan
