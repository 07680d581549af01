// The naive solver: solves a whole small ending, position by position, straight from the definition of its values.
//
// Every placement of the pieces is a position of its own: no symmetry, no swapping of colours. It is meant for
// endings of two and three pieces, and of four when some of them are bound to few squares (see solve_around).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace jetan::naive {

enum class Outcome { Loss, Draw, Win };

// What a position is worth to the side to move.
//
// Ending not under the count: `plies` to the end of the game with best play. Ending under the count: the least number
// of plies left on the count with which the side to move wins (loses). A draw has 0.
struct Value {
  Outcome outcome = Outcome::Draw;
  int plies = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

std::string to_text(Value value);  // "win 3", "draw", "loss 0"

class Solved;

class NaiveSolver {
 public:
  explicit NaiveSolver(RuleSet rules);
  ~NaiveSolver();

  // Solves the ending for both sides to move and all escape states (only the one without, when the rules have no
  // escape), and all endings it leads to. Each side needs its Princess. Throws std::length_error when it is too large.
  const Solved& solve(const std::vector<PieceKind>& black, const std::vector<PieceKind>& orange);

  // Solves the part of an ending that holds the position: each piece keeps to the squares it could ever reach, alone
  // on the board, from where it stands. (A Padwar has 25, a Panthan few.)
  const Solved& solve_around(const Position& position);

  // The value of a position; solves its ending first if need be. The count stated in the position doesn't matter.
  Value value(const Position& position);

  const RuleSet& rules() const { return rules_; }

 private:
  using Ground = std::vector<int>;  // numbers of squares
  const Solved& solve(const std::vector<Piece>& pieces, const std::vector<Ground>& grounds);

  RuleSet rules_;
  std::map<std::pair<std::vector<int>, std::vector<Ground>>, std::unique_ptr<Solved>> solved_;
};

// What the position is worth if its successors are worth what `value_of` says: one step of the definition.
//
// `value_of` is asked only for positions in which the game goes on; their counts are as apply() leaves them and, for
// an ending under the count, not to be heeded: a value says how long a count it needs.
Value expected_value(const RuleSet& rules, const Position& position,
                     const std::function<Value(const Position&)>& value_of);

// What a move is worth to the mover when the position after it is worth `after` to the opponent. `counted_before` and
// `counted_after`: the ending then is under the count. A win or loss beyond the rules' count is a draw.
Value value_through(const RuleSet& rules, bool counted_before, bool counted_after, bool capture, Value after);

}  // namespace jetan::naive
