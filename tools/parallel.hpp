// A loop over all processors that lets exceptions out.
#pragma once

#include <cstddef>
#include <exception>

namespace jetan::tool {

// Calls task(0) to task(count - 1) from many threads, `chunk` in a row from one. The first exception is thrown again
// when all are done.
template <class Task>
void parallel_for(std::size_t count, std::size_t chunk, const Task& task) {
  std::exception_ptr thrown;
#pragma omp parallel for schedule(dynamic, chunk) if (count > chunk)
  for (std::size_t i = 0; i < count; ++i) {
    try {
      task(i);
    } catch (...) {
#pragma omp critical(jetan_tool_exception)
      if (!thrown) thrown = std::current_exception();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace jetan::tool
