// Makes the Python objects of jetan/values.py and jetan/errors.py, and reads them.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/game.hpp"
#include "probe/tablebase.hpp"
#include "probe/value.hpp"

namespace jetan::python {

namespace py = pybind11;

// Looks the classes up, once, when the module is loaded. (Not when first needed: importing may let another thread run.)
void load_python_classes();

py::object to_python(Side side);
py::object to_python(Outcome outcome);
py::object to_python(Metric metric);
py::object to_python(Value value);
py::object to_python(const MoveValue& move);
py::object to_python(const TableId& id);
template <class T>
py::object to_python(const std::optional<T>& value) {
  return value ? to_python(*value) : py::none();
}

// A named tuple of jetan/values.py from its fields.
template <class... Fields>
py::object named_tuple(const char* name, Fields&&... fields);

// A Side, or "black" or "orange". Throws ValueError.
Side to_side(const py::object& side);
// As a position's third field: Rr, R, r or -. Throws BadPosition.
Escapes to_escapes(std::string_view text);
std::string escapes_text(Escapes escapes);
// An escape state of a table: Rr, R-, -r or --. Throws BadArgument.
Escapes to_escape_state(const std::string& text);

// ErrorKind in jetan/errors.py: 0 is no error there.
constexpr int python_number(ErrorKind kind) { return static_cast<int>(kind) + 1; }

// The exception of an error's kind.
[[noreturn]] void raise(const Error& error);
[[noreturn]] void raise_in_row(const Error& error, std::size_t row);

// The value, or the exception.
template <class T>
T take(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

namespace detail {
py::object value_class(const char* name);
}
template <class... Fields>
py::object named_tuple(const char* name, Fields&&... fields) {
  return detail::value_class(name)(std::forward<Fields>(fields)...);
}

}  // namespace jetan::python
