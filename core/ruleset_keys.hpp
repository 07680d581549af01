// The keys of a rule file, in the order of the canonical text: the one table that reading, writing and telling in words
// share. RULES-FORMAT.md has the same words.
//
// Every value is held as a number: a whole number in a range as itself, anything else as its place in the key's list
// of words. `name` and `source`, which stand before the first section, are not in the table.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset.hpp"

namespace jetan {

struct RuleKey {
  enum class Type {
    Number,        // a whole number from `least` to `most`
    ListedNumber,  // one of the numbers spelled in `words`
    Truth,         // false or true
    Word,          // one of `words`, in quotes
  };

  std::string_view section;
  std::string_view key;
  std::string_view subject;  // what a meaning speaks of: "Thoat"
  Type type;
  int least = 0, most = 0;
  std::vector<std::string_view> words;
  std::vector<std::string_view> meanings;  // of each word; of a Number one, to stand before it
  std::function<int(const RuleSet&)> get;
  std::function<void(RuleSet&, int)> set;
  bool of_running_count = false;  // only where count.enabled is true; get and set need that too

  bool applies_to(const RuleSet& rules) const { return !of_running_count || rules.count.has_value(); }

  // As it stands in a file: `3`, `true`, `"exact"`.
  std::string written(int value) const;
  // What may stand in a file, for messages: `"exact" or "up-to"`.
  std::string allowed() const;
  // What it means for play: `all the steps must be made`.
  std::string meaning(int value) const;
};

// All keys. Those of a section follow each other; count.enabled precedes the keys that depend on it.
const std::vector<RuleKey>& rule_keys();

// The sections, in the order of the canonical text.
std::vector<std::string_view> rule_sections();

}  // namespace jetan
