#include "tbgen/arrivals.hpp"

#include <algorithm>

#include "tbgen/parallel.hpp"

namespace jetan {

Arrivals::Arrivals(const PackedPlies& plies, bool at_once, bool keep)
    : plies_(&plies), at_once_(at_once), keep_(keep), exactly_(plies.blocks()), within_(keep ? plies.blocks() : 0) {}

void Arrivals::advance(int ply, int threads) {
  const int first = at_once_ && ply > 0 ? plies_->plies() : ply;
  const int last = at_once_ ? plies_->plies() : std::min(ply + 1, plies_->plies());
  for_each_in_parallel(
      threads, plies_->tiles(), [] { return PackedPlies::Scratch{}; },
      [&](BlockNumber tile, PackedPlies::Scratch& scratch) {
        const BlockNumber begin = tile * PackedPlies::kTileBlocks;
        const BlockNumber end = std::min(begin + PackedPlies::kTileBlocks, plies_->blocks());
        for (BlockNumber b = begin; b < end; ++b) exactly_.clear(b);
        for (int p = first; p < last; ++p) plies_->add_to(p, tile, exactly_, scratch);
        if (!keep_) return;
        for (BlockNumber b = begin; b < end; ++b) {
          if (exactly_.any(b)) within_.add(b, exactly_[b]);
        }
      });
}

}  // namespace jetan
