// Checks chosen values of a table, or all of one whose successors don't fit in memory.
//
// Positions are taken in batches: first all values that a batch asks for are listed, then each block that holds some of
// them is unpacked once. So memory is bounded (0.2 to 0.5 GB) whatever the size of the tables, and no block is unpacked
// more often than there are batches.
#pragma once

#include <functional>

#include "tbgen/verify_job.hpp"

namespace jetan {

// `count` positions of one side to move (a place in TableInfo::sides); cell_of(i) is that of the i-th. Positions that
// win at once are passed over. Errors: TableDamaged, those of Tablebase::table, Interrupted. Throws std::bad_alloc.
Result<void> verify_scattered(const VerifyJob& job, std::size_t side, std::uint64_t count,
                              const std::function<CellNumber(std::uint64_t)>& cell_of);

}  // namespace jetan
