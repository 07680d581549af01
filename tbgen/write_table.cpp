#include <algorithm>
#include <limits>
#include <memory>

#include "probe/table_writer.hpp"
#include "tbgen/block_samples.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/plane_reader.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

using Bytes = std::vector<std::byte>;

// A table in the making. Code: of the solution, one byte or two; Stored: of the table.
template <class Code, class Stored>
class Writing {
 public:
  Writing(const BlockKernels& kernels, const Solution& solution, const Index& index, Planes planes, const TableId& id,
          TableKind kind, const WriteOptions& options)
      : kernels_(kernels),
        solution_(solution),
        planes_(std::move(planes)),
        placements_(kernels.layout(), planes_),
        info_(TableInfo::make(kernels.game().rules(), id, index, planes_, sizeof(Stored), kind)),
        options_(options) {}

  // The bytes of some blocks packed without a dictionary, to compare piece orders by.
  Result<std::uint64_t> trial() {
    std::uint64_t bytes = 0;
    for (std::size_t side = 0; side < info_.sides.size(); ++side) {
      const auto packed = packed_bytes(sample(side, kTrialBlocks), {}, options_.level, options_.threads);
      if (!packed) return packed;
      bytes += *packed;
    }
    return bytes;
  }

  Result<std::uint64_t> write(const std::filesystem::path& path) {
    std::vector<Bytes> dictionaries;
    for (std::size_t side = 0; side < info_.sides.size(); ++side) {
      auto dictionary = dictionary_of(side);
      if (!dictionary) return tl::unexpected(dictionary.error());
      dictionaries.push_back(std::move(*dictionary));
    }
    auto writer = TableWriter::create(path, info_, dictionaries);
    if (!writer) return tl::unexpected(writer.error());
    std::vector<SideStatistics> statistics(info_.sides.size());
    for (std::size_t side = 0; side < info_.sides.size(); ++side) {
      if (auto done = write_side(side, dictionaries[side], *writer, statistics[side]); !done) {
        return tl::unexpected(done.error());
      }
    }
    return writer->finish(std::move(statistics));
  }

 private:
  static constexpr std::uint64_t kTrialBlocks = 24;

  // What a thread reads and packs with; lasts as long as a side is being written.
  struct Work {
    PlaneReader<Code> reader;
    std::optional<BlockPacker> packer;
    std::vector<Code> codes;
    std::vector<Stored> cells;
    std::vector<Stored> filled;
  };

  // Blocks packed by one thread, one after the other.
  struct Packed {
    std::vector<PackedBlock> blocks;
    SideStatistics statistics;
    std::optional<Error> error;
  };

  std::uint64_t blocks() const { return info_.blocks(); }
  std::unique_ptr<Work> make_work(std::size_t side) const {
    return std::make_unique<Work>(
        Work{PlaneReader<Code>(kernels_, solution_, info_.sides[side], planes_, placements_), {}, {}, {}, {}});
  }

  // The bytes of a block, its free cells filled.
  std::span<const std::byte> read_block(Work& work, std::uint64_t block, bool count) const {
    const PositionIndex first = block * info_.planes_a_block;
    const PositionIndex planes = std::min<PositionIndex>(info_.planes_a_block, planes_.planes() - first);
    work.codes.resize(planes * planes_.cells_of_plane());
    if (count) {
      work.reader.read_and_count(first, planes, work.codes);
    } else {
      work.reader.read(first, planes, work.codes);
    }
    work.cells.resize(work.codes.size());
    std::transform(work.codes.begin(), work.codes.end(), work.cells.begin(), [&](Code code) {
      if (is_free(code)) return kNoPosition<Stored>;
      return static_cast<Stored>(info_.kind == TableKind::Outcomes ? outcome_code(code) : code);
    });
    work.filled.resize(work.cells.size());
    fill_free_cells<Stored>(work.cells, planes_.cells_of_plane(), work.filled);
    return std::as_bytes(std::span(work.filled));
  }

  // Blocks at even distances, as they are packed.
  BlockSamples sample(std::size_t side, std::uint64_t at_most) const {
    const std::uint64_t count = std::min(at_most, blocks());
    std::vector<Bytes> sampled(count);
    for_each_in_parallel(
        options_.threads, count, [&] { return make_work(side); },
        [&](std::uint64_t i, const std::unique_ptr<Work>& work) {
          const auto bytes = read_block(*work, (2 * i + 1) * blocks() / (2 * count), false);
          sampled[i].assign(bytes.begin(), bytes.end());
        });
    BlockSamples samples;
    for (const Bytes& each : sampled) samples.add(each);
    return samples;
  }

  Result<Bytes> dictionary_of(std::size_t side) const {
    if (blocks() < kLeastBlocksForDictionary) return Bytes{};
    return choose_dictionary(sample(side, kTrainingBlocks), blocks(), options_.level, options_.threads);
  }

  Result<void> write_side(std::size_t side, const Bytes& dictionary, TableWriter& writer, SideStatistics& statistics) {
    constexpr std::uint64_t kMaxUnit = 64;  // blocks
    const auto threads = static_cast<std::uint64_t>(options_.threads);
    const std::uint64_t unit = std::clamp<std::uint64_t>(blocks() / (4 * threads), 1, kMaxUnit);
    const std::uint64_t units = (blocks() + unit - 1) / unit;
    const std::uint64_t batch = 4 * threads;
    std::vector<std::unique_ptr<Work>> works(threads);
    for (std::uint64_t first_unit = 0; first_unit < units; first_unit += batch) {
      if (options_.stop != nullptr && options_.stop->load()) {
        return failure(ErrorKind::Interrupted, "interrupted while writing a table");
      }
      if (options_.progress) {
        options_.progress((static_cast<double>(side) + static_cast<double>(first_unit) / static_cast<double>(units)) /
                          static_cast<double>(info_.sides.size()));
      }
      std::vector<Packed> packed(std::min(batch, units - first_unit));
      for_each_in_parallel(
          options_.threads, packed.size(),
          [&]() -> Work* {
            auto& work = works[static_cast<std::size_t>(omp_get_thread_num())];
            if (!work) work = make_work(side);
            return work.get();
          },
          [&](std::uint64_t i, Work* work) {
            pack_unit(*work, (first_unit + i) * unit, std::min((first_unit + i + 1) * unit, blocks()), dictionary,
                      packed[i]);
          });
      for (const Packed& done : packed) {
        if (done.error) return tl::unexpected(*done.error);
        for (const PackedBlock& block : done.blocks) {
          if (auto written = writer.append(block); !written) return written;
        }
        statistics.add(done.statistics);
      }
    }
    return {};
  }

  void pack_unit(Work& work, std::uint64_t first, std::uint64_t last, const Bytes& dictionary, Packed& packed) const {
    if (!work.packer) {
      auto packer = BlockPacker::make(options_.level, dictionary);
      if (!packer) {
        packed.error = packer.error();
        return;
      }
      work.packer = std::move(*packer);
    }
    for (std::uint64_t block = first; block < last; ++block) {
      auto done = work.packer->pack(read_block(work, block, true));
      if (!done) {
        packed.error = done.error();
        return;
      }
      packed.blocks.push_back(std::move(*done));
    }
    work.reader.take_statistics(packed.statistics);
  }

  const BlockKernels& kernels_;
  const Solution& solution_;
  Planes planes_;
  PlacementReader placements_;
  TableInfo info_;
  const WriteOptions& options_;
};

// The classes in the order of the layout's pieces, where the carrier is the same: successive planes are then successive
// blocks.
PieceOrder order_of(const Layout& layout, const Ending& ending) {
  PieceOrder order = Index::default_order(ending);
  const auto pieces = layout.pieces();
  if (pieces.empty() || order[0].piece != pieces[0]) return order;
  // The Princesses, of whom none is the carrier, are the last two.
  std::sort(order.begin() + 1, order.end() - 2, [&](const PieceClass& a, const PieceClass& b) {
    return std::find(pieces.begin(), pieces.end(), a.piece) < std::find(pieces.begin(), pieces.end(), b.piece);
  });
  return order;
}

// Tries both orders of the Princesses and writes in the one that packs smaller.
template <class Code, class Stored>
Result<std::uint64_t> write(const BlockKernels& kernels, const Solution& solution, const TableId& id, TableKind kind,
                            const std::filesystem::path& path, const WriteOptions& options) {
  const Movement& movement = kernels.game().movement();
  const auto in_order = [&](const PieceOrder& order) {
    return std::make_unique<Writing<Code, Stored>>(kernels, solution, *Index::make(id.ending, movement, order),
                                                   *Planes::make(id.ending, movement, order), id, kind, options);
  };
  const PieceOrder usual = order_of(kernels.layout(), id.ending);
  const PieceOrder exchanged = Planes::exchanged(usual);
  auto writing = in_order(usual);
  if (exchanged != usual) {
    auto other = in_order(exchanged);
    const auto bytes = writing->trial();
    if (!bytes) return bytes;
    const auto others = other->trial();
    if (!others) return others;
    if (*others < *bytes) writing = std::move(other);
  }
  return writing->write(path);
}

}  // namespace

Result<std::uint64_t> write_table(const BlockKernels& kernels, const Solution& solution, const TableId& id,
                                  TableKind kind, const std::filesystem::path& path, const WriteOptions& options) {
  int plies = 0;
  for (const Wins& wins : solution.of) plies = std::max({plies, wins.won.plies(), wins.lost.plies()});
  const int greatest = 2 * plies - 1;  // code: the last ply has a number one less, and is a loss
  if (greatest >= kNoPosition<std::uint8_t>) {
    if (kind == TableKind::Outcomes) {
      return write<std::uint16_t, std::uint8_t>(kernels, solution, id, kind, path, options);
    }
    return write<std::uint16_t, std::uint16_t>(kernels, solution, id, kind, path, options);
  }
  return write<std::uint8_t, std::uint8_t>(kernels, solution, id, kind, path, options);
}

}  // namespace jetan
