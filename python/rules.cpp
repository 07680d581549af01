// RuleSet.
#include <fmt/format.h>

#include <functional>

#include "bindings.hpp"
#include "python_values.hpp"

namespace jetan::python {

RuleSet to_rules(const RulesOrName& rules) {
  if (const auto* const name = std::get_if<std::string>(&rules)) return take(RuleSet::load(*name));
  return std::get<RuleSet>(rules);
}

void add_rules(py::module_& module) {
  py::class_<RuleSet>(module, "RuleSet",
                      "A rule set: every point on which sources of Jetan differ. Immutable.\n\n"
                      "Two are equal if they play alike and have the same name and source.")
      .def_static(
          "load", [](const std::string& name_or_path) { return take(RuleSet::load(name_or_path)); },
          py::arg("name_or_path"),
          "load(name_or_path)\n--\n\nA preset by its name, else a rule file by its path.\n\n"
          "Raises BadRules; IoError when the file can't be read.")
      .def_static(
          "parse", [](const std::string& text) { return take(RuleSet::parse(text, "text")); }, py::arg("text"),
          "parse(text)\n--\n\nA rule file's text. Raises BadRules, with the line.")
      .def_static(
          "presets",
          [] {
            py::list names;
            for (const Preset& preset : presets()) names.append(std::string(preset.name));
            return names;
          },
          "presets()\n--\n\nThe names of all presets, `burroughs` first.")
      .def_readonly("name", &RuleSet::name, "How it is called; doesn't affect play.")
      .def_readonly("source", &RuleSet::source, "Where it comes from; doesn't affect play.")
      .def_property_readonly("text", &RuleSet::to_text, "The rule set as a file.")
      .def_property_readonly(
          "count_plies",
          [](const RuleSet& rules) { return rules.count ? std::optional(rules.count->plies) : std::nullopt; },
          "The plies the count starts at; None if the rules have none.")
      .def("without_count", &without_count, "without_count(self)\n--\n\nThe same rules without the count.")
      .def("plays_like", &RuleSet::plays_like, py::arg("other"),
           "plays_like(self, other)\n--\n\nWhether play is the same; name and source may differ.")
      .def(
          "__eq__", [](const RuleSet& a, const RuleSet& b) { return a.to_text() == b.to_text(); }, py::is_operator())
      .def("__hash__", [](const RuleSet& rules) { return std::hash<std::string>{}(rules.to_text()); })
      .def("__repr__",
           [](const RuleSet& rules) { return fmt::format("<jetan.RuleSet {} {:016x}>", rules.name, rules.hash()); })
      .def(py::pickle([](const RuleSet& rules) { return rules.to_text(); },
                      [](const std::string& text) { return take(RuleSet::parse(text, "pickle")); }));
}

}  // namespace jetan::python
