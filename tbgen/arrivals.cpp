#include "tbgen/arrivals.hpp"

#include <memory>

#include "tbgen/parallel.hpp"

namespace jetan {

Arrivals::Arrivals(const PackedPlies& lost, bool at_once, BlockRange range)
    : plies_(&lost), at_once_(at_once), range_(range), exactly_(range.size()) {
  exactly_.move_to(range.first);
}

Arrivals::Arrivals(const PackedPlies& won, bool at_once, BlockRange range, const BlockKernels& kernels, Side winner)
    : plies_(&won),
      at_once_(at_once),
      range_(range),
      kernels_(&kernels),
      winner_(winner),
      exactly_(range.size()),
      within_(range.size()) {
  exactly_.move_to(range.first);
  within_.move_to(range.first);
}

void Arrivals::advance(int ply, int threads) {
  const int first = at_once_ && ply > 0 ? last_ply() + 1 : ply;
  const int last = at_once_ ? last_ply() : std::min(ply, last_ply());
  ply_ = ply;
  if (!slabs_only_) add(range_, first, last, threads);
}

void Arrivals::keep_slabs_only(BlockNumber blocks) {
  slabs_only_ = true;
  exactly_ = BlockMap(blocks);
  if (kernels_ != nullptr) within_ = BlockMap(blocks);
}

void Arrivals::bring(BlockRange slab, int threads) {
  if (!slabs_only_) return;
  exactly_.move_to(slab.first);
  if (kernels_ != nullptr) {
    within_.move_to(slab.first);
    for (int ply = 0; ply < ply_; ++ply) add(slab, ply, std::min(ply, last_ply()), threads);
  }
  add(slab, ply_, std::min(ply_, last_ply()), threads);
}

void Arrivals::add(BlockRange range, int first, int last, int threads) {
  const bool wins_at_once = kernels_ != nullptr && first <= 1 && 1 <= last;
  struct Work {
    PackedPlies::Scratch packed;
    BlockKernels::Scratch scratch;
    Block wins;
  };
  for_each_in_parallel(
      threads, PackedPlies::tiles(range), [] { return std::make_unique<Work>(); },
      [&](BlockNumber i, const std::unique_ptr<Work>& work) {
        const BlockNumber tile = range.first / PackedPlies::kTileBlocks + i;
        const BlockNumber begin = tile * PackedPlies::kTileBlocks;
        const BlockNumber end = std::min(begin + PackedPlies::kTileBlocks, range.last);
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
