// Asks tables for the truth about positions.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
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
  // Tables there are, smaller endings first.
  std::vector<TableId> tables() const;
  // Where a table lies. Errors: TableMissing.
  Result<std::filesystem::path> path(const TableId& id) const;
  // The table, opened. Errors: TableMissing, naming the command that makes it; TableDamaged; WrongRules; Io.
  Result<std::shared_ptr<const TableFile>> table(const TableId& id) const;

  // The value of a position, given its count (not stated: full). Errors: BadPosition, BadEnding (more than 8 pieces),
  // and those of `table`.
  Result<Value> value(const Position& position) const;
  // Likewise without checking the position: it must be one that Game::check accepts, of an ending with a table.
  Result<Value> value_unchecked(const Position& position) const;

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
    std::uint64_t bytes = 0;  // kept now
  };
  CacheStatistics cache_statistics() const;

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
