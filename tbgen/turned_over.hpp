// Equal sides: what one side wins in an escape state is what the other wins in that state turned over. So it need be
// solved only once.
#pragma once

#include "tbgen/block_kernels.hpp"
#include "tbgen/packed_plies.hpp"

namespace jetan {

// A block with the Princesses exchanged: the squares of Orange's, by those of Black's, the other way round.
void exchange_princesses(const Block& block, Block& result);

// Plies with the board turned over: the sides exchanged, the ranks mirrored. The layout must have equal sides. Where
// there is a store they are kept there. Throws std::bad_alloc; where there is a store, ScratchFailure.
PackedPlies turned_over(const PackedPlies& plies, const BlockKernels& kernels, int threads,
                        const std::shared_ptr<TileStore>& store = {});

}  // namespace jetan
