// A solved ending in one escape state.
#pragma once

#include <array>

#include "core/piece.hpp"
#include "tbgen/packed_plies.hpp"

namespace jetan {

// What one side wins, by the plies it takes (or the plies left on the count that it takes).
struct Wins {
  PackedPlies won;   // the winner to move; without wins at once (BlockKernels::wins_at_once), which are at ply 1
  PackedPlies lost;  // the other side to move

  void trim() {
    won.trim();
    lost.trim();
  }
};

struct Solution {
  std::array<Wins, 2> of;  // by winner

  const Wins& wins(Side winner) const { return of[to_index(winner)]; }
};

}  // namespace jetan
