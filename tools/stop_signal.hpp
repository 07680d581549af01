// Ctrl-C and SIGTERM as a wish to stop: long commands look at the flag, keep what is finished and leave in order.
#pragma once

#include <atomic>

namespace jetan::tool {

// From now on the first such signal sets the flag; a second one ends the program at once.
const std::atomic<bool>& stop_on_signal();

}  // namespace jetan::tool
