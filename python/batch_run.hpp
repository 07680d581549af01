// Answers rows of positions in chunks, by one thread or several.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "probe/tablebase.hpp"

namespace jetan::python {

inline constexpr std::int8_t kInvalidOutcome = -128;

// Where the answers go, by row.
struct BatchAnswers {
  std::int8_t* outcome;
  std::int16_t* plies;
  std::uint8_t* error;
};

struct BatchJob {
  std::size_t rows = 0;
  std::function<Result<Position>(std::size_t row)> position;  // called from any thread
  BatchAnswers answers;
  bool stop_at_error = true;
  int threads = 1;
  std::function<bool()> keep_on;  // asked now and then, by the calling thread
};

struct RowError {
  std::size_t row;
  Error error;
};

// The first row with an error, if one stops the job: rows after it may not have been answered then. Interrupted (at
// row 0) when keep_on says no.
std::optional<RowError> run_batch(const Tablebase& tables, const BatchJob& job);

}  // namespace jetan::python
