// `jetan stats ENDING`: how many positions are won, drawn and lost, and in how many plies. All of it stands in the
// tables' headers.
#include <fmt/format.h>

#include <memory>

#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/output.hpp"
#include "tools/table_statistics.hpp"

namespace jetan::tool {
namespace {

ExitCode run(const CommonOptions& common, const std::string& name) {
  const Tablebase tables = take(Tablebase::open({common.tables_folder()}, common.load_rules()));
  const auto statistics = ending_statistics(tables, take(Ending::parse(name)));
  if (common.json) {
    for (const SideToMoveStatistics& side : statistics) output().line(json_text(as_json(tables.game(), side)));
  } else {
    output().write(as_text(tables.game(), statistics));
  }
  return ExitCode::Done;
}

}  // namespace

Command add_stats_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app = add_command(
      program, common,
      {"stats", "Count an ending's won, drawn and lost positions by plies",
       "For every escape state (R: the first side's is left, r: the second's) and side to move, counted up\n"
       "to symmetry (unique) and as they stand on the board (placements); with the longest wins and losses.",
       "jetan stats CRvCR     after jetan gen CRvCR"});
  const auto ending = std::make_shared<std::string>();
  set_usage(app->add_option("ENDING", *ending, "The ending, such as CRvCR")->required(), "ENDING");
  return {app, [&common, ending] { return run(common, *ending); }};
}

}  // namespace jetan::tool
