// What a table says of a position: the outcome for the side to move, and in how many plies.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace jetan {

// How an ending's plies are to be read.
enum class Metric : std::uint8_t {
  // Plies to the end of the game with best play. A loss with no legal move is 0, capturing the Princess is 1. Where
  // the way leads by a capture into an ending under the count, the capture's ply plus that ending's number.
  Win,
  // Ending under the count: the least number of plies left on the count with which the side to move wins (loses).
  Count,
};
const char* name(Metric metric);  // "win", "count"

// What a table tells of each position.
enum class TableKind : std::uint8_t {
  Distances,  // the outcome, and in how many plies
  Outcomes,   // won, drawn or lost: a smaller file
};

struct Value {
  Outcome outcome = Outcome::Draw;
  int plies = 0;  // 0 for a draw
  friend bool operator==(Value, Value) = default;
};

// A value as a number: draw 0, win in n plies 2 n, loss in n plies 2 n + 1 (a win takes a ply at least).
using ValueCode = std::uint16_t;
inline constexpr int kMaxPlies = 32'000;

constexpr ValueCode encode(Value value) {
  if (value.outcome == Outcome::Draw) return 0;
  return static_cast<ValueCode>(2 * value.plies + (value.outcome == Outcome::Loss ? 1 : 0));
}
constexpr Value decode(ValueCode code) {
  if (code == 0) return {};
  return {code % 2 == 0 ? Outcome::Win : Outcome::Loss, code / 2};
}

// The outcome alone as a number, in a table of outcomes: draw 0, win 1, loss 2.
constexpr ValueCode outcome_code(Outcome outcome) {
  return outcome == Outcome::Draw ? 0 : outcome == Outcome::Win ? 1 : 2;
}
inline constexpr ValueCode kMostOutcomeCode = 2;
constexpr Outcome decode_outcome(ValueCode code) {
  return code == 0 ? Outcome::Draw : code == 1 ? Outcome::Win : Outcome::Loss;
}
// Likewise from a value's code: 0 draw, even a win, odd a loss.
constexpr ValueCode outcome_code(ValueCode code) {
  return code == 0 ? ValueCode{0} : static_cast<ValueCode>(1 + code % 2);
}

}  // namespace jetan
