// The naive rules engine: Jetan's moves, endings of the game and count, written from the rules alone.
//
// It is the judge of the library's engine and shares nothing with it but the types that hold a position and a rule
// set. It is meant to be read against the rules, not to be fast.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "tests/naive/board.hpp"

namespace jetan::naive {

struct Move {
  Square from;
  Square to;
  bool capture = false;
  bool escape = false;
  friend bool operator==(const Move&, const Move&) = default;
};

// "e1-e4", capture "e1xe4", escape "f1~b7".
std::string to_text(const Move& move);

// All legal moves of the side to move, in no particular order. They are listed even when the count is spent.
std::vector<Move> legal_moves(const RuleSet& rules, const Position& position);

// The same by parts, on a bare board.
std::vector<Move> ordinary_moves(const RuleSet& rules, const Board& board, Side side);
std::vector<Move> escape_moves(const RuleSet& rules, const Board& board, Side side);

// An enemy piece other than the enemy Princess could capture the side's Princess where she stands.
bool princess_is_threatened(const RuleSet& rules, const Board& board, Side side);

// The game is over: won by `winner`, or drawn.
struct Ended {
  std::optional<Side> winner;
  friend bool operator==(const Ended&, const Ended&) = default;
};

// What a capture ends at once, if anything.
std::optional<Ended> end_by_capture(const RuleSet& rules, Piece by, Piece captured);

// The end of the game, or the next position, its count stated exactly when the count runs in it. `move` is legal.
std::variant<Ended, Position> apply(const RuleSet& rules, const Position& position, const Move& move);

// How the game ended, if it is over before the side to move moves: no legal move, or else the count is spent.
std::optional<Ended> judge(const RuleSet& rules, const Position& position);

// The outcome for a side to move that has no legal move.
Ended end_by_no_move(const RuleSet& rules, const Board& board, Side to_move);

// Whether the count runs with these pieces on the board.
bool condition_holds(const RuleSet& rules, const Position& position);
bool condition_holds(const RuleSet& rules, const std::vector<Piece>& pieces);

// Plies left on the count; nothing when it isn't running. A count the position doesn't state is full.
std::optional<int> plies_left(const RuleSet& rules, const Position& position);

// The number of sequences of exactly `depth` legal moves. A move that ends the game is a leaf at its own depth only.
std::uint64_t perft(const RuleSet& rules, const Position& position, int depth);

}  // namespace jetan::naive
