// The order in which moves are listed: square by square (a2 before a10), a Princess's escapes after all others.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/game.hpp"

namespace jetan::tool {

inline void sort_moves(std::vector<Move>& moves) {
  const auto key = [](Move move) {
    return std::tuple(move.escape, move.from.file(), move.from.rank(), move.to.file(), move.to.rank());
  };
  std::sort(moves.begin(), moves.end(), [&key](Move a, Move b) { return key(a) < key(b); });
}

}  // namespace jetan::tool
