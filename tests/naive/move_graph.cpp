#include "tests/naive/move_graph.hpp"

#include <algorithm>

#include "tests/naive/engine.hpp"

namespace jetan::naive {

MoveGraph::MoveGraph(const RuleSet& rules, const Layout& layout) : is_placement_(layout.size()) {
  for (std::size_t piece = 0; piece < layout.pieces().size(); ++piece) {
    if (layout.pieces()[piece].kind == PieceKind::Princess) princess_[to_index(layout.pieces()[piece].side)] = piece;
  }
  Squares squares;
  for (std::size_t index = 0; index < layout.size(); ++index) {
    layout.squares(index, squares);
    is_placement_[index] = !two_on_one_square(squares);
    const Board board = board_of(layout.pieces(), squares);
    for (const Side side : kSides) {
      OneSide& lists = sides_[to_index(side)];
      lists.quiet.begin.push_back(lists.quiet.steps.size());
      lists.captures.begin.push_back(lists.captures.steps.size());
      lists.loses_stuck.push_back(false);
      if (rules.escape != Escape::None) lists.escapes.emplace_back();
      if (is_placement_[index]) add(rules, board, squares, side);
    }
  }
  for (OneSide& lists : sides_) {
    lists.quiet.begin.push_back(lists.quiet.steps.size());
    lists.captures.begin.push_back(lists.captures.steps.size());
  }
}

void MoveGraph::add(const RuleSet& rules, const Board& board, const Squares& squares, Side side) {
  OneSide& lists = sides_[to_index(side)];
  const std::vector<Move> moves = ordinary_moves(rules, board, side);
  for (const Move& move : moves) {
    const int from = number_of(spot_of(move.from));
    const auto piece = std::find(squares.begin(), squares.end(), from) - squares.begin();
    const Step step{static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(number_of(spot_of(move.to)))};
    (move.capture ? lists.captures : lists.quiet).steps.push_back(step);
  }
  for (const Move& move : escape_moves(rules, board, side)) {
    lists.escapes.back().set(static_cast<std::size_t>(number_of(spot_of(move.to))));
  }
  if (moves.empty()) lists.loses_stuck.back() = end_by_no_move(rules, board, side).winner == opponent(side);
}

}  // namespace jetan::naive
