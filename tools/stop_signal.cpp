#include "tools/stop_signal.hpp"

#include <csignal>

namespace jetan::tool {
namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so a signal handler may set it

void on_signal(int) { stop.store(true); }

}  // namespace

const std::atomic<bool>& stop_on_signal() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    // Who started the program with a signal ignored (nohup, a shell's background job) wants it to stay ignored.
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
  return stop;
}

}  // namespace jetan::tool
