// `jetan gen ENDING...`: makes tables.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "probe/table_file.hpp"
#include "tbgen/generate.hpp"
#include "tools/commands.hpp"
#include "tools/endings_wanted.hpp"
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
  EndingsWanted wanted;
  int threads = 0;
  std::string memory;
  std::string scratch;
  int level = GenerateOptions{}.level;
  std::string kernels = "best";
};

std::string phase_in_words(const Progress& progress) {
  switch (progress.phase) {
    case Phase::Loading: return "loading";
    case Phase::Solving: return fmt::format("solving ply {}", progress.ply);
    case Phase::Writing: return "writing";
  }
  return "";
}

std::string table_name(const TableId& table, TableKind kind) {
  const char* what = kind == TableKind::Outcomes ? " outcomes" : "";
  return table.ending.name() + '.' + escape_state(table.escapes) + what;
}

// Prints each table once it is there, and at the end what they come to.
class Report {
 public:
  Report(const Game& game, bool json, ProgressDisplay& display) : game_(game), json_(json), display_(display) {}

  void add(GeneratedTable table) {
    if (table.already_there) look_up(table);
    ++(!table.already_there ? made_ : table.lender.empty() ? there_ : lent_);
    if (table.lender.empty()) bytes_ += table.bytes;
    display_.clear();
    output().line(json_ ? json_text(as_json(table)) : as_text(table));
    output().flush();
  }

  void sum_up(const std::filesystem::path& folder, double seconds) const {
    if (json_) return;
    const std::string lent = lent_ > 0 ? fmt::format(", {} shared with other rules", lent_) : "";
    const std::string where = made_ + there_ > 0 ? fmt::format("; {} in {}", bytes_text(bytes_), folder.string()) : "";
    output().line(fmt::format("{} made, {} already there{}{}; {}", counted(made_, "table"), there_, lent, where,
                              seconds_text(seconds)));
  }

 private:
  // Fills in what `generate` doesn't tell of a table that was there already.
  void look_up(GeneratedTable& table) const {
    const auto file = take(TableFile::open(table.path, game_));
    table.bytes = file->bytes();
    table.positions = file->info().positions * file->info().sides.size();
    for (const SideStatistics& side : file->info().statistics) {
      for (const auto& entry : side.values) table.plies = std::max(table.plies, decode(entry.first).plies);
    }
  }

  Json as_json(const GeneratedTable& table) const {
    return {{"rules", game_.rules().name},
            {"ending", table.table.ending.name()},
            {"escapes", escape_state(table.table.escapes)},
            {"kind", table.kind == TableKind::Outcomes ? "outcomes" : "distances"},
            {"file", table.path.string()},
            {"already_there", table.already_there},
            {"shared_with", table.lender.empty() ? Json() : Json(table.lender)},
            {"positions", table.positions},
            {"plies", table.plies},
            {"bytes", table.bytes},
            {"solving_seconds", table.solving_seconds},
            {"writing_seconds", table.writing_seconds}};
  }

  static std::string as_text(const GeneratedTable& table) {
    const std::string how = !table.already_there   ? seconds_text(table.solving_seconds + table.writing_seconds)
                            : table.lender.empty() ? "already there"
                                                   : fmt::format("shared with {}", table.lender);
    return fmt::format("{:<12} {:>15} positions {:>3} plies {:>10}   {}{}",
                       table_name(table.table, TableKind::Distances), with_commas(table.positions), table.plies,
                       bytes_text(table.bytes), how, table.kind == TableKind::Outcomes ? ", outcomes" : "");
  }

  const Game& game_;
  bool json_;
  ProgressDisplay& display_;
  std::uint64_t made_ = 0;
  std::uint64_t there_ = 0;
  std::uint64_t lent_ = 0;
  std::uint64_t bytes_ = 0;  // of the rule set's own tables
};

ExitCode run(const CommonOptions& common, const GenOptions& options) {
  const Game game = common.load_game();
  const std::vector<Ending> endings = endings_of(game.rules(), options.wanted, "gen");
  GenerateOptions generating;
  generating.tables = common.tables_folder();
  generating.threads = options.threads;
  generating.level = options.level;
  generating.outcomes = options.wanted.outcomes;
  generating.kernels = options.kernels == "plain" ? Kernels::Plain : Kernels::Best;
  generating.states = states_of(options.wanted);
  if (!options.memory.empty()) generating.memory = *parse_bytes(options.memory);
  generating.scratch = options.scratch;
  const std::atomic<bool>& stop = stop_on_signal();
  generating.stop = &stop;

  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  Progress last;
  generating.progress = [&](const Progress& progress) {
    last = progress;
    display.update(progress.fraction,
                   fmt::format("{} of {}: {} {}", std::min(progress.tables_done + 1, progress.tables_total),
                               counted(progress.tables_total, "table"), table_name(progress.table, progress.kind),
                               stop ? "stopping" : phase_in_words(progress)));
  };
  Report finished(game, common.json, display);
  generating.finished = [&](const GeneratedTable& table) { finished.add(table); };
  auto tables = generate(game, endings, generating);
  display.clear();
  const auto folder = find_rules_folder(generating.tables, game.rules());
  if (!tables) {
    if (tables.error().kind != ErrorKind::Interrupted) throw Failure(std::move(tables.error()));
    throw Failure(ExitCode::Other, fmt::format("stopped with {} of {} finished, which are kept in {}; the same "
                                               "command goes on from there",
                                               last.tables_done, counted(last.tables_total, "table"), folder.string()));
  }
  finished.sum_up(folder, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return ExitCode::Done;
}

}  // namespace

Command add_gen_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"gen", "Make the tables of endings, and of all they depend on",
                   "Tables that are there already are kept, and those of other rules that play the ending alike are\n"
                   "shared. Ctrl-C keeps those finished, and the same command goes on from there.",
                   "jetan gen CRvCR                      makes the tables of Chief and Princess against the same\n"
                   "  jetan gen --pieces 4 --rules cazaux  makes 63 endings"});
  const auto options = std::make_shared<GenOptions>();
  add_endings_options(*app, options->wanted);
  add_threads_option(*app, options->threads);
  add_memory_option(*app, options->memory, "Memory to use at most, such as 8G or 512M (default: what is free)");
  app->add_option("--scratch", options->scratch,
                  "Folder for unfinished work: the same command goes on within a table\n"
                  "(default: among the tables, for endings of six pieces and more)")
      ->type_name("DIR");
  app->add_option("--level", options->level, "How hard to pack the files, 1 to 6: smaller and slower (default 4)")
      ->type_name("N")
      ->check(CLI::Range(kLeastPackingLevel, kMostPackingLevel));
  app->add_option("--kernels", options->kernels, "best: the processor's vector instructions; plain: none (same tables)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"best", "plain"}));
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
