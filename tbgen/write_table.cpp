#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>

#include "probe/table_writer.hpp"
#include "tbgen/parallel.hpp"
#include "tbgen/table_values.hpp"

namespace jetan {
namespace {

// Stands for a win at once among value codes.
template <class Code>
constexpr Code kAtOnce = std::numeric_limits<Code>::max();

// A code for every bit of a block.
template <class Code>
struct alignas(64) CodeBlock {
  std::array<std::array<Code, 128>, kSquares> rows;
};

void spread(const BlockOps& ops, const Block& members, std::uint8_t code, ByteBlock& codes) {
  ops.spread(members, code, codes);
}
void spread(const BlockOps&, const Block& members, std::uint16_t code, CodeBlock<std::uint16_t>& codes) {
  for (std::size_t i = 0; i < kSquares; ++i) {
    for (const Square square : members.rows[i]) codes.rows[i][static_cast<std::size_t>(SquareSet::bit(square))] = code;
  }
}

// The value codes of positions with one side to move, unpacked as they are asked for, by tiles. For one thread.
template <class Code>
class Codes {
 public:
  using CodesOfBlock = std::conditional_t<sizeof(Code) == 1, ByteBlock, CodeBlock<Code>>;

  Codes(const BlockKernels& kernels, const Solution& solution, Side to_move, std::size_t max_tiles)
      : kernels_(kernels),
        to_move_(to_move),
        won_(solution.wins(to_move).won),
        lost_(solution.wins(opponent(to_move)).lost),
        tiles_(won_.tiles(), nullptr),
        max_tiles_(max_tiles) {}

  const CodesOfBlock& block(BlockNumber block) {
    const BlockNumber tile = block / PackedPlies::kTileBlocks;
    if (tiles_[tile] == nullptr) unpack(tile);
    return tiles_[tile][block % PackedPlies::kTileBlocks];
  }

 private:
  void unpack(BlockNumber tile) {
    std::unique_ptr<CodesOfBlock[]> room;
    if (kept_.size() < max_tiles_) {
      // One more than the tile has: what copies rows may read a little past their end.
      room = std::make_unique_for_overwrite<CodesOfBlock[]>(PackedPlies::kTileBlocks + 1);
    } else {
      room = std::move(kept_.front().second);
      tiles_[kept_.front().first] = nullptr;
      kept_.pop_front();
    }
    std::memset(room.get(), 0, PackedPlies::kTileBlocks * sizeof(CodesOfBlock));
    const BlockNumber first = tile * PackedPlies::kTileBlocks;
    const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, won_.blocks());
    const auto fill = [&](const PackedPlies& plies, int ply, Outcome outcome) {
      const auto code = static_cast<Code>(encode({outcome, ply}));
      plies.for_each_block(ply, tile, packed_, [&](BlockNumber block, const Block& members) {
        spread(kernels_.ops(), members, code, room[block - first]);
      });
    };
    for (int ply = 0; ply < won_.plies(); ++ply) fill(won_, ply, Outcome::Win);
    for (int ply = 0; ply < lost_.plies(); ++ply) fill(lost_, ply, Outcome::Loss);
    for (BlockNumber block = first; block < last; ++block) {
      kernels_.wins_at_once(block, to_move_, at_once_, scratch_);
      spread(kernels_.ops(), at_once_, kAtOnce<Code>, room[block - first]);
    }
    tiles_[tile] = room.get();
    kept_.emplace_back(tile, std::move(room));
  }

  const BlockKernels& kernels_;
  Side to_move_;
  const PackedPlies& won_;
  const PackedPlies& lost_;
  std::vector<const CodesOfBlock*> tiles_;  // nothing: not unpacked now
  std::size_t max_tiles_;
  std::deque<std::pair<BlockNumber, std::unique_ptr<CodesOfBlock[]>>> kept_;  // oldest first
  PackedPlies::Scratch packed_;
  Block at_once_;
  BlockKernels::Scratch scratch_;
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
    orange_fastest_ =
        princess_class(Side::Orange) == order.size() - 1 && princess_class(Side::Black) == order.size() - 2;
    in_order_ = orange_fastest_ && (layout.size() == 0 || class_of_piece_[0] == 0) &&
                std::is_sorted(class_of_piece_.begin(), class_of_piece_.end());
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
  bool orange_fastest() const {
    return orange_fastest_;
  }                                            // the last class is Orange's Princess, the one before Black's
  bool in_order() const { return in_order_; }  // successive positions are in successive blocks, about

 private:
  const Layout& layout_;
  std::vector<std::size_t> class_of_piece_;  // by the piece's place in the layout
  std::array<std::size_t, 2> princess_class_{};
  bool orange_fastest_ = false;
  bool in_order_ = false;
};

// How often each code comes up; for each size of an orbit apart.
template <class Code>
class CodeCounts {
 public:
  void add(const Code* codes, std::size_t count, int orbit, PositionIndex first) {
    Counter& counter = counters_[place(orbit)];
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
      // Four rows of counters: the same code often comes several times in a row, and would have to wait for itself.
      for (std::size_t k = 0; k < 4; ++k) {
        if (counter.rows[k][codes[i + k]]++ == 0) see(codes[i + k], first + i + k);
      }
    }
    for (; i < count; ++i) {
      if (counter.rows[0][codes[i]]++ == 0) see(codes[i], first + i);
    }
  }

  // Adds what was counted, and forgets it.
  void take(SideStatistics& statistics) {
    for (std::size_t code = 0; code < kCodes; ++code) {
      PositionIndex unique = 0;
      PositionIndex placements = 0;
      for (std::size_t orbit = 0; orbit < kOrbits.size(); ++orbit) {
        for (auto& row : counters_[orbit].rows) {
          const PositionIndex number = std::exchange(row[code], 0);
          unique += number;
          placements += number * static_cast<PositionIndex>(kOrbits[orbit]);
        }
      }
      if (unique == 0) continue;
      const bool at_once = code == kAtOnce<Code>;
      auto& number = statistics.values[at_once ? encode({Outcome::Win, 1}) : static_cast<ValueCode>(code)];
      number.first_index = number.unique == 0 ? first_[code] : std::min(number.first_index, first_[code]);
      number.unique += unique;
      number.placements += placements;
      first_[code] = kNever;
    }
  }

 private:
  static constexpr std::size_t kCodes = std::size_t{kAtOnce<Code>} + 1;
  static constexpr std::array kOrbits{2, 4, 8};
  static constexpr PositionIndex kNever = std::numeric_limits<PositionIndex>::max();
  static std::size_t place(int orbit) { return orbit == 2 ? 0 : orbit == 4 ? 1 : 2; }
  void see(Code code, PositionIndex index) { first_[code] = std::min(first_[code], index); }

  struct Counter {
    std::array<std::array<PositionIndex, kCodes>, 4> rows{};
  };
  std::array<Counter, kOrbits.size()> counters_{};
  std::vector<PositionIndex> first_ = std::vector<PositionIndex>(kCodes, kNever);
};

// Reads the values of successive positions. For one thread.
template <class Code>
class ValueReader {
 public:
  ValueReader(const BlockKernels& kernels, const Solution& solution, Side to_move, const Index& index,
              const PlacementReader& placements)
      : layout_(kernels.layout()),
        index_(index),
        placements_(placements),
        codes_(kernels, solution, to_move,
               placements.in_order() ? 2 * kernels.layout().ranges_of_carrier()
                                     : kCacheBytes / (PackedPlies::kTileBlocks * sizeof(CodesOfBlock)) + 1),
        counts_(std::make_unique<CodeCounts<Code>>()) {}

  // The codes of positions from `first` on, as a table's block holds them.
  void read(PositionIndex first, PositionIndex count, std::vector<ValueCode>& values) {
    buffer_.resize(count + kSlack);
    for (std::size_t done = 0; done < count;) {
      if (const auto plane = read_plane(first + done, count - done, done)) {
        done += *plane;
      } else {
        done += read_run(first + done, count - done, done);
      }
    }
    values.resize(count);
    Code previous = 0;
    for (std::size_t i = 0; i < count; ++i) {
      // Positions that win at once are not stored; repeating the value before packs best.
      previous = buffer_[i] == kAtOnce<Code> ? previous : buffer_[i];
      values[i] = previous;
    }
  }

  void take_statistics(SideStatistics& statistics) { counts_->take(statistics); }

 private:
  using CodesOfBlock = typename Codes<Code>::CodesOfBlock;
  static constexpr std::size_t kCacheBytes = std::size_t{64} << 20;
  static constexpr std::size_t kSlack = 128;  // codes written beyond the last one

  // Positions in which only the last Princess moves. Returns how many were read.
  std::size_t read_run(PositionIndex first, std::size_t at_most, std::size_t at) {
    const Index::Run run = index_.run(first);
    const BlockPlace place = layout_.locate(placements_.fixed(run.placement));
    const CodesOfBlock& codes = codes_.block(place.block);
    const bool orange_moves = placements_.princess_class(Side::Orange) == index_.order().size() - 1;
    const Side still = orange_moves ? Side::Black : Side::Orange;
    const Square still_square = place.symmetry(run.placement[placements_.princess_class(still)].first());
    std::size_t count = 0;
    for (const Square square : run.squares) {
      if (count == at_most) break;
      const Square moved = place.symmetry(square);
      const Square row = orange_moves ? still_square : moved;
      const Square column = orange_moves ? moved : still_square;
      buffer_[at + count++] =
          codes.rows[static_cast<std::size_t>(row.index())][static_cast<std::size_t>(SquareSet::bit(column))];
    }
    counts_->add(&buffer_[at], count, run.orbit, first);
    return count;
  }

  // Positions in which both Princesses move, all of one block, as far as there are whole rows. Returns how many were
  // read; nothing if there is no such block here.
  std::optional<std::size_t> read_plane(PositionIndex first, std::size_t at_most, std::size_t at) {
    if (!placements_.orange_fastest()) return std::nullopt;
    const auto plane = index_.plane(first);
    if (!plane) return std::nullopt;
    const auto row_length = static_cast<std::size_t>(plane->squares.count()) - 1;
    if (row_length > at_most) return std::nullopt;
    const BlockPlace place = layout_.locate(placements_.fixed(plane->placement));
    if (!place.symmetry.is_identity()) return std::nullopt;
    const CodesOfBlock& codes = codes_.block(place.block);
    std::size_t count = 0;
    for (const Square row : plane->squares) {
      if (count + row_length > at_most) break;
      copy_members(codes.rows[static_cast<std::size_t>(row.index())].data(), plane->squares - row,
                   &buffer_[at + count]);
      count += row_length;
    }
    counts_->add(&buffer_[at], count, plane->orbit, first);
    return count;
  }

  // The codes of a row's members, side by side. Up to 32 codes behind them are read, and overwritten.
  static void copy_members(const Code* row, SquareSet members, Code* to) {
    std::size_t base = 0;
    for (std::uint64_t bits : {members.low(), members.high()}) {
      while (bits != 0) {
        const auto begin = static_cast<std::size_t>(std::countr_zero(bits));
        const auto length = static_cast<std::size_t>(std::countr_one(bits >> begin));  // at most the 25 of a quadrant
        std::memcpy(to, row + base + begin, 32 * sizeof(Code));
        to += length;
        bits &= ~(((std::uint64_t{1} << length) - 1) << begin);
      }
      base += 64;
    }
  }

  const Layout& layout_;
  const Index& index_;
  const PlacementReader& placements_;
  Codes<Code> codes_;
  std::unique_ptr<CodeCounts<Code>> counts_;
  std::vector<Code> buffer_;
};

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
