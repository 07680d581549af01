#include "python_values.hpp"

#include <array>

namespace jetan::python {
namespace {

constexpr std::array kErrorClasses{"BadPosition",  "BadEnding",  "BadRules",    "BadArgument", "TableMissing",
                                   "TableDamaged", "WrongRules", "OutOfMemory", "IoError",     "Interrupted"};

struct PythonClasses {
  py::object values;  // the module
  py::object side;
  std::array<py::object, 2> sides;
  std::array<py::object, 3> outcomes;
  std::array<py::object, 2> metrics;
  py::object value;
  py::object move_value;
  py::object table_name;
  std::array<py::object, kErrorClasses.size()> errors;
};

// Never freed: when the process ends, Python may be gone before it.
PythonClasses* classes = nullptr;

// A message may name a path whose bytes are not UTF-8.
py::object text_of(const std::string& message) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<py::ssize_t>(message.size()), "replace"));
}

[[noreturn]] void raise(ErrorKind kind, const std::string& message, std::optional<std::size_t> row) {
  const py::object& type = classes->errors.at(static_cast<std::size_t>(kind));
  const py::object exception = type(text_of(message));
  if (row) exception.attr("row") = *row;
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw py::error_already_set();
}

}  // namespace

void load_python_classes() {
  const py::module_ values = py::module_::import("jetan.values");
  const py::module_ errors = py::module_::import("jetan.errors");
  classes = new PythonClasses;
  classes->values = values;
  classes->side = values.attr("Side");
  for (const Side side : kSides) classes->sides[to_index(side)] = classes->side(static_cast<int>(side));
  for (const int outcome : {0, 1, 2})
    classes->outcomes.at(static_cast<std::size_t>(outcome)) = values.attr("Outcome")(outcome - 1);
  for (const int metric : {0, 1}) classes->metrics.at(static_cast<std::size_t>(metric)) = values.attr("Metric")(metric);
  classes->value = values.attr("Value");
  classes->move_value = values.attr("MoveValue");
  classes->table_name = values.attr("TableName");
  for (std::size_t kind = 0; kind < kErrorClasses.size(); ++kind) {
    classes->errors.at(kind) = errors.attr(kErrorClasses.at(kind));
  }
}

py::object detail::value_class(const char* name) { return classes->values.attr(name); }

py::object to_python(Side side) { return classes->sides[to_index(side)]; }
py::object to_python(Outcome outcome) { return classes->outcomes.at(static_cast<std::size_t>(outcome)); }
py::object to_python(Metric metric) { return classes->metrics.at(static_cast<std::size_t>(metric)); }
py::object to_python(Value value) { return classes->value(to_python(value.outcome), value.plies); }
py::object to_python(const MoveValue& move) { return classes->move_value(move.move, to_python(move.value)); }
py::object to_python(const TableId& id) { return classes->table_name(id.ending.name(), escape_state(id.escapes)); }

Side to_side(const py::object& side) { return static_cast<Side>(classes->side(side).cast<int>()); }

Escapes to_escapes(std::string_view text) {
  if (text == "Rr") return {true, true};
  if (text == "R") return {true, false};
  if (text == "r") return {false, true};
  if (text == "-") return {};
  raise({ErrorKind::BadPosition, "escapes should be 'Rr', 'R', 'r' or '-', not '" + std::string(text) + "'"});
}

std::string escapes_text(Escapes escapes) {
  if (escapes == Escapes{}) return "-";
  return std::string(escapes.black ? "R" : "") + (escapes.orange ? "r" : "");
}

Escapes to_escape_state(const std::string& text) {
  const auto escapes = parse_escape_state(text);
  if (escapes) return *escapes;
  raise({ErrorKind::BadArgument, "an escape state is 'Rr', 'R-', '-r' or '--', not '" + text + "'"});
}

void raise(const Error& error) { raise(error.kind, error.message, std::nullopt); }

void raise_in_row(const Error& error, std::size_t row) {
  raise(error.kind, "row " + std::to_string(row) + ": " + error.message, row);
}

}  // namespace jetan::python
