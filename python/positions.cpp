// Position. Immutable in Python, so that it can be hashed; and always of good form, whoever made it.
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <functional>
#include <map>

#include "bindings.hpp"
#include "core/ending.hpp"
#include "plain_board.hpp"
#include "python_values.hpp"

namespace jetan::python {
namespace {

using Pieces = std::variant<std::map<std::string, std::string>, std::vector<std::pair<std::string, std::string>>>;

// The form is the parser's to judge.
Position checked(const Position& position) { return take(Position::parse(position.to_string())); }

Square to_square(const std::string& name) {
  const auto square = Square::parse(name);
  if (!square) raise({ErrorKind::BadPosition, "'" + name + "' is no square; squares are a1 to j10"});
  return *square;
}

Piece to_piece(const std::string& text) {
  const auto piece = text.size() == 1 ? piece_of_letter(text[0]) : std::nullopt;
  if (!piece) {
    raise({ErrorKind::BadPosition,
           "'" + text + "' is no piece; the letters are C R F D T W A P (Black) and c r f d t w a p (Orange)"});
  }
  return *piece;
}

std::optional<int> to_count(const py::object& count) {
  if (count.is_none()) return std::nullopt;
  if (!py::isinstance<py::int_>(count)) throw py::type_error("the count is a number of plies or None");
  return count.cast<int>();
}

Position make_position(const Pieces& pieces, const py::object& to_move, const std::string& escapes,
                       const py::object& count) {
  Position position;
  const auto put_all = [&position](const auto& all) {
    for (const auto& [name, letter] : all) {
      const Square square = to_square(name);
      if (position.at(square)) raise({ErrorKind::BadPosition, "two pieces on " + name});
      position.put(to_piece(letter), square);
    }
  };
  std::visit(put_all, pieces);
  position.to_move = to_side(to_move);
  position.escapes = to_escapes(escapes);
  position.count = to_count(count);
  return checked(position);
}

Position replaced(Position position, const py::kwargs& changes) {
  for (const auto& [key, item] : changes) {
    const auto name = key.cast<std::string>();
    const auto value = py::reinterpret_borrow<py::object>(item);
    if (name == "to_move") {
      position.to_move = to_side(value);
    } else if (name == "escapes") {
      position.escapes = to_escapes(value.cast<std::string>());
    } else if (name == "count") {
      position.count = to_count(value);
    } else {
      throw py::type_error("replace() takes to_move, escapes and count, not '" + name + "'");
    }
  }
  return position;
}

py::dict pieces_of(const Position& position) {
  py::dict pieces;
  for (int number = 0; number < kSquares; ++number) {
    const Square square = plain_square(number);
    if (const auto piece = position.at(square)) pieces[py::str(square.name())] = std::string(1, letter(*piece));
  }
  return pieces;
}

py::array_t<std::uint8_t> board_of(const Position& position) {
  py::array_t<std::uint8_t> board(kSquares);
  for (int number = 0; number < kSquares; ++number) {
    const auto piece = position.at(plain_square(number));
    board.mutable_at(number) = piece ? board_code(*piece) : std::uint8_t{0};
  }
  return board;
}

void add_makers(py::class_<Position>& position) {
  position
      .def(py::init(&make_position), py::arg("pieces"), py::arg("to_move") = "black", py::arg("escapes") = "-",
           py::arg("count") = py::none(),
           "__init__(self, pieces, to_move='black', escapes='-', count=None)\n--\n\n"
           "Pieces by square, such as {'e1': 'C', 'f1': 'R', 'e10': 'r'}, or pairs of the two.\n\n"
           "Each side has exactly one Princess and at most one Chief; else raises BadPosition.")
      .def_static(
          "parse",
          [](const std::string& text, bool mirrored_array) { return take(Position::parse(text, mirrored_array)); },
          py::arg("text"), py::arg("mirrored_array") = false,
          "parse(text, mirrored_array=False)\n--\n\n"
          "Reads `placement to-move escapes count`; fields after the placement may be missing. `startpos` is the\n"
          "array. Raises BadPosition.")
      .def(
          "with_piece",
          [](Position self, const std::string& square, const std::string& piece) {
            self.put(to_piece(piece), to_square(square));
            return checked(self);
          },
          py::arg("square"), py::arg("piece"),
          "with_piece(self, square, piece)\n--\n\nThe position with a piece put on a square, over what stands there.")
      .def(
          "without_piece",
          [](Position self, const std::string& square) {
            self.remove(to_square(square));
            return checked(self);
          },
          py::arg("square"), "without_piece(self, square)\n--\n\nThe position with a square empty.")
      .def("replace", &replaced,
           "replace(self, **changes)\n--\n\nThe position with another `to_move`, `escapes` or `count`.")
      .def("turned_over", &turned_over,
           "turned_over(self)\n--\n\n"
           "The position with colours exchanged and the board turned over: as good for the other side.");
}

void add_fields(py::class_<Position>& position) {
  position.def_property_readonly("pieces", &pieces_of, "Pieces by square, a1 first; upper case is Black.")
      .def(
          "piece_at",
          [](const Position& self, const std::string& square) -> std::optional<std::string> {
            const auto piece = self.at(to_square(square));
            return piece ? std::optional(std::string(1, letter(*piece))) : std::nullopt;
          },
          py::arg("square"), "piece_at(self, square)\n--\n\nThe letter of what stands on a square, or None.")
      .def_property_readonly(
          "to_move", [](const Position& self) { return to_python(self.to_move); }, "The side to move.")
      .def_property_readonly(
          "escapes", [](const Position& self) { return escapes_text(self.escapes); },
          "Escapes left: 'Rr', 'R', 'r' or '-'.")
      .def_readonly("count", &Position::count,
                    "Plies left on the count; None: not stated, where it is full or doesn't run.")
      .def_property_readonly(
          "ending", [](const Position& self) { return take(Ending::of(self)).name(); },
          "The ending's name, such as 'CRvCR'. Raises BadEnding with more than 8 pieces.")
      .def("board", &board_of,
           "board(self)\n--\n\nThe squares a1, b1, ... j10 as 100 bytes: 0 empty, 1 to 8 Black's C R F D T W A P,\n"
           "9 to 16 Orange's. A row of `Tablebase.probe_batch`.");
}

}  // namespace

void add_positions(py::module_& module) {
  py::class_<Position> position(
      module, "Position",
      "What stands where, who is to move, which escapes are left, and the count. Immutable.\n\n"
      "`str` gives its text, which `Position.parse` reads.");
  add_makers(position);
  add_fields(position);
  position.def("__str__", &Position::to_string)
      .def("__repr__", [](const Position& self) { return fmt::format("<jetan.Position {}>", self.to_string()); })
      .def(
          "__eq__", [](const Position& a, const Position& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Position& self) { return std::hash<std::string>{}(self.to_string()); })
      .def(py::pickle([](const Position& self) { return self.to_string(); },
                      [](const std::string& text) { return take(Position::parse(text)); }));
}

}  // namespace jetan::python
