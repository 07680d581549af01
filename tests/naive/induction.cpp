#include "tests/naive/induction.hpp"

#include <algorithm>
#include <stdexcept>

#include "tests/naive/engine.hpp"

namespace jetan::naive {

void Exits::add(Value value) {
  any = true;
  switch (value.outcome) {
    case Outcome::Win: win = win == kNone ? value.plies : std::min(win, value.plies); break;
    case Outcome::Draw: draw = true; break;
    case Outcome::Loss: loss = std::max(loss, value.plies); break;
  }
}

Induction::Induction(const RuleSet& rules, Solved& solved, const MoveGraph& graph, Escapes escapes)
    : rules_(rules), solved_(solved), graph_(graph), escapes_(escapes) {
  const Layout& layout = solved_.layout();
  Squares squares;
  for (const Side side : kSides) {
    solved_.values(escapes_)[to_index(side)].assign(layout.size(), kDraw);
    std::vector<Exits>& exits = exits_[to_index(side)];
    exits.resize(layout.size());
    for (std::size_t index = 0; index < layout.size(); ++index) {
      if (!graph_.is_placement(index)) continue;
      layout.squares(index, squares);
      exits[index] = exits_of(side, index, squares);
      longest_exit_ = std::max({longest_exit_, exits[index].win, exits[index].loss});
    }
  }
}

Exits Induction::exits_of(Side side, std::size_t index, const Squares& squares) const {
  Exits exits;
  for (const Step step : graph_.captures(side, index)) exits.add(value_of_capture(side, squares, step));
  if (!escapes_.of(side)) return exits;

  const std::size_t princess = graph_.princess(side);
  const Values& after_escape = solved_.values(escapes_.without(side));
  for (int to = 0; to < 100; ++to) {
    if (!graph_.escapes(side, index)[static_cast<std::size_t>(to)]) continue;
    const std::size_t next = solved_.layout().moved(index, princess, squares[princess], to);
    exits.add(value_through(rules_, solved_.is_counted, solved_.is_counted, false,
                            value_of_code(after_escape[to_index(opponent(side))][next])));
  }
  return exits;
}

Value Induction::value_of_capture(Side side, const Squares& squares, Step step) const {
  const std::vector<Piece>& pieces = solved_.layout().pieces();
  const auto captured =
      static_cast<std::size_t>(std::find(squares.begin(), squares.end(), int{step.to}) - squares.begin());
  if (const auto ended = end_by_capture(rules_, pieces[step.piece], pieces[captured])) {
    return ended->winner == side ? Value{Outcome::Win, 1} : Value{Outcome::Draw, 0};
  }
  Squares left = squares;
  left[step.piece] = step.to;
  left.erase(left.begin() + static_cast<std::ptrdiff_t>(captured));
  const Solved& smaller = *solved_.without[captured];
  return value_through(rules_, solved_.is_counted, smaller.is_counted, true,
                       smaller.value(left, opponent(side), escapes_));
}

template <class Holds>
bool Induction::any_quiet(Side side, std::size_t index, const Values& codes, Holds holds) {
  const Layout& layout = solved_.layout();
  const std::vector<std::int16_t>& of_opponent = codes[to_index(opponent(side))];
  layout.squares(index, squares_);
  for (const Step step : graph_.quiet(side, index)) {
    if (holds(of_opponent[layout.moved(index, step.piece, squares_[step.piece], step.to)])) return true;
  }
  return false;
}

template <class Holds>
bool Induction::all_quiet(Side side, std::size_t index, const Values& codes, Holds holds) {
  return !any_quiet(side, index, codes, [&](std::int16_t code) { return !holds(code); });
}

bool Induction::has_move(Side side, std::size_t index) const {
  return exits_[to_index(side)][index].any || !graph_.quiet(side, index).empty();
}

// The code of a position not won or lost in less than n plies: a win or loss in n, or still a draw.
std::int16_t Induction::code_at_distance(Side side, std::size_t index, int n) {
  if (!has_move(side, index)) return graph_.loses_without_move(side, index) ? loss_in(0) : kDraw;
  if (n == 0) return kDraw;

  const Values& codes = solved_.values(escapes_);
  const Exits& exits = exits_[to_index(side)][index];
  const auto is_lost_before = [n](std::int16_t code) { return code == loss_in(n - 1); };
  if (exits.win == n || any_quiet(side, index, codes, is_lost_before)) return win_in(n);

  const auto is_won_before = [n](std::int16_t code) { return code > 0 && code <= win_in(n - 1); };
  if (exits.win == Exits::kNone && !exits.draw && exits.loss <= n && all_quiet(side, index, codes, is_won_before)) {
    return loss_in(n);
  }
  return kDraw;
}

void Induction::by_distance() {
  bool found_any = true;
  for (int n = 0; found_any || n <= longest_exit_; ++n) {
    found_any = false;
    for (const Side side : kSides) {
      std::vector<std::int16_t>& codes = solved_.values(escapes_)[to_index(side)];
      for (std::size_t index = 0; index < codes.size(); ++index) {
        if (!graph_.is_placement(index) || codes[index] != kDraw) continue;
        codes[index] = code_at_distance(side, index, n);
        if (codes[index] != kDraw) found_any = true;
      }
    }
  }
}

// 1: won, -1: lost, 0: drawn by the side to move with r plies left on the count.
std::int16_t Induction::result_with_plies_left(Side side, std::size_t index, int r, const Values& with_one_less) {
  if (!has_move(side, index)) return graph_.loses_without_move(side, index) ? -1 : 0;
  if (r == 0) return 0;

  const Exits& exits = exits_[to_index(side)][index];
  const bool exit_wins = exits.win != Exits::kNone && exits.win <= r;
  if (exit_wins || any_quiet(side, index, with_one_less, [](std::int16_t result) { return result < 0; })) return 1;

  // A win or loss that needs a longer count is a draw.
  const bool exit_draws = exits.win != Exits::kNone || exits.draw || exits.loss > r;
  if (!exit_draws && all_quiet(side, index, with_one_less, [](std::int16_t result) { return result > 0; })) return -1;
  return 0;
}

void Induction::by_plies_left() {
  const std::size_t size = solved_.layout().size();
  const std::vector<std::int16_t> undecided(size, 0);
  Values before{undecided, undecided};
  Values results = before;
  for (int r = 0; r <= rules_.count->plies; ++r) {
    for (const Side side : kSides) {
      std::vector<std::int16_t>& codes = solved_.values(escapes_)[to_index(side)];
      for (std::size_t index = 0; index < size; ++index) {
        if (!graph_.is_placement(index)) continue;
        const std::int16_t result = result_with_plies_left(side, index, r, before);
        const std::int16_t result_before = before[to_index(side)][index];
        if (r > 0 && result_before != 0 && result != result_before) {
          throw std::logic_error("a longer count changed a win or loss");
        }
        if (result != 0 && codes[index] == kDraw) codes[index] = result > 0 ? win_in(r) : loss_in(r);
        results[to_index(side)][index] = result;
      }
    }
    std::swap(before, results);
  }
}

}  // namespace jetan::naive
