// Equal sides: what one side wins in an escape state is what the other wins in that state turned over. So it need be
// solved only once.
#pragma once

#include "tbgen/block_kernels.hpp"
#include "tbgen/solution.hpp"

namespace jetan {

// A block with the Princesses exchanged: the squares of Orange's, by those of Black's, the other way round.
void exchange_princesses(const Block& block, Block& result);

// The wins with the board turned over: the sides exchanged, the ranks mirrored. The layout must have equal sides.
// Throws std::bad_alloc.
Wins turned_over(const Wins& wins, const BlockKernels& kernels, int threads);

}  // namespace jetan
