#include <algorithm>
#include <memory>

#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

// A table's values of one side to move, all unpacked.
Result<std::vector<ValueCode>> unpack_all(const TableFile& file, std::size_t side, int threads) {
  std::vector<ValueCode> values(file.info().positions);
  std::vector<std::optional<Error>> errors(file.blocks());
  for_each_in_parallel(
      threads, file.blocks(), [] { return 0; },
      [&](std::uint64_t block, int) {
        const auto room =
            std::span(values).subspan(block * file.info().block_positions, file.positions_in_block(block));
        if (auto unpacked = file.unpack(side, block, room); !unpacked) errors[block] = unpacked.error();
      });
  for (const auto& error : errors) {
    if (error) return tl::unexpected(*error);
  }
  return values;
}

// Loads what is stored of the positions with one side to move: its wins, and the other side's.
Result<void> load_side(const BlockKernels& kernels, Escapes escapes, Side to_move, const Tablebase& tables, int threads,
                       Solution& solution) {
  const Layout& layout = kernels.layout();
  // Any position will do to find the table, and whether its board is turned over.
  Position sample;
  sample.to_move = to_move;
  sample.escapes = escapes;
  sample.put({Side::Black, PieceKind::Princess}, Square::from_index(0));
  sample.put({Side::Orange, PieceKind::Princess}, Square::from_index(1));
  for (std::size_t p = 0; p < layout.size(); ++p) {
    sample.put(layout.pieces()[p], Square::from_index(static_cast<int>(p) + 2));
  }
  const Position stored = oriented(sample);
  const bool turned = !(stored == sample);
  const auto file = tables.table(TableId{Ending::of(sample).value(), stored.escapes});
  if (!file) return tl::unexpected(file.error());
  const TableInfo& info = (*file)->info();
  const Index& index = (*file)->index();
  const auto side =
      static_cast<std::size_t>(std::find(info.sides.begin(), info.sides.end(), stored.to_move) - info.sides.begin());
  const auto values = unpack_all(**file, side, threads);
  if (!values) return tl::unexpected(values.error());

  PackedPlies& won = solution.of[to_index(to_move)].won;
  PackedPlies& lost = solution.of[to_index(opponent(to_move))].lost;
  int plies = 2;  // immediate wins, at ply 1, are always there
  for (const auto& entry : info.statistics[side].values) plies = std::max(plies, decode(entry.first).plies + 1);
  for (int ply = 0; ply < plies; ++ply) {
    won.reserve(ply);
    lost.reserve(ply);
  }

  struct Work {
    BlockKernels::Scratch scratch;
    Block at_once;
    std::vector<std::vector<Block>> by_code;  // of a tile
    PackedPlies::Packer packer;
  };
  const auto make_work = [&] {
    auto work = std::make_unique<Work>();
    work->by_code.assign(static_cast<std::size_t>(2 * plies), std::vector<Block>(PackedPlies::kTileBlocks));
    return work;
  };
  const Symmetry turn{false, turned, false};
  const auto class_of = [&](Piece piece) {
    if (turned) piece.side = opponent(piece.side);
    const auto found =
        std::find_if(index.order().begin(), index.order().end(), [&](const PieceClass& c) { return c.piece == piece; });
    return static_cast<std::size_t>(found - index.order().begin());
  };
  std::vector<std::size_t> classes;
  for (const Piece piece : layout.pieces()) classes.push_back(class_of(piece));
  const std::size_t black = class_of({Side::Black, PieceKind::Princess});
  const std::size_t orange = class_of({Side::Orange, PieceKind::Princess});
  const bool black_is_slow = orange == index.order().size() - 1;
  const std::size_t fast = black_is_slow ? orange : black;  // the last class
  const std::size_t slow = black_is_slow ? black : orange;

  for_each_in_parallel(threads, won.tiles(), make_work, [&](BlockNumber tile, const std::unique_ptr<Work>& work) {
    const BlockNumber first = tile * PackedPlies::kTileBlocks;
    const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, layout.blocks());
    for (auto& blocks : work->by_code) {
      blocks.resize(last - first);
      for (Block& block : blocks) block.clear();
    }
    for (BlockNumber block = first; block < last; ++block) {
      const FixedSquares squares = layout.squares(block);
      kernels.wins_at_once(block, to_move, work->at_once, work->scratch);
      Placement placement{};
      for (std::size_t p = 0; p < layout.size(); ++p) placement[classes[p]].set(turn(squares[p]));
      const SquareSet free = ~Layout::occupied(squares, layout.size());
      const auto load = [&](Square row, Square square, PositionIndex n) {
        if (work->at_once[row].contains(square)) return;
        const ValueCode code = (*values)[n];
        if (code != 0 && code < work->by_code.size()) work->by_code[code][block - first][row].set(square);
      };
      if (!layout.is_valid(squares)) continue;
      for (const Square still : free) {
        placement[slow] = turn(still);
        const auto place = [&](Square moving) {
          return black_is_slow ? std::pair(still, moving) : std::pair(moving, still);
        };
        const SquareSet others = free - still;
        if (const auto turning = index.turning(placement)) {
          // One rank tells those of all her squares.
          const Symmetry symmetry = *turning;
          const SquareSet turned_free = symmetry(turn(others));
          placement[fast] = turn(others.first());
          const PositionIndex base =
              index.rank(placement) -
              static_cast<PositionIndex>(turned_free.count_below(symmetry(turn(others.first()))));
          for (const Square moving : others) {
            const auto [row, square] = place(moving);
            load(row, square, base + static_cast<PositionIndex>(turned_free.count_below(symmetry(turn(moving)))));
          }
          continue;
        }
        for (const Square moving : others) {
          placement[fast] = turn(moving);
          const auto [row, square] = place(moving);
          load(row, square, index.rank(placement));
        }
      }
    }
    for (std::size_t code = 1; code < work->by_code.size(); ++code) {
      const Value value = decode(static_cast<ValueCode>(code));
      PackedPlies& plies_of_side = value.outcome == Outcome::Win ? won : lost;
      plies_of_side.set_tile(value.plies, tile, work->by_code[code], work->packer);
    }
  });
  return {};
}

}  // namespace

Result<Solution> load_solution(const BlockKernels& kernels, Escapes escapes, const Tablebase& tables, int threads) {
  const BlockNumber blocks = kernels.layout().blocks();
  Solution solution;
  for (Wins& wins : solution.of) wins = Wins{PackedPlies(blocks), PackedPlies(blocks)};
  for (const Side to_move : kSides) {
    if (auto loaded = load_side(kernels, escapes, to_move, tables, threads, solution); !loaded) {
      return tl::unexpected(loaded.error());
    }
  }
  for (Wins& wins : solution.of) {
    wins.won.trim();
    wins.lost.trim();
  }
  return solution;
}

}  // namespace jetan
