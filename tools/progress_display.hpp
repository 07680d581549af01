// How far a long command has come, on stderr: on a terminal a bar with the time left, redrawn in its line; elsewhere
// a line now and then.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace jetan::tool {

// "[=====>      ]  42%     0:35 left  CRvCR.--, solving ply 12", fitted into a number of columns. Times in seconds.
std::string progress_line(std::string_view what, double fraction, std::optional<double> left, std::size_t columns);

class ProgressDisplay {
 public:
  ProgressDisplay();
  ~ProgressDisplay() { clear(); }
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  // fraction: 0 to 1, of the whole command. May be called as often as one likes, from one thread at a time.
  void update(double fraction, std::string_view what);
  // Takes the bar off the terminal, for something else to be printed; the next update draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<double> seconds_left(double fraction) const;

  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;  // when something was printed
};

}  // namespace jetan::tool
