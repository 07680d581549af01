// Verifies one table after the other, whatever becomes of the ones before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/common_options.hpp"
#include "tools/exit_code.hpp"

namespace jetan::tool {

struct VerifyRunOptions {
  std::vector<std::string> files;       // none: all of the rule set in the tables folder
  std::optional<std::uint64_t> sample;  // values a side to move
  std::uint64_t seed = 1;
  bool all = false;  // all values, whatever the ending
  bool checksums_only = false;
  int threads = 0;
  std::string memory;  // a size; empty: the library's choice
};

// Prints a line a table. Returns the gravest status; throws Failure when there is nothing to verify or the run is
// stopped.
ExitCode verify_tables(const CommonOptions& common, const VerifyRunOptions& options);

}  // namespace jetan::tool
