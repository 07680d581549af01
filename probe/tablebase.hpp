// Asks tables for the truth about positions.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "probe/table_file.hpp"
#include "probe/value.hpp"

namespace jetan {

struct TablebaseOptions {
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;  // unpacked blocks kept, at most
};

struct MoveValue {
  Move move;
  Value value;  // the mover's
};

struct Answer {
  Value value;                   // for the side to move; a draw if the count runs out before the win
  Metric metric = Metric::Win;   // how the position's plies are to be read
  std::vector<MoveValue> moves;  // best first: wins by fewest plies, draws, losses by most; then by text. None if the
                                 // game is over.
  std::optional<Move> best() const { return moves.empty() ? std::nullopt : std::optional(moves.front().move); }
};

// What there is of an ending.
struct EndingCoverage {
  Ending ending;
  std::vector<Escapes> present;  // escape states with a table, in the order in which they can be solved
  std::vector<Escapes> missing;  // those without
  std::vector<TableId> lacking;  // tables, not there, that moves from those present lead to; each once
  // Every position of the ending can be asked, and so can all that its moves lead to.
  bool complete() const { return missing.empty() && lacking.empty(); }
};

// The tables of one rule set in some folders, with those of other rule sets that play the ending alike
// (table_shelf.hpp). Opening lists them; each is opened when first asked. All const members may be called from many
// threads at once.
class Tablebase {
 public:
  // Each folder is a tables folder, as `jetan gen` fills it. A folder that doesn't exist holds no tables. Errors: Io.
  static Result<Tablebase> open(const std::vector<std::filesystem::path>& folders, RuleSet rules,
                                TablebaseOptions options = {});
  Tablebase(Tablebase&&) noexcept;
  Tablebase& operator=(Tablebase&&) noexcept;
  ~Tablebase();

  const Game& game() const;
  // Tables there are of a kind, smaller endings first.
  std::vector<TableId> tables(TableKind kind = TableKind::Distances) const;
  // What there is of every ending that has a table, smaller endings first. Tables are told by their names, not opened.
  std::vector<EndingCoverage> coverage() const;
  // Where a table lies. Errors: TableMissing.
  Result<std::filesystem::path> path(const TableId& id, TableKind kind = TableKind::Distances) const;
  // The table, opened. Errors: TableMissing, naming the command that makes it; TableDamaged; WrongRules; Io.
  Result<std::shared_ptr<const TableFile>> table(const TableId& id, TableKind kind = TableKind::Distances) const;

  // Whether a position can be asked: its form, and what Game::check knows. Errors: BadPosition.
  Result<void> check(const Position& position) const;
  // The value of a position, given its count (not stated: full). Errors: BadPosition, BadEnding (more than 8 pieces),
  // and those of `table`.
  Result<Value> value(const Position& position) const;
  // Likewise without checking the position: it must be one that `check` accepts.
  Result<Value> value_unchecked(const Position& position) const;

  // The values of many positions, in their order, each as `value` would give it; quicker than one by one.
  std::vector<Result<Value>> values(std::span<const Position> positions) const;
  // Whether the position is won, drawn or lost, given its count; a table of outcomes alone is enough for that while the
  // count is full or doesn't run. Errors: as `value`.
  Result<Outcome> outcome(const Position& position) const;
  // The value if memory has it: nothing when a block would have to be unpacked for it. Errors: as `value`.
  Result<std::optional<Value>> value_in_memory(const Position& position) const;
  // Asks the processor, ahead of time, for what `value` will need. Does nothing for a position that can't be asked.
  void prefetch(const Position& position) const;

  // The position's value and every legal move's, ranked. A move into an ending without a table is an error, and so
  // are values that contradict each other (TableDamaged).
  Result<Answer> ask(const Position& position) const;
  // The first of those moves, found in about half the time; nothing if the game is over.
  Result<std::optional<MoveValue>> best(const Position& position) const;

  // Best play from a position to the end of the game (or, in a draw, up to max_plies moves).
  Result<std::vector<Move>> line(const Position& position, int max_plies) const;

  struct CacheStatistics {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t bytes = 0;   // kept now
    std::uint64_t budget = 0;  // bytes that may be kept
  };
  CacheStatistics cache_statistics() const;
  // Sets how many bytes of unpacked blocks may be kept, for all tables together; at any time, from any thread.
  void set_cache_bytes(std::uint64_t bytes) const;

 private:
  struct State;
  explicit Tablebase(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A move's value for the mover, from the value of what it leads to (by the opponent's reckoning, given the count of
// after.position): one ply more, or just one ply where the move leaves a count behind or starts it anew. `before` is
// the position it is made in; what needs more plies than are left on its count is a draw. If the move ends the game,
// `opponents` doesn't matter.
Value value_of_move(const Game& game, const Position& before, const AfterMove& after, Value opponents);

}  // namespace jetan
