#include "probe/table_writer.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "probe/byte_codec.hpp"
#include "probe/table_file.hpp"
#include "probe/table_format.hpp"
#include "probe/temporary_file.hpp"

namespace jetan {

namespace format = table_format;

namespace {

// Kept by each thread: making one costs as much as packing a block.
ZSTD_CCtx* packing_context() {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  thread_local std::unique_ptr<ZSTD_CCtx, Free> context;
  if (!context) context.reset(ZSTD_createCCtx());
  return context.get();
}

tl::unexpected<Error> no_memory() { return failure(ErrorKind::OutOfMemory, "no memory to pack a block of a table"); }

Result<PackedBlock> pack_bytes(std::span<const std::byte> bytes, int level) {
  ZSTD_CCtx* context = packing_context();
  if (context == nullptr) return no_memory();
  if (ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)) != 0) {
    return failure(ErrorKind::BadArgument, fmt::format("zstd has no compression level {}", level));
  }
  PackedBlock block;
  block.bytes.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t packed =
      ZSTD_compress2(context, block.bytes.data(), block.bytes.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(packed) != 0) return no_memory();  // there is room, and nothing else can fail
  block.bytes.resize(packed);
  block.bytes.shrink_to_fit();
  block.checksum = format::checksum(block.bytes);
  return block;
}

tl::unexpected<Error> wrong_use(const std::filesystem::path& path, const std::string& what) {
  return failure(ErrorKind::BadArgument, fmt::format("{}: {}", path.string(), what));
}

}  // namespace

Result<PackedBlock> pack_block(std::span<const ValueCode> values, int value_bytes, int level) try {
  if (value_bytes != 1 && value_bytes != 2) {
    return failure(ErrorKind::BadArgument, fmt::format("a value can't take {} bytes", value_bytes));
  }
  ValueCode any = 0;
  for (const ValueCode code : values) any = static_cast<ValueCode>(any | code);
  if (value_bytes == 1 && any > 0xFF) return failure(ErrorKind::BadArgument, "a value doesn't fit in one byte");
  std::vector<std::byte> bytes;
  bytes.resize(values.size() * static_cast<std::size_t>(value_bytes));
  std::byte* out = bytes.data();
  for (const ValueCode code : values) {
    *out++ = static_cast<std::byte>(code & 0xFF);
    if (value_bytes == 2) *out++ = static_cast<std::byte>(code >> 8);
  }
  return pack_bytes(bytes, level);
} catch (const std::bad_alloc&) {
  return no_memory();
}

struct TableWriter::State {
  TemporaryFile file;
  TableInfo info;
  int value_bytes;
  std::uint64_t blocks_a_side;
  std::uint64_t blocks = 0;  // appended
  std::vector<std::byte> block_table;

  std::uint64_t total_blocks() const { return blocks_a_side * info.sides.size(); }
  std::uint64_t positions_in_next_block() const {
    const std::uint64_t first = blocks % blocks_a_side * info.block_positions;
    return std::min<std::uint64_t>(info.block_positions, info.positions - first);
  }
  // Puts bytes at the end and tells where they are.
  Result<format::Extent> append(const std::vector<std::byte>& bytes) {
    const format::Extent extent{file.size(), bytes.size(), format::checksum(bytes)};
    return file.append(bytes).map([&] { return extent; });
  }
};

TableWriter::TableWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableWriter::TableWriter(TableWriter&&) noexcept = default;
TableWriter& TableWriter::operator=(TableWriter&&) noexcept = default;
TableWriter::~TableWriter() = default;

Result<TableWriter> TableWriter::create(const std::filesystem::path& path, TableInfo info, int value_bytes) {
  if (value_bytes != 1 && value_bytes != 2)
    return wrong_use(path, fmt::format("a value can't take {} bytes", value_bytes));
  if (info.block_positions < 1 || info.block_positions > format::kMaxBlockPositions || info.positions == 0) {
    return wrong_use(path, fmt::format("a block can't have {} of {} positions", info.block_positions, info.positions));
  }
  Result<TemporaryFile> file = TemporaryFile::create(path);
  if (!file) return tl::unexpected(file.error());
  const std::uint64_t blocks = (info.positions - 1) / info.block_positions + 1;
  auto state = std::make_unique<State>(State{std::move(*file), std::move(info), value_bytes, blocks, 0, {}});
  if (Result<void> done = state->file.append(format::encode(format::Prelude{})); !done) {
    return tl::unexpected(done.error());
  }
  return TableWriter(std::move(state));
}

Result<void> TableWriter::append(const PackedBlock& block) {
  State& state = *state_;
  if (state.blocks == state.total_blocks()) return wrong_use(state.file.path(), "there are no more blocks to append");
  const std::uint64_t size = state.positions_in_next_block() * static_cast<std::uint64_t>(state.value_bytes);
  if (ZSTD_getFrameContentSize(block.bytes.data(), block.bytes.size()) != size) {
    return wrong_use(state.file.path(), fmt::format("block {} must hold {} bytes of values", state.blocks, size));
  }
  const format::BlockEntry entry{state.file.size(), static_cast<std::uint32_t>(block.bytes.size()), format::kZstdFrame,
                                 block.checksum};
  return state.file.append(block.bytes).map([&] {
    format::append(state.block_table, entry);
    ++state.blocks;
  });
}

Result<std::uint64_t> TableWriter::finish(std::vector<SideStatistics> statistics) {
  const std::unique_ptr<State> owned = std::move(state_);  // whatever happens, the temporary file goes with it
  State& state = *owned;
  const std::filesystem::path path = state.file.path();
  if (state.blocks != state.total_blocks()) {
    return wrong_use(path, fmt::format("{} of {} blocks were appended", state.blocks, state.total_blocks()));
  }
  if (statistics.size() != state.info.sides.size())
    return wrong_use(path, "statistics are needed for each side to move");
  state.info.statistics = std::move(statistics);

  format::Prelude prelude;
  prelude.flags = format::kFinished;
  const auto written =
      state.append(state.block_table)
          .and_then([&](const format::Extent& extent) {
            prelude.block_table = extent;
            return state.append(format::encode(format::to_record(state.info, state.value_bytes)));
          })
          .and_then([&](const format::Extent& extent) {
            prelude.info = extent;
            prelude.file_bytes = state.file.size();
            // The mark that it is finished must not reach the disk before the rest.
            return state.file.sync();
          })
          .and_then([&] { return state.file.overwrite(0, format::encode(prelude)); })
          .and_then([&] { return state.file.sync(); })
          .and_then([&] { return TableFile::open(state.file.temporary_path()); })
          .and_then([](const std::shared_ptr<const TableFile>& file) { return file->check_checksums(); })
          .and_then([&] { return state.file.publish(); });
  if (!written) return tl::unexpected(written.error());
  return prelude.file_bytes;
}

}  // namespace jetan
