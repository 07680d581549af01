// What two rule sets differ in, key by key, in the words of the key table (ruleset_keys.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset.hpp"
#include "core/ruleset_keys.hpp"

namespace jetan {

// One key on which two rule sets, a and b, differ.
struct RuleDifference {
  std::string section;
  std::string key;
  std::string subject;    // what the meanings speak of: "Thoat"
  std::string a;          // the values as a rule file has them: `"jump"`, `3`
  std::string b;          //
  std::string meaning_a;  // what they mean for play: "nothing blocks it"
  std::string meaning_b;  //

  // "thoat.move".
  std::string place() const { return key.empty() ? section : section + '.' + key; }
  // "Thoat: nothing blocks it (ag6); either step first; … (burroughs)", given what to call the rule sets.
  std::string sentence(std::string_view name_a, std::string_view name_b) const;
};

// The difference in one key, which both rule sets have.
RuleDifference difference(const RuleKey& key, const RuleSet& a, const RuleSet& b);

// Their sentences, one after the other: at most so many, and how many more there are.
std::string in_words(const std::vector<RuleDifference>& differences, std::string_view name_a, std::string_view name_b,
                     std::size_t most);

// All of them, in the order of the canonical text; none exactly when the rule sets play alike. That one has a count and
// the other doesn't is one difference: the count's own settings are then none.
std::vector<RuleDifference> differences(const RuleSet& a, const RuleSet& b);

}  // namespace jetan
