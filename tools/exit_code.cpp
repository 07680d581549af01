#include "tools/exit_code.hpp"

namespace jetan::tool {

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadPosition:
    case ErrorKind::BadEnding:
    case ErrorKind::BadRules: return ExitCode::BadInput;
    case ErrorKind::BadArgument: return ExitCode::WrongUse;
    case ErrorKind::TableMissing: return ExitCode::TableMissing;
    case ErrorKind::TableDamaged:
    case ErrorKind::WrongRules: return ExitCode::TableDamaged;
    case ErrorKind::OutOfMemory:
    case ErrorKind::Io: return ExitCode::NoRoom;
    case ErrorKind::Interrupted: return ExitCode::Other;
  }
  return ExitCode::Other;
}

}  // namespace jetan::tool
