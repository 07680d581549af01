// Which part of a rule set can matter in an ending: rule sets that differ elsewhere share its table.
//
// A table speaks of one ending in one escape state. From there a game only gets to endings with fewer of the same
// pieces and to states with fewer escapes, so what can't matter with all of them can't matter later. In play are
// - how each kind of piece that is there moves, and whether it takes. This settles a Panthan's squares too: where
//   Panthans start doesn't depend on the array;
// - the Princess's steps; her escape only while some side has one left;
// - her dealings with threats (threatened, departure, courage) only where something threatens: a piece that takes.
//   Departure tells how threats are looked for, which is only done if she may not end on, or pass over, such squares;
// - what a Chief taken by another piece means, only if one side has a Chief and the other a piece that takes and isn't
//   one. A Chief that takes a Chief wins under every rule set;
// - what having no legal move means;
// - the count, only through this: in which endings that can come up it runs (the pieces' values and what counts as
//   equal have no other part in the game), for how many plies if it runs in any, and what a capture does to it if one
//   leads from an ending in which it runs to another.
// The array, the values themselves, and what a rule set is called are never in play.
//
// A key that isn't named here counts as in play. Equal rules in play make equal tables; two that differ may do so by
// chance, or because a setting has no effect (turning, in a move of one step).
#pragma once

#include <string>
#include <vector>

#include "core/ending.hpp"
#include "core/rule_differences.hpp"

namespace jetan {

// The keys in play and their values as a rule file has them, and of the count `runs`: the endings in which it does.
std::string rules_in_play(const RuleSet& rules, const Ending& ending, Escapes escapes);

// Two rule sets, and in which endings they play alike. Much faster than comparing texts.
class RuleComparison {
 public:
  RuleComparison(const RuleSet& a, const RuleSet& b);

  // Whether rules_in_play is the same for both, so that one table serves both.
  bool alike(const Ending& ending, Escapes escapes) const;
  // The differences in play; none exactly when they play alike there. One in where the count runs has no key of its own
  // ("") and no values.
  std::vector<RuleDifference> differences(const Ending& ending, Escapes escapes) const;

 private:
  RuleSet a_;
  RuleSet b_;
  std::vector<const RuleKey*> differing_;  // keys that don't concern the count alone
  bool counts_differ_ = false;
};

}  // namespace jetan
