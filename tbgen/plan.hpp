// What generating takes, told before it starts: tables, positions, memory, disk and time.
#pragma once

#include "tbgen/generate.hpp"
#include "tbgen/residence.hpp"

namespace jetan {

// Bytes that making an ending's tables in these escape states takes, at most, about: the solutions of all of them
// included.
struct MemoryNeeds {
  std::uint64_t all = 0;      // with all maps in memory as they are: the quickest
  std::uint64_t least = 0;    // with all of them packed but what is being worked on
  std::uint64_t besides = 0;  // of `least`, what isn't for slabs of maps that are not packed
  BlockNumber slab_blocks = ResidenceOptions::kSlabBlocks;
  std::uint64_t scratch = 0;  // on disk while they are made; with none the solutions are in memory
};

// What making an ending's missing tables takes.
struct EndingPlan {
  Ending ending;
  int tables = 0;               // to be made; those there already cost nothing
  int outcomes = 0;             // of these, tables of outcomes
  PositionIndex positions = 0;  // of these tables, all stored sides to move together
  MemoryNeeds memory = {};
  std::uint64_t disk = 0;  // bytes, about
  double seconds = 0;      // about
};

struct Plan {
  std::vector<EndingPlan> endings;  // in the order in which they are made; also those of which all tables are there
  int tables = 0;                   // sums, but of memory the most at one time
  PositionIndex positions = 0;
  MemoryNeeds memory = {};
  std::uint64_t disk = 0;
  double seconds = 0;
};

// The time is foretold from how fast this machine solves a small ending under the rules now (a second at most in the
// presets; no files are written). Of the options it heeds those that say which tables there are to be, and the number
// of threads. Errors: as `generate`.
Result<Plan> plan(const Game& game, const std::vector<Ending>& endings, const GenerateOptions& options);

// Endings of so many blocks of positions keep scratch in any case: it takes minutes to solve them.
inline constexpr BlockNumber kBlocksOfLongRuns = 1'000'000;
// The folder of an ending's scratch; none if it is to be made without.
std::filesystem::path scratch_folder(const Game& game, const Ending& ending, const GenerateOptions& options);

MemoryNeeds memory_needs(const Game& game, const Ending& ending, const std::vector<Escapes>& states, bool scratch);
// How to keep within so many bytes, which must not be less than the least.
ResidenceOptions residence_within(const MemoryNeeds& needs, std::uint64_t bytes);

// Bytes the system could give without swapping (Linux; elsewhere all the memory there is).
std::uint64_t available_memory();

}  // namespace jetan
