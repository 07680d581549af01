// The syntax of a rule file: sections, keys and values with the lines they stand on. What they mean is ruleset.hpp's.
//
// It is the part of TOML 1.0 that rule files need: comments, [sections], `key = value` with a text in quotes, a decimal
// whole number, true or false. The text may come from a damaged table, so it is read here rather than with a TOML
// library: toml++ 3.3 and toml11 3.7 both run into undefined behaviour on some malformed texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace jetan {

struct RuleFile {
  struct Value {
    enum class Type { Text, Number, Truth, Other };
    Type type = Type::Other;
    std::string text;      // Text: without its quotes; else as it stands in the file
    long long number = 0;  // Number

    // For messages: short, and with nothing in it that could upset a terminal.
    std::string shown() const;
  };
  struct Entry {
    std::string key;
    Value value;
    int line = 0;
  };
  struct Section {
    std::string name;
    int line = 0;
    std::vector<Entry> entries;

    const Entry* find(std::string_view key) const;
  };

  Section top;  // what stands before the first section
  std::vector<Section> sections;
  int last_line = 1;

  const Section* find(std::string_view section) const;

  // Lines count from 1. No section comes twice, nor a key within one. `where` names the file in errors.
  // Errors: BadRules.
  static Result<RuleFile> read(std::string_view text, std::string_view where);
};

// The error "where:line: message".
tl::unexpected<Error> rule_file_error(std::string_view where, int line, std::string_view message);

}  // namespace jetan
