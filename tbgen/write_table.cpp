#include <algorithm>
#include <limits>
#include <memory>

#include "probe/table_writer.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"
#include "tbgen/value_reader.hpp"

namespace jetan {
namespace {

void add_statistics(SideStatistics& sum, const SideStatistics& part) {
  for (const auto& [code, number] : part.values) {
    auto& total = sum.values[code];
    total.first_index = total.unique == 0 ? number.first_index : std::min(total.first_index, number.first_index);
    total.unique += number.unique;
    total.placements += number.placements;
  }
}

// Blocks of a table packed by one thread, one after the other.
struct Packed {
  std::vector<PackedBlock> blocks;
  SideStatistics statistics;
  std::optional<Error> error;
};

template <class Code>
Result<std::uint64_t> write(const BlockKernels& kernels, const Solution& solution, const TableInfo& info,
                            const Index& index, const std::filesystem::path& path, const WriteOptions& options) {
  constexpr int kValueBytes = sizeof(Code);
  constexpr PositionIndex kMaxUnit = 64;  // blocks
  auto writer = TableWriter::create(path, info, kValueBytes);
  if (!writer) return tl::unexpected(writer.error());
  const PlacementReader placements(kernels.layout(), index);
  const auto threads = static_cast<PositionIndex>(options.threads);
  const PositionIndex blocks = (info.positions + info.block_positions - 1) / info.block_positions;
  const PositionIndex unit = std::clamp<PositionIndex>(blocks / (4 * threads), 1, kMaxUnit);
  const PositionIndex units = (blocks + unit - 1) / unit;
  const PositionIndex batch = 4 * threads;
  std::vector<SideStatistics> statistics(info.sides.size());
  for (std::size_t side = 0; side < info.sides.size(); ++side) {
    for (PositionIndex first_unit = 0; first_unit < units; first_unit += batch) {
      if (options.stop != nullptr && options.stop->load()) {
        return failure(ErrorKind::Interrupted, "interrupted while writing " + path.string());
      }
      if (options.progress) {
        options.progress((static_cast<double>(side) + static_cast<double>(first_unit) / static_cast<double>(units)) /
                         static_cast<double>(info.sides.size()));
      }
      std::vector<Packed> packed(std::min(batch, units - first_unit));
      struct Work {
        ValueReader<Code> reader;
        std::vector<ValueCode> values;
      };
      for_each_in_parallel(
          options.threads, packed.size(),
          [&] {
            return std::make_unique<Work>(
                Work{ValueReader<Code>(kernels, solution, info.sides[side], index, placements), {}});
          },
          [&](std::uint64_t i, const std::unique_ptr<Work>& work) {
            const PositionIndex first_block = (first_unit + i) * unit;
            for (PositionIndex block = first_block; block < std::min(first_block + unit, blocks); ++block) {
              const PositionIndex begin = block * info.block_positions;
              work->reader.read(begin, std::min<PositionIndex>(info.block_positions, info.positions - begin),
                                work->values);
              auto packed_block = pack_block(work->values, kValueBytes, options.level);
              if (!packed_block) {
                packed[i].error = packed_block.error();
                return;
              }
              packed[i].blocks.push_back(std::move(*packed_block));
            }
            work->reader.take_statistics(packed[i].statistics);
          });
      for (const Packed& done : packed) {
        if (done.error) return tl::unexpected(*done.error);
        for (const PackedBlock& block : done.blocks) {
          if (auto written = writer->append(block); !written) return tl::unexpected(written.error());
        }
        add_statistics(statistics[side], done.statistics);
      }
    }
  }
  return writer->finish(std::move(statistics));
}

}  // namespace

Result<std::uint64_t> write_table(const BlockKernels& kernels, const Solution& solution, const TableId& id,
                                  const std::filesystem::path& path, const WriteOptions& options) {
  const Game& game = kernels.game();
  const Index index = Index::make(id.ending, game.movement());
  const TableInfo info = TableInfo::make(game.rules(), id, index);
  int plies = 0;
  for (const Wins& wins : solution.of) plies = std::max({plies, wins.won.plies(), wins.lost.plies()});
  // The greatest value is a code of its own.
  if (2 * plies < std::numeric_limits<std::uint8_t>::max()) {
    return write<std::uint8_t>(kernels, solution, info, index, path, options);
  }
  return write<std::uint16_t>(kernels, solution, info, index, path, options);
}

}  // namespace jetan
