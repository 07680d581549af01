// The C interface: positions, moves and their texts.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "probe/c_api.hpp"

namespace jetan::c_api {
namespace {

// The position, if it can be under the rules.
template <class Body>
jetan_status with_checked(const jetan_tables* tables, const jetan_position* position, jetan_error* error,
                          const Body& body) noexcept {
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<void> good = tables->tablebase.check(read);
    return good ? body(read) : fail(error, good.error());
  });
}

}  // namespace
}  // namespace jetan::c_api

using namespace jetan;         // NOLINT: this file gives the library's things C names
using namespace jetan::c_api;  // NOLINT: likewise

jetan_status jetan_parse_position(const jetan_tables* tables, const char* text, jetan_position* position,
                                  jetan_error* error) {
  if (any_null(tables, text, position)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Result<jetan_position> read = tables->tablebase.game().parse_position(text).and_then(position_for_c);
    if (!read) return fail(error, read.error());
    *position = *read;
    return JETAN_OK;
  });
}

jetan_status jetan_format_position(const jetan_position* position, char text[JETAN_POSITION_TEXT_BYTES],
                                   jetan_error* error) {
  if (any_null(position, text)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Result<Position> read = position_of(*position);
    if (!read) return fail(error, read.error());
    const std::string written = read->to_string();
    static_assert(100 + 9 + 3 + 3 + 6 < JETAN_POSITION_TEXT_BYTES, "a piece on every square, and the other fields");
    std::memcpy(text, written.c_str(), written.size() + 1);
    return JETAN_OK;
  });
}

jetan_status jetan_parse_move(const jetan_tables* tables, const jetan_position* position, const char* text,
                              jetan_move* move, jetan_error* error) {
  if (any_null(text, move)) return fail_of_null(error);
  return with_checked(tables, position, error, [&](const Position& read) {
    const Result<Move> legal = tables->tablebase.game().parse_move(read, text);
    if (!legal) return fail(error, legal.error());
    *move = move_for_c(*legal);
    return JETAN_OK;
  });
}

jetan_status jetan_format_move(const jetan_move* move, char text[JETAN_MOVE_TEXT_BYTES], jetan_error* error) {
  if (any_null(move, text)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Result<Move> read = move_of(*move);
    if (!read) return fail(error, read.error());
    const std::string written = read->to_string();
    static_assert(std::string_view("j10xj10").size() < JETAN_MOVE_TEXT_BYTES);
    std::memcpy(text, written.c_str(), written.size() + 1);
    return JETAN_OK;
  });
}

jetan_status jetan_check_position(const jetan_tables* tables, const jetan_position* position, jetan_error* error) {
  return with_checked(tables, position, error, [](const Position&) { return JETAN_OK; });
}

jetan_status jetan_legal_moves(const jetan_tables* tables, const jetan_position* position, jetan_move* moves,
                               size_t capacity, size_t* count, jetan_error* error) {
  if (!is_room(moves, capacity, count)) return fail_of_null(error);
  return with_checked(tables, position, error, [&](const Position& read) {
    write_list(tables->tablebase.game().legal_moves(read), moves, capacity, count, move_for_c);
    return JETAN_OK;
  });
}

jetan_status jetan_play(const jetan_tables* tables, const jetan_position* position, const jetan_move* move,
                        jetan_position* after, int* ended, int* outcome, jetan_error* error) {
  if (any_null(move, after, ended, outcome)) return fail_of_null(error);
  return with_checked(tables, position, error, [&](const Position& read) {
    const Result<Move> wanted = move_of(*move);
    if (!wanted) return fail(error, wanted.error());
    // A count below none would mean to C that none is stated.
    if (read.count == 0) return fail(error, JETAN_BAD_POSITION, "the game is over: the count has run out");
    const Game& game = tables->tablebase.game();
    const std::vector<Move> legal = game.legal_moves(read);
    if (std::find(legal.begin(), legal.end(), *wanted) == legal.end()) {
      return fail(error, JETAN_BAD_POSITION,
                  fmt::format("'{}' is no legal move in {}; jetan_legal_moves lists them", wanted->to_string(),
                              read.to_string()));
    }
    const AfterMove played = game.play(read, *wanted);
    *ended = played.ended ? 1 : 0;
    if (played.ended) {
      *outcome = outcome_for_c(*played.ended);
    } else {
      *after = position_for_c(played.position).value();  // no more pieces than before
    }
    return JETAN_OK;
  });
}
