#include <algorithm>
#include <limits>
#include <memory>

#include "probe/table_writer.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

constexpr std::uint64_t kBlockPositions = kSquares * kSquares;

// The value codes of all positions with one side to move, in the order of blocks, rows and squares. Positions that
// win at once hold kAtOnce.
template <class Code>
class CodeMap {
 public:
  static constexpr Code kAtOnce = std::numeric_limits<Code>::max();

  CodeMap(const BlockKernels& kernels, const Solution& solution, Side to_move, int threads)
      : codes_(kernels.layout().blocks() * kBlockPositions, 0) {
    const PackedPlies& won = solution.wins(to_move).won;
    const PackedPlies& lost = solution.wins(opponent(to_move)).lost;
    struct Work {
      PackedPlies::Scratch blocks;
      Block at_once;
      BlockKernels::Scratch scratch;
    };
    for_each_in_parallel(
        threads, won.tiles(), [] { return std::make_unique<Work>(); },
        [&](BlockNumber tile, const std::unique_ptr<Work>& work) {
          for (int ply = 0; ply < won.plies(); ++ply) fill(won, ply, tile, encode({Outcome::Win, ply}), work->blocks);
          for (int ply = 0; ply < lost.plies(); ++ply) {
            fill(lost, ply, tile, encode({Outcome::Loss, ply}), work->blocks);
          }
          const BlockNumber first = tile * PackedPlies::kTileBlocks;
          const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, won.blocks());
          for (BlockNumber block = first; block < last; ++block) {
            kernels.wins_at_once(block, to_move, work->at_once, work->scratch);
            fill(block, work->at_once, kAtOnce);
          }
        });
  }

  Code at(BlockNumber block, Square black_princess, Square orange_princess) const {
    return codes_[place(block, black_princess) + static_cast<std::size_t>(orange_princess.index())];
  }

 private:
  static std::size_t place(BlockNumber block, Square row) {
    return block * kBlockPositions + static_cast<std::size_t>(row.index()) * kSquares;
  }
  void fill(BlockNumber block, const Block& members, Code code) {
    for (int i = 0; i < kSquares; ++i) {
      const Square row = Square::from_index(i);
      Code* codes = &codes_[place(block, row)];
      for (const Square square : members[row]) codes[square.index()] = code;
    }
  }
  void fill(const PackedPlies& plies, int ply, BlockNumber tile, ValueCode code, PackedPlies::Scratch& scratch) {
    plies.for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) {
      fill(block, members, static_cast<Code>(code));
    });
  }

  std::vector<Code> codes_;
};

// Which squares of an index's placement are those of a layout's pieces.
class PlacementReader {
 public:
  PlacementReader(const Layout& layout, const Index& index) : layout_(layout) {
    const PieceOrder& order = index.order();
    const auto class_of = [&](Piece piece) {
      const auto found =
          std::find_if(order.begin(), order.end(), [&](const PieceClass& c) { return c.piece == piece; });
      return static_cast<std::size_t>(found - order.begin());
    };
    for (const Piece piece : layout.pieces()) class_of_piece_.push_back(class_of(piece));
    for (const Side side : kSides) princess_class_[to_index(side)] = class_of({side, PieceKind::Princess});
  }

  FixedSquares fixed(Placement placement) const {
    FixedSquares squares{};
    for (std::size_t p = 0; p < layout_.size(); ++p) {
      SquareSet& set = placement[class_of_piece_[p]];
      squares[p] = set.first();  // like pieces take their squares in turn
      set.reset(squares[p]);
    }
    return squares;
  }
  std::size_t princess_class(Side side) const { return princess_class_[to_index(side)]; }

 private:
  const Layout& layout_;
  std::vector<std::size_t> class_of_piece_;  // by the piece's place in the layout
  std::array<std::size_t, 2> princess_class_{};
};

// The values of successive positions, as a table's block holds them, and their statistics.
struct ValueBlock {
  std::vector<ValueCode> values;
  SideStatistics statistics;
  PackedBlock packed;
};

template <class Code>
void read_values(const CodeMap<Code>& codes, const Layout& layout, const Index& index, const PlacementReader& reader,
                 PositionIndex first, PositionIndex count, ValueBlock& block) {
  const std::size_t last_class = index.order().size() - 1;
  const bool orange_moves = reader.princess_class(Side::Orange) == last_class;
  block.values.clear();
  block.statistics = {};
  ValueCode previous = 0;
  for (PositionIndex n = first; n < first + count;) {
    const Index::Run run = index.run(n);
    const BlockPlace place = layout.locate(reader.fixed(run.placement));
    const Side still = orange_moves ? Side::Black : Side::Orange;
    const Square still_square = place.symmetry(run.placement[reader.princess_class(still)].first());
    for (const Square square : run.squares) {
      if (n == first + count) break;
      const Square moved = place.symmetry(square);
      const Code code =
          orange_moves ? codes.at(place.block, still_square, moved) : codes.at(place.block, moved, still_square);
      // Positions that win at once are not stored; repeating the value before packs best.
      const bool at_once = code == CodeMap<Code>::kAtOnce;
      if (!at_once) previous = code;
      auto& number = block.statistics.values[at_once ? encode({Outcome::Win, 1}) : ValueCode{code}];
      if (number.unique++ == 0) number.first_index = n;
      number.placements += static_cast<PositionIndex>(run.orbit);
      block.values.push_back(previous);
      ++n;
    }
  }
}

void add_statistics(SideStatistics& sum, const SideStatistics& part) {
  for (const auto& [code, number] : part.values) {
    auto& total = sum.values[code];
    if (total.unique == 0) total.first_index = number.first_index;
    total.unique += number.unique;
    total.placements += number.placements;
  }
}

template <class Code>
Result<std::uint64_t> write(const BlockKernels& kernels, const Solution& solution, const TableInfo& info,
                            const Index& index, const std::filesystem::path& path, const WriteOptions& options) {
  constexpr int kValueBytes = sizeof(Code);
  auto writer = TableWriter::create(path, info, kValueBytes);
  if (!writer) return tl::unexpected(writer.error());
  const PlacementReader reader(kernels.layout(), index);
  const PositionIndex blocks = (info.positions + info.block_positions - 1) / info.block_positions;
  const PositionIndex batch = static_cast<PositionIndex>(options.threads) * 16;
  std::vector<SideStatistics> statistics(info.sides.size());
  std::vector<ValueBlock> done(std::min(batch, blocks));
  for (std::size_t side = 0; side < info.sides.size(); ++side) {
    const CodeMap<Code> codes(kernels, solution, info.sides[side], options.threads);
    for (PositionIndex first = 0; first < blocks; first += batch) {
      if (options.stop != nullptr && options.stop->load()) {
        return failure(ErrorKind::Interrupted, "interrupted while writing " + path.string());
      }
      if (options.progress) {
        options.progress((static_cast<double>(side) + static_cast<double>(first) / static_cast<double>(blocks)) /
                         static_cast<double>(info.sides.size()));
      }
      const PositionIndex number = std::min(batch, blocks - first);
      std::vector<std::optional<Error>> errors(number);
      for_each_in_parallel(
          options.threads, number, [] { return 0; },
          [&](std::uint64_t i, int) {
            const PositionIndex begin = (first + i) * info.block_positions;
            const PositionIndex count = std::min<PositionIndex>(info.block_positions, info.positions - begin);
            read_values(codes, kernels.layout(), index, reader, begin, count, done[i]);
            auto packed = pack_block(done[i].values, kValueBytes, options.level);
            if (packed) {
              done[i].packed = std::move(*packed);
            } else {
              errors[i] = packed.error();
            }
          });
      for (PositionIndex i = 0; i < number; ++i) {
        if (errors[i]) return tl::unexpected(*errors[i]);
        if (auto written = writer->append(done[i].packed); !written) return tl::unexpected(written.error());
        add_statistics(statistics[side], done[i].statistics);
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
