// The C interface: what positions and moves are worth.
#include <algorithm>

#include "probe/c_api.hpp"

using namespace jetan;         // NOLINT: this file gives the library's things C names
using namespace jetan::c_api;  // NOLINT: likewise

jetan_status jetan_probe(const jetan_tables* tables, const jetan_position* position, jetan_value* value,
                         jetan_error* error) {
  if (value == nullptr) return fail_of_null(error);
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<Value> found = tables->tablebase.value(read);
    if (!found) return fail(error, found.error());
    *value = value_for_c(*found);
    return JETAN_OK;
  });
}

jetan_status jetan_probe_unchecked(const jetan_tables* tables, const jetan_position* position, jetan_value* value,
                                   jetan_error* error) {
  if (any_null(tables, position, value)) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    const Result<Value> found = tables->tablebase.value_unchecked(trusted_position(*position));
    if (!found) return fail(error, found.error());
    *value = value_for_c(*found);
    return JETAN_OK;
  });
}

jetan_status jetan_probe_outcome(const jetan_tables* tables, const jetan_position* position, int* outcome,
                                 jetan_error* error) {
  if (outcome == nullptr) return fail_of_null(error);
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<Outcome> found = tables->tablebase.outcome(read);
    if (!found) return fail(error, found.error());
    *outcome = outcome_for_c(*found);
    return JETAN_OK;
  });
}

jetan_status jetan_probe_in_memory(const jetan_tables* tables, const jetan_position* position, jetan_value* value,
                                   jetan_error* error) {
  if (value == nullptr) return fail_of_null(error);
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<std::optional<Value>> found = tables->tablebase.value_in_memory(read);
    if (!found) return fail(error, found.error());
    if (!*found) return JETAN_NOT_IN_MEMORY;
    *value = value_for_c(**found);
    return JETAN_OK;
  });
}

jetan_status jetan_probe_many(const jetan_tables* tables, const jetan_position* positions, size_t count,
                              jetan_value* values, jetan_status* statuses, jetan_error* error) {
  if (tables == nullptr || (count > 0 && any_null(positions, values))) return fail_of_null(error);
  return guarded(error, [&]() -> jetan_status {
    constexpr std::size_t kGroup = 256;  // so that it needs no more memory, however many there are
    jetan_status first = JETAN_OK;
    std::vector<Position> read;
    std::vector<std::size_t> places;
    const auto tell = [&](std::size_t i, const Error* why) {
      const jetan_status status = why == nullptr ? JETAN_OK : status_of(why->kind);
      if (statuses != nullptr) statuses[i] = status;
      if (why != nullptr && first == JETAN_OK) first = fail(error, *why);
    };
    for (std::size_t begin = 0; begin < count; begin += kGroup) {
      read.clear();
      places.clear();
      // The group's failures in the order of its positions: those that can't be read leave a hole.
      std::vector<std::pair<std::size_t, Error>> unreadable;
      for (std::size_t i = begin; i < std::min(begin + kGroup, count); ++i) {
        Position& position = read.emplace_back();
        if (const char* fault = read_position(positions[i], position)) {
          read.pop_back();
          unreadable.emplace_back(i, faulty(fault).value());
        } else {
          places.push_back(i);
        }
      }
      const std::vector<Result<Value>> found = tables->tablebase.values(read);
      auto hole = unreadable.begin();
      const auto tell_holes_before = [&](std::size_t i) {
        for (; hole != unreadable.end() && hole->first < i; ++hole) tell(hole->first, &hole->second);
      };
      for (std::size_t n = 0; n < found.size(); ++n) {
        tell_holes_before(places[n]);
        if (found[n]) values[places[n]] = value_for_c(*found[n]);
        tell(places[n], found[n] ? nullptr : &found[n].error());
      }
      tell_holes_before(count);
    }
    return first;
  });
}

void jetan_prefetch(const jetan_tables* tables, const jetan_position* position) {
  with_position(tables, position, nullptr, [&](const Position& read) {
    tables->tablebase.prefetch(read);
    return JETAN_OK;
  });
}

jetan_status jetan_rank_moves(const jetan_tables* tables, const jetan_position* position, jetan_value* value,
                              jetan_ranked_move* moves, size_t capacity, size_t* count, jetan_error* error) {
  if (!is_room(moves, capacity, count)) return fail_of_null(error);
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<Answer> answer = tables->tablebase.ask(read);
    if (!answer) return fail(error, answer.error());
    if (value != nullptr) *value = value_for_c(answer->value);
    write_list(answer->moves, moves, capacity, count, [](const MoveValue& of_move) {
      return jetan_ranked_move{move_for_c(of_move.move), value_for_c(of_move.value)};
    });
    return JETAN_OK;
  });
}

jetan_status jetan_best_line(const jetan_tables* tables, const jetan_position* position, int max_plies,
                             jetan_move* moves, size_t capacity, size_t* count, jetan_error* error) {
  if (!is_room(moves, capacity, count)) return fail_of_null(error);
  return with_position(tables, position, error, [&](const Position& read) {
    const Result<std::vector<Move>> line = tables->tablebase.line(read, max_plies);
    if (!line) return fail(error, line.error());
    write_list(*line, moves, capacity, count, move_for_c);
    return JETAN_OK;
  });
}
