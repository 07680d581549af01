// The positions settled at each ply, kept compressed: how a solved ending rests in memory, or in a scratch file.
//
// Bits compress well (13 to 60 times when measured on whole maps), so that all plies together take less than one raw
// map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tbgen/block_map.hpp"
#include "tbgen/tile_store.hpp"

struct ZSTD_CCtx_s;

namespace jetan {

class PackedPlies {
 public:
  // Blocks of a tile, the unit of compression.
  static constexpr BlockNumber kTileBlocks = Layout::kPartAlignment;

  PackedPlies() = default;
  // With a store, tiles are kept there. What adds or reads tiles then may throw ScratchFailure.
  explicit PackedPlies(BlockNumber blocks, std::shared_ptr<TileStore> store = {})
      : blocks_(blocks), store_(std::move(store)) {}

  BlockNumber blocks() const { return blocks_; }
  BlockNumber tiles() const { return (blocks_ + kTileBlocks - 1) / kTileBlocks; }
  // How many tiles a part of a layout takes.
  static BlockNumber tiles(BlockRange part) { return (part.size() + kTileBlocks - 1) / kTileBlocks; }
  // One more than the last ply that may have positions.
  int plies() const { return static_cast<int>(plies_.size()); }

  // Makes room for the positions of a ply.
  void reserve(int ply);

  // Compresses tiles; one a thread. Throws std::bad_alloc.
  class Packer {
   public:
    Packer();
    std::vector<std::byte> pack(std::span<const Block> blocks);

   private:
    struct FreeContext {
      void operator()(ZSTD_CCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, FreeContext> context_;
    std::vector<std::byte> buffer_;
  };

  // Sets the positions of a tile settled at a ply, for which there must be room. Different tiles may be set by
  // different threads.
  void set_tile(int ply, BlockNumber tile, std::span<const Block> blocks, Packer& packer);

  // With a store: where a tile is, of a ply for which there is room; and a tile that was added to the store before.
  TileStore::Tile stored_tile(int ply, BlockNumber tile) const {
    return plies_[static_cast<std::size_t>(ply)].stored[tile];
  }
  void set_stored_tile(int ply, BlockNumber tile, TileStore::Tile stored) {
    plies_[static_cast<std::size_t>(ply)].stored[tile] = stored;
  }
  // Whether any of these tiles has positions of a ply.
  bool any(int ply, BlockNumber first_tile, BlockNumber last_tile) const;

  // What all of it takes, packed.
  std::uint64_t bytes() const;

  // Forgets the last plies if they have no positions.
  void trim();

  // Adds the positions of a ply to the blocks of a map. Different tiles may be asked by different threads. Scratch
  // space is the caller's.
  struct Scratch {
    std::vector<Block> blocks;
    std::vector<std::byte> packed;
  };
  void add_to(int ply, BlockNumber tile, BlockMap& map, Scratch& scratch) const;

  // Calls visit(block number, block) with every block of a tile that has positions of a ply.
  template <class Visit>
  void for_each_block(int ply, BlockNumber tile, Scratch& scratch, const Visit& visit) const {
    const BlockNumber first = tile * kTileBlocks;
    unpack(ply, tile, scratch);
    for (std::size_t b = 0; b < scratch.blocks.size(); ++b) {
      if (!scratch.blocks[b].empty()) visit(first + b, scratch.blocks[b]);
    }
  }

 private:
  using Packed = std::vector<std::byte>;  // empty: no positions
  // By tile, in memory or in the store; neither: no room was made.
  struct Ply {
    std::vector<Packed> packed;
    std::vector<TileStore::Tile> stored;

    bool any(BlockNumber tile) const;
  };
  void unpack(int ply, BlockNumber tile, Scratch& scratch) const;

  BlockNumber blocks_ = 0;
  std::shared_ptr<TileStore> store_;
  std::vector<Ply> plies_;
};

}  // namespace jetan
