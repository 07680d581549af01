// The C interface: errors, and how its positions and moves become the library's and back.
#include "probe/c_api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace jetan::c_api {

jetan_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadPosition: return JETAN_BAD_POSITION;
    case ErrorKind::BadEnding: return JETAN_BAD_ENDING;
    case ErrorKind::BadRules: return JETAN_BAD_RULES;
    case ErrorKind::BadArgument: return JETAN_BAD_ARGUMENT;
    case ErrorKind::TableMissing: return JETAN_TABLE_MISSING;
    case ErrorKind::TableDamaged: return JETAN_TABLE_DAMAGED;
    case ErrorKind::WrongRules: return JETAN_WRONG_RULES;
    case ErrorKind::OutOfMemory: return JETAN_OUT_OF_MEMORY;
    case ErrorKind::Io: return JETAN_IO;
    case ErrorKind::Interrupted: return JETAN_INTERRUPTED;
  }
  return JETAN_BAD_ARGUMENT;
}

jetan_status fail(jetan_error* error, jetan_status status, std::string_view message) noexcept {
  if (error == nullptr) return status;
  error->status = status;
  const std::size_t length = std::min(message.size(), sizeof(error->message) - 1);
  std::memcpy(error->message, message.data(), length);
  error->message[length] = '\0';
  return status;
}

jetan_status fail(jetan_error* error, const Error& why) noexcept {
  return fail(error, status_of(why.kind), why.message);
}

jetan_status fail_of_null(jetan_error* error) noexcept {
  return fail(error, JETAN_BAD_ARGUMENT, "a pointer that must lead somewhere is NULL");
}

tl::unexpected<Error> faulty(const char* fault) {
  return failure(ErrorKind::BadPosition, fmt::format("the position has {}", fault));
}

Result<Position> position_of(const jetan_position& from) {
  Position position;
  if (const char* fault = read_position(from, position)) return faulty(fault);
  return position;
}

Result<jetan_position> position_for_c(const Position& from) {
  if (from.occupied().count() > JETAN_MAX_PIECES) {
    return failure(ErrorKind::BadPosition, fmt::format("the position has {} pieces; there is room for {}",
                                                       from.occupied().count(), JETAN_MAX_PIECES));
  }
  if (from.count > std::numeric_limits<std::int16_t>::max()) {
    return failure(ErrorKind::BadPosition, fmt::format("{} plies left on the count, which no rules have", *from.count));
  }
  jetan_position to{};
  to.to_move = from.to_move == Side::Orange ? JETAN_ORANGE : JETAN_BLACK;
  to.escapes = bits_of(from.escapes);
  to.count = static_cast<std::int16_t>(from.count.value_or(JETAN_NO_COUNT));
  for (const Square square : from.occupied()) {
    to.piece[to.pieces] = code_of(*from.at(square));
    to.square[to.pieces] = number_of_square(square);
    ++to.pieces;
  }
  return to;
}

Result<Move> move_of(const jetan_move& move) {
  if (move.from >= kSquares || move.to >= kSquares) {
    return failure(ErrorKind::BadPosition, "the move has a square beyond 99");
  }
  return Move{kSquareOfNumber[move.from], kSquareOfNumber[move.to], move.capture != 0, move.escape != 0};
}

jetan_move move_for_c(Move move) {
  return {number_of_square(move.from), number_of_square(move.to), static_cast<std::uint8_t>(move.capture ? 1 : 0),
          static_cast<std::uint8_t>(move.escape ? 1 : 0)};
}

}  // namespace jetan::c_api

const char* jetan_version(void) { return JETAN_VERSION; }

static_assert(std::string_view(JETAN_VERSION) == std::string_view{std::array{char('0' + JETAN_PROBE_VERSION_MAJOR), '.',
                                                                             char('0' + JETAN_PROBE_VERSION_MINOR), '.',
                                                                             char('0' + JETAN_PROBE_VERSION_PATCH)}
                                                                      .data(),
                                                                  5},
              "jetan_probe.h and CMakeLists.txt differ in the version");
