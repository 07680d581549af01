#include "tbgen/wanted.hpp"

#include <algorithm>
#include <set>

#include "probe/table_shelf.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;

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
  const auto file =
      shelf.find(table.table, table.kind).and_then([&](std::uint32_t place) { return shelf.share(place); });
  if (!file) return false;
  table.path = (*file)->path();
  table.lender = (*file)->info().rules.name;
  return true;
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

Result<std::vector<GeneratedTable>> tables_wanted(const Game& game, const std::vector<Ending>& endings,
                                                  const GenerateOptions& options) {
  const fs::path folder = find_rules_folder(options.tables, game.rules());
  const auto shelf = TableShelf::list({options.tables}, game);
  if (!shelf) return tl::unexpected(shelf.error());
  std::vector<GeneratedTable> tables;
  for (const Ending& ending : with_dependencies(game.rules(), endings)) {
    for (const Escapes escapes : states_wanted(game.rules(), ending, options.states)) {
      for (const TableKind kind : {TableKind::Distances, TableKind::Outcomes}) {
        if (kind == TableKind::Outcomes && !options.outcomes) continue;
        GeneratedTable table{
            .table = {ending, escapes}, .kind = kind, .path = folder / table_file_name({ending, escapes}, kind)};
        const auto there = is_there(table.path, game);
        if (!there) return tl::unexpected(there.error());
        table.already_there = *there || is_lent(table, **shelf);
        tables.push_back(std::move(table));
      }
    }
  }
  return tables;
}

std::vector<Escapes> states_of(const std::vector<GeneratedTable>& tables, const Ending& ending) {
  std::vector<Escapes> states;
  for (const GeneratedTable& table : tables) {
    if (table.table.ending == ending && table.kind == TableKind::Distances) states.push_back(table.table.escapes);
  }
  return states;
}

}  // namespace jetan
