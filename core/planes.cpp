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

CellNumber Planes::cell(const Position& position) const {
  const Index::Turned turned = still_.rank_turned(position);
  const Square fast = turned.symmetry(position.pieces(fast_).first());
  const Square slow = both_move_ ? turned.symmetry(position.pieces(slow_).first()) : fast;
  return turned.index * cells_of_plane() + place(slow, fast);
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

int Planes::orbit(const Plane& plane, Square slow, Square fast) const {
  if (plane.occupied.contains(fast)) return 0;
  if (both_move_ && (slow == fast || plane.occupied.contains(slow))) return 0;
  if (!plane.mirrored) return plane.orbit;
  const std::uint32_t own = place(slow, fast);
  const std::uint32_t image = place(kTransposition(slow), kTransposition(fast));
  return image < own ? 0 : image == own ? plane.orbit : 2 * plane.orbit;
}

Position Planes::position(const Plane& plane, Square slow, Square fast) const {
  Position position = still_.position_of(plane.still);
  position.put(fast_, fast);
  if (both_move_) position.put(slow_, slow);
  return position;
}

std::optional<Position> Planes::position(CellNumber cell) const {
  const Plane of_cell = plane(cell / cells_of_plane());
  const auto place = static_cast<int>(cell % cells_of_plane());
  const Square slow = Square::from_index(place / kSquares);
  const Square fast = Square::from_index(place % kSquares);
  if (of_cell.occupied.contains(fast)) return std::nullopt;
  if (both_move_ && (slow == fast || of_cell.occupied.contains(slow))) return std::nullopt;
  return position(of_cell, slow, fast);
}

}  // namespace jetan
