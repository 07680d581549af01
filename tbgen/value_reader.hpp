// Reads a solution's values in the order of a table: block by block where the order allows it. For tbgen's own files.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "core/index.hpp"
#include "tbgen/code_counts.hpp"
#include "tbgen/codes.hpp"

namespace jetan {

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

}  // namespace jetan
