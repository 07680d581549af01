// Keeps the maps of an analysis within a budget of memory: slabs of blocks that aren't being worked on are packed.
//
// Maps have addresses for all their blocks, but the system gives memory only to those that are in use: packing a slab
// gives its memory back, unpacking puts it where it was. So the kernels read maps as if all of them were there; whoever
// leads them through the blocks brings in, slab by slab, what they may look at. Slabs that weren't needed for the
// longest time are packed first. On CRDvCR maps pack 13 to 60 times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tbgen/block_map.hpp"

namespace jetan {

struct ResidenceOptions {
  // Where four pieces make the blocks, the slabs of those that share the first two's squares.
  static constexpr BlockNumber kSlabBlocks = 10'000;

  std::uint64_t bytes = 0;  // for slabs that are not packed, about; 0: no limit, nothing is ever packed
  // A multiple of PackedPlies::kTileBlocks; 0, only without a limit: all blocks are one slab.
  BlockNumber slab_blocks = 0;
};

class Residence {
 public:
  // The maps must outlive it, and have nothing in them.
  Residence(std::vector<BlockMap*> maps, const ResidenceOptions& options);

  bool limited() const { return options_.bytes != 0; }

  // Begins anew with the blocks of a range, all maps empty.
  void move_to(BlockRange range);
  // The slabs of the range.
  std::size_t slabs() const { return slabs_; }
  BlockRange slab(std::size_t number) const;
  BlockNumber slab_blocks() const { return slab_blocks_; }
  std::size_t slab_of(BlockNumber block) const {
    return static_cast<std::size_t>((block - range_.first) / slab_blocks_);
  }

  // A slab of a map, and what is to be done with it.
  struct Use {
    const BlockMap* map;
    std::size_t slab;
    bool change = false;
  };
  // Brings these slabs in; others may go. Throws std::bad_alloc.
  void bring(std::span<const Use> uses, int threads);
  // A slab that was brought in, not for changing, was changed after all.
  void mark_changed(const BlockMap& map, std::size_t slab) { slabs_of_[map_number(map)][slab].changed = true; }
  // The map was cleared: nothing of it need be kept. Likewise one slab of it.
  void forget(const BlockMap& map);
  void forget(const BlockMap& map, std::size_t slab);
  // Whether a slab may hold anything.
  bool holds(const BlockMap& map, std::size_t slab) const {
    const Slab& there = slabs_of_[map_number(map)][slab];
    return there.here || !there.tiles.empty();
  }

  std::uint64_t packed_bytes() const { return packed_bytes_; }

 private:
  using Tile = std::vector<std::byte>;  // its blocks that hold anything, packed; empty: there are none
  struct Slab {
    bool here = false;     // in memory as it is; if not, and nothing is packed, it holds nothing
    bool changed = false;  // the packed tiles, if any, are out of date
    std::uint64_t used = 0;
    std::vector<Tile> tiles;
  };
  struct Place {
    std::size_t map;
    std::size_t slab;
  };

  std::size_t map_number(const BlockMap& map) const;
  Slab& at(Place place) { return slabs_of_[place.map][place.slab]; }
  void make_room(std::size_t slabs, int threads);
  void pack(std::span<const Place> places, int threads);
  void unpack(std::span<const Place> places, int threads);
  // Calls work(place, tile number, its blocks, scratch) for all tiles of some slabs, in parallel.
  template <class MakeScratch, class Work>
  void for_each_tile(std::span<const Place> places, int threads, const MakeScratch& make_scratch, const Work& work);

  std::vector<BlockMap*> maps_;
  ResidenceOptions options_;
  BlockRange range_;
  BlockNumber slab_blocks_ = 1;
  std::size_t slabs_ = 1;
  std::vector<std::vector<Slab>> slabs_of_;  // by map
  std::uint64_t now_ = 0;
  std::size_t here_ = 0;  // slabs in memory
  std::uint64_t packed_bytes_ = 0;
};

}  // namespace jetan
