// Tablebase: opening, closing, and questions about one position.
#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#include "open_tables.hpp"
#include "python_values.hpp"

namespace jetan::python {
namespace {

using Path = std::filesystem::path;
using PathOrPaths = std::variant<Path, std::vector<Path>>;

constexpr int kDrawnLinePlies = 20;

std::unique_ptr<OpenTables> open(const PathOrPaths& folders, const RulesOrName& rules, std::uint64_t cache_bytes) {
  const auto* const one = std::get_if<Path>(&folders);
  return std::make_unique<OpenTables>(one != nullptr ? std::vector{*one} : std::get<std::vector<Path>>(folders), rules,
                                      cache_bytes);
}

// Asks a question of the open tables without Python's lock, as it may read the disk, and gives or throws the answer.
template <class Question>
auto ask(const OpenTables& self, const PositionOrText& given, Question question) {
  const auto tables = self.get();
  const Position position = to_position(tables->game(), given);
  return take(without_gil([&] { return question(*tables, position); }));
}

py::object probe(const OpenTables& self, const PositionOrText& position) {
  return to_python(ask(self, position, [](const Tablebase& tables, const Position& of) { return tables.value(of); }));
}

py::object outcome(const OpenTables& self, const PositionOrText& position) {
  return to_python(ask(self, position, [](const Tablebase& tables, const Position& of) { return tables.outcome(of); }));
}

py::object probe_in_memory(const OpenTables& self, const PositionOrText& position) {
  return to_python(
      ask(self, position, [](const Tablebase& tables, const Position& of) { return tables.value_in_memory(of); }));
}

py::list moves(const OpenTables& self, const PositionOrText& position) {
  py::list ranked;
  const Answer answer = ask(self, position, [](const Tablebase& tables, const Position& of) { return tables.ask(of); });
  for (const MoveValue& move : answer.moves) ranked.append(to_python(move));
  return ranked;
}

py::object best(const OpenTables& self, const PositionOrText& position) {
  return to_python(ask(self, position, [](const Tablebase& tables, const Position& of) { return tables.best(of); }));
}

std::vector<Move> line(const OpenTables& self, const PositionOrText& position, int max_plies) {
  return ask(self, position, [=](const Tablebase& tables, const Position& of) { return tables.line(of, max_plies); });
}

py::object metric(const OpenTables& self, const PositionOrText& position) {
  const auto tables = self.get();
  const Game& game = tables->game();
  return to_python(game.count_runs(to_position(game, position)) ? Metric::Count : Metric::Win);
}

std::string representation(const OpenTables& self) {
  std::string folders;
  for (const Path& folder : self.folders()) folders += (folders.empty() ? "" : ", ") + folder.string();
  return fmt::format("<jetan.Tablebase {} in {}{}>", self.game()->rules().name, folders,
                     self.closed() ? ", closed" : "");
}

void add_life(TablebaseClass& tablebase) {
  tablebase
      .def(py::init(&open), py::arg("folders"), py::arg("rules") = "burroughs",
           py::arg("cache_bytes") = TablebaseOptions{}.cache_bytes,
           "__init__(self, folders, rules='burroughs', cache_bytes=268435456)\n--\n\n"
           "Lists the tables; each is opened when first asked. A folder that doesn't exist holds none.\n\n"
           "`folders`: a tables folder, as `jetan gen` fills it, or several. `rules`: a RuleSet, a preset's name or a\n"
           "rule file's path. Raises IoError.")
      .def(
          "__enter__",
          [](OpenTables& self) -> OpenTables& {
            self.get();
            return self;
          },
          py::return_value_policy::reference)
      .def("__exit__", [](OpenTables& self, const py::args&) { self.close(); })
      .def("close", &OpenTables::close,
           "close(self)\n--\n\nGives tables and cache back, once no other thread is asking. After it, questions raise\n"
           "ValueError. Closing twice does no harm.")
      .def_property_readonly("closed", &OpenTables::closed, "Whether it has been closed.")
      .def_property_readonly(
          "game", [](const OpenTables& self) { return self.game(); }, "The game under the tables' rule set.")
      .def("__repr__", &representation);
}

void add_questions(TablebaseClass& tablebase) {
  tablebase
      .def("probe", &probe, py::arg("position"),
           "probe(self, position)\n--\n\n"
           "The value of a position, or its text, given its count (not stated: full).\n\n"
           "Raises BadPosition, BadEnding (more than 8 pieces), TableMissing, TableDamaged, WrongRules, IoError.")
      .def("outcome", &outcome, py::arg("position"),
           "outcome(self, position)\n--\n\n"
           "Whether it is won, drawn or lost. Tables of outcomes alone are enough for that while the count is full or\n"
           "doesn't run.")
      .def("probe_in_memory", &probe_in_memory, py::arg("position"),
           "probe_in_memory(self, position)\n--\n\n"
           "The value if memory has it; None when a block would have to be unpacked for it.")
      .def("metric", &metric, py::arg("position"),
           "metric(self, position)\n--\n\nHow the position's plies are to be read.")
      .def("moves", &moves, py::arg("position"),
           "moves(self, position)\n--\n\n"
           "Every legal move with its value, best first: wins by fewest plies, draws, losses by most; then by text.\n"
           "Empty if the game is over. Needs the tables that the moves lead to.")
      .def("best", &best, py::arg("position"),
           "best(self, position)\n--\n\nThe first of `moves`, found in about half the time; None if the game is over.")
      .def("line", &line, py::arg("position"), py::arg("max_plies") = kDrawnLinePlies,
           "line(self, position, max_plies=20)\n--\n\n"
           "Best play to the end of the game; of a draw, at most max_plies moves.");
}

}  // namespace

OpenTables::OpenTables(const std::vector<Path>& folders, const RulesOrName& rules, std::uint64_t cache_bytes)
    : folders_(folders) {
  auto opened = without_gil([&, loaded = to_rules(rules)] { return Tablebase::open(folders, loaded, {cache_bytes}); });
  tables_ = std::make_shared<const Tablebase>(take(std::move(opened)));
  game_ = std::make_shared<Game>(tables_->game());
}

std::shared_ptr<const Tablebase> OpenTables::get() const {
  if (closed()) throw py::value_error("the tablebase is closed");
  return tables_;
}

void add_tablebase(py::module_& module) {
  TablebaseClass tablebase(module, "Tablebase",
                           "The tables of one rule set in some folders. Use it with `with`, which closes it.\n\n"
                           "Positions may be given as text. One Tablebase serves many threads, and lets other Python\n"
                           "threads go on while it works.");
  add_life(tablebase);
  add_questions(tablebase);
  add_inventory(tablebase);
  add_batches(tablebase);
}

}  // namespace jetan::python
