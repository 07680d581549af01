// Writes a table file, under a temporary name until it is complete and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "probe/table_info.hpp"

namespace jetan {

// A block ready to be written: made by any thread, written by one.
struct PackedBlock {
  std::vector<std::byte> bytes;
  std::uint64_t checksum = 0;
};

// Values (ValueCode) of successive positions, packed at a zstd level. Positions that win at once need not be right:
// give them what packs best. All codes must fit in `value_bytes` (1 or 2). Errors: OutOfMemory; BadArgument (a code
// that doesn't fit). Any thread.
Result<PackedBlock> pack_block(std::span<const ValueCode> values, int value_bytes, int level);

class TableWriter {
 public:
  // Makes the temporary file beside `path` (which is replaced only by `finish`), in a folder that exists. value_bytes:
  // 1 or 2, for all values. `info` is as TableInfo::make gives it, but for block_positions (1 to 2^20). Errors: Io;
  // BadArgument.
  static Result<TableWriter> create(const std::filesystem::path& path, TableInfo info, int value_bytes);

  TableWriter(TableWriter&&) noexcept;
  TableWriter& operator=(TableWriter&&) noexcept;
  ~TableWriter();  // removes the temporary file unless finished

  // The next block: all of the first side, then all of the second, in order of index. Errors: Io; BadArgument when
  // the block isn't one of as many values as it must be.
  Result<void> append(const PackedBlock& block);

  // Writes the block table and the header with its mark that the table is finished, flushes to disk, reads the file
  // back checking every checksum, and gives it its name. Returns its size in bytes. The writer is of no more use,
  // whether this succeeds or not. Errors: Io; TableDamaged when what was written, or the statistics, aren't right;
  // BadArgument when blocks are missing.
  Result<std::uint64_t> finish(std::vector<SideStatistics> statistics);

 private:
  struct State;
  explicit TableWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace jetan
