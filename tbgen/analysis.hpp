// The retrograde analysis: what one side wins in an ending, ply by ply. See ALGORITHM.md.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <vector>

#include "core/position.hpp"
#include "tbgen/block_kernels.hpp"
#include "tbgen/residence.hpp"
#include "tbgen/solution.hpp"
#include "tbgen/solving_journal.hpp"

namespace jetan {

// What an ending leads to, solved before.
struct SolvedSuccessors {
  struct AfterCapture {
    const Solution* solution = nullptr;     // nothing: no such capture lets the game go on
    const BlockKernels* kernels = nullptr;  // of the ending after it, its colours as they are here
    bool at_once = false;  // a win there counts just the capture (a count is left behind or begun anew)
  };
  std::array<AfterCapture, kMaxFixed> after_capture;  // by the captured piece's place; escape state as before
  std::array<const Solution*, 2> after_escape{};      // by the side that escapes; nothing if it may not
};

struct SolveOptions {
  int threads = 1;
  int ply_limit = 0;                      // under the count: its plies; else 0, no limit
  std::function<void(int ply)> progress;  // before each ply
  const std::atomic<bool>* stop = nullptr;
  SolvingJournal* journal = nullptr;  // of this analysis: what it has is not settled anew, and what is settled it keeps
};

// The maps an analysis works on, of one part of an ending at a time. One working set may serve one analysis of the same
// ending after the other, which saves the system from handing out and clearing the memory anew.
class WorkingSet {
 public:
  explicit WorkingSet(const Layout& layout, const ResidenceOptions& options = {})
      : WorkingSet(largest_part(layout), options) {}

  // Blocks of the largest part.
  static BlockNumber largest_part(const Layout& layout);

  // What is settled: won with the winner to move, lost with the loser to move; and what never can be: what isn't a
  // position, and in `lost` BlockKernels::never_lost() and what has no move.
  BlockMap won;
  BlockMap lost;
  // What was settled lately, by whether the ply is odd. Where nothing but the ending itself counts only odd plies win
  // and even ones lose, and half of these maps never take memory.
  std::array<BlockMap, 2> fresh_won;
  std::array<BlockMap, 2> fresh_lost;
  // Of all of these, what is in memory.
  Residence residence;

 private:
  WorkingSet(BlockNumber blocks, const ResidenceOptions& options)
      : won(blocks),
        lost(blocks),
        fresh_won{BlockMap(blocks), BlockMap(blocks)},
        fresh_lost{BlockMap(blocks), BlockMap(blocks)},
        residence({&won, &lost, &fresh_won[0], &fresh_won[1], &fresh_lost[0], &fresh_lost[1]}, options) {}
  WorkingSet(const WorkingSet&) = delete;
  WorkingSet& operator=(const WorkingSet&) = delete;
};

// Errors: Interrupted. Throws std::bad_alloc; with a journal, or successors in a store, ScratchFailure.
Result<Wins> analyse(const BlockKernels& kernels, Side winner, const SolvedSuccessors& successors,
                     const SolveOptions& options, WorkingSet& maps);

}  // namespace jetan
