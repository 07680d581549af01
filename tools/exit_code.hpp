// The program's exit statuses (README.md lists them), and which error ends in which.
#pragma once

#include "core/error.hpp"

namespace jetan::tool {

enum class ExitCode : int {
  Done = 0,
  Other = 1,     // anything else, such as a run that was stopped
  WrongUse = 2,  // a command line that makes no sense
  BadInput = 3,  // a bad position, ending or rule set
  TableMissing = 4,
  TableDamaged = 5,  // or made under another rule set
  NoRoom = 6,        // out of memory or disk, or a read or write refused
};

ExitCode exit_code(ErrorKind kind);

}  // namespace jetan::tool
