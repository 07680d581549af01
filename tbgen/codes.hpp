// Value codes of a solution, a code for every bit of a block, unpacked by tiles. For tbgen's own files.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "probe/free_cells.hpp"
#include "probe/value.hpp"
#include "tbgen/block_kernels.hpp"
#include "tbgen/solution.hpp"

namespace jetan {

inline void spread(const BlockOps& ops, const Block& members, std::uint8_t code, ByteBlock& codes) {
  ops.spread(members, code, codes);
}
inline void spread(const BlockOps&, const Block& members, std::uint16_t code, NumberBlock<std::uint16_t>& codes) {
  for (std::size_t i = 0; i < kSquares; ++i) {
    for (const Square square : members.rows[i]) codes.rows[i][static_cast<std::size_t>(SquareSet::bit(square))] = code;
  }
}

// The value codes of positions with one side to move, unpacked as they are asked for, by tiles. For one thread.
template <class Code>
class Codes {
 public:
  using CodesOfBlock = NumberBlock<Code>;

  Codes(const BlockKernels& kernels, const Solution& solution, Side to_move, std::size_t max_tiles)
      : kernels_(kernels),
        to_move_(to_move),
        won_(solution.wins(to_move).won),
        lost_(solution.wins(opponent(to_move)).lost),
        tiles_(won_.tiles(), nullptr),
        max_tiles_(max_tiles) {}

  const CodesOfBlock& block(BlockNumber block) {
    const BlockNumber tile = block / PackedPlies::kTileBlocks;
    if (tiles_[tile] == nullptr) unpack(tile);
    return tiles_[tile][block % PackedPlies::kTileBlocks];
  }

 private:
  void unpack(BlockNumber tile) {
    std::unique_ptr<CodesOfBlock[]> room;
    if (kept_.size() < max_tiles_) {
      // One more than the tile has: what copies rows may read a little past their end.
      room = std::make_unique_for_overwrite<CodesOfBlock[]>(PackedPlies::kTileBlocks + 1);
    } else {
      room = std::move(kept_.front().second);
      tiles_[kept_.front().first] = nullptr;
      kept_.pop_front();
    }
    std::memset(room.get(), 0, PackedPlies::kTileBlocks * sizeof(CodesOfBlock));
    const BlockNumber first = tile * PackedPlies::kTileBlocks;
    const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, won_.blocks());
    const auto fill = [&](const PackedPlies& plies, int ply, Outcome outcome) {
      const auto code = static_cast<Code>(encode({outcome, ply}));
      plies.for_each_block(ply, tile, packed_, [&](BlockNumber block, const Block& members) {
        spread(kernels_.ops(), members, code, room[block - first]);
      });
    };
    for (int ply = 0; ply < won_.plies(); ++ply) fill(won_, ply, Outcome::Win);
    for (int ply = 0; ply < lost_.plies(); ++ply) fill(lost_, ply, Outcome::Loss);
    for (BlockNumber block = first; block < last; ++block) {
      kernels_.wins_at_once(block, to_move_, at_once_, scratch_);
      spread(kernels_.ops(), at_once_, kWinsAtOnce<Code>, room[block - first]);
    }
    tiles_[tile] = room.get();
    kept_.emplace_back(tile, std::move(room));
  }

  const BlockKernels& kernels_;
  Side to_move_;
  const PackedPlies& won_;
  const PackedPlies& lost_;
  std::vector<const CodesOfBlock*> tiles_;  // nothing: not unpacked now
  std::size_t max_tiles_;
  std::deque<std::pair<BlockNumber, std::unique_ptr<CodesOfBlock[]>>> kept_;  // oldest first
  PackedPlies::Scratch packed_;
  Block at_once_;
  BlockKernels::Scratch scratch_;
};

}  // namespace jetan
