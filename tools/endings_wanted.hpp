// The endings a command is about: named, or whole sets.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/ending.hpp"
#include "tbgen/generate.hpp"

namespace jetan::tool {

struct EndingsWanted {
  std::vector<std::string> names;
  int pieces = 0;
  int per_side = 0;
  std::string escapes;  // an escape state; none: all
  bool outcomes = false;
};

// ENDING..., --pieces, --per-side (together: all of them), --escapes and --outcomes.
void add_endings_options(CLI::App& app, EndingsWanted& wanted);

// Each once. May throw Failure; `command` is the program's, for messages.
std::vector<Ending> endings_of(const RuleSet& rules, const EndingsWanted& wanted, const char* command);
// As GenerateOptions::states.
std::vector<Escapes> states_of(const EndingsWanted& wanted);

}  // namespace jetan::tool
