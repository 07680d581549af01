#include "tbgen/packed_plies.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>

namespace jetan {
namespace {

constexpr int kLevel = 1;  // about 1 GB/s; higher levels cost more time than they save memory

}  // namespace

PackedPlies::Packer::Packer() : context_(ZSTD_createCCtx()), buffer_(ZSTD_compressBound(kTileBlocks * sizeof(Block))) {
  if (context_ == nullptr) throw std::bad_alloc();
}

void PackedPlies::Packer::FreeContext::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

std::vector<std::byte> PackedPlies::Packer::pack(std::span<const Block> blocks) {
  const std::size_t size =
      ZSTD_compressCCtx(context_.get(), buffer_.data(), buffer_.size(), blocks.data(), blocks.size_bytes(), kLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  return {buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(size)};
}

void PackedPlies::reserve(int ply) {
  if (plies() <= ply) plies_.resize(static_cast<std::size_t>(ply) + 1);
  Ply& there = plies_[static_cast<std::size_t>(ply)];
  if (store_) {
    there.stored.resize(tiles());
  } else {
    there.packed.resize(tiles());
  }
}

void PackedPlies::set_tile(int ply, BlockNumber tile, std::span<const Block> blocks, Packer& packer) {
  if (std::all_of(blocks.begin(), blocks.end(), [](const Block& block) { return block.empty(); })) return;
  Ply& there = plies_[static_cast<std::size_t>(ply)];
  if (store_) {
    there.stored[tile] = store_->add(packer.pack(blocks));
  } else {
    there.packed[tile] = packer.pack(blocks);
  }
}

bool PackedPlies::Ply::any(BlockNumber tile) const {
  if (!stored.empty()) return stored[tile].bytes != 0;
  return !packed.empty() && !packed[tile].empty();
}

bool PackedPlies::any(int ply, BlockNumber first_tile, BlockNumber last_tile) const {
  if (ply >= plies()) return false;
  const Ply& there = plies_[static_cast<std::size_t>(ply)];
  while (first_tile < last_tile && !there.any(first_tile)) ++first_tile;
  return first_tile < last_tile;
}

std::uint64_t PackedPlies::bytes() const {
  std::uint64_t bytes = 0;
  for (const Ply& ply : plies_) {
    for (const Packed& packed : ply.packed) bytes += packed.size();
    for (const TileStore::Tile& stored : ply.stored) bytes += stored.bytes;
  }
  return bytes;
}

void PackedPlies::trim() {
  while (!plies_.empty() && !any(plies() - 1, 0, tiles())) plies_.pop_back();
}

void PackedPlies::unpack(int ply, BlockNumber tile, Scratch& scratch) const {
  scratch.blocks.clear();
  if (ply >= plies()) return;
  const Ply& there = plies_[static_cast<std::size_t>(ply)];
  if (!there.any(tile)) return;
  if (store_) store_->read(there.stored[tile], scratch.packed);
  const Packed& packed = store_ ? scratch.packed : there.packed[tile];
  scratch.blocks.resize(std::min(kTileBlocks, blocks_ - tile * kTileBlocks));
  const std::size_t size = scratch.blocks.size() * sizeof(Block);
  if (ZSTD_decompress(scratch.blocks.data(), size, packed.data(), packed.size()) != size) throw std::bad_alloc();
}

void PackedPlies::add_to(int ply, BlockNumber tile, BlockMap& map, Scratch& scratch) const {
  for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) { map.add(block, members); });
}

}  // namespace jetan
