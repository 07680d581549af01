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

// result |= source wherever the mask lets the move be made.
void add_masked(Block& result, const Block& source, const PlaneMask& mask) {
  std::array<SquareSet, kSquares> before;
  const std::size_t exceptions = mask.exceptions.size();
  for (std::size_t e = 0; e < exceptions; ++e) before[e] = result[mask.exceptions[e].row];
  for (std::size_t i = 0; i < kSquares; ++i) result.rows[i] |= source.rows[i] & mask.base;
  for (std::size_t e = 0; e < exceptions; ++e) {
    const RowMask& exception = mask.exceptions[e];
    result[exception.row] = before[e] | (source[exception.row] & exception.mask);
  }
}

// result |= the mask itself.
void add_mask(Block& result, const PlaneMask& mask) {
  std::array<SquareSet, kSquares> before;
  const std::size_t exceptions = mask.exceptions.size();
  for (std::size_t e = 0; e < exceptions; ++e) before[e] = result[mask.exceptions[e].row];
  for (SquareSet& row : result.rows) row |= mask.base;
  for (std::size_t e = 0; e < exceptions; ++e) {
    result[mask.exceptions[e].row] = before[e] | mask.exceptions[e].mask;
  }
}

// candidates -= where the mask lets the move be made and the source doesn't hold the result (no source: never).
void remove_masked(Block& candidates, const Block* source, const PlaneMask& mask) {
  std::array<SquareSet, kSquares> before;
  const std::size_t exceptions = mask.exceptions.size();
  for (std::size_t e = 0; e < exceptions; ++e) before[e] = candidates[mask.exceptions[e].row];
  if (source != nullptr) {
    for (std::size_t i = 0; i < kSquares; ++i) {
      candidates.rows[i] = candidates.rows[i] - (mask.base - source->rows[i]);
    }
  } else {
    for (SquareSet& row : candidates.rows) row = row - mask.base;
  }
  for (std::size_t e = 0; e < exceptions; ++e) {
    const RowMask& exception = mask.exceptions[e];
    candidates[exception.row] =
        before[e] - (source != nullptr ? exception.mask - (*source)[exception.row] : exception.mask);
  }
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

MoveTables::MoveTables(const Game& of)
    : game(&of), masks(of.movement()), steps(princess_reach(of.movement())), escapes(escape_reach(of.movement())) {}

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
  const SquareSet free = ~Layout::occupied(squares, layout_.size());
  for_each_square([&](Square row) { result[row] = free.contains(row) ? free - row : SquareSet{}; });
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
    for (const Destination& destination : destinations) {
      if (!movement.open(piece.kind, destination, blockers)) continue;
      attacked.set(destination.to);
      for (const Square row : movement.closing(piece.kind, destination, blockers))
        scratch.turned[row].set(destination.to);
    }
    for (std::size_t i = 0; i < kSquares; ++i) result.rows[i] |= attacked - scratch.turned.rows[i];
  }
}

void BlockKernels::wins_at_once(BlockNumber block, Side side, Block& result, Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  threatened(block, opponent(side), result, scratch);
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square, std::size_t taken) {
    const Piece piece = layout_.pieces()[p];
    if (taken == kNone || effect(piece.kind, layout_.pieces()[taken].kind) != CaptureEffect::Wins) return;
    add_mask(result, mask(squares, p, d, blockers, scratch));
  });
  positions(block, scratch.turned);
  result &= scratch.turned;
}

BlockPlace BlockKernels::place_after(const FixedSquares& squares, BlockNumber block, std::size_t piece,
                                     Square to) const {
  if (piece != 0) {
    const auto steps = static_cast<BlockNumber>(to.index()) - static_cast<BlockNumber>(squares[piece].index());
    return {block + steps * layout_.stride(piece), {}};
  }
  FixedSquares after = squares;
  after[piece] = to;
  return layout_.locate(after);
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

const Block& BlockKernels::seen(const BlockMap& map, BlockPlace place, Block& turned) {
  if (place.symmetry.is_identity()) return map[place.block];
  turn_back(map[place.block], place.symmetry, turned);
  return turned;
}

void BlockKernels::moves_into(BlockNumber block, Side side, const Targets& targets, Block& result,
                              Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const SquareSet blockers = Layout::occupied(squares, layout_.size());
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square to, std::size_t taken) {
    const Piece piece = layout_.pieces()[p];
    const BlockMap* map = targets.own;
    BlockPlace place;
    if (taken == kNone) {
      if (map == nullptr) return;
      place = place_after(squares, block, p, to);
    } else {
      map = targets.after_capture[taken];
      if (map == nullptr || effect(piece.kind, layout_.pieces()[taken].kind) != CaptureEffect::Continues) return;
      place = place_after_capture(squares, p, to, taken);
    }
    if (!map->any(place.block)) return;
    const PlaneMask open = mask(squares, p, d, blockers, scratch);
    if (open.base.any() || !open.exceptions.empty()) {
      add_masked(result, seen(*map, place, scratch.turned), open);
    }
  });

  princess_moves_into(block, side, targets, result, scratch);
}

void BlockKernels::remove_saved(BlockNumber block, Side side, const Targets& lost, bool may_escape, Block& candidates,
                                Scratch& scratch) const {
  const FixedSquares squares = layout_.squares(block);
  const SquareSet blockers = Layout::occupied(squares, layout_.size());

  threatened(block, opponent(side), scratch.targets, scratch);
  candidates -= scratch.targets;  // it captures the Princess
  remove_princess_saved(block, side, lost, may_escape, candidates, scratch);
  if (candidates.empty()) return;

  bool done = false;
  int moves = 0;
  for_each_piece_move(squares, side, [&](std::size_t p, std::size_t d, Square to, std::size_t taken) {
    if (done) return;
    const Piece piece = layout_.pieces()[p];
    const PlaneMask open = mask(squares, p, d, blockers, scratch);
    const BlockMap* map = nullptr;
    BlockPlace place;
    if (taken == kNone) {
      map = lost.own;
      if (map != nullptr) place = place_after(squares, block, p, to);
    } else if (effect(piece.kind, layout_.pieces()[taken].kind) == CaptureEffect::Continues) {
      map = lost.after_capture[taken];
      if (map != nullptr) place = place_after_capture(squares, p, to, taken);
    }
    const bool some_lost = map != nullptr && map->any(place.block);
    remove_masked(candidates, some_lost ? &seen(*map, place, scratch.turned) : nullptr, open);
    if (++moves % 8 == 0) done = candidates.empty();
  });
}

}  // namespace jetan
