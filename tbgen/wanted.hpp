// Which tables a run has to make. For tbgen's own files.
#pragma once

#include "tbgen/generate.hpp"

namespace jetan {

// The tables of the endings and of all they depend on, in an order in which they can be made; of each whether it is
// there already, or lent by other rules, and its path. Errors: those of TableShelf::list and TableFile::open.
Result<std::vector<GeneratedTable>> tables_wanted(const Game& game, const std::vector<Ending>& endings,
                                                  const GenerateOptions& options);

// The escape states of an ending among these tables.
std::vector<Escapes> states_of(const std::vector<GeneratedTable>& tables, const Ending& ending);

}  // namespace jetan
