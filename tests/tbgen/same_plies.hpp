// Compares what was settled ply by ply.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tbgen/packed_plies.hpp"

namespace jetan {

// By ply and tile, the blocks settled.
inline void expect_same(const PackedPlies& a, const PackedPlies& b, const std::string& what) {
  ASSERT_EQ(a.plies(), b.plies()) << what;
  PackedPlies::Scratch scratch;
  for (int ply = 0; ply < a.plies(); ++ply) {
    for (BlockNumber tile = 0; tile < a.tiles(); ++tile) {
      std::map<BlockNumber, Block> blocks;
      a.for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) { blocks[block] = members; });
      std::size_t found = 0;
      b.for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) {
        ++found;
        ASSERT_TRUE(blocks.contains(block) && blocks[block] == members) << what << " ply " << ply << " block " << block;
      });
      ASSERT_EQ(found, blocks.size()) << what << " ply " << ply << " tile " << tile;
    }
  }
}

}  // namespace jetan
