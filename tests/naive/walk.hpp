// How a piece walks: step by step, over every path, as the rules are worded.
#pragma once

#include "core/ruleset.hpp"
#include "tests/naive/board.hpp"

namespace jetan::naive {

// All squares on which an ordinary move of the piece standing on `from` can end, whatever stands on them; squares
// between are empty unless the piece jumps, and never in `shunned`.
SpotSet walk_ends(const RuleSet& rules, const Board& board, Piece piece, Spot from, const SpotSet& shunned = {});

// All squares on which a piece of `attackers` other than their Princess could capture by an ordinary move, were
// something there to capture.
SpotSet attacked_by(const RuleSet& rules, const Board& board, Side attackers);

}  // namespace jetan::naive
