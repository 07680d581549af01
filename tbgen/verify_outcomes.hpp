// Checks a table of outcomes against the table of distances of the same ending and escape state.
#pragma once

#include "tbgen/verify_job.hpp"

namespace jetan {

// All outcomes of a side to move (a place in TableInfo::sides), and its statistics. The table of distances is believed:
// it is proved by itself. Errors: TableDamaged, those of Tablebase::table, Interrupted. Throws std::bad_alloc.
Result<void> verify_outcomes(const VerifyJob& job, std::size_t side);

}  // namespace jetan
