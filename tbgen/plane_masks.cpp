#include "tbgen/plane_masks.hpp"

namespace jetan {

PlaneMasks::PlaneMasks(const Movement& movement) : movement_(&movement) {
  Scratch scratch{};
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      const Piece piece{side, kind};
      for (int i = 0; i < kSquares; ++i) {
        const Square from = Square::from_index(i);
        auto& entries = entries_[to_index(side)][to_index(kind)][static_cast<std::size_t>(i)];
        const auto destinations = movement.destinations(piece, from);
        for (std::size_t d = 0; d < destinations.size(); ++d) {
          const PlaneMask mask = blocked_mask(piece, from, d, {}, scratch);
          entries.push_back(Entry{movement.jumps(kind) ? SquareSet{} : destinations[d].support, mask.base,
                                  static_cast<std::uint32_t>(exceptions_.size()),
                                  static_cast<std::uint32_t>(mask.exceptions.size())});
          exceptions_.insert(exceptions_.end(), mask.exceptions.begin(), mask.exceptions.end());
        }
      }
    }
  }
}

PlaneMask PlaneMasks::blocked_mask(Piece piece, Square from, std::size_t destination, SquareSet blockers,
                                   Scratch& scratch) const {
  const Destination& move = movement_->destinations(piece, from)[destination];
  if (!movement_->open(piece.kind, move, blockers)) return {};
  const SquareSet base = ~movement_->closing(piece.kind, move, blockers);
  std::size_t count = 0;
  if (!movement_->jumps(piece.kind)) {
    for (const Square row : move.support - blockers - move.to) {
      const SquareSet both = blockers | row;
      const SquareSet mask =
          movement_->open(piece.kind, move, both) ? ~movement_->closing(piece.kind, move, both) : SquareSet{};
      if (!(mask == base)) scratch.rows[count++] = RowMask{row, mask};
    }
  }
  return {base, std::span(scratch.rows).first(count)};
}

}  // namespace jetan
