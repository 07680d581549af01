// A bit for every position of an ending or a part of one: its blocks, and which of them hold anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tbgen/block.hpp"
#include "tbgen/layout.hpp"

namespace jetan {

class BlockMap {
 public:
  BlockMap() = default;
  // For ranges of up to so many blocks; first those from 0 on. Memory is taken as blocks are set. Throws
  // std::bad_alloc.
  explicit BlockMap(BlockNumber blocks);

  // Makes it a map of the blocks from `first` on, all empty.
  void move_to(BlockNumber first) {
    first_ = first;
    clear();
  }

  // Blocks are asked for by their numbers in the ending.
  // False: the block is empty (true: it need not be full of anything).
  bool any(BlockNumber block) const { return states_[block - first_] != kEmpty; }
  // The block; only if any(block).
  const Block& operator[](BlockNumber block) const { return blocks_[block - first_]; }
  // Whether nothing can be added any more: see mark_full.
  bool full(BlockNumber block) const { return states_[block - first_] == kFull; }

  // Threads may change different blocks at once.
  void set(BlockNumber block, const Block& value) {
    blocks_[block - first_] = value;
    states_[block - first_] = kSome;
  }
  void add(BlockNumber block, const Block& members) {
    if (!any(block)) return set(block, members);
    blocks_[block - first_] |= members;
  }
  void mark_full(BlockNumber block) { states_[block - first_] = kFull; }
  void clear(BlockNumber block) { states_[block - first_] = kEmpty; }
  // The memory of some blocks: where what they held is put back after it was released.
  std::span<Block> memory(BlockRange blocks) {
    return {blocks_.get() + (blocks.first - first_), static_cast<std::size_t>(blocks.size())};
  }
  void clear() { states_.assign(states_.size(), kEmpty); }
  void clear(BlockRange blocks) {
    const auto first = states_.begin() + static_cast<std::ptrdiff_t>(blocks.first - first_);
    std::fill(first, first + static_cast<std::ptrdiff_t>(blocks.size()), kEmpty);
  }

  // Gives the memory of some blocks back to the system. What they hold is lost, but not whether they hold anything.
  void release(BlockRange blocks);

  static std::uint64_t bytes(BlockNumber blocks) { return blocks * (sizeof(Block) + 1); }

 private:
  enum State : std::uint8_t { kEmpty, kSome, kFull };
  struct Free {
    std::size_t bytes;
    void operator()(Block* blocks) const;
  };

  BlockNumber first_ = 0;
  std::unique_ptr<Block[], Free> blocks_;  // those that are empty are not initialised
  std::vector<State> states_;
};

}  // namespace jetan
