// The program's help: its layout, and the texts beyond those of the single commands.
#pragma once

#include <CLI/CLI.hpp>

#include "tools/common_options.hpp"

namespace jetan::tool {

void prepare_help(CLI::App& program, CommonOptions& common);

struct CommandHelp {
  const char* name;
  const char* summary;  // a line; the program's own help shows it too
  const char* details;  // lines, or empty
  const char* example;  // a line to type and what it does, or several
};

// A command with its help and the common options.
CLI::App* add_command(CLI::App& program, CommonOptions& common, const CommandHelp& help);

// How an argument is written in the usage line: "POS", "[NAME]".
inline void set_usage(CLI::Option* argument, const char* usage) { argument->option_text(usage); }

}  // namespace jetan::tool
