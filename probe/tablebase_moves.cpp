// What a tablebase says of moves.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "probe/tablebase_state.hpp"

namespace jetan {
namespace {

Value value_of_end(Outcome outcome, int plies) { return outcome == Outcome::Draw ? Value{} : Value{outcome, plies}; }

// Smaller is better for the mover.
std::pair<int, int> rank_of(Value value) {
  switch (value.outcome) {
    case Outcome::Win: return {0, value.plies};
    case Outcome::Draw: return {1, 0};
    case Outcome::Loss: break;
  }
  return {2, -value.plies};
}

// A move's text as a number in the same order: a text has at most seven characters ("j10xj10").
std::uint64_t text_order(Move move) {
  std::uint64_t order = 0;
  int free = 64;
  for (const char c : move.to_string()) order |= static_cast<std::uint64_t>(c) << (free -= 8);
  return order;
}

std::vector<Move> moves_by_text(const Game& game, const Position& position) {
  std::vector<std::pair<std::uint64_t, Move>> ordered;
  const std::vector<Move> legal = game.legal_moves(position);
  ordered.reserve(legal.size());
  for (const Move move : legal) ordered.emplace_back(text_order(move), move);
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Move> moves;
  moves.reserve(legal.size());
  for (const auto& [order, move] : ordered) moves.push_back(move);
  return moves;
}

std::string text_of(Value value) {
  if (value.outcome == Outcome::Draw) return "a draw";
  return fmt::format("a {} in {}", name(value.outcome), value.plies);
}

// The table's value and its moves' don't agree.
tl::unexpected<Error> contradiction(const Found& found, const Position& position, Value stored,
                                    const std::string& but) {
  const std::string path = found.table->file->path().string();
  return failure(
      ErrorKind::TableDamaged,
      fmt::format("{}: damaged table, or one that {} leads to: {} is {} there, but {}; `jetan verify` tells "
                  "which",
                  path, found.table->file->info().id.ending.name(), position.to_string(), text_of(stored), but));
}

}  // namespace

Value value_of_move(const Game& game, const Position& before, const AfterMove& after, Value opponents) {
  if (after.ended) return value_of_end(*after.ended, 1);
  if (opponents.outcome == Outcome::Draw) return {};
  int plies = opponents.plies + 1;
  if (game.count_runs(before)) {
    const Count& count = *game.rules().count;
    const bool captured = after.position.occupied().count() < before.occupied().count();
    // However long the rest takes, only the capture has to be made before the count runs out.
    if (captured && (count.on_capture == OnCapture::Restart || !game.count_runs(after.position))) plies = 1;
    if (plies > before.count.value_or(count.plies)) return {};
  }
  return {reversed(opponents.outcome), plies};
}

Result<Value> Tablebase::State::value_of(const Position& before, Move move) const {
  const AfterMove after = game.play(before, move);
  if (after.ended) return value_of_move(game, before, after, {});
  const Result<Found> found = find(after.position);
  if (!found) return tl::unexpected(found.error());
  return value(after.position, *found).map([&](Value opponents) {
    return value_of_move(game, before, after, opponents);
  });
}

Result<Tablebase::State::Asked> Tablebase::State::asked(const Position& position) const {
  if (const Result<void> good = check(position); !good) return tl::unexpected(good.error());
  const Result<Found> found = find(position);
  if (!found) return tl::unexpected(found.error());
  const Result<Value> truth = value(position, *found);
  if (!truth) return tl::unexpected(truth.error());
  Asked asked{*found, *truth, moves_by_text(game, position)};
  if (asked.moves.empty() || position.count == 0) {
    asked.moves.clear();
    if (const auto over = game.over(position); over && asked.value != value_of_end(*over, 0)) {
      return contradiction(*found, position, asked.value, "the game is over");
    }
  }
  return asked;
}

Result<Answer> Tablebase::ask(const Position& position) const {
  const Result<State::Asked> asked = state_->asked(position);
  if (!asked) return tl::unexpected(asked.error());
  Answer answer{asked->value, asked->found.table->file->info().metric, {}};
  for (const Move move : asked->moves) {
    const Result<Value> of_move = state_->value_of(position, move);
    if (!of_move) return tl::unexpected(of_move.error());
    answer.moves.push_back({move, *of_move});
  }
  std::stable_sort(answer.moves.begin(), answer.moves.end(),
                   [](const MoveValue& a, const MoveValue& b) { return rank_of(a.value) < rank_of(b.value); });
  if (answer.moves.empty() || answer.moves.front().value == answer.value) return answer;
  const MoveValue& first = answer.moves.front();
  return contradiction(asked->found, position, asked->value,
                       fmt::format("its best move {} makes it {}", first.move.to_string(), text_of(first.value)));
}

Result<std::optional<MoveValue>> Tablebase::best(const Position& position) const {
  const Result<State::Asked> asked = state_->asked(position);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->moves.empty()) return std::nullopt;
  // Of equally good moves the first by text is the best, so the first to reach the value is.
  for (const Move move : asked->moves) {
    const Result<Value> of_move = state_->value_of(position, move);
    if (!of_move) return tl::unexpected(of_move.error());
    if (*of_move == asked->value) return MoveValue{move, *of_move};
    if (rank_of(*of_move) < rank_of(asked->value)) {
      return contradiction(asked->found, position, asked->value,
                           fmt::format("its move {} makes it {}", move.to_string(), text_of(*of_move)));
    }
  }
  return contradiction(asked->found, position, asked->value, "no move makes it that");
}

Result<std::vector<Move>> Tablebase::line(const Position& position, int max_plies) const {
  std::vector<Move> line;
  for (Position current = position;;) {
    const Result<std::optional<MoveValue>> next = best(current);
    if (!next) return tl::unexpected(next.error());
    if (!*next) return line;
    const bool drawn = (*next)->value.outcome == Outcome::Draw;
    if (drawn && std::ssize(line) >= max_plies) return line;
    line.push_back((*next)->move);
    const AfterMove after = game().play(current, line.back());
    if (after.ended) return line;
    current = after.position;
  }
}

}  // namespace jetan
