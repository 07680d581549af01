#include "tbgen/plane_masks.hpp"

namespace jetan {

PlaneMasks::PlaneMasks(const Movement& movement) : movement_(&movement) {
  std::vector<RowMask> rows;
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      const Piece piece{side, kind};
      for (int i = 0; i < kSquares; ++i) {
        const Square from = Square::from_index(i);
        auto& entries = entries_[to_index(side)][to_index(kind)][static_cast<std::size_t>(i)];
        const auto destinations = movement.destinations(piece, from);
        for (std::size_t d = 0; d < destinations.size(); ++d) {
          const SquareSet base = blocked_mask(piece, from, d, {}, rows);
          entries.push_back(Entry{movement.jumps(kind) ? SquareSet{} : destinations[d].support, base,
                                  static_cast<std::uint32_t>(exceptions_.size()),
                                  static_cast<std::uint32_t>(rows.size())});
          exceptions_.insert(exceptions_.end(), rows.begin(), rows.end());
        }
      }
    }
  }
}

PlaneMask PlaneMasks::kept_mask(const Entry& entry, Piece piece, Square from, std::size_t destination,
                                SquareSet blockers, Scratch& scratch) const {
  const auto hash = (reinterpret_cast<std::uintptr_t>(&entry) / sizeof(Entry)) +
                    blockers.low() * 0x9E37'79B9'7F4A'7C15 + blockers.high() * 0xC2B2'AE3D'27D4'EB4F;
  Scratch::Kept& kept = scratch.kept[(hash ^ hash >> 32) % Scratch::kKept];
  if (kept.entry != &entry || !(kept.blockers == blockers)) {
    kept.base = blocked_mask(piece, from, destination, blockers, kept.rows);
    kept.entry = &entry;
    kept.blockers = blockers;
  }
  return {kept.base, kept.rows};
}

SquareSet PlaneMasks::blocked_mask(Piece piece, Square from, std::size_t destination, SquareSet blockers,
                                   std::vector<RowMask>& rows) const {
  const Destination& move = movement_->destinations(piece, from)[destination];
  rows.clear();
  if (!movement_->open(piece.kind, move, blockers)) return {};
  const SquareSet base = ~movement_->closing(piece.kind, move, blockers);
  if (movement_->jumps(piece.kind)) return base;
  for (const Square row : move.support - blockers - move.to) {
    const SquareSet both = blockers | row;
    const SquareSet mask =
        movement_->open(piece.kind, move, both) ? ~movement_->closing(piece.kind, move, both) : SquareSet{};
    if (!(mask == base)) rows.push_back(RowMask{row, mask});
  }
  return base;
}

}  // namespace jetan
