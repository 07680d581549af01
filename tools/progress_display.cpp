#include "tools/progress_display.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tools/plain_text.hpp"

namespace jetan::tool {
namespace {

using namespace std::chrono_literals;

constexpr auto kRedraw = 100ms;      // a bar, and how long a command may take before one shows
constexpr auto kLineEvery = 10s;     // where there is no terminal
constexpr std::size_t kMaxBar = 30;  // columns between its brackets
constexpr std::size_t kColumnsForBar = 50;

bool is_terminal() {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string bar(double fraction, std::size_t width) {
  const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(width));
  return fmt::format("[{:=<{}}{:<{}}]", "", filled, filled < width ? ">" : "", width - filled);
}

}  // namespace

std::string progress_line(std::string_view what, double fraction, std::optional<double> left, std::size_t columns) {
  fraction = std::clamp(fraction, 0.0, 1.0);
  // What changes its length comes last, so that the bar stands still. 100% only when all is done.
  std::string line = columns >= kColumnsForBar ? bar(fraction, std::min(columns / 3, kMaxBar)) + ' ' : "";
  line +=
      fmt::format("{:3}%  {:>7} left  {}", static_cast<int>(fraction * 100), left ? clock_text(*left) : "-:--", what);
  return line.substr(0, columns);
}

ProgressDisplay::ProgressDisplay() : terminal_(is_terminal()), last_(start_) {}

std::optional<double> ProgressDisplay::seconds_left(double fraction) const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if (elapsed < 1 || fraction < 0.005) return std::nullopt;  // too early to tell
  return elapsed * (1 - fraction) / fraction;
}

void ProgressDisplay::update(double fraction, std::string_view what) {
  const auto now = Clock::now();
  if (now - last_ < (terminal_ ? Clock::duration(kRedraw) : Clock::duration(kLineEvery))) return;
  last_ = now;
  if (terminal_) {
    // One column is left free: some terminals wrap when the last one is written.
    const std::string line = progress_line(what, fraction, seconds_left(fraction), terminal_columns() - 1);
    std::fputs(fmt::format("\r{}\x1b[K", line).c_str(), stderr);
    drawn_ = true;
  } else {
    const auto left = seconds_left(fraction);
    std::fputs(fmt::format("{}: {}%{}\n", what, static_cast<int>(fraction * 100),
                           left ? fmt::format(", {} left", clock_text(*left)) : "")
                   .c_str(),
               stderr);
  }
  std::fflush(stderr);
}

void ProgressDisplay::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace jetan::tool
