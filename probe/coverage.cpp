// Which tables lead to which, and what a tablebase has of each ending.
#include <algorithm>

#include "probe/tablebase_state.hpp"

namespace jetan {
StoredPositions StoredPositions::of(const Position& position) {
  const Position stored = oriented(position);
  return {{Ending::of(stored).value(), stored.escapes}, stored.to_move, !(stored == position)};
}

std::vector<TableId> tables_after(const RuleSet& rules, const TableId& id) {
  std::vector<TableId> after;
  const auto add = [&](const Position& position) {
    const TableId to = StoredPositions::of(position).table;
    if (!(to == id) && std::find(after.begin(), after.end(), to) == after.end()) after.push_back(to);
  };
  for (const Side side : stored_sides(id.ending)) {
    Position moved = any_position({id.ending.counts(Side::Black), id.ending.counts(Side::Orange)}, side, id.escapes);
    moved.to_move = opponent(side);
    add(moved);
    if (id.escapes.of(side)) {
      Position escaped = moved;
      escaped.escapes = id.escapes.without(side);
      add(escaped);
    }
    for (const PieceKind kind : kAllPieceKinds) {
      const SquareSet takeable = moved.pieces(Piece{opponent(side), kind});
      if (kind == PieceKind::Princess || takeable.empty() || !can_take(rules, id.ending, side, kind)) continue;
      Position captured = moved;
      captured.remove(takeable.first());
      add(captured);
    }
  }
  return after;
}

std::vector<EndingCoverage> Tablebase::coverage() const {
  std::vector<EndingCoverage> all;
  for (const TableId& id : tables()) {
    if (all.empty() || !(all.back().ending == id.ending)) all.push_back({id.ending, {}, {}, {}});
    EndingCoverage& ending = all.back();
    for (const TableId& after : tables_after(game().rules(), id)) {
      const bool known = state_->shelf->has(after) ||
                         std::find(ending.lacking.begin(), ending.lacking.end(), after) != ending.lacking.end();
      if (!known) ending.lacking.push_back(after);
    }
  }
  for (EndingCoverage& ending : all) {
    for (const Escapes escapes : escape_states(game().rules())) {
      const bool there = state_->shelf->has(TableId{ending.ending, escapes});
      (there ? ending.present : ending.missing).push_back(escapes);
    }
  }
  return all;
}

}  // namespace jetan
