// The extension module jetan._jetan; import the package `jetan`, which names everything in it.
#include "bindings.hpp"
#include "python_values.hpp"

PYBIND11_MODULE(_jetan, module) {
  using namespace jetan::python;
  py::options options;
  options.disable_function_signatures();  // docstrings give them, see bindings.hpp
  module.doc() = "The compiled part of jetan.";
  module.attr("__version__") = JETAN_VERSION;
  load_python_classes();
  add_rules(module);
  add_moves(module);
  add_positions(module);
  add_game(module);
  add_tablebase(module);
}
