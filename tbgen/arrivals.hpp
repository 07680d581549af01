// Positions of an ending solved before, to which the ending being solved leads by a capture or an escape: brought in
// ply by ply, so that a win there counts at its own distance.
#pragma once

#include "tbgen/block_map.hpp"
#include "tbgen/packed_plies.hpp"

namespace jetan {

class Arrivals {
 public:
  // at_once: all plies arrive as ply 0, where a win counts just the move that leads there (a count left behind or
  // started anew). keep: whether `within` will be asked. The plies must outlive this.
  Arrivals(const PackedPlies& plies, bool at_once, bool keep);

  // One more than the last ply at which anything arrives.
  int plies() const { return at_once_ && plies_->plies() > 0 ? 1 : plies_->plies(); }

  // To be called with 0, 1, 2, … in turn. In parallel.
  void advance(int ply, int threads);

  const BlockMap& exactly() const { return exactly_; }  // those of the ply last advanced to
  const BlockMap& within() const { return within_; }    // those of all plies up to it

 private:
  const PackedPlies* plies_;
  bool at_once_;
  bool keep_;
  BlockMap exactly_;
  BlockMap within_;
};

}  // namespace jetan
