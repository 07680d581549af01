// Loops over many threads (OpenMP), with scratch space for each and exceptions carried out to the caller.
#pragma once

#include <omp.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

namespace jetan {

// The number of threads to use when so many are asked for (0: as many as the machine has).
inline int thread_count(int asked) { return asked > 0 ? asked : omp_get_max_threads(); }

// Calls work(i, scratch) for 0 <= i < count on so many threads, with a scratch made by make_scratch() for each. If a
// call throws, the calls not yet begun are skipped and the first exception is thrown on.
template <class MakeScratch, class Work>
void for_each_in_parallel(int threads, std::uint64_t count, const MakeScratch& make_scratch, const Work& work) {
  std::exception_ptr first_exception;
  std::atomic<bool> failed = false;
  const auto guarded = [&](const auto& step) {
    if (failed.load(std::memory_order_relaxed)) return;
    try {
      step();
    } catch (...) {
      if (!failed.exchange(true)) first_exception = std::current_exception();
    }
  };
#pragma omp parallel num_threads(threads)
  {
    std::optional<decltype(make_scratch())> scratch;
    guarded([&] { scratch.emplace(make_scratch()); });
#pragma omp for schedule(dynamic, 4)
    for (std::uint64_t i = 0; i < count; ++i) {
      guarded([&] { work(i, *scratch); });
    }
  }
  if (first_exception) std::rethrow_exception(first_exception);
}

}  // namespace jetan
