// The two inductions that find the values of an ending in one escape state.
#pragma once

#include <array>
#include <vector>

#include "core/ruleset.hpp"
#include "tests/naive/move_graph.hpp"
#include "tests/naive/solved.hpp"

namespace jetan::naive {

// What the moves that leave an ending or its escape state are worth to the mover. Their values are known beforehand.
struct Exits {
  static constexpr int kNone = -1;
  int win = kNone;    // plies of the quickest win
  bool draw = false;  // one of them draws
  int loss = kNone;   // plies of the slowest loss
  bool any = false;   // there is such a move

  void add(Value value);
};

class Induction {
 public:
  // Endings reached by a capture and escape states reached by an escape must be solved.
  Induction(const RuleSet& rules, Solved& solved, const MoveGraph& graph, Escapes escapes);

  // For an ending not under the count. Round n finds the positions won or lost in exactly n plies.
  void by_distance();

  // For an ending under the count. Round r finds the positions won or lost with r plies left on the count, each from
  // the results with r - 1 plies left. Throws std::logic_error if a longer count ever changed a win or loss.
  void by_plies_left();

 private:
  Exits exits_of(Side side, std::size_t index, const Squares& squares) const;
  Value value_of_capture(Side side, const Squares& squares, Step step) const;

  // Every ordinary move to an empty square leads to a code that `holds` (one of them does).
  template <class Holds>
  bool all_quiet(Side side, std::size_t index, const Values& codes, Holds holds);
  template <class Holds>
  bool any_quiet(Side side, std::size_t index, const Values& codes, Holds holds);

  bool has_move(Side side, std::size_t index) const;
  std::int16_t code_at_distance(Side side, std::size_t index, int n);
  std::int16_t result_with_plies_left(Side side, std::size_t index, int r, const Values& with_one_less);

  const RuleSet& rules_;
  Solved& solved_;
  const MoveGraph& graph_;
  Escapes escapes_;
  std::array<std::vector<Exits>, 2> exits_;
  int longest_exit_ = 0;
  Squares squares_;  // scratch
};

}  // namespace jetan::naive
