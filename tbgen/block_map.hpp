// A bit for every position of an ending: its blocks, and which of them hold anything.
#pragma once

#include <cstdint>
#include <vector>

#include "tbgen/block.hpp"
#include "tbgen/layout.hpp"

namespace jetan {

class BlockMap {
 public:
  BlockMap() = default;
  explicit BlockMap(BlockNumber blocks) : blocks_(blocks), occupied_(blocks, 0) {}

  BlockNumber size() const { return blocks_.size(); }
  const Block& operator[](BlockNumber block) const { return blocks_[block]; }
  // False: the block is empty (true: it need not be full of anything).
  bool any(BlockNumber block) const { return occupied_[block] != 0; }

  // Threads may change different blocks at once.
  void set(BlockNumber block, const Block& value) {
    blocks_[block] = value;
    occupied_[block] = 1;
  }
  void add(BlockNumber block, const Block& members) {
    blocks_[block] |= members;
    occupied_[block] = 1;
  }
  void clear(BlockNumber block) {
    if (occupied_[block] == 0) return;
    blocks_[block].clear();
    occupied_[block] = 0;
  }

  static std::uint64_t bytes(BlockNumber blocks) { return blocks * (sizeof(Block) + 1); }

 private:
  std::vector<Block> blocks_;
  std::vector<std::uint8_t> occupied_;
};

}  // namespace jetan
