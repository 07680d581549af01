#include "tbgen/verify_successors.hpp"

#include <algorithm>

namespace jetan {

Result<StoredGroup> StoredGroup::find(const VerifyJob& job, const PositionGroup& group) {
  // Any position of the group will do.
  Position sample;
  int square = 0;
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      for (int i = 0; i < group.pieces[to_index(side)][to_index(kind)]; ++i) {
        sample.put(Piece{side, kind}, Square::from_index(square++));
      }
    }
  }
  sample.to_move = group.to_move;
  sample.escapes = group.escapes;
  const Position stored = oriented(sample);
  const Result<Ending> ending = Ending::of(sample);
  if (!ending) return tl::unexpected(ending.error());
  auto file = job.table({*ending, stored.escapes});
  if (!file) return tl::unexpected(file.error());
  const std::vector<Side>& sides = (*file)->info().sides;
  const auto side = std::find(sides.begin(), sides.end(), stored.to_move) - sides.begin();
  return StoredGroup{std::move(*file), static_cast<std::size_t>(side), !(stored == sample)};
}

SuccessorGroups SuccessorGroups::of(const VerifyJob& job, Side mover) {
  const auto& [ending, escapes] = job.info().id;
  const Side other = opponent(mover);
  const PiecesOfSides pieces{ending.counts(Side::Black), ending.counts(Side::Orange)};
  SuccessorGroups successors;
  successors.groups[kQuiet] = Group{{pieces, escapes, other}, Passage::NextPly};
  if (escapes.of(mover)) {
    successors.groups[kEscape] = Group{{pieces, escapes.without(mover), other}, Passage::NextPly};
  }
  const std::vector<Ending> smaller = after_capture(job.game().rules(), ending);
  for (const PieceKind kind : kAllPieceKinds) {
    if (kind == PieceKind::Princess || ending.count(other, kind) == 0) continue;
    const Ending after = ending.without(other, kind);
    if (std::find(smaller.begin(), smaller.end(), after) == smaller.end()) continue;
    PiecesOfSides left = pieces;
    --left[to_index(other)][to_index(kind)];
    successors.groups[capture(kind)] =
        Group{{left, escapes, other}, passage_of_capture(job.game().rules(), ending, after)};
  }
  return successors;
}

}  // namespace jetan
