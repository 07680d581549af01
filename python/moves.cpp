// Move.
#include <functional>

#include "bindings.hpp"
#include "python_values.hpp"

namespace jetan::python {

void add_moves(py::module_& module) {
  py::class_<Move>(module, "Move",
                   "A move; `str` gives its text: `e1-e4`, capture `e1xe4`, escape `f1~b7`. Immutable.\n\n"
                   "`Game.legal_moves` and `Game.parse_move` make them.")
      .def_property_readonly(
          "from_square", [](Move move) { return move.from.name(); }, "Such as 'e1'.")
      .def_property_readonly(
          "to_square", [](Move move) { return move.to.name(); }, "Such as 'e4'.")
      .def_readonly("capture", &Move::capture, "Whether it captures.")
      .def_readonly("escape", &Move::escape, "Whether it is the Princess's escape.")
      .def("__str__", &Move::to_string)
      .def("__repr__", [](Move move) { return "<jetan.Move " + move.to_string() + ">"; })
      .def(
          "__eq__", [](Move a, Move b) { return a == b; }, py::is_operator())
      .def("__hash__", [](Move move) { return std::hash<std::string>{}(move.to_string()); })
      .def(py::pickle(
          [](Move move) { return py::make_tuple(move.from.index(), move.to.index(), move.capture, move.escape); },
          [](const py::tuple& state) {
            return Move{Square::from_index(state[0].cast<int>()), Square::from_index(state[1].cast<int>()),
                        state[2].cast<bool>(), state[3].cast<bool>()};
          }));
}

}  // namespace jetan::python
