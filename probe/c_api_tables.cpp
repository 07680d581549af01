// The C interface: opening tables, what there is of them, and the cache.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "probe/c_api.hpp"

namespace jetan::c_api {
namespace {

template <std::size_t N>
void write_name(const Ending& ending, char (&room)[N]) {
  static_assert(N > Ending::kMaxPieces + 1, "letters, the v and a zero byte");
  const std::string name = ending.name();
  std::memcpy(room, name.c_str(), name.size() + 1);
}

jetan_table_id id_for_c(const TableId& id, TableKind kind) {
  jetan_table_id to{};
  write_name(id.ending, to.ending);
  to.escapes = bits_of(id.escapes);
  to.outcomes = kind == TableKind::Outcomes ? 1 : 0;
  return to;
}

// The letters up to the zero byte that must be there.
template <std::size_t N>
Result<Ending> ending_of(const char (&name)[N]) {
  return Ending::parse(std::string_view(name, strnlen(name, N)));
}

std::uint8_t bits_of_states(const std::vector<Escapes>& states) {
  unsigned bits = 0;
  for (const Escapes state : states) bits |= 1U << bits_of(state);
  return static_cast<std::uint8_t>(bits);
}

Result<std::shared_ptr<const TableFile>> table_of(const jetan_tables& tables, const jetan_table_id& id) {
  if (id.escapes > JETAN_BLACK_ESCAPE + JETAN_ORANGE_ESCAPE) {
    return failure(ErrorKind::BadArgument, "the table's escapes are no sum of JETAN_..._ESCAPE");
  }
  return ending_of(id.ending).and_then([&](const Ending& ending) {
    return tables.tablebase.table({ending, escapes_of_bits(id.escapes)},
                                  id.outcomes != 0 ? TableKind::Outcomes : TableKind::Distances);
  });
}

}  // namespace
}  // namespace jetan::c_api

using namespace jetan;         // NOLINT: this file gives the library's things C names
using namespace jetan::c_api;  // NOLINT: likewise

jetan_status jetan_open(const char* const* folders, size_t folder_count, const char* rules, uint64_t cache_bytes,
                        jetan_tables** tables, jetan_error* error) {
  if (tables == nullptr || (folder_count > 0 && folders == nullptr)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    std::vector<std::filesystem::path> paths;
    for (std::size_t i = 0; i < folder_count; ++i) {
      if (folders[i] == nullptr) return fail_of_null(error);
      paths.emplace_back(folders[i]);
    }
    Result<RuleSet> loaded = RuleSet::load(rules == nullptr ? std::string(presets().front().name) : rules);
    if (!loaded) return fail(error, loaded.error());
    Result<Tablebase> opened = Tablebase::open(paths, std::move(*loaded), {cache_bytes});
    if (!opened) return fail(error, opened.error());
    *tables = new jetan_tables{std::move(*opened)};
    return JETAN_OK;
  });
}

void jetan_close(jetan_tables* tables) { delete tables; }

jetan_status jetan_list_tables(const jetan_tables* tables, jetan_table_id* ids, size_t capacity, size_t* count,
                               jetan_error* error) {
  if (tables == nullptr || !is_room(ids, capacity, count)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    std::vector<TableName> names;
    for (const TableKind kind : {TableKind::Distances, TableKind::Outcomes}) {
      for (const TableId& id : tables->tablebase.tables(kind)) names.push_back({id, kind});
    }
    std::stable_sort(names.begin(), names.end(), [](const TableName& a, const TableName& b) {
      return std::pair(a.id.ending.pieces(), a.id.ending) < std::pair(b.id.ending.pieces(), b.id.ending);
    });
    write_list(names, ids, capacity, count, [](const TableName& name) { return id_for_c(name.id, name.kind); });
    return JETAN_OK;
  });
}

jetan_status jetan_list_endings(const jetan_tables* tables, jetan_ending* endings, size_t capacity, size_t* count,
                                jetan_error* error) {
  if (tables == nullptr || !is_room(endings, capacity, count)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    write_list(tables->tablebase.coverage(), endings, capacity, count, [](const EndingCoverage& coverage) {
      jetan_ending ending{};
      write_name(coverage.ending, ending.ending);
      ending.present = bits_of_states(coverage.present);
      ending.missing = bits_of_states(coverage.missing);
      ending.lacking = static_cast<std::uint8_t>(std::min<std::size_t>(coverage.lacking.size(), 255));
      ending.complete = coverage.complete() ? 1 : 0;
      return ending;
    });
    return JETAN_OK;
  });
}

jetan_status jetan_list_lacking(const jetan_tables* tables, const char* ending, jetan_table_id* ids, size_t capacity,
                                size_t* count, jetan_error* error) {
  if (any_null(tables, ending) || !is_room(ids, capacity, count)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Result<Ending> wanted = Ending::parse(ending);
    if (!wanted) return fail(error, wanted.error());
    for (const EndingCoverage& coverage : tables->tablebase.coverage()) {
      if (!(coverage.ending == *wanted)) continue;
      write_list(coverage.lacking, ids, capacity, count,
                 [](const TableId& id) { return id_for_c(id, TableKind::Distances); });
      return JETAN_OK;
    }
    return fail(error, JETAN_TABLE_MISSING,
                fmt::format("there is no table of {}; `jetan gen {}` makes them", wanted->name(), wanted->name()));
  });
}

jetan_status jetan_summarize_table(const jetan_tables* tables, const jetan_table_id* id, jetan_table_summary* summary,
                                   jetan_error* error) {
  if (any_null(tables, id, summary)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const auto table = table_of(*tables, *id);
    if (!table) return fail(error, table.error());
    const TableInfo& info = (*table)->info();
    int longest = 0;
    for (const SideStatistics& side : info.statistics) {
      for (const auto& [code, number] : side.values) longest = std::max(longest, decode(code).plies);
    }
    *summary = {info.positions, (*table)->bytes(), info.metric == Metric::Count ? JETAN_METRIC_COUNT : JETAN_METRIC_WIN,
                info.ply_limit, longest,           static_cast<std::int32_t>(info.sides.size())};
    return JETAN_OK;
  });
}

jetan_status jetan_count_values(const jetan_tables* tables, const jetan_table_id* id, int to_move,
                                jetan_value_count* counts, size_t capacity, size_t* count, jetan_error* error) {
  if (any_null(tables, id) || !is_room(counts, capacity, count)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const auto table = table_of(*tables, *id);
    if (!table) return fail(error, table.error());
    const TableInfo& info = (*table)->info();
    const std::size_t side = info.place_of(to_move == JETAN_ORANGE ? Side::Orange : Side::Black);
    if ((to_move != JETAN_BLACK && to_move != JETAN_ORANGE) || side >= info.sides.size()) {
      return fail(
          error, JETAN_BAD_ARGUMENT,
          fmt::format("the table doesn't hold the side to move {}; where sides are equal, JETAN_BLACK tells all",
                      to_move));
    }
    const auto& values = info.statistics[side].values;
    const std::vector<std::pair<ValueCode, SideStatistics::Number>> list(values.begin(), values.end());
    write_list(list, counts, capacity, count, [](const auto& each) {
      return jetan_value_count{value_for_c(decode(each.first)), each.second.unique, each.second.placements};
    });
    return JETAN_OK;
  });
}

jetan_status jetan_get_cache_statistics(const jetan_tables* tables, jetan_cache_statistics* statistics,
                                        jetan_error* error) {
  if (any_null(tables, statistics)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Tablebase::CacheStatistics of = tables->tablebase.cache_statistics();
    *statistics = {of.hits, of.misses, of.bytes, of.budget};
    return JETAN_OK;
  });
}

jetan_status jetan_set_cache_bytes(const jetan_tables* tables, uint64_t bytes, jetan_error* error) {
  if (tables == nullptr) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    tables->tablebase.set_cache_bytes(bytes);
    return JETAN_OK;
  });
}
