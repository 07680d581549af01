// The options every command takes, and those that several do.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/game.hpp"

namespace jetan::tool {

struct CommonOptions {
  std::optional<std::string> rules;  // as given: a preset's name or a file
  bool no_count = false;
  std::optional<std::string> tables;
  bool json = false;

  // The rule set asked for; with no_count, the same rules without the count.
  RuleSet load_rules() const;
  bool names_rules() const { return rules || no_count; }
  Game load_game() const { return Game(load_rules()); }
  // As given, else $JETAN_TABLES, else ./tables.
  std::string tables_folder() const;
};

// Makes them usable on `app` (the program or a command of it).
void add_common_options(CLI::App& app, CommonOptions& options);

// `--memory`: only a text that `parse_bytes` reads is taken.
void add_memory_option(CLI::App& app, std::string& memory, const char* description);

// `--threads`; 0, the value left when it isn't given, means all processors.
void add_threads_option(CLI::App& app, int& threads);

}  // namespace jetan::tool
