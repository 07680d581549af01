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
  plies_[static_cast<std::size_t>(ply)].resize(tiles());
}

void PackedPlies::set_tile(int ply, BlockNumber tile, std::span<const Block> blocks, Packer& packer) {
  if (std::all_of(blocks.begin(), blocks.end(), [](const Block& block) { return block.empty(); })) return;
  plies_[static_cast<std::size_t>(ply)][tile] = packer.pack(blocks);
}

std::uint64_t PackedPlies::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& tiles : plies_) {
    for (const Packed& packed : tiles) bytes += packed.size();
  }
  return bytes;
}

void PackedPlies::trim() {
  const auto empty = [](const std::vector<Packed>& tiles) {
    return std::all_of(tiles.begin(), tiles.end(), [](const Packed& packed) { return packed.empty(); });
  };
  while (!plies_.empty() && empty(plies_.back())) plies_.pop_back();
}

void PackedPlies::unpack(int ply, BlockNumber tile, Scratch& scratch) const {
  scratch.clear();
  if (ply >= plies() || plies_[static_cast<std::size_t>(ply)].empty()) return;
  const Packed& packed = plies_[static_cast<std::size_t>(ply)][tile];
  if (packed.empty()) return;
  scratch.resize(std::min(kTileBlocks, blocks_ - tile * kTileBlocks));
  const std::size_t size = scratch.size() * sizeof(Block);
  if (ZSTD_decompress(scratch.data(), size, packed.data(), packed.size()) != size) throw std::bad_alloc();
}

void PackedPlies::add_to(int ply, BlockNumber tile, BlockMap& map, Scratch& scratch) const {
  for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) { map.add(block, members); });
}

}  // namespace jetan
