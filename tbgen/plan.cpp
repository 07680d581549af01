#include "tbgen/plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <memory>
#include <new>

#include "tbgen/analysis.hpp"
#include "tbgen/conversions.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/wanted.hpp"

namespace jetan {
namespace {

// Measured on CRDvCR (ALGORITHM.md, "What a run takes"), but for the last two, which only matter for small endings.
constexpr double kBitsPerPosition = 0.1;     // of a file
constexpr double kPackedOfMap = 0.6;         // a packed solution of one escape state, against one map
constexpr double kPackedOfCountedMap = 0.3;  // likewise under a count, where few plies are solved
constexpr int kPliesWithoutCount = 60;       // of an ending; a guess
constexpr double kPackedMapsOfMap = 0.2;     // all maps packed, against one map
constexpr std::uint64_t kSlabsOfStep = 160;  // what a step looks at, at most, and some to choose from
constexpr double kSecondsOfSample = 4.4;     // a bit of a block, files written, against one of the sample solved
constexpr double kOutcomesOnDisk = 0.6;      // a table of outcomes against one of distances
constexpr double kOutcomesInTime = 0.7;
constexpr std::uint64_t kTableBytes = 4096;  // of a file besides
constexpr double kTableSeconds = 0.01;       // a table besides its positions
// The program by itself: making CRvCR took 54 MB in all.
constexpr std::uint64_t kBaseBytes = std::uint64_t{64} << 20;

double bits_of_blocks(const Game& game, const Ending& ending) {
  return static_cast<double>(Layout::of(ending, game.movement()).blocks()) * kSquares * kSquares;
}

// Seconds that making the tables of one side to move takes for a bit of a block, foretold from solving Chief and
// Princess against the same. Nothing in that ending leads to another.
double seconds_per_bit(const Game& game, int threads, Kernels kernels_wanted) {
  constexpr int kRounds = 3;
  const Ending ending = Ending::parse("CRvCR").value();
  const auto tables = std::make_shared<MoveTables>(game, block_ops(kernels_wanted));
  const BlockKernels kernels(tables, Layout::of(ending, game.movement()));
  WorkingSet maps(kernels.layout());
  SolveOptions options;
  options.threads = threads;
  if (count_runs(game.rules(), ending)) options.ply_limit = game.rules().count->plies;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const Side winner : kSides) {
      // An interruption there can't be.
      if (!analyse(kernels, winner, {}, options, maps)) return 0;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, seconds);
    if (seconds > 1) break;  // slow rules
  }
  return kSecondsOfSample * best / bits_of_blocks(game, ending);
}

}  // namespace

std::uint64_t available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  std::string key;
  std::uint64_t kibibytes = 0;
  for (std::string unit; meminfo >> key >> kibibytes; std::getline(meminfo, unit)) {
    if (key == "MemAvailable:") return kibibytes << 10;
  }
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::filesystem::path scratch_folder(const Game& game, const Ending& ending, const GenerateOptions& options) {
  if (!options.scratch.empty()) return options.scratch / rules_folder_name(game.rules()) / ending.name();
  if (Layout::of(ending, game.movement()).blocks() < kBlocksOfLongRuns) return {};
  return find_rules_folder(options.tables, game.rules()) / "scratch" / ending.name();
}

MemoryNeeds memory_needs(const Game& game, const Ending& ending, const std::vector<Escapes>& states, bool scratch) {
  const Layout layout = Layout::of(ending, game.movement());
  const BlockNumber blocks = WorkingSet::largest_part(layout);
  const std::uint64_t map = BlockMap::bytes(blocks);
  // Two maps of all that is settled, two of what was settled lately, or four where wins arrive at once, which mixes odd
  // and even plies; one of what arrives by the winner's escape and two by the loser's; and up to three of what arrives
  // from each smaller ending.
  BlockNumber escaped = 0;
  for (const Escapes state : states) {
    escaped = std::max<BlockNumber>(escaped, state.black && state.orange ? 3 : state.black || state.orange ? 2 : 0);
  }
  std::uint64_t smaller = 0;
  bool mixed = false;
  for (const Ending& after : after_capture(game.rules(), ending)) {
    smaller += 3 * BlockMap::bytes(Layout::of(after, game.movement()).blocks());
    mixed = mixed || wins_arrive_at_once(game.rules(), ending, after);
  }
  const bool counted = count_runs(game.rules(), ending);
  const auto solutions =
      static_cast<std::uint64_t>((counted ? kPackedOfCountedMap : kPackedOfMap) *
                                 static_cast<double>(states.size() * BlockMap::bytes(layout.blocks())));
  // Where each tile is, of the wins and losses of both sides.
  const int plies = counted ? game.rules().count->plies + 1 : kPliesWithoutCount;
  const std::uint64_t places = states.size() * 4 * static_cast<std::uint64_t>(plies) * sizeof(TileStore::Tile) *
                               (layout.blocks() / PackedPlies::kTileBlocks + 1);
  MemoryNeeds needs;
  if (scratch) needs.scratch = solutions;
  const std::uint64_t always = kBaseBytes + smaller + (scratch ? places : solutions);
  needs.all = always + (mixed ? 6 : 4) * map + escaped * map;
  // A byte of state a block, of all six maps.
  needs.besides = always + 6 * blocks + static_cast<std::uint64_t>(kPackedMapsOfMap * static_cast<double>(map));
  if (layout.size() < 4) needs.slab_blocks /= 10;  // there are fewer to choose from
  const std::uint64_t slab = needs.slab_blocks * sizeof(Block);
  needs.least = std::min(needs.all, needs.besides + (kSlabsOfStep + escaped) * slab);
  return needs;
}

ResidenceOptions residence_within(const MemoryNeeds& needs, std::uint64_t bytes) {
  if (bytes >= needs.all) return {};
  return {.bytes = bytes - needs.besides, .slab_blocks = needs.slab_blocks};
}

Result<Plan> plan(const Game& game, const std::vector<Ending>& endings, const GenerateOptions& options) try {
  const auto tables = tables_wanted(game, endings, options);
  if (!tables) return tl::unexpected(tables.error());
  Plan plan;
  for (const GeneratedTable& table : *tables) {
    const Ending& ending = table.table.ending;
    if (plan.endings.empty() || plan.endings.back().ending != ending) plan.endings.push_back({.ending = ending});
    if (table.already_there) continue;
    ++plan.endings.back().tables;
    if (table.kind == TableKind::Outcomes) ++plan.endings.back().outcomes;
  }
  double per_bit = 0;
  for (EndingPlan& of : plan.endings) {
    if (of.tables == 0) continue;
    if (per_bit == 0) per_bit = seconds_per_bit(game, thread_count(options.threads), options.kernels);
    const auto number = static_cast<PositionIndex>(of.tables);
    of.positions = number * Index::make(of.ending, game.movement()).size() * stored_sides(of.ending).size();
    of.memory =
        memory_needs(game, of.ending, states_of(*tables, of.ending), !scratch_folder(game, of.ending, options).empty());
    // In tables of distances: so many as take as much as all together.
    const double on_disk = of.tables - of.outcomes + kOutcomesOnDisk * of.outcomes;
    const double in_time = of.tables - of.outcomes + kOutcomesInTime * of.outcomes;
    const double positions_of_table = static_cast<double>(of.positions) / of.tables;
    of.disk = static_cast<std::uint64_t>(on_disk * positions_of_table * kBitsPerPosition / 8) + number * kTableBytes;
    of.seconds = in_time * bits_of_blocks(game, of.ending) * per_bit + of.tables * kTableSeconds;
    plan.tables += of.tables;
    plan.positions += of.positions;
    plan.memory.all = std::max(plan.memory.all, of.memory.all);
    plan.memory.least = std::max(plan.memory.least, of.memory.least);
    plan.memory.scratch = std::max(plan.memory.scratch, of.memory.scratch);
    plan.disk += of.disk;
    plan.seconds += of.seconds;
  }
  return plan;
} catch (const std::bad_alloc&) {
  return failure(ErrorKind::OutOfMemory, "out of memory while planning");
}

}  // namespace jetan
