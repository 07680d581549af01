// Counts a table's values anew, and compares with the statistics in its header.
#pragma once

#include "tbgen/verify_job.hpp"

namespace jetan {

// All values of one side to move (a place in TableInfo::sides). Errors: TableDamaged, Interrupted.
Result<void> verify_statistics(const VerifyJob& job, std::size_t side);

}  // namespace jetan
