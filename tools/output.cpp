#include "tools/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "tools/failure.hpp"

namespace jetan::tool {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

}  // namespace

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void Output::line(std::string_view text) {
  buffer_ += text;
  write("\n");
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Output::finish() {
  flush();
  // Some file systems only tell now that the disk is full.
  if (::close(STDOUT_FILENO) != 0 && errno != EINTR) refuse(errno);
}

void Output::refuse(int error) {
  buffer_.clear();
  if (error == EPIPE) throw OutputClosed();
  throw Failure(ExitCode::NoRoom, fmt::format("can't write the output: {}", std::strerror(error)));
}

Output& output() {
  static Output standard;
  return standard;
}

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong way round for stdin and stdout, so that using them still fails. The least free number is `fd`.
    const int opened = ::open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    if (opened != fd && opened >= 0) ::close(opened);
  }
}

}  // namespace jetan::tool
