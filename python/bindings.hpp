// The parts of the extension module jetan._jetan.
//
// The classes here wrap the library's. What they answer with, enums and named tuples, is written in Python
// (jetan/values.py), and so are the exceptions (jetan/errors.py); python_values.hpp makes them.
//
// Docstrings begin with the signature and a line `--`: from that Python makes the signatures which `help` and
// `inspect` show and which a test compares with the stub, jetan/_jetan.pyi.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <variant>

#include "core/game.hpp"

namespace jetan::python {

namespace py = pybind11;

void add_rules(py::module_& module);
void add_moves(py::module_& module);
void add_positions(py::module_& module);
void add_game(py::module_& module);
void add_tablebase(py::module_& module);

using PositionOrText = std::variant<Position, std::string>;
using MoveOrText = std::variant<Move, std::string>;
using RulesOrName = std::variant<RuleSet, std::string>;

// A text is read as the program reads it: `startpos` is the game's own array. Throws (bad text).
Position to_position(const Game& game, const PositionOrText& position);
// A text is a preset's name or a file's path. Throws.
RuleSet to_rules(const RulesOrName& rules);

// Runs something that may take long or read the disk while other Python threads go on. It must not touch Python.
template <class Work>
auto without_gil(Work&& work) {
  const py::gil_scoped_release released;
  return std::forward<Work>(work)();
}

}  // namespace jetan::python
