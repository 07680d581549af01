// What a Tablebase consists of. For the library's own files.
#pragma once

#include "probe/block_cache.hpp"
#include "probe/table_shelf.hpp"
#include "probe/tablebase.hpp"

namespace jetan {

// The table that a position is in.
struct Found {
  const TableFile* file;
  std::uint32_t place;  // on the shelf
  Position turned;      // the position as the table has it
};

struct Tablebase::State {
  State(RuleSet rules, std::uint64_t cache_bytes) : game(std::move(rules)), cache(cache_bytes) {}

  Result<void> check(const Position& position) const;
  Result<Found> find(const Position& position) const;
  // What the table says, which isn't so where the side to move wins at once.
  Result<Value> stored_value(const Found& found) const;
  // The truth, given the position's count.
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
};

}  // namespace jetan
