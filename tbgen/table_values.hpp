// Between the solver's blocks and table files: writing a solution as a table, and loading one back.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "probe/block_packer.hpp"
#include "probe/table_info.hpp"
#include "probe/tablebase.hpp"
#include "tbgen/block_kernels.hpp"
#include "tbgen/solution.hpp"

namespace jetan {

struct WriteOptions {
  int threads = 1;
  int level = kDefaultPackingLevel;
  std::function<void(double fraction)> progress;
  const std::atomic<bool>* stop = nullptr;
};

// Writes the table of an ending whose solution is given; the layout must have the ending's first side as Black.
// Returns the file's size in bytes. Its bytes don't depend on the number of threads. Errors: Io, OutOfMemory,
// Interrupted, BadArgument (the packing level). Throws std::bad_alloc.
Result<std::uint64_t> write_table(const BlockKernels& kernels, const Solution& solution, const TableId& id,
                                  TableKind kind, const std::filesystem::path& path, const WriteOptions& options);

// Loads the solution of the kernels' ending, its colours as they are there, in an escape state, from its tables.
// Errors: those of Tablebase::table and TableFile::unpack. Throws std::bad_alloc.
Result<Solution> load_solution(const BlockKernels& kernels, Escapes escapes, const Tablebase& tables, int threads);

}  // namespace jetan
