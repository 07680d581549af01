// How a command gives up: an exception that main() turns into a line on stderr and an exit status.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "tools/exit_code.hpp"

namespace jetan::tool {

class Failure : public std::exception {
 public:
  Failure(ExitCode code, std::string message) : code_(code), message_(std::move(message)) {}
  explicit Failure(Error error) : Failure(exit_code(error.kind), std::move(error.message)) {}

  ExitCode code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ExitCode code_;
  std::string message_;
};

// Whoever reads the output has closed it, as `head` does, and wants no more: a reason to stop, not to complain.
class OutputClosed : public Failure {
 public:
  OutputClosed() : Failure(ExitCode::Other, "no one reads the output") {}
};

// The value, or the error as a Failure.
template <class T>
T take(Result<T> result) {
  if (!result) throw Failure(std::move(result.error()));
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// One line on stderr, "jetan: ...", whatever the message holds.
void report(const std::string& message);

}  // namespace jetan::tool
