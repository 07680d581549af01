// Packed tiles in a scratch file, each where it was added: the file only grows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tbgen/scratch_file.hpp"

namespace jetan {

// Many threads may add and read at once.
class TileStore {
 public:
  struct Tile {
    std::uint64_t offset = 0;
    std::uint64_t checksum = 0;
    std::uint32_t bytes = 0;  // 0: nothing
  };

  // New tiles are added behind so many bytes.
  TileStore(ScratchFile file, std::uint64_t bytes) : file_(std::move(file)), end_(bytes) {}

  // Throws ScratchFailure.
  Tile add(std::span<const std::byte> bytes);
  // Throws ScratchFailure: the file can't be read, or isn't what was written.
  void read(const Tile& tile, std::vector<std::byte>& bytes) const;
  // Forgets all tiles. Not while others add or read. Errors: Io.
  Result<void> clear();
  // Returns once the disk has all that was added. Errors: Io.
  Result<void> sync() const { return file_.sync(); }

 private:
  ScratchFile file_;
  std::atomic<std::uint64_t> end_;
};

}  // namespace jetan
