// For a move of a piece: at which squares of the two Princesses it can be made, as a mask over a block.
//
// Both Princesses may stand in the way. For most squares of Black's Princess the row of Orange's squares that leave the
// move possible is the same (`base`); only where she stands on a path herself may it differ (`exceptions`, by rising
// row). A mask doesn't look at a Princess on the destination: after the move there is no such position.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/movement.hpp"

namespace jetan {

struct RowMask {
  Square row;
  SquareSet mask;
};

struct PlaneMask {
  SquareSet base;  // empty: the move is blocked whatever the Princesses do
  std::span<const RowMask> exceptions;
};

class PlaneMasks {
 public:
  explicit PlaneMasks(const Movement& movement);

  // Room for masks that have to be worked out, and those worked out last: successive blocks ask for the same again and
  // again. One a thread.
  class Scratch {
    friend class PlaneMasks;
    struct Kept {
      const void* entry = nullptr;
      SquareSet blockers;
      SquareSet base;
      std::vector<RowMask> rows;
    };
    static constexpr std::size_t kKept = 1024;
    std::vector<Kept> kept = std::vector<Kept>(kKept);
  };

  // The mask of a piece's move to destinations(piece, from)[destination], past other pieces on `blockers` (the
  // destination among them if it is a capture). The result lives as long as this and the scratch's next use.
  PlaneMask mask(Piece piece, Square from, std::size_t destination, SquareSet blockers, Scratch& scratch) const {
    const Entry& entry =
        entries_[to_index(piece.side)][to_index(piece.kind)][static_cast<std::size_t>(from.index())][destination];
    if (!entry.support.intersects(blockers)) {
      return {entry.base, std::span(exceptions_).subspan(entry.first, entry.count)};
    }
    return kept_mask(entry, piece, from, destination, entry.support & blockers, scratch);
  }

 private:
  struct Entry {
    SquareSet support;  // where other pieces can matter; empty for pieces that jump
    SquareSet base;
    std::uint32_t first = 0;  // its exceptions, within exceptions_
    std::uint32_t count = 0;
  };
  PlaneMask kept_mask(const Entry& entry, Piece piece, Square from, std::size_t destination, SquareSet blockers,
                      Scratch& scratch) const;
  // Returns the base, and fills `rows` with the exceptions.
  SquareSet blocked_mask(Piece piece, Square from, std::size_t destination, SquareSet blockers,
                         std::vector<RowMask>& rows) const;

  const Movement* movement_;
  std::array<std::array<std::array<std::vector<Entry>, kSquares>, kPieceKinds>, 2> entries_;
  std::vector<RowMask> exceptions_;
};

}  // namespace jetan
