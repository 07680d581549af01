#include "tbgen/generate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>

#include "probe/table_shelf.hpp"
#include "probe/tablebase.hpp"
#include "tbgen/analysis.hpp"
#include "tbgen/conversions.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What the system could give without swapping (Linux; elsewhere all the memory there is). Bytes.
std::uint64_t available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  std::string key;
  std::uint64_t kibibytes = 0;
  for (std::string unit; meminfo >> key >> kibibytes; std::getline(meminfo, unit)) {
    if (key == "MemAvailable:") return kibibytes << 10;
  }
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string shown_bytes(std::uint64_t bytes) {
  const double mebibytes = static_cast<double>(bytes) / static_cast<double>(1 << 20);
  return mebibytes < 1024 ? fmt::format("{:.0f} MiB", std::ceil(mebibytes))
                          : fmt::format("{:.1f} GiB", mebibytes / 1024);
}

// Makes the tables of one ending, state by state.
class EndingMaker {
 public:
  EndingMaker(std::shared_ptr<const MoveTables> tables, const Ending& ending, const fs::path& folder,
              const GenerateOptions& options, std::function<void(Progress)> report)
      : game_(*tables->game),
        ending_(ending),
        folder_(folder),
        options_(options),
        report_(std::move(report)),
        threads_(thread_count(options.threads)),
        kernels_(tables, Layout::of(ending, game_.movement())) {}

  Result<GeneratedTable> make(Escapes escapes) {
    GeneratedTable made{.table = {ending_, escapes}, .path = folder_ / table_file_name({ending_, escapes})};
    const auto start = std::chrono::steady_clock::now();
    report_({.table = made.table, .phase = Phase::Loading});
    const auto successors = load_successors(escapes);
    if (!successors) return tl::unexpected(successors.error());
    SolveOptions solving;
    solving.threads = threads_;
    solving.stop = options_.stop;
    if (count_runs(game_.rules(), ending_)) solving.ply_limit = game_.rules().count->plies;
    Solution solution;
    if (!maps_) maps_.emplace(kernels_.layout());
    for (const Side winner : kSides) {
      solving.progress = [&](int ply) {
        report_(
            {.table = made.table, .phase = Phase::Solving, .ply = ply, .fraction = winner == Side::Black ? 0 : 0.4});
      };
      auto wins = analyse(kernels_, winner, successors->given, solving, *maps_);
      if (!wins) return tl::unexpected(wins.error());
      made.plies = std::max({made.plies, can_capture() ? 1 : 0, wins->won.plies() - 1, wins->lost.plies() - 1});
      solution.of[to_index(winner)] = std::move(*wins);
    }
    made.solving_seconds = seconds_since(start);

    const auto writing = std::chrono::steady_clock::now();
    WriteOptions write;
    write.threads = threads_;
    write.level = options_.level;
    write.stop = options_.stop;
    write.progress = [&](double part) {
      report_({.table = made.table, .phase = Phase::Writing, .fraction = 0.8 + 0.2 * part});
    };
    const auto bytes = write_table(kernels_, solution, made.table, made.path, write);
    if (!bytes) return tl::unexpected(bytes.error());
    made.bytes = *bytes;
    made.positions = Index::make(ending_, game_.movement()).size() * stored_sides(ending_).size();
    made.writing_seconds = seconds_since(writing);
    states_.emplace_back(escapes, std::move(solution));
    return made;
  }

 private:
  struct Successors {
    SolvedSuccessors given;
    // What `given` points into.
    std::vector<std::unique_ptr<BlockKernels>> kernels;
    std::vector<std::unique_ptr<Solution>> after_capture;
  };

  // Whether there are wins at once, at ply 1, which a solution doesn't hold.
  bool can_capture() const {
    const auto pieces = kernels_.layout().pieces();
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](Piece piece) { return game_.rules().captures[to_index(piece.kind)]; });
  }

  // Of the states solved in this run the solutions are still here; any other comes from its table.
  Result<const Solution*> solved_state(Escapes escapes, const Tablebase& tables) {
    for (const auto& [state, solution] : states_) {
      if (state == escapes) return &solution;
    }
    auto loaded = load_solution(kernels_, escapes, tables, threads_);
    if (!loaded) return tl::unexpected(loaded.error());
    return &states_.emplace_back(escapes, std::move(*loaded)).second;
  }

  Result<Successors> load_successors(Escapes escapes) {
    const auto tables = Tablebase::open({options_.tables}, game_.rules());
    if (!tables) return tl::unexpected(tables.error());
    Successors successors;
    for (const Side side : kSides) {
      if (!escapes.of(side)) continue;
      const auto solution = solved_state(escapes.without(side), *tables);
      if (!solution) return tl::unexpected(solution.error());
      successors.given.after_escape[to_index(side)] = *solution;
    }
    const auto pieces = kernels_.layout().pieces();
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const auto& after = kernels_.after_capture(p);
      if (!after) continue;
      const bool at_once = wins_arrive_at_once(game_.rules(), ending_, ending_of(after->layout));
      const auto like = std::find(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(p), pieces[p]);
      if (const auto first = static_cast<std::size_t>(like - pieces.begin()); first < p) {
        successors.given.after_capture[p] = successors.given.after_capture[first];
        continue;
      }
      successors.kernels.push_back(std::make_unique<BlockKernels>(kernels_.tables(), after->layout));
      auto loaded = load_solution(*successors.kernels.back(), escapes, *tables, threads_);
      if (!loaded) return tl::unexpected(loaded.error());
      successors.after_capture.push_back(std::make_unique<Solution>(std::move(*loaded)));
      successors.given.after_capture[p] = {successors.after_capture.back().get(), successors.kernels.back().get(),
                                           at_once};
    }
    return successors;
  }

  const Game& game_;
  const Ending ending_;
  const fs::path& folder_;
  const GenerateOptions& options_;
  std::function<void(Progress)> report_;
  int threads_;
  BlockKernels kernels_;
  std::optional<WorkingSet> maps_;
  std::deque<std::pair<Escapes, Solution>> states_;  // solved or loaded so far
};

// Whether a table is there already, going by its header. Errors: those of TableFile::open but TableMissing.
Result<bool> is_there(const fs::path& path, const Game& game) {
  const auto file = TableFile::open(path, game);
  if (file) return true;
  if (file.error().kind == ErrorKind::TableMissing) return false;
  return tl::unexpected(file.error());
}

// The escape states of an ending asked for and those they lead to, in the order in which they can be solved. With equal
// sides a state and the one turned over lead to each other.
std::vector<Escapes> states_wanted(const RuleSet& rules, const Ending& ending, const std::vector<Escapes>& asked) {
  std::vector<Escapes> states = escape_states(rules);
  if (asked.empty()) return states;
  const auto leads_to = [](Escapes from, Escapes to) {
    return (from.black || !to.black) && (from.orange || !to.orange);
  };
  std::erase_if(states, [&](Escapes state) {
    return std::none_of(asked.begin(), asked.end(), [&](Escapes wanted) {
      return leads_to(wanted, state) || (ending.equal_sides() && leads_to({wanted.orange, wanted.black}, state));
    });
  });
  return states;
}

// Takes a table, not there under the rule set itself, from other rules that lend it. One that can't be read doesn't
// count: the rule set's own, once made, goes before it.
bool is_lent(GeneratedTable& table, const TableShelf& shelf) {
  const auto file = shelf.find(table.table).and_then([&](std::uint32_t place) { return shelf.share(place); });
  if (!file) return false;
  table.path = (*file)->path();
  table.lender = (*file)->info().rules.name;
  return true;
}

Result<void> check_memory(const Game& game, const Ending& ending, std::uint64_t memory) {
  const std::uint64_t needed = memory_needed(game, ending);
  if (needed <= memory) return {};
  return failure(
      ErrorKind::OutOfMemory,
      fmt::format("{} needs about {} of memory, more than the {} it may use; ask for smaller endings, or give "
                  "it more",
                  ending.name(), shown_bytes(needed), shown_bytes(memory)));
}

Result<std::vector<GeneratedTable>> generate_checked(const Game& game, const std::vector<Ending>& endings,
                                                     const GenerateOptions& options) {
  const fs::path folder = find_rules_folder(options.tables, game.rules());
  const auto shelf = TableShelf::list({options.tables}, game);
  if (!shelf) return tl::unexpected(shelf.error());
  const auto order = with_dependencies(game.rules(), endings);
  std::vector<GeneratedTable> tables;
  double work = 0;
  double work_done = 0;
  Progress progress;
  std::map<Ending, double> work_of;  // blocks to solve in a state
  const std::uint64_t memory = options.memory != 0 ? options.memory : available_memory();
  for (const Ending& ending : order) {
    work_of[ending] = static_cast<double>(Layout::of(ending, game.movement()).blocks());
    for (const Escapes escapes : states_wanted(game.rules(), ending, options.states)) {
      GeneratedTable table{.table = {ending, escapes}, .path = folder / table_file_name({ending, escapes})};
      const auto there = is_there(table.path, game);
      if (!there) return tl::unexpected(there.error());
      table.already_there = *there || is_lent(table, **shelf);
      tables.push_back(table);
      if (table.already_there) continue;
      if (auto fits = check_memory(game, ending, memory); !fits) return tl::unexpected(fits.error());
      ++progress.tables_total;
      work += work_of[ending];
    }
  }
  if (progress.tables_total > 0) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
      return failure(ErrorKind::Io, fmt::format("can't make the folder {}: {}", folder.string(), error.message()));
  }
  const auto report = [&](Progress at) {
    if (!options.progress) return;
    at.fraction = (work_done + at.fraction * work_of[at.table.ending]) / work;
    at.tables_done = progress.tables_done;
    at.tables_total = progress.tables_total;
    options.progress(at);
  };

  std::shared_ptr<const MoveTables> move_tables;
  std::optional<EndingMaker> maker;
  const Ending* of = nullptr;
  for (GeneratedTable& table : tables) {
    if (table.already_there) {
      if (options.finished) options.finished(table);
      continue;
    }
    if (!move_tables) {
      const BlockOps& ops = options.kernels == Kernels::Plain ? plain_block_ops() : best_block_ops();
      move_tables = std::make_shared<MoveTables>(game, ops);
    }
    if (of == nullptr || *of != table.table.ending) {
      maker.emplace(move_tables, table.table.ending, folder, options, report);
      of = &table.table.ending;
    }
    auto made = maker->make(table.table.escapes);
    if (!made) return tl::unexpected(made.error());
    table = std::move(*made);
    ++progress.tables_done;
    work_done += work_of[table.table.ending];
    if (options.finished) options.finished(table);
  }
  return tables;
}

}  // namespace

std::vector<Ending> with_dependencies(const RuleSet& rules, const std::vector<Ending>& endings) {
  std::set<Ending> all;
  std::vector<Ending> open = endings;
  while (!open.empty()) {
    const Ending ending = open.back();
    open.pop_back();
    if (!all.insert(ending).second) continue;
    const auto after = after_capture(rules, ending);
    open.insert(open.end(), after.begin(), after.end());
  }
  std::vector<Ending> order(all.begin(), all.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const Ending& a, const Ending& b) { return a.pieces() < b.pieces(); });
  return order;
}

std::uint64_t memory_needed(const Game& game, const Ending& ending) {
  const Layout layout = Layout::of(ending, game.movement());
  const std::uint64_t map = BlockMap::bytes(layout.blocks());
  // Solving: two maps of all that is settled and four of what was settled lately; three of the arrivals from other
  // escape states; those of smaller endings; and the solutions so far, compressed.
  const bool escapes = game.rules().escape != Escape::None;
  std::uint64_t solving = map * (escapes ? 9 : 6);
  for (const Ending& after : after_capture(game.rules(), ending)) {
    solving += 4 * BlockMap::bytes(Layout::of(after, game.movement()).blocks());
  }
  // Writing: a byte a position of one side to move.
  const std::uint64_t writing = layout.blocks() * kSquares * kSquares;
  const std::uint64_t solutions = map * (escapes ? 4 : 1) / 2;
  return std::max(solving, writing) + solutions + (std::uint64_t{64} << 20);
}

Result<std::vector<GeneratedTable>> generate(const Game& game, const std::vector<Ending>& endings,
                                             const GenerateOptions& options) {
  try {
    return generate_checked(game, endings, options);
  } catch (const std::bad_alloc&) {
    return failure(ErrorKind::OutOfMemory, "out of memory while generating; finished tables are kept");
  }
}

}  // namespace jetan
