// What the C interface's own files share: its positions and values as the library's, its errors, lists, and the line
// that no exception crosses. For those files only.
#pragma once

#include <array>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include "probe/jetan_probe.h"
#include "probe/tablebase.hpp"

struct jetan_tables {
  jetan::Tablebase tablebase;
};

namespace jetan::c_api {

jetan_status status_of(ErrorKind kind);
// Tells the caller, if it wants to know.
jetan_status fail(jetan_error* error, jetan_status status, std::string_view message) noexcept;
jetan_status fail(jetan_error* error, const Error& why) noexcept;
jetan_status fail_of_null(jetan_error* error) noexcept;

// Runs what may throw, and returns its status.
template <class Body>
jetan_status guarded(jetan_error* error, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail(error, JETAN_OUT_OF_MEMORY, "no memory");
  } catch (const std::exception& exception) {
    return fail(error, JETAN_BAD_ARGUMENT, exception.what());
  } catch (...) {
    return fail(error, JETAN_BAD_ARGUMENT, "something was thrown that is no std::exception");
  }
}

template <class... Pointers>
bool any_null(const Pointers*... pointers) {
  return ((pointers == nullptr) || ...);
}

// Squares and pieces as C numbers them.
constexpr auto make_squares() {
  std::array<Square, kSquares> squares;
  for (int i = 0; i < kSquares; ++i) squares[static_cast<std::size_t>(i)] = Square::at(i % kFiles, i / kFiles);
  return squares;
}
inline constexpr std::array<Square, kSquares> kSquareOfNumber = make_squares();
constexpr std::uint8_t number_of_square(Square square) {
  return static_cast<std::uint8_t>(kFiles * square.rank() + square.file());
}
constexpr Piece piece_of_code(std::uint8_t code) {
  return {(code & JETAN_ORANGE_PIECE) != 0 ? Side::Orange : Side::Black, kAllPieceKinds[code & 7U]};
}
constexpr std::uint8_t code_of(Piece piece) {
  return static_cast<std::uint8_t>(to_index(piece.kind) + (piece.side == Side::Orange ? JETAN_ORANGE_PIECE : 0));
}
constexpr Escapes escapes_of_bits(unsigned bits) {
  return {(bits & JETAN_BLACK_ESCAPE) != 0, (bits & JETAN_ORANGE_ESCAPE) != 0};
}
constexpr std::uint8_t bits_of(Escapes escapes) {
  return static_cast<std::uint8_t>((escapes.black ? JETAN_BLACK_ESCAPE : 0) +
                                   (escapes.orange ? JETAN_ORANGE_ESCAPE : 0));
}

// A position whose fields are all in range.
inline Position trusted_position(const jetan_position& from) {
  Position position;
  for (unsigned i = 0; i < from.pieces; ++i)
    position.put(piece_of_code(from.piece[i]), kSquareOfNumber[from.square[i]]);
  position.to_move = from.to_move == JETAN_ORANGE ? Side::Orange : Side::Black;
  position.escapes = escapes_of_bits(from.escapes);
  if (from.count >= 0) position.count = from.count;
  return position;
}
// Reads a position. Why it isn't one: a field out of range, or two pieces on a square; null if it is.
inline const char* read_position(const jetan_position& from, Position& position) {
  if (from.pieces > JETAN_MAX_PIECES) return "more than 40 pieces";
  if (from.to_move > JETAN_ORANGE) return "a side to move that is neither JETAN_BLACK nor JETAN_ORANGE";
  if (from.escapes > JETAN_BLACK_ESCAPE + JETAN_ORANGE_ESCAPE) return "escapes that are no sum of JETAN_..._ESCAPE";
  if (from.count < JETAN_NO_COUNT) return "a count that is neither plies nor JETAN_NO_COUNT";
  for (unsigned i = 0; i < from.pieces; ++i) {
    if (from.piece[i] > JETAN_ORANGE_PIECE + JETAN_PANTHAN) return "a piece that is none";
    if (from.square[i] >= kSquares) return "a square beyond 99";
    const Square square = kSquareOfNumber[from.square[i]];
    if (position.occupied().contains(square)) return "two pieces on a square";
    position.put(piece_of_code(from.piece[i]), square);
  }
  position.to_move = from.to_move == JETAN_ORANGE ? Side::Orange : Side::Black;
  position.escapes = escapes_of_bits(from.escapes);
  if (from.count >= 0) position.count = from.count;
  return nullptr;
}
tl::unexpected<Error> faulty(const char* fault);
// Errors: BadPosition.
Result<Position> position_of(const jetan_position& from);
// Errors: BadPosition for one of more than JETAN_MAX_PIECES pieces.
Result<jetan_position> position_for_c(const Position& from);

Result<Move> move_of(const jetan_move& move);
jetan_move move_for_c(Move move);
inline int outcome_for_c(Outcome outcome) {
  return outcome == Outcome::Win ? JETAN_WIN : outcome == Outcome::Draw ? JETAN_DRAW : JETAN_LOSS;
}
inline jetan_value value_for_c(Value value) { return {outcome_for_c(value.outcome), value.plies}; }

// Writes a list as far as there is room.
template <class From, class To, class Convert>
void write_list(const From& list, To* room, std::size_t capacity, std::size_t* count, const Convert& convert) {
  *count = list.size();
  for (std::size_t i = 0; i < std::min(list.size(), capacity); ++i) room[i] = convert(list[i]);
}
template <class To>
bool is_room(const To* room, std::size_t capacity, const std::size_t* count) {
  return count != nullptr && (room != nullptr || capacity == 0);
}

// A position's checked form, and what is to be done with it.
template <class Body>
jetan_status with_position(const jetan_tables* tables, const jetan_position* position, jetan_error* error,
                           const Body& body) noexcept {
  if (any_null(tables, position)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    Position read;
    const char* fault = read_position(*position, read);
    return fault == nullptr ? body(read) : fail(error, faulty(fault).value());
  });
}

}  // namespace jetan::c_api
