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
  std::uint64_t slot;  // the block's among the table's: a side's blocks follow those of the side before
  std::size_t place;   // in the block
  std::size_t side() const { return slot / table->blocks; }  // a place in the table's sides to move
  std::uint64_t block() const { return slot % table->blocks; }
};

// What unpacking blocks takes, for one thread at a time.
struct UnpackingRoom {
  BlockUnpacker unpacker;
  std::vector<std::byte> bytes = std::vector<std::byte>(kMaxBlockBytes);
  std::vector<std::byte> halved;
};

struct Tablebase::State {
  State(RuleSet rules, std::uint64_t cache_bytes) : game(std::move(rules)), cache(cache_bytes) {}

  Result<void> check(const Position& position) const;
  Result<Found> find(const Position& position, TableKind kind = TableKind::Distances) const {
    const TableMap::Found place = shelf->find(position, kind);
    const OpenTable* table = place.number == TableMap::kNone ? nullptr : shelf->opened(place.number);
    if (table == nullptr) {
      const Result<const OpenTable*> first = open_table(position, place.number, kind);
      if (!first) return tl::unexpected(first.error());
      table = *first;
    }
    const Planes::Spot spot = table->planes->spot(position, place.turned_over);
    const bool orange = (position.to_move == Side::Orange) != place.turned_over;
    return Found{table, (orange ? table->blocks : 0) + spot.plane / table->planes_a_block,
                 spot.plane % table->planes_a_block * table->cells_of_plane + spot.place};
  }
  // What the table says, which isn't so where the side to move wins at once.
  Result<ValueCode> stored_code(const Found& found) const;
  // The truth of a position, given its count, from the code stored for it; nothing stored is needed if it wins at once.
  Value value_of_code(const Position& position, const OpenTable& table, ValueCode code) const;
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
  // A position's table when it is first asked; `place` as the shelf has it. Errors: as Tablebase::value.
  Result<const OpenTable*> open_table(const Position& position, std::uint32_t place, TableKind kind) const;
  Result<ValueCode> unpacked_code(const Found& found) const;
  tl::unexpected<Error> impossible(const Found& found, ValueCode code) const;

  mutable std::mutex rooms_mutex_;
  mutable std::vector<std::unique_ptr<UnpackingRoom>> rooms_;  // not in use now
};

}  // namespace jetan
