// The Princesses' moves on blocks.
#include "tbgen/block_kernels.hpp"

namespace jetan {
namespace {

// result |= the positions from which the side's Princess gets to one of the targets, which are in these rows.
void add_sources(const PrincessSteps& steps, Side side, const Block& targets, SquareSet rows, Block& result) {
  if (side == Side::Orange) {
    for (const Square row : rows) result[row] |= steps.sources(targets[row]);
    return;
  }
  for (const Square to : rows) {
    for (const Square from : steps.sources(to)) result[from] |= targets[to];
  }
}

// candidates -= the positions from which the side's Princess gets to one of the targets. Only rows with candidates, and
// with targets, are looked at.
void remove_sources(const PrincessSteps& steps, Side side, const Block& targets, SquareSet target_rows,
                    SquareSet candidate_rows, Block& candidates) {
  if (side == Side::Orange) {
    for (const Square row : candidate_rows& target_rows) {
      candidates[row] = candidates[row] - steps.sources(targets[row]);
    }
    return;
  }
  for (const Square from : candidate_rows) {
    SquareSet left = candidates[from];
    for (const Square to : steps.reach(from) & target_rows) {
      left = left - targets[to];
      if (left.empty()) break;
    }
    candidates[from] = left;
  }
}

// The squares where the side's Princess stands in the block's positions in which the other one stands on a square.
SquareSet line(const Block& block, Side side, Square other) {
  if (side == Side::Orange) return block[other];
  SquareSet squares;
  for (int i = 0; i < kSquares; ++i) {
    if (block.rows[static_cast<std::size_t>(i)].contains(other)) squares.set(Square::from_index(i));
  }
  return squares;
}

}  // namespace

bool BlockKernels::princess_moves_freely() const {
  return game().movement().jumps(PieceKind::Princess) && !rules().princess_frightened &&
         (rules().departure_counts_empty || !rules().threatened_forbidden);
}

bool BlockKernels::princess_may_move_into(BlockNumber block, const Targets& targets) {
  const auto any = [&](const BlockMap* map) { return map != nullptr && map->any(block); };
  return any(targets.own) || any(targets.after_escape);
}

void BlockKernels::princess_moves_into(BlockNumber block, Side side, const Targets& targets, Block& result,
                                       Scratch& scratch) const {
  if (!princess_may_move_into(block, targets)) return;
  if (!princess_moves_freely()) return princess_moves_into_by_position(block, side, targets, result);
  if (rules().threatened_forbidden) threatened(block, side, scratch.threats, scratch);
  const auto into = [&](const BlockMap* map, const PrincessSteps& steps) {
    if (map == nullptr || !map->any(block)) return;
    scratch.targets = (*map)[block];
    if (rules().threatened_forbidden) ops().remove(scratch.targets, scratch.threats);
    jetan::add_sources(steps, side, scratch.targets, ops().occupied_rows(scratch.targets), result);
  };
  into(targets.own, tables_->steps);
  into(targets.after_escape, tables_->escapes);
}

void BlockKernels::princess_might_move_into(BlockNumber block, Side side, const Targets& targets, Block& result) const {
  const auto into = [&](const BlockMap* map, const PrincessSteps& steps) {
    if (map == nullptr || !map->any(block)) return;
    const Block& members = (*map)[block];
    const SquareSet rows = ops().occupied_rows(members);
    if (side == Side::Orange) {
      for (const Square row : rows) result[row] = SquareSet::all();
      return;
    }
    SquareSet from;
    SquareSet any;
    for (const Square row : rows) {
      from |= steps.sources(row);
      any |= members[row];
    }
    for (const Square row : from) result[row] |= any;
  };
  into(targets.own, tables_->steps);
  into(targets.after_escape, tables_->escapes);
}

void BlockKernels::keep_princess_lost(BlockNumber block, Side side, const Targets& lost, bool may_escape,
                                      Block& candidates, Scratch& scratch) const {
  const SquareSet rows = ops().occupied_rows(candidates);
  if (rows.empty()) return;
  if (!princess_moves_freely()) return keep_princess_lost_by_position(block, side, lost, may_escape, candidates);
  if (rules().threatened_forbidden) threatened(block, side, scratch.threats, scratch);
  const auto saved = [&](const PrincessSteps& steps) {
    if (rules().threatened_forbidden) ops().remove(scratch.targets, scratch.threats);
    remove_sources(steps, side, scratch.targets, ops().occupied_rows(scratch.targets), rows, candidates);
  };
  ops().complement((*lost.own)[block], scratch.targets);
  saved(tables_->steps);
  if (!may_escape) return;
  positions(block, scratch.targets);
  if (lost.after_escape != nullptr && lost.after_escape->any(block)) {
    ops().remove(scratch.targets, (*lost.after_escape)[block]);
  }
  saved(tables_->escapes);
}

// Calls visit(other Princess's square, her square, her targets) for every position of a block of them.
template <class Visit>
void BlockKernels::for_each_princess_targets(BlockNumber block, Side side, bool may_escape, const Block& positions,
                                             const Visit& visit) const {
  const FixedSquares squares = layout_.squares(block);
  Position position;
  position.escapes = {may_escape, may_escape};
  for (std::size_t p = 0; p < layout_.size(); ++p) position.put(layout_.pieces()[p], squares[p]);
  for (int i = 0; i < kSquares; ++i) {
    const Square row = Square::from_index(i);
    for (const Square square : positions[row]) {
      position.put({Side::Black, PieceKind::Princess}, row);
      position.put({Side::Orange, PieceKind::Princess}, square);
      const auto targets = game().princess_targets(position, side);
      position.remove(row);
      position.remove(square);
      visit(row, square, targets);
    }
  }
}

void BlockKernels::princess_moves_into_by_position(BlockNumber block, Side side, const Targets& targets,
                                                   Block& result) const {
  const auto any = [&](const BlockMap* map) { return map != nullptr && map->any(block); };
  if (!any(targets.own) && !any(targets.after_escape)) return;
  Block all;
  positions(block, all);
  for_each_princess_targets(
      block, side, any(targets.after_escape), all,
      [&](Square row, Square square, const Game::PrincessTargets& reached) {
        const Square other = side == Side::Black ? square : row;
        const auto leads = [&](const BlockMap* map, SquareSet to) {
          return any(map) && to.intersects(line((*map)[block], side, other));
        };
        if (leads(targets.own, reached.ordinary) || leads(targets.after_escape, reached.escapes)) {
          result[row].set(square);
        }
      });
}

void BlockKernels::keep_princess_lost_by_position(BlockNumber block, Side side, const Targets& lost, bool may_escape,
                                                  Block& candidates) const {
  const Block before = candidates;
  for_each_princess_targets(block, side, may_escape, before,
                            [&](Square row, Square square, const Game::PrincessTargets& reached) {
                              const Square other = side == Side::Black ? square : row;
                              const auto saves = [&](const BlockMap* map, SquareSet to) {
                                if (map == nullptr || !map->any(block)) return to.any();
                                return !to.is_subset_of(line((*map)[block], side, other));
                              };
                              if (saves(lost.own, reached.ordinary) || saves(lost.after_escape, reached.escapes)) {
                                candidates[row].reset(square);
                              }
                            });
}

}  // namespace jetan
