// Positions of an ending solved before, to which the ending being solved leads by a capture or an escape: brought in
// ply by ply, so that a win there counts at its own distance.
#pragma once

#include <algorithm>

#include "tbgen/block_kernels.hpp"
#include "tbgen/packed_plies.hpp"

namespace jetan {

class Arrivals {
 public:
  // The loser to move there. at_once: all plies arrive as ply 0, where a win counts just the move that leads there (a
  // count left behind or started anew). Only blocks of the range are brought in. The plies must outlive this.
  Arrivals(const PackedPlies& lost, bool at_once, BlockRange range);
  // The winner to move there. Wins at once are not among the plies; the kernels, of the ending there, tell them.
  // `within` is kept.
  Arrivals(const PackedPlies& won, bool at_once, BlockRange range, const BlockKernels& kernels, Side winner);

  // One more than the last ply at which anything arrives.
  int plies() const { return at_once_ && last_ply() >= 0 ? 1 : last_ply() + 1; }

  // To be called with 0, 1, 2, … in turn. In parallel.
  void advance(int ply, int threads);

  // Instead of the whole range, keeps only the blocks of a slab of it at a time, at most so many: `bring` makes them
  // anew after each `advance`. Not with at_once.
  void keep_slabs_only(BlockNumber blocks);
  void bring(BlockRange slab, int threads);

  const BlockMap& exactly() const { return exactly_; }  // those of the ply last advanced to
  const BlockMap& within() const { return within_; }    // those of all plies up to it, if kept

 private:
  // The last ply at which there is a win there; -1 if none.
  int last_ply() const { return kernels_ != nullptr ? std::max(plies_->plies() - 1, 1) : plies_->plies() - 1; }

  // Adds the plies from `first` to `last` to blocks of the range.
  void add(BlockRange range, int first, int last, int threads);

  const PackedPlies* plies_;
  bool at_once_;
  bool slabs_only_ = false;
  int ply_ = 0;
  BlockRange range_;
  const BlockKernels* kernels_ = nullptr;  // to tell wins at once
  Side winner_ = Side::Black;
  BlockMap exactly_;
  BlockMap within_;
};

}  // namespace jetan
