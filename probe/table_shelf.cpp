#include "probe/table_shelf.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

#include "core/rules_in_play.hpp"

namespace jetan {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> not_listed(const fs::path& folder, const std::string& why) {
  return failure(ErrorKind::Io, fmt::format("{}: can't be listed as a tables folder: {}", folder.string(), why));
}

// The folder's entries; none if it doesn't exist.
Result<std::vector<fs::path>> entries_of(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  std::vector<fs::path> entries;
  if (status.type() == fs::file_type::not_found) return entries;
  if (error) return not_listed(folder, error.message());
  if (status.type() != fs::file_type::directory) return not_listed(folder, "it isn't a folder");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    entries.push_back(entry->path());
  }
  if (error) return not_listed(folder, error.message());
  std::sort(entries.begin(), entries.end());
  return entries;
}

// The rule set whose folder it is, from the first header that can be read and belongs there.
std::optional<RuleSet> rules_of(const fs::path& folder, const std::vector<std::pair<TableName, fs::path>>& tables) {
  for (const auto& table : tables) {
    const auto info = TableFile::read_info(table.second);
    if (info && !is_other_rules_folder(folder.filename().string(), info->rules)) return info->rules;
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<TableShelf>> TableShelf::list(const std::vector<fs::path>& folders, const Game& game) {
  std::unique_ptr<TableShelf> shelf(new TableShelf(game));
  std::vector<fs::path> others;
  for (const fs::path& folder : folders) {
    shelf->folders_ += (shelf->folders_.empty() ? "" : ", ") + folder.string();
    // The tables folder itself is looked at first, so that one that can't be read is told from an empty one.
    const auto all = entries_of(folder);
    if (!all) return tl::unexpected(all.error());
    const auto own = entries_of(find_rules_folder(folder, game.rules()));
    if (!own) return tl::unexpected(own.error());
    shelf->list_own(*own);
    for (const fs::path& entry : *all) {
      if (is_other_rules_folder(entry.filename().string(), game.rules())) others.push_back(entry);
    }
  }
  for (const fs::path& folder : others) shelf->list_others(folder);
  shelf->sort();
  return shelf;
}

void TableShelf::list_own(const std::vector<fs::path>& entries) {
  for (const fs::path& path : entries) {
    const std::optional<TableName> name = parse_table_file_name(path.filename().string());
    if (name && !has(*name)) put(*name, path);
  }
}

void TableShelf::list_others(const fs::path& folder) {
  const auto entries = entries_of(folder);
  if (!entries) return;
  std::vector<std::pair<TableName, fs::path>> lacking;  // tables that aren't listed yet
  for (const fs::path& path : *entries) {
    const std::optional<TableName> name = parse_table_file_name(path.filename().string());
    if (name && !has(*name)) lacking.emplace_back(*name, path);
  }
  const std::optional<RuleSet> rules = rules_of(folder, lacking);
  if (!rules) return;
  const RuleComparison comparison(game_.rules(), *rules);
  for (const auto& [name, path] : lacking) {
    if (!comparison.alike(name.id.ending, name.id.escapes)) {
      const bool known = elsewhere_.find(name.id, name.kind) != TableMap::kNone;
      if (!known) elsewhere_.set(name.id, name.kind, static_cast<std::uint32_t>(others_.size()));
    } else if (!has(name)) {
      put(name, path);
    }
  }
  others_.push_back(*rules);
}

void TableShelf::put(const TableName& name, const fs::path& path) {
  places_.set(name.id, name.kind, static_cast<std::uint32_t>(slots_.size()));
  slots_.push_back(std::make_unique<Slot>(name, path));
}

void TableShelf::sort() {
  const auto order = [](const std::unique_ptr<Slot>& slot) {
    const TableId& id = slot->name.id;
    return std::tuple(id.ending.pieces(), id.ending, slot->name.kind, id.escapes.orange, id.escapes.black);
  };
  std::sort(slots_.begin(), slots_.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  for (std::uint32_t place = 0; place < slots_.size(); ++place) {
    places_.set(slots_[place]->name.id, slots_[place]->name.kind, place);
  }
}

std::vector<TableId> TableShelf::ids(TableKind kind) const {
  std::vector<TableId> ids;
  for (const auto& slot : slots_) {
    if (slot->name.kind == kind) ids.push_back(slot->name.id);
  }
  return ids;
}

Result<std::uint32_t> TableShelf::find(const TableId& id, TableKind kind) const {
  if (const std::uint32_t place = places_.find(id, kind); place != TableMap::kNone) return place;
  const bool outcomes = kind == TableKind::Outcomes;
  return failure(
      ErrorKind::TableMissing,
      fmt::format("no table of {}{} in escape state {} under rules {} (hash {:016x}) in {}; `jetan gen {}{}`, given "
                  "the same options for rules and tables, makes it{}",
                  outcomes ? "outcomes of " : "", id.ending.name(), escape_state(id.escapes), game_.rules().name,
                  game_.rules().hash(), folders_.empty() ? "no folder" : folders_, outcomes ? "--outcomes " : "",
                  id.ending.name(), why_not_lent(id, kind)));
}

std::string TableShelf::why_not_lent(const TableId& id, TableKind kind) const {
  const std::uint32_t found = elsewhere_.find(id, kind);
  if (found == TableMap::kNone) return {};
  const RuleSet& other = others_[found];
  constexpr std::size_t kMostPlaces = 3;
  std::vector<std::string> places;
  for (const RuleDifference& difference : RuleComparison(game_.rules(), other).differences(id.ending, id.escapes)) {
    places.push_back(difference.place());
  }
  const std::string more = places.size() > kMostPlaces ? fmt::format(" and {} more", places.size() - kMostPlaces) : "";
  places.resize(std::min(places.size(), kMostPlaces));
  return fmt::format(" (there is one under rules {}, which differ in {}{})", other.name, fmt::join(places, ", "), more);
}

Result<const OpenTable*> TableShelf::open(std::uint32_t place) const {
  Slot& slot = *slots_[place];
  if (const OpenTable* table = slot.opened.load(std::memory_order_acquire)) return table;
  const std::lock_guard lock(slot.opening);
  if (!slot.table) {
    auto file = TableFile::open(slot.path, game_);
    if (!file) return tl::unexpected(file.error());
    slot.table = std::make_unique<const OpenTable>(std::move(*file));
    slot.opened.store(slot.table.get(), std::memory_order_release);
  }
  return slot.table.get();
}

Result<std::shared_ptr<const TableFile>> TableShelf::share(std::uint32_t place) const {
  return open(place).map([](const OpenTable* table) { return table->file; });
}

}  // namespace jetan
