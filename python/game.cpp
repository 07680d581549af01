// Game.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bindings.hpp"
#include "python_values.hpp"

namespace jetan::python {
namespace {

Position array_of(const Game& game) { return to_position(game, std::string("startpos")); }

// A position that can be under the game's rules.
Position checked(const Game& game, const PositionOrText& given) {
  const Position position = to_position(game, given);
  take(game.check(position));
  return position;
}

Move legal(const Game& game, const Position& position, const MoveOrText& given) {
  const auto* const move = std::get_if<Move>(&given);
  return take(game.parse_move(position, move != nullptr ? move->to_string() : std::get<std::string>(given)));
}

py::object play(const Game& game, const PositionOrText& given, const MoveOrText& move) {
  const Position position = checked(game, given);
  const AfterMove after = game.play(position, legal(game, position, move));
  return named_tuple("AfterMove", to_python(after.ended), after.ended ? py::none() : py::cast(after.position));
}

}  // namespace

Position to_position(const Game& game, const PositionOrText& given) {
  if (const auto* const position = std::get_if<Position>(&given)) return *position;
  return take(game.parse_position(std::get<std::string>(given)));
}

void add_game(py::module_& module) {
  py::class_<Game, std::shared_ptr<Game>>(
      module, "Game",
      "The game under one rule set: legal moves, what they lead to, and when it is over.\n\n"
      "Positions may be given as text. One that can't be under the rules raises BadPosition. Safe to use from many\n"
      "threads.")
      .def(py::init([](const RulesOrName& rules) { return std::make_shared<Game>(to_rules(rules)); }),
           py::arg("rules") = "burroughs",
           "__init__(self, rules='burroughs')\n--\n\nRules as a RuleSet, a preset's name or a rule file's path.")
      .def_property_readonly(
          "rules", [](const Game& game) { return game.rules(); }, "The rule set.")
      .def("start", &array_of, "start(self)\n--\n\nThe array, where a game begins.")
      .def(
          "check", [](const Game& game, const PositionOrText& position) { checked(game, position); },
          py::arg("position"),
          "check(self, position)\n--\n\nRaises BadPosition if the position can't be under the rules.")
      .def(
          "legal_moves",
          [](const Game& game, const PositionOrText& position) { return game.legal_moves(checked(game, position)); },
          py::arg("position"),
          "legal_moves(self, position)\n--\n\n"
          "The legal moves of the side to move, in no special order. The count is not looked at: when it has run out\n"
          "the game is over all the same; see `over`.")
      .def(
          "parse_move",
          [](const Game& game, const PositionOrText& given, const std::string& text) {
            return legal(game, checked(game, given), text);
          },
          py::arg("position"), py::arg("text"),
          "parse_move(self, position, text)\n--\n\nA legal move from its text; else raises BadPosition.")
      .def("play", &play, py::arg("position"), py::arg("move"),
           "play(self, position, move)\n--\n\nWhat a legal move, or its text, leads to; else raises BadPosition.")
      .def(
          "over",
          [](const Game& game, const PositionOrText& position) {
            return to_python(game.over(checked(game, position)));
          },
          py::arg("position"),
          "over(self, position)\n--\n\n"
          "The outcome for the side to move if the game is over before it moves (no legal move, or the count has run\n"
          "out), else None.")
      .def(
          "count_runs",
          [](const Game& game, const PositionOrText& position) { return game.count_runs(to_position(game, position)); },
          py::arg("position"), "count_runs(self, position)\n--\n\nWhether the rules run a count with these pieces.")
      .def(
          "perft",
          [](const Game& game, const PositionOrText& given, int depth) {
            const Position position = checked(game, given);
            if (depth < 0) raise({ErrorKind::BadArgument, "a depth is 0 or more"});
            return without_gil([&] { return game.perft(position, depth); });
          },
          py::arg("position"), py::arg("depth"),
          "perft(self, position, depth)\n--\n\nThe number of move sequences of a length.")
      .def("__repr__", [](const Game& game) { return fmt::format("<jetan.Game {}>", game.rules().name); });
}

}  // namespace jetan::python
