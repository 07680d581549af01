#include <algorithm>

#include "tests/naive/engine.hpp"
#include "tests/naive/solver.hpp"

namespace jetan::naive {

Value value_through(const RuleSet& rules, bool counted_before, bool counted_after, bool capture, Value after) {
  if (after.outcome == Outcome::Draw) return after;
  int plies = after.plies + 1;
  if (counted_before) {
    const bool starts_anew = capture && rules.count->on_capture == OnCapture::Restart;
    if (!counted_after || starts_anew) plies = 1;  // however short the count was, only the capture had to be made in it
    if (plies > rules.count->plies) return {Outcome::Draw, 0};
  }
  return {after.outcome == Outcome::Win ? Outcome::Loss : Outcome::Win, plies};
}

Value expected_value(const RuleSet& rules, const Position& position,
                     const std::function<Value(const Position&)>& value_of) {
  const std::vector<Move> moves = legal_moves(rules, position);
  if (moves.empty()) {
    const Ended ended = end_by_no_move(rules, Board(position), position.to_move);
    return ended.winner ? Value{Outcome::Loss, 0} : Value{Outcome::Draw, 0};
  }

  const bool counted = condition_holds(rules, position);
  int quickest_win = -1;
  int slowest_loss = -1;
  bool can_draw = false;
  for (const Move& move : moves) {
    Value value{Outcome::Draw, 0};
    const auto next = apply(rules, position, move);
    if (const Ended* ended = std::get_if<Ended>(&next)) {
      if (ended->winner) value = {Outcome::Win, 1};
    } else {
      const Position& after = std::get<Position>(next);
      value = value_through(rules, counted, condition_holds(rules, after), move.capture, value_of(after));
    }
    if (value.outcome == Outcome::Win)
      quickest_win = quickest_win < 0 ? value.plies : std::min(quickest_win, value.plies);
    if (value.outcome == Outcome::Loss) slowest_loss = std::max(slowest_loss, value.plies);
    if (value.outcome == Outcome::Draw) can_draw = true;
  }
  if (quickest_win >= 0) return {Outcome::Win, quickest_win};
  if (can_draw) return {Outcome::Draw, 0};
  return {Outcome::Loss, slowest_loss};
}

std::string to_text(Value value) {
  switch (value.outcome) {
    case Outcome::Win: return "win " + std::to_string(value.plies);
    case Outcome::Draw: return "draw";
    case Outcome::Loss: return "loss " + std::to_string(value.plies);
  }
  return {};
}

}  // namespace jetan::naive
