#include <algorithm>
#include <memory>
#include <mutex>

#include "core/planes.hpp"
#include "probe/block_packer.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

// The table that holds the positions of a layout with one side to move; its board may be turned over.
struct Stored {
  std::shared_ptr<const TableFile> file;
  std::size_t side;
  bool turned;

  // Errors: those of Tablebase::table.
  static Result<Stored> find(const Layout& layout, Escapes escapes, Side to_move, const Tablebase& tables) {
    std::array<PieceCounts, 2> pieces{};
    for (const Side side : kSides) pieces[to_index(side)][to_index(PieceKind::Princess)] = 1;
    for (const Piece piece : layout.pieces()) ++pieces[to_index(piece.side)][to_index(piece.kind)];
    const auto stored = StoredPositions::of(any_position(pieces, to_move, escapes));
    auto file = tables.table(stored.table);
    if (!file) return tl::unexpected(file.error());
    return Stored{*file, (*file)->info().place_of(stored.to_move), stored.turned};
  }
};

// Reads the codes of a table by the blocks of a layout. For one thread.
class StoredBlocks {
 public:
  StoredBlocks(const Stored& stored, const Layout& layout)
      : stored_(stored),
        planes_(stored.file->planes()),
        layout_(layout),
        turn_{false, stored.turned, false},
        codes_(stored.file->cells_of_block()) {
    for (const Piece piece : layout.pieces()) classes_.push_back(class_of(piece));
  }

  // Calls visit(Black's Princess, Orange's, code) for all squares of theirs on which no piece of the block stands. Some
  // codes are anyone's: those of positions that win at once. Errors: those of TableFile::unpack.
  template <class Visit>
  Result<void> read(const FixedSquares& squares, const Visit& visit) {
    Placement still{};
    for (std::size_t p = 0; p < layout_.size(); ++p) still[classes_[p]].set(turn_(squares[p]));
    const SquareSet free = ~Layout::occupied(squares, layout_.size());
    if (planes_.both_move()) return read_plane(still, free, visit);
    // A Princess stands still, too.
    const Piece still_princess{opponent(planes_.fast().side), PieceKind::Princess};
    const std::size_t still_class = class_in_table(still_princess);
    for (const Square square : free) {
      still[still_class] = turn_(square);
      const auto place = plane(still);
      if (!place) return tl::unexpected(place.error());
      for (const Square other : free - square) {
        const bool black_moves = side_here(planes_.fast()) == Side::Black;
        visit(black_moves ? other : square, black_moves ? square : other,
              place->cells[planes_.place(Square{}, place->symmetry(turn_(other)))]);
      }
    }
    return {};
  }

 private:
  struct Place {
    std::span<const ValueCode> cells;
    Symmetry symmetry;
  };

  Side side_here(Piece in_table) const { return stored_.turned ? opponent(in_table.side) : in_table.side; }
  std::size_t class_of(Piece piece) const {
    if (stored_.turned) piece.side = opponent(piece.side);
    return class_in_table(piece);
  }
  std::size_t class_in_table(Piece piece) const {
    const PieceOrder& order = planes_.still().order();
    const auto found = std::find_if(order.begin(), order.end(), [&](const PieceClass& c) { return c.piece == piece; });
    return static_cast<std::size_t>(found - order.begin());
  }

  Result<Place> plane(const Placement& still) {
    const Index::Turned turned = planes_.plane_of(still);
    const std::uint32_t a_block = stored_.file->info().planes_a_block;
    const std::uint64_t block = turned.index / a_block;
    if (block != block_) {
      if (auto done = stored_.file->unpack(stored_.side, block, codes_, unpacker_); !done) {
        return tl::unexpected(done.error());
      }
      block_ = block;
    }
    const std::size_t size = planes_.cells_of_plane();
    return Place{std::span(codes_).subspan(turned.index % a_block * size, size), turned.symmetry};
  }

  template <class Visit>
  Result<void> read_plane(const Placement& still, SquareSet free, const Visit& visit) {
    const auto place = plane(still);
    if (!place) return tl::unexpected(place.error());
    std::array<Square, kSquares> there;  // a square as the plane has it
    for (const Square square : free) there[static_cast<std::size_t>(square.index())] = place->symmetry(turn_(square));
    const bool orange_fast = side_here(planes_.fast()) == Side::Orange;
    for (const Square black : free) {
      const Square black_there = there[static_cast<std::size_t>(black.index())];
      for (const Square orange : free - black) {
        const Square orange_there = there[static_cast<std::size_t>(orange.index())];
        visit(black, orange,
              place->cells[orange_fast ? planes_.place(black_there, orange_there)
                                       : planes_.place(orange_there, black_there)]);
      }
    }
    return {};
  }

  const Stored& stored_;
  const Planes& planes_;
  const Layout& layout_;
  Symmetry turn_;
  std::vector<std::size_t> classes_;
  std::vector<ValueCode> codes_;  // of the last unpacked block
  std::uint64_t block_ = UINT64_MAX;
  BlockUnpacker unpacker_;
};

// Loads what is stored of the positions with one side to move: its wins, and the other side's.
Result<void> load_side(const BlockKernels& kernels, Escapes escapes, Side to_move, const Tablebase& tables, int threads,
                       Solution& solution) {
  const Layout& layout = kernels.layout();
  const auto stored = Stored::find(layout, escapes, to_move, tables);
  if (!stored) return tl::unexpected(stored.error());

  PackedPlies& won = solution.of[to_index(to_move)].won;
  PackedPlies& lost = solution.of[to_index(opponent(to_move))].lost;
  int plies = 2;  // immediate wins, at ply 1, are always there
  for (const auto& entry : stored->file->info().statistics[stored->side].values) {
    plies = std::max(plies, decode(entry.first).plies + 1);
  }
  for (int ply = 0; ply < plies; ++ply) {
    won.reserve(ply);
    lost.reserve(ply);
  }

  struct Work {
    StoredBlocks stored;
    BlockKernels::Scratch scratch;
    Block at_once;
    std::vector<std::vector<Block>> by_code;  // of a tile
    PackedPlies::Packer packer;
  };
  const auto make_work = [&] {
    auto work = std::make_unique<Work>(Work{StoredBlocks(*stored, layout), {}, {}, {}, {}});
    work->by_code.assign(static_cast<std::size_t>(2 * plies), std::vector<Block>(PackedPlies::kTileBlocks));
    return work;
  };
  std::mutex mutex;
  std::optional<Error> error;
  for_each_in_parallel(threads, won.tiles(), make_work, [&](BlockNumber tile, const std::unique_ptr<Work>& work) {
    const BlockNumber first = tile * PackedPlies::kTileBlocks;
    const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, layout.blocks());
    for (auto& blocks : work->by_code) {
      blocks.resize(last - first);
      for (Block& block : blocks) block.clear();
    }
    for (BlockNumber block = first; block < last; ++block) {
      const FixedSquares squares = layout.squares(block);
      if (!layout.is_valid(squares)) continue;
      kernels.wins_at_once(block, to_move, work->at_once, work->scratch);
      const auto read = work->stored.read(squares, [&](Square black, Square orange, ValueCode code) {
        if (code == 0 || code >= work->by_code.size() || work->at_once[black].contains(orange)) return;
        work->by_code[code][block - first][black].set(orange);
      });
      if (!read) {
        const std::lock_guard lock(mutex);
        if (!error) error = read.error();
        return;
      }
    }
    for (std::size_t code = 1; code < work->by_code.size(); ++code) {
      const Value value = decode(static_cast<ValueCode>(code));
      PackedPlies& plies_of_side = value.outcome == Outcome::Win ? won : lost;
      plies_of_side.set_tile(value.plies, tile, work->by_code[code], work->packer);
    }
  });
  if (error) return tl::unexpected(*error);
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
