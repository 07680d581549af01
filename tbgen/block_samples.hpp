// Samples of a table's blocks, to try on them what packs best. For tbgen's own files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/error.hpp"

namespace jetan {

// The bytes of some blocks one after the other.
struct BlockSamples {
  std::vector<std::byte> bytes;
  std::vector<std::size_t> sizes;

  void add(std::span<const std::byte> block) {
    bytes.insert(bytes.end(), block.begin(), block.end());
    sizes.push_back(block.size());
  }
};

// The bytes they take when packed. Errors: BadArgument (the packing level), OutOfMemory.
Result<std::uint64_t> packed_bytes(const BlockSamples& samples, std::span<const std::byte> dictionary, int level,
                                   int threads);

inline constexpr std::uint64_t kTrainingBlocks = 160;
inline constexpr std::uint64_t kLeastBlocksForDictionary = 32;  // fewer have too little to learn from, and to gain

// A dictionary for so many blocks like these, if it saves more than it takes; else none. Errors: those of packed_bytes.
Result<std::vector<std::byte>> choose_dictionary(const BlockSamples& samples, std::uint64_t blocks, int level,
                                                 int threads);

}  // namespace jetan
