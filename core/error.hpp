// The one error type of the libraries: a kind a program can act on, and a sentence a person can.
//
// Libraries return errors as values (`Result<T>`); they never print, exit or throw on bad input.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace jetan {

enum class ErrorKind {
  BadPosition,   // a position, square or move that can't be read or can't be
  BadEnding,     // an ending's name that can't be read, or an ending too large
  BadRules,      // a rule set that can't be read or contradicts itself
  BadArgument,   // any other wrong argument
  TableMissing,  // an answer needs a table that isn't there
  TableDamaged,  // a table's bytes are not what its writer wrote
  WrongRules,    // a table was made under another rule set
  OutOfMemory,   // memory, or the budget given for it, doesn't suffice
  Io,            // the operating system refused a read or write (a full disk, say)
  Interrupted,   // the caller asked to stop
};

struct Error {
  ErrorKind kind;
  std::string message;  // what is wrong, where, and what to do about it; no trailing newline
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorKind kind, std::string message) {
  return tl::unexpected<Error>(Error{kind, std::move(message)});
}

}  // namespace jetan
