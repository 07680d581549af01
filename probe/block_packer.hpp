// Packing and unpacking the blocks of a table, with a dictionary of what its blocks have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/error.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;
struct ZSTD_DDict_s;

namespace jetan {

// How much time packing may take: each level packs smaller than the one before and takes longer; unpacking takes the
// same whatever the level. FORMAT.md has figures.
inline constexpr int kLeastPackingLevel = 1;
inline constexpr int kDefaultPackingLevel = 4;
inline constexpr int kMostPackingLevel = 6;

// A block ready to be written: made by any thread, written by one.
struct PackedBlock {
  std::vector<std::byte> bytes;
  std::uint32_t checksum = 0;
  std::size_t unpacked_bytes = 0;
};

// Finds what blocks have in common, from samples of them one after the other, each of so many bytes. At most `bytes`
// long; empty if there is too little to learn from. Deterministic.
std::vector<std::byte> train_dictionary(std::span<const std::byte> samples, std::span<const std::size_t> sizes,
                                        std::size_t bytes);

// For one thread.
class BlockPacker {
 public:
  // Errors: BadArgument (level), OutOfMemory. An empty dictionary is none.
  static Result<BlockPacker> make(int level, std::span<const std::byte> dictionary);
  BlockPacker(BlockPacker&&) noexcept;
  BlockPacker& operator=(BlockPacker&&) noexcept;
  ~BlockPacker();

  // Errors: OutOfMemory.
  Result<PackedBlock> pack(std::span<const std::byte> bytes);

 private:
  BlockPacker() = default;
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::vector<std::byte> buffer_;
};

// A dictionary to unpack with. Immutable; safe to use from many threads.
class UnpackingDictionary {
 public:
  // Null if there is no memory for it, or if it is none.
  static std::shared_ptr<const UnpackingDictionary> make(std::span<const std::byte> bytes);
  explicit UnpackingDictionary(ZSTD_DDict_s* dictionary) : dictionary_(dictionary) {}
  ~UnpackingDictionary();
  UnpackingDictionary(const UnpackingDictionary&) = delete;
  UnpackingDictionary& operator=(const UnpackingDictionary&) = delete;
  const ZSTD_DDict_s* get() const { return dictionary_; }

 private:
  ZSTD_DDict_s* dictionary_;
};

// For one thread at a time.
class BlockUnpacker {
 public:
  BlockUnpacker() = default;  // takes memory when it is first used
  BlockUnpacker(BlockUnpacker&&) noexcept;
  BlockUnpacker& operator=(BlockUnpacker&&) noexcept;
  ~BlockUnpacker();

  // Whether `packed`, as PackedBlock has it, unpacked to exactly the bytes there is room for. Errors: OutOfMemory.
  Result<bool> unpack(std::span<const std::byte> packed, const UnpackingDictionary* dictionary,
                      std::span<std::byte> bytes);

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::vector<std::byte> frame_;
};

}  // namespace jetan
