#include "tbgen/arrivals.hpp"

#include <memory>

#include "tbgen/parallel.hpp"

namespace jetan {

Arrivals::Arrivals(const PackedPlies& lost, bool at_once) : plies_(&lost), at_once_(at_once), exactly_(lost.blocks()) {}

Arrivals::Arrivals(const PackedPlies& won, bool at_once, const BlockKernels& kernels, Side winner)
    : plies_(&won),
      at_once_(at_once),
      kernels_(&kernels),
      winner_(winner),
      exactly_(won.blocks()),
      within_(won.blocks()) {}

void Arrivals::advance(int ply, int threads) {
  const int first = at_once_ && ply > 0 ? last_ply() + 1 : ply;
  const int last = at_once_ ? last_ply() : std::min(ply, last_ply());
  const bool wins_at_once = kernels_ != nullptr && first <= 1 && 1 <= last;
  struct Work {
    PackedPlies::Scratch packed;
    BlockKernels::Scratch scratch;
    Block wins;
  };
  for_each_in_parallel(
      threads, plies_->tiles(), [] { return std::make_unique<Work>(); },
      [&](BlockNumber tile, const std::unique_ptr<Work>& work) {
        const BlockNumber begin = tile * PackedPlies::kTileBlocks;
        const BlockNumber end = std::min(begin + PackedPlies::kTileBlocks, plies_->blocks());
        for (BlockNumber b = begin; b < end; ++b) exactly_.clear(b);
        for (int p = first; p <= last; ++p) plies_->add_to(p, tile, exactly_, work->packed);
        if (kernels_ == nullptr) return;
        for (BlockNumber b = begin; b < end; ++b) {
          if (wins_at_once) {
            kernels_->wins_at_once(b, winner_, work->wins, work->scratch);
            if (kernels_->ops().any(work->wins)) exactly_.add(b, work->wins);
          }
          if (exactly_.any(b)) within_.add(b, exactly_[b]);
        }
      });
}

}  // namespace jetan
