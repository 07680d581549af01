#include "batch_run.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "python_values.hpp"

namespace jetan::python {
namespace {

// Positions are handed to the library so many at a time: enough for it to put them in a good order, and few enough to
// stay in the processor's cache or near it, and to answer Ctrl-C soon.
constexpr std::size_t kMaxChunkRows = std::size_t{1} << 14;
constexpr std::size_t kMinChunkRows = 256;

class Run {
 public:
  Run(const Tablebase& tables, const BatchJob& job)
      : tables_(tables),
        job_(job),
        chunk_rows_(std::clamp(job.rows / (4 * static_cast<std::size_t>(job.threads)), kMinChunkRows, kMaxChunkRows)) {}

  std::optional<RowError> run() {
    {
      std::vector<std::jthread> helpers;
      const std::size_t chunks = (job_.rows + chunk_rows_ - 1) / chunk_rows_;
      const std::size_t wanted = std::min(static_cast<std::size_t>(job_.threads), chunks);
      try {
        while (helpers.size() + 1 < wanted) helpers.emplace_back([this] { work(false); });
      } catch (const std::system_error&) {  // no more threads to be had: those there are do it
      }
      work(true);
    }
    if (exception_) std::rethrow_exception(exception_);
    if (stopped_) return RowError{0, {ErrorKind::Interrupted, "interrupted"}};
    return first_;
  }

 private:
  void work(bool calling_thread) try {
    for (;;) {
      const std::size_t begin = next_.fetch_add(chunk_rows_);
      // Chunks before the first error are still answered, so that it is the first error that is told.
      if (begin >= job_.rows || begin > first_row_ || stopped_) return;
      answer(begin, std::min(begin + chunk_rows_, job_.rows));
      if (calling_thread && !job_.keep_on()) stopped_ = true;
    }
  } catch (...) {
    stopped_ = true;
    const std::lock_guard lock(mutex_);
    exception_ = std::current_exception();
  }

  void answer(std::size_t begin, std::size_t end) {
    std::vector<Position> positions;
    std::vector<std::size_t> rows;
    positions.reserve(end - begin);
    rows.reserve(end - begin);
    for (std::size_t row = begin; row < end; ++row) {
      const Result<Position> position = job_.position(row);
      if (!position) {
        refuse(row, position.error());
        continue;
      }
      positions.push_back(*position);
      rows.push_back(row);
    }
    const std::vector<Result<Value>> values = tables_.values(positions);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i]) {
        put(rows[i], *values[i]);
      } else {
        refuse(rows[i], values[i].error());
      }
    }
  }

  void put(std::size_t row, Value value) const {
    job_.answers.outcome[row] = static_cast<std::int8_t>(static_cast<int>(value.outcome) - 1);
    job_.answers.plies[row] = static_cast<std::int16_t>(value.plies);
    job_.answers.error[row] = 0;
  }

  void refuse(std::size_t row, const Error& error) {
    job_.answers.outcome[row] = kInvalidOutcome;
    job_.answers.plies[row] = -1;
    job_.answers.error[row] = static_cast<std::uint8_t>(python_number(error.kind));
    if (!job_.stop_at_error) return;
    const std::lock_guard lock(mutex_);
    if (row >= first_row_) return;
    first_ = RowError{row, error};
    first_row_ = row;
  }

  const Tablebase& tables_;
  const BatchJob& job_;
  const std::size_t chunk_rows_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> first_row_ = SIZE_MAX;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  // over the two below
  std::optional<RowError> first_;
  std::exception_ptr exception_;
};

}  // namespace

std::optional<RowError> run_batch(const Tablebase& tables, const BatchJob& job) { return Run(tables, job).run(); }

}  // namespace jetan::python
