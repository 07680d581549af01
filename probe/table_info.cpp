#include "probe/table_info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace jetan {
namespace {

namespace fs = std::filesystem;

std::string_view extension(TableKind kind) { return kind == TableKind::Distances ? ".jtb" : ".jto"; }

std::string hash_suffix(const RuleSet& rules) { return fmt::format("-{:016x}", rules.hash()); }

}  // namespace

const char* name(Metric metric) { return metric == Metric::Win ? "win" : "count"; }

std::string escape_state(Escapes escapes) { return {escapes.black ? 'R' : '-', escapes.orange ? 'r' : '-'}; }

std::optional<Escapes> parse_escape_state(std::string_view text) {
  for (const Escapes escapes : {Escapes{}, Escapes{true, false}, Escapes{false, true}, Escapes{true, true}}) {
    if (escape_state(escapes) == text) return escapes;
  }
  return std::nullopt;
}

std::vector<Escapes> escape_states(const RuleSet& rules) {
  if (rules.escape == Escape::None) return {{}};
  return {{}, {true, false}, {false, true}, {true, true}};
}

std::vector<Side> stored_sides(const Ending& ending) {
  if (ending.equal_sides()) return {Side::Black};
  return {Side::Black, Side::Orange};
}

std::string rules_folder_name(const RuleSet& rules) { return rules.name + hash_suffix(rules); }

fs::path find_rules_folder(const fs::path& tables, const RuleSet& rules) {
  const fs::path own = tables / rules_folder_name(rules);
  std::error_code error;
  if (fs::is_directory(own, error)) return own;
  const std::string suffix = hash_suffix(rules);
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(tables, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    if (entry->path().filename().string().ends_with(suffix) && entry->is_directory(unknown)) {
      found.push_back(entry->path());
    }
  }
  return found.empty() ? own : *std::min_element(found.begin(), found.end());
}

bool is_other_rules_folder(std::string_view folder, const RuleSet& rules) {
  const std::string suffix = hash_suffix(rules);
  if (folder.size() <= suffix.size() || folder.ends_with(suffix)) return false;
  const std::string_view tail = folder.substr(folder.size() - suffix.size());
  return tail[0] == '-' && tail.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

std::string table_file_name(const TableId& id, TableKind kind) {
  return fmt::format("{}.{}{}", id.ending.name(), escape_state(id.escapes), extension(kind));
}

std::optional<TableName> parse_table_file_name(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  for (const TableKind kind : {TableKind::Distances, TableKind::Outcomes}) {
    if (!name.ends_with(extension(kind))) continue;
    const Result<Ending> ending = Ending::parse(name.substr(0, dot));
    const std::optional<Escapes> escapes = parse_escape_state(name.substr(dot + 1, 2));
    if (!ending || !escapes) return std::nullopt;
    const TableId id{*ending, *escapes};
    return table_file_name(id, kind) == name ? std::optional(TableName{id, kind}) : std::nullopt;
  }
  return std::nullopt;
}

TableInfo TableInfo::make(const RuleSet& rules, const TableId& id, const Index& index, const Planes& planes,
                          int value_bytes, TableKind kind) {
  TableInfo info;
  info.rules = rules;
  info.id = id;
  info.kind = kind;
  const bool counted = count_runs(rules, id.ending);
  info.metric = counted ? Metric::Count : Metric::Win;
  info.ply_limit = counted ? rules.count->plies : 0;
  info.order = index.order();
  info.positions = index.size();
  info.value_bytes = value_bytes;
  info.planes = planes.planes();
  info.planes_a_block = max_block_bytes(kind) / (planes.cells_of_plane() * static_cast<std::uint32_t>(value_bytes));
  info.sides = stored_sides(id.ending);
  return info;
}

int max_code(const TableInfo& info) {
  return info.kind == TableKind::Outcomes ? kMostOutcomeCode : 2 * max_plies(info) + 1;
}

int max_plies(const TableInfo& info) { return info.metric == Metric::Count ? info.ply_limit : kMaxPlies; }

}  // namespace jetan
