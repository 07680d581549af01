// Standard output, buffered, with every refused write noticed: a script must be able to trust what it got.
#pragma once

#include <string>
#include <string_view>

namespace jetan::tool {

class Output {
 public:
  // All throw Failure (ExitCode::NoRoom) when the text can't be written, OutputClosed when no one reads it.
  void write(std::string_view text);
  void line(std::string_view text);
  void flush();
  // Flushes and closes; nothing can be written afterwards.
  void finish();

 private:
  [[noreturn]] void refuse(int error);

  std::string buffer_;
};

Output& output();

// To be called first of all. A pipe closed by its reader and a file grown too large become refused writes instead of
// signals, and no file opened later takes the place of a standard stream that was closed.
void prepare_standard_streams();

}  // namespace jetan::tool
