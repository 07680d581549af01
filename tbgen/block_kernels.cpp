#include "tbgen/block_kernels.hpp"

#include <algorithm>

namespace jetan {
namespace {

constexpr std::size_t kNone = kMaxFixed;

// Calls `visit` with every square in the order of rows.
template <class Visit>
void for_each_square(const Visit& visit) {
  for (int i = 0; i < kSquares; ++i) visit(Square::from_index(i));
}

// The rows of a board turned by a symmetry are cheaper one by one while they are few.
constexpr int kFewRows = 12;

// Blocks without and with all squares.
constexpr Block kNowhere{};
constexpr Block kEverywhere = [] {
  Block block{};
  block.rows.fill(SquareSet::all());
  return block;
}();

// All placements of the Princesses on two squares.
constexpr Block kPrincessesApart = [] {
  Block block = kEverywhere;
  for (int i = 0; i < kSquares; ++i) block[Square::from_index(i)].reset(Square::from_index(i));
  return block;
}();

SquareSet mask_of_row(const PlaneMask& mask, Square row) {
  for (const RowMask& exception : mask.exceptions) {
    if (exception.row == row) return exception.mask;
  }
  return mask.base;
}

std::array<SquareSet, kSquares> princess_reach(const Movement& movement) {
  std::array<SquareSet, kSquares> reach;
  for_each_square([&](Square from) {
    reach[static_cast<std::size_t>(from.index())] = movement.reach({Side::Black, PieceKind::Princess}, from);
  });
  return reach;
}

std::array<SquareSet, kSquares> escape_reach(const Movement& movement) {
  std::array<SquareSet, kSquares> reach;
  for_each_square([&](Square from) { reach[static_cast<std::size_t>(from.index())] = movement.escape_reach(from); });
  return reach;
}

}  // namespace

MoveTables::MoveTables(const Game& of, const BlockOps& block_ops)
    : game(&of),
      ops(&block_ops),
      masks(of.movement()),
      steps(princess_reach(of.movement())),
      escapes(escape_reach(of.movement())) {}

BlockKernels::BlockKernels(std::shared_ptr<const MoveTables> tables, Layout layout)
    : tables_(std::move(tables)), layout_(std::move(layout)), after_capture_(layout_.size()) {
  const auto pieces = layout_.pieces();
  for (std::size_t taken = 0; taken < pieces.size(); ++taken) {
    const bool goes_on = std::any_of(pieces.begin(), pieces.end(), [&](Piece taker) {
      return taker.side != pieces[taken].side && rules().captures[to_index(taker.kind)] &&
             effect(taker.kind, pieces[taken].kind) == CaptureEffect::Continues;
    });
    if (!goes_on) continue;
    std::vector<Piece> left(pieces.begin(), pieces.end());
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(taken));
    AfterCapture after{Layout(left, game().movement()), {}};
    std::array<bool, kMaxFixed> matched{};
    matched[taken] = true;
    for (std::size_t p = 0; p < after.layout.size(); ++p) {
      std::size_t before = 0;
      while (matched[before] || pieces[before] != after.layout.pieces()[p]) ++before;
      matched[before] = true;
      after.piece[p] = before;
    }
    after_capture_[taken] = std::move(after);
  }
}

BlockKernels::CaptureEffect BlockKernels::effect(PieceKind taker, PieceKind taken) const {
  if (taken != PieceKind::Chief) return CaptureEffect::Continues;
  if (taker == PieceKind::Chief) return CaptureEffect::Wins;
  switch (rules().chief_taken) {
    case ChiefTaken::Draw: return CaptureEffect::Draws;
    case ChiefTaken::Win: return CaptureEffect::Wins;
    case ChiefTaken::PieceLost: break;
  }
  return CaptureEffect::Continues;
}

// Calls visit(piece, place of the destination among its destinations, destination's square, captured piece or kNone)
// for every move of the side's pieces that their own side doesn't bar.
template <class Visit>
void BlockKernels::for_each_piece_move(const FixedSquares& squares, Side side, const Visit& visit) const {
  const auto pieces = layout_.pieces();
  std::array<std::uint8_t, kSquares> at;
  at.fill(static_cast<std::uint8_t>(kNone));
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    at[static_cast<std::size_t>(squares[p].index())] = static_cast<std::uint8_t>(p);
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].side != side) continue;
    const auto destinations = game().movement().destinations(pieces[p], squares[p]);
    for (std::size_t d = 0; d < destinations.size(); ++d) {
      const std::size_t taken = at[static_cast<std::size_t>(destinations[d].to.index())];
      if (taken != kNone && (pieces[taken].side == side || !rules().captures[to_index(pieces[p].kind)])) {
        continue;
      }
      visit(p, d, destinations[d].to, taken);
    }
  }
}

void BlockKernels::positions(BlockNumber block, Block& result) const {
  const FixedSquares squares = layout_.squares(block);
  if (!layout_.is_valid(squares)) {
    result.clear();
    return;
  }
  const SquareSet occupied = Layout::occupied(squares, layout_.size());
  result.clear();
  ops().add_masked(result, kPrincessesApart, {~occupied, {}});
  for (const Square row : occupied) result[row] = {};
}

void BlockKernels::threatened(BlockNumber block, Side side, Block& result, Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  const auto pieces = layout_.pieces();
  const Movement& movement = game().movement();
  result.clear();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Piece piece = pieces[p];
    if (piece.side == side || !rules().captures[to_index(piece.kind)]) continue;
    const auto destinations = movement.destinations(piece, squares[p]);
    // The attacker's own Princess may block. Against Black's Princess, of the rows, that is a mask of each row; against
    // Orange's, whose squares are the rows' members, it takes members out of a few rows.
    if (side == Side::Black) {
      for (std::size_t d = 0; d < destinations.size(); ++d) {
        result[destinations[d].to] |= mask(squares, p, d, blockers, scratch).base;
      }
      continue;
    }
    SquareSet attacked;
    scratch.turned.clear();
    for (std::size_t d = 0; d < destinations.size(); ++d) {
      const SquareSet open_past = mask(squares, p, d, blockers, scratch).base;
      if (open_past.empty()) continue;
      attacked.set(destinations[d].to);
      for (const Square row : ~open_past) scratch.turned[row].set(destinations[d].to);
    }
    for (std::size_t i = 0; i < kSquares; ++i) result.rows[i] |= attacked - scratch.turned.rows[i];
  }
}

void BlockKernels::add_captures(const FixedSquares& squares, Side side, CaptureEffect wanted, Block& result,
                                Scratch& scratch) const {
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square, std::size_t taken) {
    if (taken == kNone || effect(layout_.pieces()[p].kind, layout_.pieces()[taken].kind) != wanted) return;
    ops().add_masked(result, kEverywhere, mask(squares, p, d, blockers, scratch));
  });
}

void BlockKernels::wins_at_once(BlockNumber block, Side side, Block& result, Scratch& scratch) const {
  threatened(block, opponent(side), result, scratch);
  add_captures(layout_.squares(block), side, CaptureEffect::Wins, result, scratch);
  positions(block, scratch.turned);
  result &= scratch.turned;
}

void BlockKernels::never_lost(BlockNumber block, Side side, Block& result, Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  threatened(block, opponent(side), result, scratch);
  add_captures(squares, side, CaptureEffect::Wins, result, scratch);
  add_captures(squares, side, CaptureEffect::Draws, result, scratch);
  positions(block, scratch.turned);
  ops().complement(scratch.turned, scratch.targets);
  ops().add(result, scratch.targets);
}

BlockPlace BlockKernels::place_after_capture(const FixedSquares& squares, std::size_t piece, Square to,
                                             std::size_t taken) const {
  const AfterCapture& after = *after_capture_[taken];
  FixedSquares left{};
  for (std::size_t p = 0; p < after.layout.size(); ++p) {
    left[p] = after.piece[p] == piece ? to : squares[after.piece[p]];
  }
  return after.layout.locate(left);
}

std::size_t BlockKernels::find_sources(const FixedSquares& squares, BlockNumber block, Side side,
                                       const Targets& targets, Scratch& scratch) const {
  scratch.sources.clear();
  std::size_t moves = 0;
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square to, std::size_t taken) {
    ++moves;
    const BlockMap* map = targets.own;
    BlockPlace place;
    if (taken == kNone) {
      if (map == nullptr) return;
      place = layout_.after_move(block, squares, p, to);
    } else {
      map = targets.after_capture[taken];
      if (map == nullptr ||
          effect(layout_.pieces()[p].kind, layout_.pieces()[taken].kind) != CaptureEffect::Continues) {
        return;
      }
      place = place_after_capture(squares, p, to, taken);
    }
    if (map->any(place.block)) scratch.sources.push_back({p, d, &(*map)[place.block], place.symmetry});
  });
  return moves;
}

void BlockKernels::add_sources(const FixedSquares& squares, Block& result, Scratch& scratch) const {
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  for (const Source& source : scratch.sources) {
    const PlaneMask open = mask(squares, source.piece, source.destination, blockers, scratch);
    if (open.base.empty() && open.exceptions.empty()) continue;
    if (source.symmetry.is_identity()) {
      ops().add_masked(result, *source.block, open);
      continue;
    }
    const SquareSet rows = ops().occupied_rows(*source.block);
    if (rows.count() > kFewRows) {
      ops().turn_back(*source.block, source.symmetry, scratch.turned);
      ops().add_masked(result, scratch.turned, open);
      continue;
    }
    const Symmetry inverse = source.symmetry.inverse();
    for (const Square there : rows) {
      const Square row = inverse(there);
      result[row] |= inverse((*source.block)[there]) & mask_of_row(open, row);
    }
  }
}

bool BlockKernels::newly_won(BlockNumber block, Side side, const Targets& fresh, const Block& settled, Block& result,
                             Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  find_sources(squares, block, side, fresh, scratch);
  if (scratch.sources.empty() && !princess_may_move_into(block, fresh)) return false;
  result.clear();
  add_sources(squares, result, scratch);
  princess_moves_into(block, side, fresh, result, scratch);
  ops().remove(result, settled);
  return ops().any(result);
}

bool BlockKernels::newly_lost(BlockNumber block, Side side, const Targets& fresh, const Targets& lost, bool may_escape,
                              const Block& settled, Block& result, Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const std::size_t moves = find_sources(squares, block, side, fresh, scratch);
  const bool princess = princess_may_move_into(block, fresh);
  if (scratch.sources.empty() && !princess) return false;
  if (!fresh.own_is_away && 3 * scratch.sources.size() < moves) {
    // Few moves lead into what is new: only positions that have one of them need to be looked at.
    Block& unreached = scratch.targets;
    result.clear();
    add_sources(squares, result, scratch);
    if (princess) princess_might_move_into(block, side, fresh, result);
    ops().complement(result, unreached);
    ops().add(unreached, settled);
    ops().complement(unreached, result);
  } else {
    ops().complement(settled, result);
  }
  if (!ops().any(result)) return false;
  keep_lost(block, side, lost, may_escape, result, scratch);
  return ops().any(result);
}

void BlockKernels::keep_masked(Block& candidates, const Block& source, Symmetry symmetry, const PlaneMask& open,
                               Scratch& scratch) const {
  if (symmetry.is_identity()) return ops().keep_masked(candidates, source, open);
  const SquareSet rows = ops().occupied_rows(candidates);
  if (rows.count() > kFewRows) {
    ops().turn_back(source, symmetry, scratch.turned);
    return ops().keep_masked(candidates, scratch.turned, open);
  }
  const Symmetry inverse = symmetry.inverse();
  for (const Square row : rows) {
    candidates[row] = candidates[row] - (mask_of_row(open, row) - inverse(source[symmetry(row)]));
  }
}

void BlockKernels::keep_lost(BlockNumber block, Side side, const Targets& lost, bool may_escape, Block& candidates,
                             Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  // Turning the board costs more than looking at a block as it is, and less the fewer candidates are left.
  scratch.sources.clear();
  bool done = false;
  int moves = 0;
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square to, std::size_t taken) {
    if (done) return;
    const BlockMap* map = lost.own;
    BlockPlace place;
    if (taken == kNone) {
      place = layout_.after_move(block, squares, p, to);
    } else if (effect(layout_.pieces()[p].kind, layout_.pieces()[taken].kind) == CaptureEffect::Continues) {
      map = lost.after_capture[taken];
      if (map != nullptr) place = place_after_capture(squares, p, to, taken);
    } else {
      return;  // it ends the game: never_lost
    }
    const Block* source = map != nullptr && map->any(place.block) ? &(*map)[place.block] : &kNowhere;
    if (source != &kNowhere && !place.symmetry.is_identity()) {
      scratch.sources.push_back({p, d, source, place.symmetry});
      return;
    }
    keep_masked(candidates, *source, {}, mask(squares, p, d, blockers, scratch), scratch);
    if (++moves % 4 == 0) done = !ops().any(candidates);
  });
  if (done) return;
  for (const Source& source : scratch.sources) {
    keep_masked(candidates, *source.block, source.symmetry,
                mask(squares, source.piece, source.destination, blockers, scratch), scratch);
    if (++moves % 4 == 0 && !ops().any(candidates)) return;
  }
  keep_princess_lost(block, side, lost, may_escape, candidates, scratch);
}

}  // namespace jetan
