// Writes a table file, under a temporary name until it is complete and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "probe/block_packer.hpp"
#include "probe/table_info.hpp"

namespace jetan {

class TableWriter {
 public:
  // Makes the temporary file beside `path` (which is replaced only by `finish`), in a folder that exists. `info` is as
  // TableInfo::make gives it, though a block may have fewer planes. The dictionaries with which the sides' blocks are
  // packed (train_dictionary): one a side, or none at all. Errors: Io; BadArgument.
  static Result<TableWriter> create(const std::filesystem::path& path, TableInfo info,
                                    const std::vector<std::vector<std::byte>>& dictionaries = {});

  TableWriter(TableWriter&&) noexcept;
  TableWriter& operator=(TableWriter&&) noexcept;
  ~TableWriter();  // removes the temporary file unless finished

  // The next block, of as many planes as it must have: all of the first side, then all of the second. Errors: Io;
  // BadArgument when it isn't one of as many values as it must be, or there are no more to come.
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
