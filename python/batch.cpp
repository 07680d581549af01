// Tablebase.probe_batch and probe_squares: positions from NumPy arrays.
#include <fmt/format.h>

#include <string_view>

#include "batch_run.hpp"
#include "number_array.hpp"
#include "open_tables.hpp"
#include "plain_board.hpp"
#include "python_values.hpp"

namespace jetan::python {
namespace {

constexpr int kMaxThreads = 4096;

tl::unexpected<Error> bad_position(std::string message) { return failure(ErrorKind::BadPosition, std::move(message)); }

// What a position has beside its pieces, a column each.
class Columns {
 public:
  Columns(py::ssize_t rows, const py::object& to_move, const py::object& escapes, const py::object& count)
      : to_move_(to_move, "to_move"), escapes_(escapes, "escapes"), count_(count, "count") {
    to_move_.require_column(rows, "to_move");
    escapes_.require_column(rows, "escapes");
    count_.require_column(rows, "count");
  }

  Result<Position> filled_in(Position position, py::ssize_t row) const {
    const std::int64_t to_move = to_move_.at(row);
    const std::int64_t escapes = escapes_.at(row);
    const std::int64_t count = count_.at(row);
    if (to_move != 0 && to_move != 1) {
      return bad_position(fmt::format("to_move is 0 (Black) or 1 (Orange), not {}", to_move));
    }
    if (escapes < 0 || escapes > 3) {
      return bad_position(fmt::format("escapes are 0 to 3 (1 for Black's plus 2 for Orange's), not {}", escapes));
    }
    if (count < -1 || count > INT16_MAX) {
      return bad_position(fmt::format("count is the plies left on it, or -1 (not stated), not {}", count));
    }
    position.to_move = static_cast<Side>(to_move);
    position.escapes = {(escapes & 1) != 0, (escapes & 2) != 0};
    if (count >= 0) position.count = static_cast<int>(count);
    return position;
  }

 private:
  NumberArray to_move_;
  NumberArray escapes_;
  NumberArray count_;
};

Result<Position> position_on_board(const NumberArray& boards, py::ssize_t row) {
  Position position;
  const std::uint8_t* const bytes = boards.bytes(row);
  for (int number = 0; number < kSquares; ++number) {
    const std::int64_t code = bytes != nullptr ? bytes[number] : boards.at(row, number);
    if (code == 0) continue;
    const auto piece = piece_of_board_code(code);
    if (!piece) {
      return bad_position(
          fmt::format("square {} has code {}; 0 is empty, 1 to 16 are pieces", plain_square(number).name(), code));
    }
    position.put(*piece, plain_square(number));
  }
  return position;
}

Result<Position> position_on_squares(const std::vector<Piece>& pieces, const NumberArray& squares, py::ssize_t row) {
  Position position;
  SquareSet taken;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::int64_t number = squares.at(row, static_cast<py::ssize_t>(i));
    if (number < 0 || number >= kSquares) {
      return bad_position(fmt::format("{} is no square; they are 0 (a1), 1 (b1) to 99 (j10)", number));
    }
    const Square square = plain_square(static_cast<int>(number));
    if (taken.contains(square)) return bad_position("two pieces on " + square.name());
    taken.set(square);
    position.put(pieces[i], square);
  }
  return position;
}

// Fills in errors and threads, runs the job without Python's lock, and gives the arrays.
py::object answers(const OpenTables& self, BatchJob job, const std::string& errors, int threads) {
  if (errors != "raise" && errors != "mark") {
    raise({ErrorKind::BadArgument, "errors should be 'raise' or 'mark', not '" + errors + "'"});
  }
  if (threads < 1 || threads > kMaxThreads) {
    raise({ErrorKind::BadArgument, fmt::format("threads should be 1 to {}, not {}", kMaxThreads, threads)});
  }
  const auto rows = static_cast<py::ssize_t>(job.rows);
  py::array_t<std::int8_t> outcome(rows);
  py::array_t<std::int16_t> plies(rows);
  py::array_t<std::uint8_t> error(rows);
  job.answers = {outcome.mutable_data(), plies.mutable_data(), error.mutable_data()};
  job.stop_at_error = errors == "raise";
  job.threads = threads;
  job.keep_on = [] {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() == 0;
  };
  const auto tables = self.get();
  const auto bad = without_gil([&] { return run_batch(*tables, job); });
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();  // keep_on's: KeyboardInterrupt, say
  if (bad) raise_in_row(bad->error, bad->row);
  return named_tuple("BatchValues", outcome, plies, error);
}

py::object probe_batch(const OpenTables& self, const py::object& boards_given, const py::object& to_move,
                       const py::object& escapes, const py::object& count, const std::string& errors, int threads) {
  const NumberArray boards(boards_given, "boards");
  if (boards.dimensions() != 2 || boards.size(1) != kSquares) {
    raise({ErrorKind::BadArgument, "boards should be an array of shape (n, 100), not " + boards.shape()});
  }
  const Columns columns(boards.size(0), to_move, escapes, count);
  BatchJob job;
  job.rows = static_cast<std::size_t>(boards.size(0));
  job.position = [&](std::size_t row) {
    const auto at = static_cast<py::ssize_t>(row);
    return position_on_board(boards, at).and_then([&](const Position& pieces) {
      return columns.filled_in(pieces, at);
    });
  };
  return answers(self, std::move(job), errors, threads);
}

std::vector<Piece> to_pieces(std::string_view letters) {
  std::vector<Piece> pieces;
  for (const char letter : letters) {
    const auto piece = piece_of_letter(letter);
    if (!piece) {
      raise({ErrorKind::BadArgument,
             "pieces should be letters such as 'CRcr' (upper case Black), not '" + std::string(letters) + "'"});
    }
    pieces.push_back(*piece);
  }
  return pieces;
}

py::object probe_squares(const OpenTables& self, const std::string& letters, const py::object& squares_given,
                         const py::object& to_move, const py::object& escapes, const py::object& count,
                         const std::string& errors, int threads) {
  const std::vector<Piece> pieces = to_pieces(letters);
  const NumberArray squares(squares_given, "squares");
  if (squares.dimensions() != 2 || squares.size(1) != static_cast<py::ssize_t>(pieces.size())) {
    raise({ErrorKind::BadArgument, fmt::format("squares should be an array of shape (n, {}), a column for each of {}, "
                                               "not {}",
                                               pieces.size(), letters, squares.shape())});
  }
  const Columns columns(squares.size(0), to_move, escapes, count);
  BatchJob job;
  job.rows = static_cast<std::size_t>(squares.size(0));
  job.position = [&](std::size_t row) {
    const auto at = static_cast<py::ssize_t>(row);
    return position_on_squares(pieces, squares, at).and_then([&](const Position& placed) {
      return columns.filled_in(placed, at);
    });
  };
  return answers(self, std::move(job), errors, threads);
}

}  // namespace

void add_batches(TablebaseClass& tablebase) {
  tablebase
      .def("probe_batch", &probe_batch, py::arg("boards"), py::arg("to_move") = 0, py::arg("escapes") = 0,
           py::arg("count") = -1, py::kw_only(), py::arg("errors") = "raise", py::arg("threads") = 1,
           "probe_batch(self, boards, to_move=0, escapes=0, count=-1, *, errors='raise', threads=1)\n--\n\n"
           "The values of many positions, as BatchValues.\n\n"
           "boards: an array of shape (n, 100), a row as `Position.board` gives it; uint8 is quickest.\n"
           "to_move: 0 Black, 1 Orange. escapes: 1 for Black's plus 2 for Orange's. count: plies left on it, -1 not\n"
           "stated. Each is one number for all or an array of n.\n"
           "errors: 'raise' raises the first row's error, with its number as `row`; 'mark' answers all rows and marks\n"
           "the bad ones: outcome INVALID, plies -1, error the ErrorKind.\n"
           "threads: how many to use. Other Python threads go on meanwhile; leave the arrays alone until it is done.")
      .def("probe_squares", &probe_squares, py::arg("pieces"), py::arg("squares"), py::arg("to_move") = 0,
           py::arg("escapes") = 0, py::arg("count") = -1, py::kw_only(), py::arg("errors") = "raise",
           py::arg("threads") = 1,
           "probe_squares(self, pieces, squares, to_move=0, escapes=0, count=-1, *, errors='raise', threads=1)\n--\n\n"
           "Likewise for positions of the same pieces, such as 'CRcr' (upper case Black).\n\n"
           "squares: an array of shape (n, len(pieces)): where each piece stands, 0 a1, 1 b1, ... 99 j10.");
}

}  // namespace jetan::python
