// Generates tables: works out what the endings asked for depend on, solves and writes each, smaller endings first.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "probe/block_packer.hpp"
#include "probe/table_info.hpp"
#include "tbgen/block_ops.hpp"

namespace jetan {

enum class Phase : std::uint8_t { Loading, Solving, Writing };

// Where a run has come to.
struct Progress {
  TableId table;
  TableKind kind = TableKind::Distances;
  Phase phase = Phase::Solving;
  int ply = 0;                  // Solving: the ply being worked on
  std::size_t tables_done = 0;  // of those that had to be made
  std::size_t tables_total = 0;
  double fraction = 0;  // 0 to 1, of the whole run, by estimated work
};

// What became of one table.
struct GeneratedTable {
  TableId table;
  TableKind kind = TableKind::Distances;
  std::filesystem::path path = {};
  bool already_there = false;   // it was there, complete, from an earlier run or under other rules
  std::string lender = {};      // the other rules' name, where it was made under such that play the ending alike
  PositionIndex positions = 0;  // unique, all stored sides to move together
  int plies = 0;                // the last ply that settled a position
  std::uint64_t bytes = 0;      // of the file
  double solving_seconds = 0;
  double writing_seconds = 0;
};

struct GenerateOptions {
  std::filesystem::path tables;  // the tables folder; the rule set's own folder in it is made when needed
  int threads = 0;               // 0: as many as the machine has
  std::uint64_t memory = 0;      // bytes; 0: what the machine has available. A run that can't fit is refused.
  // Where unfinished work of long runs is kept, and the solutions of an ending while its tables are made; what it holds
  // of an ending is removed when its tables are there. None: in the rule set's own folder, for endings so large that
  // they take long (plan.hpp); others are kept in memory.
  std::filesystem::path scratch = {};
  int level = kDefaultPackingLevel;
  bool outcomes = false;  // make tables of outcomes as well
  Kernels kernels = Kernels::Best;
  std::vector<Escapes> states;  // make only these escape states and those they lead to; none named: all
  std::function<void(const Progress&)> progress;        // called now and then, from the calling thread
  std::function<void(const GeneratedTable&)> finished;  // of each table, in order, once it is there; likewise
  const std::atomic<bool>* stop = nullptr;              // set it to end the run early (Interrupted)
};

// The endings and all they depend on, in an order in which they can be solved.
std::vector<Ending> with_dependencies(const RuleSet& rules, const std::vector<Ending>& endings);

// Generates what is missing; a table made under other rules that play its ending alike isn't. What an interrupted or
// failed run finished stays and is not made again; with scratch also what it settled of a table. Errors: Io,
// OutOfMemory, TableDamaged or WrongRules (a table it depends on), Interrupted, BadEnding (too large).
Result<std::vector<GeneratedTable>> generate(const Game& game, const std::vector<Ending>& endings,
                                             const GenerateOptions& options);

}  // namespace jetan
