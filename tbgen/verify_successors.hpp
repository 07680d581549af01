// The positions that one side's moves lead to, in groups: each group's values lie in one table.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tbgen/verify_job.hpp"

namespace jetan {

// Black's and Orange's pieces.
using PiecesOfSides = std::array<PieceCounts, 2>;

// Positions of the same pieces, colours as they are in the table to be verified.
struct PositionGroup {
  PiecesOfSides pieces;
  Escapes escapes;  // `escapes.black` is Black's
  Side to_move;
};

// Where a group's values are stored.
struct StoredGroup {
  std::shared_ptr<const TableFile> file;
  std::size_t side;  // a place in its sides
  bool turned;       // there the colours are exchanged and the board is turned over

  // Errors: those of VerifyJob::table.
  static Result<StoredGroup> find(const VerifyJob& job, const PositionGroup& group);
};

// What the moves of one side lead to while the game goes on, by the kind of move.
struct SuccessorGroups {
  // By an ordinary move to an empty square, and by an escape.
  static constexpr std::size_t kQuiet = 0;
  static constexpr std::size_t kEscape = 1;
  // By capturing a piece of a kind.
  static constexpr std::size_t capture(PieceKind taken) { return 2 + to_index(taken); }
  static constexpr std::size_t kGroups = 2 + kPieceKinds;

  struct Group {
    PositionGroup positions;
    Passage passage;
  };
  std::array<std::optional<Group>, kGroups> groups;  // nothing where no move of the kind can be

  static SuccessorGroups of(const VerifyJob& job, Side mover);
};

}  // namespace jetan
