// The figures of an ending's tables, by escape state and side to move, as text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/tablebase.hpp"
#include "tools/json_output.hpp"

namespace jetan::tool {

struct SideToMoveStatistics {
  TableId table;    // `escapes` as the side to move and the other see it, see below
  int to_move = 1;  // 1: the ending's first side, 2: its second
  Metric metric = Metric::Win;
  PositionIndex positions = 0;
  SideStatistics numbers;

  // The longest win or loss, with one position that takes it.
  struct Longest {
    int plies;
    Position position;
  };
  std::optional<Longest> longest_win;
  std::optional<Longest> longest_loss;
};

// For every escape state of the rules, the first side to move, then the second. An ending of equal sides has only
// tables with its first side to move: those of the second are the same ones with the sides, and so the escapes,
// exchanged. Throws Failure.
std::vector<SideToMoveStatistics> ending_statistics(const Tablebase& tables, const Ending& ending);

// {"rules","ending","escapes","to_move","metric","positions","placements","unique","weighted","longest"}
Json as_json(const Game& game, const SideToMoveStatistics& statistics);

std::string as_text(const Game& game, const std::vector<SideToMoveStatistics>& statistics);

}  // namespace jetan::tool
