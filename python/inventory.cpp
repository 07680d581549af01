// What a Tablebase has: tables, coverage, statistics, cache.
#include <pybind11/stl/filesystem.h>

#include "open_tables.hpp"
#include "probe/table_file.hpp"
#include "python_values.hpp"

namespace jetan::python {
namespace {

TableId table_id(const std::string& ending, const std::string& escapes) {
  return {take(Ending::parse(ending)), to_escape_state(escapes)};
}

py::list tables(const OpenTables& self) {
  py::list names;
  for (const TableId& id : self.get()->tables()) names.append(to_python(id));
  return names;
}

py::tuple states(const std::vector<Escapes>& all) {
  py::list texts;
  for (const Escapes escapes : all) texts.append(escape_state(escapes));
  return py::tuple(texts);
}

py::list coverage(const OpenTables& self) {
  const auto tables = self.get();
  py::list all;
  for (const EndingCoverage& of : without_gil([&] { return tables->coverage(); })) {
    py::list lacking;
    for (const TableId& id : of.lacking) lacking.append(to_python(id));
    all.append(
        named_tuple("EndingCoverage", of.ending.name(), states(of.present), states(of.missing), py::tuple(lacking)));
  }
  return all;
}

Position example(const TableFile& file, Side side, CellNumber cell) {
  Position position = file.planes().position(cell).value();  // opening checked that there is one
  position.to_move = side;
  position.escapes = file.info().id.escapes;
  return position;
}

py::list statistics(const OpenTables& self, const std::string& ending, const std::string& escapes) {
  const auto tables = self.get();
  const TableId id = table_id(ending, escapes);
  const auto file = take(without_gil([&] { return tables->table(id); }));
  const TableInfo& info = file->info();
  py::list all;
  for (std::size_t side = 0; side < info.sides.size(); ++side) {
    py::dict values;
    for (const auto& [code, number] : info.statistics.at(side).values) {
      values[to_python(decode(code))] =
          named_tuple("Tally", number.unique, number.placements, example(*file, info.sides[side], number.first_cell));
    }
    all.append(named_tuple("SideStatistics", to_python(info.sides[side]), values));
  }
  return all;
}

py::object cache_statistics(const OpenTables& self) {
  const Tablebase::CacheStatistics statistics = self.get()->cache_statistics();
  return named_tuple("CacheStatistics", statistics.hits, statistics.misses, statistics.bytes, statistics.budget);
}

}  // namespace

void add_inventory(TablebaseClass& tablebase) {
  tablebase.def("tables", &tables, "tables(self)\n--\n\nTables there are, smaller endings first.")
      .def("coverage", &coverage,
           "coverage(self)\n--\n\n"
           "What there is of every ending that has a table, smaller endings first.")
      .def(
          "path",
          [](const OpenTables& self, const std::string& ending, const std::string& escapes) {
            return take(self.get()->path(table_id(ending, escapes)));
          },
          py::arg("ending"), py::arg("escapes") = "--",
          "path(self, ending, escapes='--')\n--\n\nWhere a table lies. Raises TableMissing, BadEnding.")
      .def("statistics", &statistics, py::arg("ending"), py::arg("escapes") = "--",
           "statistics(self, ending, escapes='--')\n--\n\n"
           "How many positions of a table have each value, for each side to move. An ending of equal sides has only\n"
           "Black to move. The table's header knows; nothing is counted.")
      .def("cache_statistics", &cache_statistics,
           "cache_statistics(self)\n--\n\nHow the cache of unpacked blocks does.")
      .def_property(
          "cache_bytes", [](const OpenTables& self) { return self.get()->cache_statistics().budget; },
          [](const OpenTables& self, std::uint64_t bytes) { self.get()->set_cache_bytes(bytes); },
          "How many bytes of unpacked blocks may be kept, for all tables together; may be set at any time.");
}

}  // namespace jetan::python
