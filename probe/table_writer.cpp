#include "probe/table_writer.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "probe/byte_codec.hpp"
#include "probe/table_file.hpp"
#include "probe/table_format.hpp"
#include "probe/temporary_file.hpp"

namespace jetan {

namespace format = table_format;

namespace {

tl::unexpected<Error> wrong_use(const std::filesystem::path& path, const std::string& what) {
  return failure(ErrorKind::BadArgument, fmt::format("{}: {}", path.string(), what));
}

// A dictionary as it stands in the file: packed by itself.
Result<std::vector<std::byte>> packed_dictionary(std::span<const std::byte> dictionary) try {
  constexpr int kLevel = 19;  // it is packed once, and unpacked each time the table is opened
  std::vector<std::byte> packed(ZSTD_compressBound(dictionary.size()));
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), dictionary.data(), dictionary.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  packed.resize(size);
  return packed;
} catch (const std::bad_alloc&) {
  return failure(ErrorKind::OutOfMemory, "no memory to pack a dictionary");
}

}  // namespace

struct TableWriter::State {
  TemporaryFile file;
  TableInfo info;
  std::uint64_t blocks;  // of all sides
  std::vector<format::Dictionary> dictionaries;
  std::vector<format::BlockEntry> block_table;

  std::uint64_t bytes_of_next_block() const {
    const PositionIndex first = block_table.size() % info.blocks() * info.planes_a_block;
    return std::min<PositionIndex>(info.planes_a_block, info.planes - first) * Planes::cells_of_plane(info.order) *
           static_cast<std::uint64_t>(info.value_bytes);
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

Result<TableWriter> TableWriter::create(const std::filesystem::path& path, TableInfo info,
                                        const std::vector<std::vector<std::byte>>& dictionaries) {
  const std::uint32_t cells = Planes::cells_of_plane(info.order);
  const int most_value_bytes = info.kind == TableKind::Outcomes ? 1 : 2;
  const bool possible =
      info.value_bytes >= 1 && info.value_bytes <= most_value_bytes && info.planes_a_block > 0 &&
      info.planes_a_block <= max_block_bytes(info.kind) / (cells * static_cast<std::uint32_t>(info.value_bytes));
  if (!possible || info.positions == 0) {
    return wrong_use(path, fmt::format("a block can't have {} planes of {} cells of {} bytes", info.planes_a_block,
                                       cells, info.value_bytes));
  }
  if (!dictionaries.empty() && dictionaries.size() != info.sides.size()) {
    return wrong_use(path, "a dictionary is needed for each side to move, or none");
  }
  Result<TemporaryFile> file = TemporaryFile::create(path);
  if (!file) return tl::unexpected(file.error());
  auto state = std::make_unique<State>(State{std::move(*file), std::move(info), 0, {}, {}});
  state->blocks = state->info.blocks() * state->info.sides.size();
  state->dictionaries.resize(state->info.sides.size());
  if (Result<void> done = state->file.append(format::encode(format::Prelude{})); !done) {
    return tl::unexpected(done.error());
  }
  for (std::size_t side = 0; side < dictionaries.size(); ++side) {
    if (dictionaries[side].empty()) continue;
    const auto packed = packed_dictionary(dictionaries[side]);
    if (!packed) return tl::unexpected(packed.error());
    const Result<format::Extent> extent = state->append(*packed);
    if (!extent) return tl::unexpected(extent.error());
    state->dictionaries[side] = {static_cast<std::uint32_t>(extent->size),
                                 static_cast<std::uint32_t>(dictionaries[side].size()), extent->checksum};
  }
  return TableWriter(std::move(state));
}

Result<void> TableWriter::append(const PackedBlock& block) {
  State& state = *state_;
  if (state.block_table.size() == state.blocks) {
    return wrong_use(state.file.path(), "there are no more blocks to append");
  }
  const std::uint64_t size = state.bytes_of_next_block();
  if (block.unpacked_bytes != size) {
    return wrong_use(state.file.path(),
                     fmt::format("block {} must hold {} bytes of values", state.block_table.size(), size));
  }
  // Distances of 40,000 bytes don't pack larger than that, and outcomes are of three kinds: two bits each at most.
  if (block.bytes.empty() || block.bytes.size() > std::numeric_limits<std::uint16_t>::max()) {
    return wrong_use(state.file.path(), fmt::format("a packed block can't have {} bytes", block.bytes.size()));
  }
  const format::BlockEntry entry{state.file.size(), static_cast<std::uint16_t>(block.bytes.size()), block.checksum};
  return state.file.append(block.bytes).map([&] { state.block_table.push_back(entry); });
}

Result<std::uint64_t> TableWriter::finish(std::vector<SideStatistics> statistics) {
  const std::unique_ptr<State> owned = std::move(state_);  // whatever happens, the temporary file goes with it
  State& state = *owned;
  const std::filesystem::path path = state.file.path();
  if (state.block_table.size() != state.blocks) {
    return wrong_use(path, fmt::format("{} of {} blocks were appended", state.block_table.size(), state.blocks));
  }
  if (statistics.size() != state.info.sides.size())
    return wrong_use(path, "statistics are needed for each side to move");
  state.info.statistics = std::move(statistics);

  format::Prelude prelude;
  prelude.flags = format::kFinished;
  const auto written =
      state.append(format::encode_block_table(state.block_table))
          .and_then([&](const format::Extent& extent) {
            prelude.block_table = extent;
            format::InfoRecord record = format::to_record(state.info);
            for (std::size_t side = 0; side < record.sides.size(); ++side) {
              record.sides[side].dictionary = state.dictionaries[side];
            }
            return state.append(format::encode(record));
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
