#include "core/planes.hpp"

#include <utility>

namespace jetan {
namespace {

// Whether the last two classes are Princesses behind a carrier.
bool two_move(const PieceOrder& order) {
  return order.size() > 2 && order[order.size() - 2].piece.kind == PieceKind::Princess;
}

}  // namespace

Result<Planes> Planes::make(const Ending& ending, const Movement& movement, PieceOrder order) {
  if (const auto whole = Index::make(ending, movement, order); !whole) return tl::unexpected(whole.error());
  const Piece fast = order.back().piece;
  const bool both_move = two_move(order);
  order.pop_back();
  const Piece slow = order.back().piece;
  if (both_move) order.pop_back();
  return Planes(Index::of_classes(ending, movement, std::move(order)), both_move, slow, fast);
}

PieceOrder Planes::exchanged(PieceOrder order) {
  if (two_move(order)) std::swap(order[order.size() - 2], order[order.size() - 1]);
  return order;
}

std::uint32_t Planes::cells_of_plane(const PieceOrder& order) {
  return two_move(order) ? kSquares * kSquares : kSquares;
}

Planes::Spot Planes::spot(const Position& position, bool turned_over) const {
  const Index::Turned still = still_.rank_turned(position, turned_over);
  const Square fast = still.symmetry(square_of(position, fast_, turned_over));
  const Square slow = both_move_ ? still.symmetry(square_of(position, slow_, turned_over)) : fast;
  return {still.index, place(slow, fast)};
}

Planes::Plane Planes::plane(PositionIndex number) const {
  Plane plane{};
  const Index::Representative still = still_.representative(number);
  plane.still = still.placement;
  for (const SquareSet set : plane.still) plane.occupied |= set;
  plane.mirrored = still.mirrored;
  plane.orbit = still.orbit;
  return plane;
}

int Planes::orbit(const Plane& plane, Squares squares) const {
  if (!has_position(plane, squares)) return 0;
  if (!plane.mirrored) return plane.orbit;
  const std::uint32_t own = place(squares.slow, squares.fast);
  const std::uint32_t image = place(kTransposition(squares.slow), kTransposition(squares.fast));
  return image < own ? 0 : image == own ? plane.orbit : 2 * plane.orbit;
}

std::optional<Position> Planes::position(CellNumber cell) const {
  const Plane of_cell = plane(cell / cells_of_plane());
  const Squares there = squares(static_cast<std::uint32_t>(cell % cells_of_plane()));
  if (!has_position(of_cell, there)) return std::nullopt;
  Position position = still_.position_of(of_cell.still);
  position.put(fast_, there.fast);
  if (both_move_) position.put(slow_, there.slow);
  return position;
}

}  // namespace jetan
