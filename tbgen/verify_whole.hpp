// Checks all values of a table, its successors' values all in memory.
#pragma once

#include "tbgen/verify_job.hpp"

namespace jetan {

// Bytes of memory that it takes. Errors: those of Tablebase::table.
Result<std::uint64_t> whole_check_bytes(const VerifyJob& job);

// All positions of one side to move (a place in TableInfo::sides). Errors: TableDamaged, those of Tablebase::table,
// Interrupted. Throws std::bad_alloc.
Result<void> verify_whole(const VerifyJob& job, std::size_t side);

}  // namespace jetan
