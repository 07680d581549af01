// `jetan probe POS`: what the tables say of a position, or of many.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

#include "tools/answer_text.hpp"
#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/output.hpp"
#include "tools/position_argument.hpp"
#include "tools/probe_batch.hpp"

namespace jetan::tool {
namespace {

constexpr int kDrawnLinePlies = 20;

struct ProbeOptions {
  std::vector<std::string> position;
  std::string batch;
  bool best = false;
  bool moves = false;
  bool line = false;
};

// What is to be done, and where, for a position's value without the count to be known.
struct Uncounted {
  Result<Value> value;
  std::string remedy;
};

// The value without the count, from the tables of the same rules without it.
Uncounted value_without_count(const CommonOptions& common, const RuleSet& rules, Position position) {
  position.count.reset();
  const auto value =
      Tablebase::open({common.tables_folder()}, without_count(rules)).and_then([&](const Tablebase& tables) {
        return tables.value(position);
      });
  if (value || value.error().kind != ErrorKind::TableMissing) return {value, value ? "" : value.error().message};
  std::string options;
  if (common.rules) options += " --rules " + *common.rules;
  if (common.tables) options += " --tables " + *common.tables;
  return {value, fmt::format("jetan gen {}{} --no-count makes the table", take(Ending::of(position)).name(), options)};
}

ExitCode probe_one(const Tablebase& tables, const CommonOptions& common, const ProbeOptions& options) {
  const Position position = take(read_position(tables.game(), joined(options.position)));
  const Answer answer = take(tables.ask(position));
  const bool drawn = answer.value.outcome == Outcome::Draw;
  std::vector<std::string> line;
  if (options.line) {
    for (const Move move : take(tables.line(position, drawn ? kDrawnLinePlies : kMaxPlies))) {
      line.push_back(move.to_string());
    }
  }
  std::optional<OtherCounts> others;
  std::string remedy;
  if (position.count) {
    const RuleSet& rules = tables.game().rules();
    Position full = position;
    full.count = rules.count->plies;
    const Uncounted without = value_without_count(common, rules, position);
    others = {take(tables.value(full)), without.value ? std::optional(*without.value) : std::nullopt};
    remedy = without.remedy;
  }
  if (common.json) {
    Json object = answer_as_json(position, answer, options.moves);
    put_other_counts(object, others);
    if (options.line) object["line"] = line;
    output().line(json_text(object));
    return ExitCode::Done;
  }
  output().line(answer_in_words(tables.game(), position, answer));
  if (others) output().line(counts_in_words(position, *others, tables.game().rules().count->plies, remedy));
  if (options.moves) output().write(moves_as_table(answer.moves));
  if (options.line && !line.empty()) {
    output().line(fmt::format("line: {}{}", fmt::join(line, " "), drawn ? " ..." : ""));
  }
  return ExitCode::Done;
}

ExitCode run(const CommonOptions& common, const ProbeOptions& options) {
  const bool one = !options.position.empty();
  if (one != options.batch.empty()) {
    throw Failure(ExitCode::WrongUse, "give a position, or positions by --batch FILE; see `jetan probe --help`");
  }
  if (options.line && !one) throw Failure(ExitCode::WrongUse, "--line is for one position, not for --batch");
  const Tablebase tables = take(Tablebase::open({common.tables_folder()}, common.load_rules()));
  if (one) return probe_one(tables, common, options);
  return probe_batch(tables, options.batch, {common.json, options.best, options.moves});
}

}  // namespace

Command add_probe_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app = add_command(
      program, common,
      {"probe", "Tell who wins a position, in how many plies, and by which move",
       "A win or loss is that of the side to move. Where a count runs: what it would be with the full count,\n"
       "and without any, if there are tables of the same rules without it (jetan gen --no-count).",
       "jetan probe 10/3r6/10/10/10/3C6/10/10/10/3cR5 --line     after jetan gen CRvCR\n"
       "  jetan probe --batch positions.txt --json > answers.jsonl"});
  const auto options = std::make_shared<ProbeOptions>();
  set_usage(app->add_option("POS", options->position, "The position, quoted or as words")->expected(1, kPositionWords),
            "[POS]");
  app->add_flag("--moves", options->moves, "Rank every legal move, best first");
  app->add_flag("--line", options->line, "Play it out with best play to the end (a draw: 20 plies)");
  app->add_option("--batch", options->batch,
                  "Read a position a line and answer a line each, in order (- is stdin).\n"
                  "Blank lines and # comments are passed over; a bad line gets its error")
      ->type_name("FILE");
  app->add_flag("--best", options->best, "With --batch: find the best move too (slower)");
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
