// The program's commands. Each adds itself to the command line, with its help, and gives what runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "tools/common_options.hpp"
#include "tools/exit_code.hpp"

namespace jetan::tool {

struct Command {
  CLI::App* app;
  std::function<ExitCode()> run;  // may throw Failure
};

Command add_rules_command(CLI::App& program, CommonOptions& common);
Command add_moves_command(CLI::App& program, CommonOptions& common);
Command add_perft_command(CLI::App& program, CommonOptions& common);
Command add_index_command(CLI::App& program, CommonOptions& common);
Command add_plan_command(CLI::App& program, CommonOptions& common);
Command add_gen_command(CLI::App& program, CommonOptions& common);
Command add_probe_command(CLI::App& program, CommonOptions& common);
Command add_stats_command(CLI::App& program, CommonOptions& common);
Command add_verify_command(CLI::App& program, CommonOptions& common);

}  // namespace jetan::tool
