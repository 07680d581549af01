// What the parts of verifying one table share: the table, the tables it depends on, threads, progress, and how its
// positions are walked through and spoken of.
#pragma once

#include <omp.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tbgen/parallel.hpp"
#include "tbgen/verify.hpp"
#include "tbgen/verify_reckoning.hpp"

namespace jetan {

inline constexpr ValueCode kNoValue = std::numeric_limits<ValueCode>::max();  // beyond the code of kMaxPlies

// The error of the first unit of work, by number, among those that failed: the same whatever the number of threads.
class FirstFailure {
 public:
  // A unit after one that failed needn't be looked at.
  bool is_before(std::uint64_t unit) const { return unit_.load(std::memory_order_relaxed) < unit; }
  void add(std::uint64_t unit, Error error);
  Result<void> result() const;

 private:
  std::atomic<std::uint64_t> unit_ = UINT64_MAX;
  std::mutex mutex_;
  std::optional<Error> error_;
};

class VerifyJob {
 public:
  VerifyJob(const Tablebase& tables, const TableFile& file, const VerifyOptions& options)
      : tables_(tables), file_(file), options_(options), threads_(thread_count(options.threads)) {}

  const Game& game() const { return tables_.game(); }
  const TableFile& file() const { return file_; }
  const TableInfo& info() const { return file_.info(); }
  const VerifyOptions& options() const { return options_; }
  int threads() const { return threads_; }

  // The table itself, or one that it depends on. Errors: those of Tablebase::table.
  Result<std::shared_ptr<const TableFile>> table(const TableId& id) const;

  // TableDamaged: a stored value isn't what follows from the moves (kNoValue: a successor has none).
  Error differs(const Position& position, ValueCode stored, ValueCode follows) const;

  // Calls work(unit, scratch), which returns a Result<void>, for 0 <= unit < units on all threads, until one fails.
  // Now and then, between units, reports the progress. Errors: the first unit's that failed; Interrupted.
  template <class MakeScratch, class Work>
  Result<void> in_parallel(std::uint64_t units, const MakeScratch& make_scratch, const Work& work) const;

  // Progress is counted in positions checked.
  void expect(std::uint64_t positions) { expected_ = positions; }
  void add_done(std::uint64_t positions) const { done_ += positions; }
  std::uint64_t done() const { return done_; }
  void report_progress() const {
    if (options_.progress) options_.progress(done_, expected_);
  }

 private:
  const Tablebase& tables_;
  const TableFile& file_;
  const VerifyOptions& options_;
  int threads_;
  std::uint64_t expected_ = 0;
  mutable std::atomic<std::uint64_t> done_ = 0;
};

// Walks through all cells of a table in units, each a stretch of whole planes within a block, or of a plane's rows:
// small enough that many threads find work in a small table.
class TableUnits {
 public:
  explicit TableUnits(const TableFile& file) : file_(file), per_block_((file.cells_of_block() - 1) / kCells + 1) {}

  std::uint64_t count() const { return file_.blocks() * per_block_; }

  // A thread's last unpacked block.
  struct Scratch {
    std::vector<ValueCode> values;
    std::optional<std::uint64_t> block;
    BlockUnpacker unpacker;
  };

  struct Unit {
    CellNumber first;
    std::span<const ValueCode> values;  // as stored, of successive cells
    CellNumber last() const { return first + values.size(); }
  };
  // Errors: those of TableFile::unpack.
  Result<Unit> unpack(std::size_t side, std::uint64_t unit, Scratch& scratch) const;

 private:
  static constexpr std::uint32_t kCells = 5000;  // divides a plane, or is divided by one

  const TableFile& file_;
  std::uint64_t per_block_;
};

// Calls visit(cell, position, orbit) for the cells first <= cell < last of a table that have a position, until it
// returns false. The orbit is 0 where another cell stands for the position (Planes::orbit).
template <class Visit>
void for_each_position(const TableFile& file, std::size_t side, CellNumber first, CellNumber last, const Visit& visit) {
  const Planes& planes = file.planes();
  const std::uint32_t size = planes.cells_of_plane();
  for (CellNumber begin = first; begin < last;) {
    const Planes::Plane plane = planes.plane(begin / size);
    Position still = planes.still().position_of(plane.still);
    still.to_move = file.info().sides[side];
    still.escapes = file.info().id.escapes;
    const CellNumber end = std::min<CellNumber>(last, begin / size * size + size);
    for (CellNumber cell = begin; cell < end; ++cell) {
      const Planes::Squares squares = Planes::squares(static_cast<std::uint32_t>(cell % size));
      if (!planes.has_position(plane, squares)) continue;
      Position position = still;
      position.put(planes.fast(), squares.fast);
      if (planes.both_move()) position.put(planes.slow(), squares.slow);
      if (!visit(cell, position, planes.orbit(plane, squares))) return;
    }
    begin = end;
  }
}

template <class MakeScratch, class Work>
Result<void> VerifyJob::in_parallel(std::uint64_t units, const MakeScratch& make_scratch, const Work& work) const {
  FirstFailure failures;
  for_each_in_parallel(threads_, units, make_scratch, [&](std::uint64_t unit, auto& scratch) {
    if (failures.is_before(unit)) return;
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
      failures.add(0, Error{ErrorKind::Interrupted, "interrupted while verifying " + file_.path().string()});
      return;
    }
    if (Result<void> done = work(unit, scratch); !done) failures.add(unit, done.error());
    if (omp_get_thread_num() == 0) report_progress();  // the calling thread's number
  });
  return failures.result();
}

}  // namespace jetan
