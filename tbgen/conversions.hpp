// How the value of an ending carries over to the ending before it.
#pragma once

#include "core/ending.hpp"
#include "tbgen/layout.hpp"

namespace jetan {

// The ending of a layout's pieces and the two Princesses, whichever colour is its first side.
Ending ending_of(const Layout& layout);

// Whether a win in the ending after a capture counts just the capture in the ending before: the capture leaves the
// count behind or starts it anew.
bool wins_arrive_at_once(const RuleSet& rules, const Ending& before, const Ending& after);

}  // namespace jetan
