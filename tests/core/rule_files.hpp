// Rule files for tests: the presets, and `burroughs` with a passage changed.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/ruleset.hpp"

namespace jetan {

inline RuleSet preset(const std::string& name) {
  const Result<RuleSet> rules = RuleSet::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return rules.value_or(RuleSet{});
}

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// `burroughs` as a file of its own, with one passage replaced: the line numbers of the messages below count in it.
inline std::string file_with(std::string_view from, std::string_view to) {
  return replaced(preset("burroughs").to_text(), from, to);
}

}  // namespace jetan
