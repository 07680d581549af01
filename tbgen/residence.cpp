#include "tbgen/residence.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>

#include "tbgen/packed_plies.hpp"
#include "tbgen/parallel.hpp"

namespace jetan {
namespace {

bool all_hold_something(const BlockMap& map, BlockRange range) {
  BlockNumber block = range.first;
  while (block < range.last && map.any(block)) ++block;
  return block == range.last;
}

}  // namespace

Residence::Residence(std::vector<BlockMap*> maps, const ResidenceOptions& options)
    : maps_(std::move(maps)), options_(options), slabs_of_(maps_.size()) {}

void Residence::move_to(BlockRange range) {
  for (BlockMap* map : maps_) {
    if (limited()) map->release({range_.first, range_.last});
    map->move_to(range.first);
  }
  range_ = range;
  slab_blocks_ = options_.slab_blocks != 0 ? options_.slab_blocks : std::max<BlockNumber>(range.size(), 1);
  slabs_ = static_cast<std::size_t>((range.size() + slab_blocks_ - 1) / slab_blocks_);
  for (auto& slabs : slabs_of_) slabs.assign(slabs_, {});
  now_ = 0;
  here_ = 0;
  packed_bytes_ = 0;
}

BlockRange Residence::slab(std::size_t number) const {
  const BlockNumber first = range_.first + number * slab_blocks_;
  return {first, std::min(first + slab_blocks_, range_.last)};
}

std::size_t Residence::map_number(const BlockMap& map) const {
  return static_cast<std::size_t>(std::find(maps_.begin(), maps_.end(), &map) - maps_.begin());
}

void Residence::bring(std::span<const Use> uses, int threads) {
  if (!limited()) return;
  ++now_;
  std::vector<Place> coming;
  std::size_t new_slabs = 0;
  for (const Use& use : uses) {
    const Place place{map_number(*use.map), use.slab};
    Slab& slab = at(place);
    slab.used = now_;
    if (!slab.here && (use.change || !slab.tiles.empty())) {
      if (!slab.tiles.empty()) coming.push_back(place);
      slab.here = true;
      ++new_slabs;
    }
    slab.changed = slab.changed || use.change;
  }
  make_room(new_slabs, threads);
  here_ += new_slabs;
  unpack(coming, threads);
}

void Residence::forget(const BlockMap& map) {
  for (std::size_t slab = 0; limited() && slab < slabs_; ++slab) forget(map, slab);
}

void Residence::forget(const BlockMap& map, std::size_t number) {
  const std::size_t of = map_number(map);
  Slab& slab = slabs_of_[of][number];
  if (slab.here) {
    maps_[of]->release(this->slab(number));
    --here_;
  }
  for (const Tile& tile : slab.tiles) packed_bytes_ -= tile.size();
  slab = {};
}

// Lets slabs go that aren't used now, those first that were used the longest ago.
void Residence::make_room(std::size_t slabs, int threads) {
  const std::size_t allowed = static_cast<std::size_t>(options_.bytes / (slab_blocks_ * sizeof(Block)));
  if (here_ + slabs <= allowed) return;
  std::vector<Place> going;
  for (std::size_t map = 0; map < maps_.size(); ++map) {
    for (std::size_t i = 0; i < slabs_; ++i) {
      if (slabs_of_[map][i].here && slabs_of_[map][i].used < now_) going.push_back({map, i});
    }
  }
  const std::size_t wanted = std::min(going.size(), here_ + slabs - allowed);
  std::sort(going.begin(), going.end(), [&](Place a, Place b) { return at(a).used < at(b).used; });
  going.resize(wanted);
  std::vector<Place> changed;
  std::copy_if(going.begin(), going.end(), std::back_inserter(changed), [&](Place place) { return at(place).changed; });
  pack(changed, threads);
  for (const Place place : going) {
    maps_[place.map]->release(slab(place.slab));
    at(place).here = false;
  }
  here_ -= wanted;
}

template <class MakeScratch, class Work>
void Residence::for_each_tile(std::span<const Place> places, int threads, const MakeScratch& make_scratch,
                              const Work& work) {
  constexpr BlockNumber kTile = PackedPlies::kTileBlocks;
  const std::size_t tiles = static_cast<std::size_t>((slab_blocks_ + kTile - 1) / kTile);
  for_each_in_parallel(threads, places.size() * tiles, make_scratch, [&](std::uint64_t i, auto& scratch) {
    const Place place = places[i / tiles];
    const BlockRange blocks = slab(place.slab);
    const BlockNumber first = blocks.first + i % tiles * kTile;
    if (first < blocks.last) work(place, i % tiles, BlockRange{first, std::min(first + kTile, blocks.last)}, scratch);
  });
}

void Residence::pack(std::span<const Place> places, int threads) {
  for (const Place place : places) {
    Slab& slab = at(place);
    for (const Tile& tile : slab.tiles) packed_bytes_ -= tile.size();
    slab.tiles.assign(static_cast<std::size_t>(slab_blocks_ / PackedPlies::kTileBlocks), {});
    slab.changed = false;
  }
  struct Scratch {
    PackedPlies::Packer packer;
    std::vector<Block> blocks;
  };
  for_each_tile(
      places, threads, [] { return Scratch{}; },
      [&](Place place, std::size_t tile, BlockRange range, Scratch& scratch) {
        BlockMap& map = *maps_[place.map];
        if (all_hold_something(map, range)) {
          at(place).tiles[tile] = scratch.packer.pack(map.memory(range));
          return;
        }
        scratch.blocks.clear();
        for (BlockNumber block = range.first; block < range.last; ++block) {
          if (map.any(block)) scratch.blocks.push_back(map[block]);
        }
        if (!scratch.blocks.empty()) at(place).tiles[tile] = scratch.packer.pack(scratch.blocks);
      });
  for (const Place place : places) {
    Slab& slab = at(place);
    std::uint64_t bytes = 0;
    for (const Tile& tile : slab.tiles) bytes += tile.size();
    packed_bytes_ += bytes;
    if (bytes == 0) slab.tiles.clear();  // it holds nothing
  }
}

void Residence::unpack(std::span<const Place> places, int threads) {
  for_each_tile(
      places, threads, [] { return std::vector<Block>(PackedPlies::kTileBlocks); },
      [&](Place place, std::size_t tile, BlockRange range, std::vector<Block>& blocks) {
        const Tile& packed = at(place).tiles[tile];
        if (packed.empty()) return;
        BlockMap& map = *maps_[place.map];
        const std::span<Block> memory = map.memory(range);
        const bool all = all_hold_something(map, range);
        const std::span<Block> room = all ? memory : std::span(blocks);
        const std::size_t size = ZSTD_decompress(room.data(), room.size_bytes(), packed.data(), packed.size());
        if (ZSTD_isError(size) != 0)
          throw std::bad_alloc();  // what was packed here can always be unpacked, given memory
        if (all) return;
        const Block* next = blocks.data();
        for (BlockNumber block = range.first; block < range.last; ++block) {
          if (map.any(block)) memory[block - range.first] = *next++;
        }
      });
}

}  // namespace jetan
