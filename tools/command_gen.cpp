// `jetan gen ENDING...`: makes tables.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "probe/table_file.hpp"
#include "tbgen/generate.hpp"
#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/output.hpp"
#include "tools/plain_text.hpp"
#include "tools/progress_display.hpp"
#include "tools/stop_signal.hpp"

namespace jetan::tool {
namespace {

struct GenOptions {
  std::vector<std::string> endings;
  int pieces = 0;
  int per_side = 0;
  int threads = 0;
  std::string memory;
  int level = GenerateOptions{}.level;
};

std::vector<Ending> endings_wanted(const RuleSet& rules, const GenOptions& options) {
  if (options.endings.empty() && options.pieces == 0 && options.per_side == 0) {
    throw Failure(ExitCode::WrongUse,
                  "name the endings to make, or --pieces N or --per-side N; see `jetan gen --help`");
  }
  std::vector<Ending> endings;
  const auto add = [&endings](const std::vector<Ending>& more) {
    for (const Ending& ending : more) {
      if (std::find(endings.begin(), endings.end(), ending) == endings.end()) endings.push_back(ending);
    }
  };
  if (options.pieces > 0) add(endings_of_game(rules, options.pieces));
  if (options.per_side > 0) add(endings_of_game_per_side(rules, options.per_side));
  for (const std::string& name : options.endings) add({take(Ending::parse(name))});
  if (endings.empty()) {
    throw Failure(ExitCode::BadInput,
                  fmt::format("no game under rules {} comes to an ending that small; an ending named, such as `jetan "
                              "gen RvR`, is made all the same",
                              rules.name));
  }
  return endings;
}

std::string phase_in_words(const Progress& progress) {
  switch (progress.phase) {
    case Phase::Loading: return "loading";
    case Phase::Solving: return fmt::format("solving ply {}", progress.ply);
    case Phase::Writing: return "writing";
  }
  return "";
}

std::string table_name(const TableId& table) { return table.ending.name() + '.' + escape_state(table.escapes); }

// Fills in what `generate` doesn't tell of a table that was there already.
void look_up(GeneratedTable& table) {
  const auto file = take(TableFile::open(table.path));
  table.bytes = file->bytes();
  table.positions = file->info().positions * file->info().sides.size();
  for (const SideStatistics& side : file->info().statistics) {
    for (const auto& entry : side.values) table.plies = std::max(table.plies, decode(entry.first).plies);
  }
}

void print_json(const RuleSet& rules, const std::vector<GeneratedTable>& tables) {
  for (const GeneratedTable& table : tables) {
    output().line(json_text({{"rules", rules.name},
                             {"ending", table.table.ending.name()},
                             {"escapes", escape_state(table.table.escapes)},
                             {"file", table.path.string()},
                             {"already_there", table.already_there},
                             {"positions", table.positions},
                             {"plies", table.plies},
                             {"bytes", table.bytes},
                             {"solving_seconds", table.solving_seconds},
                             {"writing_seconds", table.writing_seconds}}));
  }
}

// A line per ending: its tables taken together.
void print_endings(const std::vector<GeneratedTable>& tables) {
  for (auto first = tables.begin(); first != tables.end();) {
    const auto last = std::find_if(
        first, tables.end(), [&](const GeneratedTable& table) { return table.table.ending != first->table.ending; });
    PositionIndex positions = 0;
    std::uint64_t bytes = 0;
    int plies = 0;
    double seconds = 0;
    bool made = false;
    for (auto table = first; table != last; ++table) {
      positions += table->positions;
      bytes += table->bytes;
      plies = std::max(plies, table->plies);
      seconds += table->solving_seconds + table->writing_seconds;
      made = made || !table->already_there;
    }
    output().line(fmt::format("{:<10} {:<9} {:>15} positions {:>3} plies {:>10}   {}", first->table.ending.name(),
                              counted(static_cast<std::uint64_t>(last - first), "table"), with_commas(positions), plies,
                              bytes_text(bytes), made ? seconds_text(seconds) : "already there"));
    first = last;
  }
}

void print_summary(const std::vector<GeneratedTable>& tables, double seconds) {
  std::uint64_t bytes = 0;
  std::uint64_t there = 0;
  for (const GeneratedTable& table : tables) {
    bytes += table.bytes;
    there += table.already_there ? 1 : 0;
  }
  if (tables.empty()) return;
  output().line(fmt::format("{} made, {} already there; {} in {}; {}", counted(tables.size() - there, "table"), there,
                            bytes_text(bytes), tables.front().path.parent_path().string(), seconds_text(seconds)));
}

ExitCode run(const CommonOptions& common, const GenOptions& options) {
  const Game game = common.load_game();
  const std::vector<Ending> endings = endings_wanted(game.rules(), options);
  GenerateOptions generating;
  generating.tables = common.tables_folder();
  generating.threads = options.threads;
  generating.level = options.level;
  if (!options.memory.empty()) generating.memory = *parse_bytes(options.memory);
  const std::atomic<bool>& stop = stop_on_signal();
  generating.stop = &stop;

  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  Progress last;
  generating.progress = [&](const Progress& progress) {
    last = progress;
    display.update(progress.fraction,
                   fmt::format("{} of {}: {} {}", std::min(progress.tables_done + 1, progress.tables_total),
                               counted(progress.tables_total, "table"), table_name(progress.table),
                               stop ? "stopping" : phase_in_words(progress)));
  };
  auto tables = generate(game, endings, generating);
  display.clear();
  if (!tables) {
    if (tables.error().kind != ErrorKind::Interrupted) throw Failure(std::move(tables.error()));
    throw Failure(ExitCode::Other, fmt::format("stopped with {} of {} finished, which are kept in {}; the same "
                                               "command goes on from there",
                                               last.tables_done, counted(last.tables_total, "table"),
                                               find_rules_folder(generating.tables, game.rules()).string()));
  }
  for (GeneratedTable& table : *tables) {
    if (table.already_there) look_up(table);
  }
  if (common.json) {
    print_json(game.rules(), *tables);
  } else {
    print_endings(*tables);
    print_summary(*tables, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return ExitCode::Done;
}

}  // namespace

Command add_gen_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"gen", "Make the tables of endings, and of all they depend on",
                   "Tables that are there already are kept. Ctrl-C keeps those finished, and the same command goes on\n"
                   "from there.",
                   "jetan gen CRvCR                      makes the tables of Chief and Princess against the same\n"
                   "  jetan gen --pieces 4 --rules cazaux  makes 63 endings"});
  const auto options = std::make_shared<GenOptions>();
  set_usage(app->add_option("ENDING", options->endings, "Endings, such as CRvCR; either side may be named first"),
            "[ENDING...]");
  app->add_option("--pieces", options->pieces, "Every ending of up to N pieces that a game can come to")
      ->type_name("N")
      ->check(CLI::Range(2, Ending::kMaxPieces));
  app->add_option("--per-side", options->per_side, "Every ending of up to N pieces on each side")
      ->type_name("N")
      ->check(CLI::Range(1, Ending::kMaxPieces / 2));
  add_threads_option(*app, options->threads);
  add_memory_option(*app, options->memory, "Memory to use at most, such as 8G or 512M (default: what is free)");
  app->add_option("--level", options->level,
                  "zstd level of the files, 1 to 19: higher is smaller and slower (default 3)")
      ->type_name("N")
      ->check(CLI::Range(1, 19));
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
