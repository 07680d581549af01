#include "tbgen/verify_successors.hpp"

#include <algorithm>

namespace jetan {

Result<StoredGroup> StoredGroup::find(const VerifyJob& job, const PositionGroup& group) {
  const auto stored = StoredPositions::of(any_position(group.pieces, group.to_move, group.escapes));
  auto file = job.table(stored.table);
  if (!file) return tl::unexpected(file.error());
  return StoredGroup{*file, (*file)->info().place_of(stored.to_move), stored.turned};
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
