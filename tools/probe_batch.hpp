// Many positions, a line each, answered in order.
#pragma once

#include <string>

#include "probe/tablebase.hpp"
#include "tools/exit_code.hpp"

namespace jetan::tool {

struct BatchOptions {
  bool json = false;
  bool best = false;   // find the best move (asks for every move's value: far slower)
  bool moves = false;  // rank every legal move; implies `best`
};

// Reads positions from a file ("-": stdin) to its end and prints a line for each; blank lines and lines that start
// with # are passed over. A position that can't be answered gets a line that says why, and the gravest such error's
// exit status is returned at the end. Answers are printed as soon as what has been read is answered, so a program may
// write a position and wait for its answer.
ExitCode probe_batch(const Tablebase& tables, const std::string& path, const BatchOptions& options);

}  // namespace jetan::tool
