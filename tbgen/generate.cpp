#include "tbgen/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <optional>

#include "probe/tablebase.hpp"
#include "tbgen/analysis.hpp"
#include "tbgen/conversions.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/plan.hpp"
#include "tbgen/table_values.hpp"
#include "tbgen/turned_over.hpp"
#include "tbgen/wanted.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How an ending is made.
struct Way {
  ResidenceOptions residence;
  fs::path scratch;             // the folder for unfinished work; none: it is kept in memory
  std::vector<Escapes> states;  // those to be made
};

// Makes the tables of one ending, state by state.
class EndingMaker {
 public:
  EndingMaker(std::shared_ptr<const MoveTables> tables, const Ending& ending, const fs::path& folder,
              const GenerateOptions& options, Way way, std::function<void(Progress)> report)
      : game_(*tables->game),
        ending_(ending),
        folder_(folder),
        options_(options),
        way_(std::move(way)),
        report_(std::move(report)),
        threads_(thread_count(options.threads)),
        kernels_(tables, Layout::of(ending, game_.movement())) {}

  Result<GeneratedTable> make(Escapes escapes) {
    GeneratedTable made = of(escapes, TableKind::Distances);
    const auto start = std::chrono::steady_clock::now();
    report_({.table = made.table, .phase = Phase::Loading});
    const auto successors = load_successors(escapes);
    if (!successors) return tl::unexpected(successors.error());
    SolveOptions solving;
    solving.threads = threads_;
    solving.stop = options_.stop;
    if (count_runs(game_.rules(), ending_)) solving.ply_limit = game_.rules().count->plies;
    Solution solution;
    if (!maps_) maps_.emplace(kernels_.layout(), way_.residence);
    for (const Side winner : kSides) {
      solving.progress = [&](int ply) {
        // Without a limit it isn't known how many plies there will be.
        const double of_side = ply / static_cast<double>(solving.ply_limit != 0 ? solving.ply_limit + 1 : ply + 20);
        report_({.table = made.table,
                 .phase = Phase::Solving,
                 .ply = ply,
                 .fraction = 0.4 * (winner == Side::Black ? of_side : 1 + of_side)});
      };
      const bool turns = others_wins(escapes, winner, solution) != nullptr;
      const auto journal = open_journal(escapes, winner, turns);
      if (!journal) return tl::unexpected(journal.error());
      auto& wins = solution.of[to_index(winner)];
      if (turns) {
        wins = turned_wins(escapes, *others_wins(escapes, winner, solution), journal->get());
        continue;
      }
      solving.journal = journal->get();
      auto solved = analyse(kernels_, winner, successors->given, solving, *maps_);
      if (!solved) return tl::unexpected(solved.error());
      wins = std::move(*solved);
    }
    made.plies = last_ply(solution);
    made.solving_seconds = seconds_since(start);

    if (auto written = write(solution, made); !written) return tl::unexpected(written.error());
    states_.emplace_back(escapes, std::move(solution));
    return made;
  }

  // The table of outcomes of a state whose distances were made, in this run or before.
  Result<GeneratedTable> make_outcomes(Escapes escapes) {
    GeneratedTable made = of(escapes, TableKind::Outcomes);
    report_({.table = made.table, .kind = made.kind, .phase = Phase::Loading});
    const auto tables = Tablebase::open({options_.tables}, game_.rules());
    if (!tables) return tl::unexpected(tables.error());
    const auto solution = solved_state(escapes, *tables);
    if (!solution) return tl::unexpected(solution.error());
    made.plies = last_ply(**solution);
    if (auto written = write(**solution, made); !written) return tl::unexpected(written.error());
    return made;
  }

 private:
  struct Successors {
    SolvedSuccessors given;
    // What `given` points into.
    std::vector<std::unique_ptr<BlockKernels>> kernels;
    std::vector<std::unique_ptr<Solution>> after_capture;
  };

  GeneratedTable of(Escapes escapes, TableKind kind) const {
    const TableId id{ending_, escapes};
    return {.table = id, .kind = kind, .path = folder_ / table_file_name(id, kind)};
  }

  Result<void> write(const Solution& solution, GeneratedTable& made) {
    const auto start = std::chrono::steady_clock::now();
    const double before = made.kind == TableKind::Distances ? 0.8 : 0;  // of the table's work
    WriteOptions options;
    options.threads = threads_;
    options.level = options_.level;
    options.stop = options_.stop;
    options.progress = [&](double part) {
      report_(
          {.table = made.table, .kind = made.kind, .phase = Phase::Writing, .fraction = before + (1 - before) * part});
    };
    const auto bytes = write_table(kernels_, solution, made.table, made.kind, made.path, options);
    if (!bytes) return tl::unexpected(bytes.error());
    made.bytes = *bytes;
    made.positions = Index::make(ending_, game_.movement()).size() * stored_sides(ending_).size();
    made.writing_seconds = seconds_since(start);
    return {};
  }

  // With equal sides, the other side's wins in the state turned over, if they are here: `unfinished` is the solution
  // that is being made.
  const Wins* others_wins(Escapes escapes, Side winner, const Solution& unfinished) const {
    if (!ending_.equal_sides()) return nullptr;
    const Escapes turned{escapes.orange, escapes.black};
    if (turned == escapes) return winner == Side::Orange ? &unfinished.wins(Side::Black) : nullptr;
    const auto found = std::find_if(states_.begin(), states_.end(), [&](const auto& of) { return of.first == turned; });
    return found != states_.end() ? &found->second.wins(opponent(winner)) : nullptr;
  }

  // The other side's wins, turned over. Of a state that no other leads to that is still to be made only the losses are
  // asked for.
  Wins turned_wins(Escapes escapes, const Wins& others, SolvingJournal* journal) const {
    if (journal != nullptr && journal->finished()) return std::move(journal->wins());
    const auto store = journal != nullptr ? journal->begin_anew() : nullptr;
    Wins wins{PackedPlies(kernels_.layout().blocks(), store), turned_over(others.lost, kernels_, threads_, store)};
    if (is_led_to(escapes)) wins.won = turned_over(others.won, kernels_, threads_, store);
    if (journal == nullptr) return wins;
    journal->keep(std::move(wins));
    return std::move(journal->wins());
  }
  bool is_led_to(Escapes escapes) const {
    return std::any_of(way_.states.begin(), way_.states.end(), [&](Escapes from) {
      return from != escapes && (from.black || !escapes.black) && (from.orange || !escapes.orange);
    });
  }

  // Where what a side wins is kept while the ending isn't finished: nowhere, without scratch.
  Result<std::unique_ptr<SolvingJournal>> open_journal(Escapes escapes, Side winner, bool turns) const {
    if (way_.scratch.empty()) return nullptr;
    std::error_code error;
    fs::create_directories(way_.scratch, error);
    if (error) {
      return failure(ErrorKind::Io,
                     fmt::format("can't make the folder {}: {}", way_.scratch.string(), error.message()));
    }
    std::string pieces;
    for (const Piece piece : kernels_.layout().pieces()) pieces += letter(piece);
    const std::string what = turns && !is_led_to(escapes) ? "losses" : "wins";
    const std::string identity = fmt::format("  jetan {}, rules {} (hash {:016x}), {}.{}, {}'s {}, blocks by {}\n",
                                             JETAN_VERSION, game_.rules().name, game_.rules().hash(), ending_.name(),
                                             escape_state(escapes), name(winner), what, pieces);
    return SolvingJournal::open(way_.scratch, fmt::format("{}.{}.{}", escape_state(escapes), name(winner), what),
                                identity, kernels_.layout().blocks());
  }

  // The last ply that settled a position with a side to move that the table stores. Wins at once are at ply 1.
  int last_ply(const Solution& solution) const {
    int ply = 0;
    for (const Side side : stored_sides(ending_)) {
      const auto pieces = kernels_.layout().pieces();
      const bool wins_at_once = std::any_of(pieces.begin(), pieces.end(), [&](Piece piece) {
        return piece.side == side && game_.rules().captures[to_index(piece.kind)];
      });
      ply = std::max({ply, wins_at_once ? 1 : 0, solution.wins(side).won.plies() - 1,
                      solution.wins(opponent(side)).lost.plies() - 1});
    }
    return ply;
  }

  // Of the states solved in this run the solutions are still here; any other comes from scratch, or from its table.
  Result<const Solution*> solved_state(Escapes escapes, const Tablebase& tables) {
    for (const auto& [state, solution] : states_) {
      if (state == escapes) return &solution;
    }
    auto kept = solution_in_scratch(escapes);
    if (!kept) return tl::unexpected(kept.error());
    if (*kept) return &states_.emplace_back(escapes, std::move(**kept)).second;
    auto loaded = load_solution(kernels_, escapes, tables, threads_);
    if (!loaded) return tl::unexpected(loaded.error());
    return &states_.emplace_back(escapes, std::move(*loaded)).second;
  }

  Result<std::optional<Solution>> solution_in_scratch(Escapes escapes) const {
    if (way_.scratch.empty()) return std::nullopt;
    Solution solution;
    for (const Side winner : kSides) {
      const auto journal = open_journal(escapes, winner, false);
      if (!journal) return tl::unexpected(journal.error());
      if (!(*journal)->finished()) return std::nullopt;
      solution.of[to_index(winner)] = std::move((*journal)->wins());
    }
    return solution;
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
  Way way_;
  std::function<void(Progress)> report_;
  int threads_;
  BlockKernels kernels_;
  std::optional<WorkingSet> maps_;
  std::deque<std::pair<Escapes, Solution>> states_;  // solved or loaded so far
};

std::string shown_bytes(std::uint64_t bytes) {
  const double mebibytes = static_cast<double>(bytes) / static_cast<double>(1 << 20);
  return mebibytes < 1024 ? fmt::format("{:.0f} MiB", std::ceil(mebibytes))
                          : fmt::format("{:.1f} GiB", mebibytes / 1024);
}

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    const std::uint64_t size = entry->file_size(unknown);
    if (!unknown) bytes += size;
  }
  return bytes;
}

// An error if there is much less room on the disk than is needed. It is not known well how much that will be: a disk
// that is full in the end costs no more than the time to make room.
Result<void> check_room(const Ending& ending, const fs::path& folder, std::uint64_t needed, const char* what,
                        const char* what_to_do) {
  fs::path there = folder;
  std::error_code error;
  while (!there.empty() && !fs::exists(there, error) && there != there.root_path()) there = there.parent_path();
  const fs::space_info space = fs::space(there.empty() ? fs::path(".") : there, error);
  const std::uint64_t there_already = bytes_in(folder);
  if (error || space.available + there_already >= needed / 2) return {};
  return failure(ErrorKind::Io,
                 fmt::format("{} needs about {} for {} in {}, where {} are free; make room{}", ending.name(),
                             shown_bytes(needed), what, folder.string(), shown_bytes(space.available), what_to_do));
}

// How to make an ending: so that it fits.
Result<Way> fit(const Game& game, const Ending& ending, const std::vector<Escapes>& states, std::uint64_t memory,
                const GenerateOptions& options) {
  Way way;
  way.states = states;
  way.scratch = scratch_folder(game, ending, options);
  const MemoryNeeds needs = memory_needs(game, ending, states, !way.scratch.empty());
  if (needs.least > memory) {
    return failure(
        ErrorKind::OutOfMemory,
        fmt::format(
            "{} needs about {} of memory at least, more than the {} it may use; ask for smaller endings, or give it "
            "more (`jetan plan {}` tells what it takes)",
            ending.name(), shown_bytes(needs.least), shown_bytes(memory), ending.name()));
  }
  way.residence = residence_within(needs, memory);
  if (way.scratch.empty()) return way;
  // So that what is done is kept slab by slab.
  if (!way.residence.slab_blocks) way.residence.slab_blocks = ResidenceOptions::kSlabBlocks;
  return check_room(ending, way.scratch, needs.scratch, "unfinished work", ", or give another folder with --scratch")
      .map([&] { return std::move(way); });
}

// Removes what was kept of some states whose tables are there.
Result<void> remove_scratch(const fs::path& folder, const std::vector<Escapes>& states) {
  std::error_code error;
  if (folder.empty() || !fs::is_directory(folder, error)) return {};
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool wanted = std::any_of(states.begin(), states.end(), [&](Escapes state) {
      return name.starts_with(std::string(escape_state(state)) + '.');
    });
    if (wanted) files.push_back(entry->path());
  }
  for (const fs::path& file : files) {
    if (!error) fs::remove(file, error);
  }
  for (const fs::path& emptied : {folder, folder.parent_path()}) {
    if (!error && fs::is_empty(emptied, error)) fs::remove(emptied, error);
  }
  if (error) return failure(ErrorKind::Io, fmt::format("can't remove {}: {}", folder.string(), error.message()));
  return {};
}

Result<std::vector<GeneratedTable>> generate_checked(const Game& game, const std::vector<Ending>& endings,
                                                     const GenerateOptions& options) {
  auto wanted = tables_wanted(game, endings, options);
  if (!wanted) return tl::unexpected(wanted.error());
  std::vector<GeneratedTable>& tables = *wanted;
  const fs::path folder = find_rules_folder(options.tables, game.rules());
  double work = 0;
  double work_done = 0;
  Progress progress;
  std::map<Ending, double> work_of;  // blocks to solve in a state
  std::map<Ending, Way> way_of;
  const std::uint64_t memory = options.memory != 0 ? options.memory : available_memory();
  for (const GeneratedTable& table : tables) {
    if (table.already_there) continue;
    const Ending& ending = table.table.ending;
    if (!work_of.contains(ending)) {
      auto way = fit(game, ending, states_of(tables, ending), memory, options);
      if (!way) return tl::unexpected(way.error());
      way_of[ending] = std::move(*way);
      work_of[ending] = static_cast<double>(Layout::of(ending, game.movement()).blocks());
    }
    ++progress.tables_total;
    work += work_of[ending];
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
  for (std::size_t i = 0; i < tables.size(); ++i) {
    GeneratedTable& table = tables[i];
    const Ending ending = table.table.ending;
    if (!table.already_there) {
      if (!move_tables) move_tables = std::make_shared<MoveTables>(game, block_ops(options.kernels));
      if (!maker) maker.emplace(move_tables, ending, folder, options, way_of[ending], report);
      auto made = table.kind == TableKind::Distances ? maker->make(table.table.escapes)
                                                     : maker->make_outcomes(table.table.escapes);
      if (!made) return tl::unexpected(made.error());
      table = std::move(*made);
      ++progress.tables_done;
      work_done += work_of[ending];
    }
    if (options.finished) options.finished(table);
    if (i + 1 < tables.size() && tables[i + 1].table.ending == ending) continue;
    maker.reset();
    const auto removed = remove_scratch(scratch_folder(game, ending, options), states_of(tables, ending));
    if (!removed) return tl::unexpected(removed.error());
  }
  return tables;
}

}  // namespace

Result<std::vector<GeneratedTable>> generate(const Game& game, const std::vector<Ending>& endings,
                                             const GenerateOptions& options) {
  try {
    return generate_checked(game, endings, options);
  } catch (const ScratchFailure& failed) {
    return tl::unexpected(failed.error());
  } catch (const std::bad_alloc&) {
    return failure(ErrorKind::OutOfMemory, "out of memory while generating; finished tables are kept");
  }
}

}  // namespace jetan
