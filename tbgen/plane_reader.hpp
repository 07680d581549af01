// Reads a solution's values plane by plane, as a table has them. For tbgen's own files.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/planes.hpp"
#include "tbgen/code_counts.hpp"
#include "tbgen/codes.hpp"

namespace jetan {

// Which squares of a plane's placement are those of a layout's pieces.
class PlacementReader {
 public:
  PlacementReader(const Layout& layout, const Planes& planes) : layout_(layout), planes_(planes) {
    for (const Piece piece : layout.pieces()) class_of_piece_.push_back(class_of(piece));
    in_order_ = planes.both_move() && std::is_sorted(class_of_piece_.begin(), class_of_piece_.end());
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
  // The square of a Princess who stands still.
  Square still_princess(const Placement& placement) const {
    return placement[class_of({opponent(planes_.fast().side), PieceKind::Princess})].first();
  }
  // Successive planes are successive blocks, about.
  bool in_order() const { return in_order_; }

 private:
  std::size_t class_of(Piece piece) const {
    const PieceOrder& order = planes_.still().order();
    const auto found = std::find_if(order.begin(), order.end(), [&](const PieceClass& c) { return c.piece == piece; });
    return static_cast<std::size_t>(found - order.begin());
  }

  const Layout& layout_;
  const Planes& planes_;
  std::vector<std::size_t> class_of_piece_;  // by the piece's place in the layout
  bool in_order_ = false;
};

// Reads the codes of successive planes. For one thread.
template <class Code>
class PlaneReader {
 public:
  PlaneReader(const BlockKernels& kernels, const Solution& solution, Side to_move, const Planes& planes,
              const PlacementReader& placements)
      : layout_(kernels.layout()),
        planes_(planes),
        placements_(placements),
        codes_(kernels, solution, to_move,
               placements.in_order() ? 2 * kernels.layout().ranges_of_carrier()
                                     : kCacheBytes / (PackedPlies::kTileBlocks * sizeof(CodesOfBlock)) + 1),
        counts_(std::make_unique<CodeCounts<Code>>()) {}

  // Writes the codes of so many planes' cells; those without a position get kNoPosition, wins at once kWinsAtOnce.
  void read(PositionIndex first, PositionIndex count, std::span<Code> cells) {
    const std::size_t size = planes_.cells_of_plane();
    for (PositionIndex n = 0; n < count; ++n) read_plane(first + n, cells.subspan(n * size, size));
  }
  // Likewise, and counts the positions' codes.
  void read_and_count(PositionIndex first, PositionIndex count, std::span<Code> cells) {
    const std::size_t size = planes_.cells_of_plane();
    for (PositionIndex n = 0; n < count; ++n) {
      const auto of_plane = cells.subspan(n * size, size);
      const Planes::Plane plane = read_plane(first + n, of_plane);
      if (plane.mirrored) {
        count_mirrored(plane, of_plane, (first + n) * size);
      } else {
        counts_->add(of_plane.data(), size, plane.orbit, (first + n) * size);
      }
    }
  }

  void take_statistics(SideStatistics& statistics) { counts_->take(statistics); }

 private:
  using CodesOfBlock = typename Codes<Code>::CodesOfBlock;
  static constexpr std::size_t kCacheBytes = std::size_t{64} << 20;

  Planes::Plane read_plane(PositionIndex number, std::span<Code> cells) {
    const Planes::Plane plane = planes_.plane(number);
    const BlockPlace place = layout_.locate(placements_.fixed(plane.still));
    const CodesOfBlock& codes = codes_.block(place.block);
    if (!planes_.both_move()) {
      read_row(codes, place.symmetry, placements_.still_princess(plane.still), cells);
    } else if (place.symmetry.is_identity() && planes_.fast().side == Side::Orange) {
      copy_plane(codes, cells);
    } else {
      for (int slow = 0; slow < kSquares; ++slow) {
        read_row(codes, place.symmetry, Square::from_index(slow),
                 cells.subspan(static_cast<std::size_t>(slow) * kSquares, kSquares));
      }
    }
    strike_out(plane, cells);
    return plane;
  }

  // The codes of a row of a plane, in which only the fast Princess moves.
  void read_row(const CodesOfBlock& codes, Symmetry symmetry, Square still, std::span<Code> cells) {
    const Square turned = symmetry(still);
    const bool orange_moves = planes_.fast().side == Side::Orange;
    for (int fast = 0; fast < kSquares; ++fast) {
      const Square moved = symmetry(Square::from_index(fast));
      const Square row = orange_moves ? turned : moved;
      const Square column = orange_moves ? moved : turned;
      cells[static_cast<std::size_t>(fast)] =
          codes.rows[static_cast<std::size_t>(row.index())][static_cast<std::size_t>(SquareSet::bit(column))];
    }
  }

  // A block as it is: the 25 squares of each quadrant lie side by side, at the beginning of a lane of 32.
  static void copy_plane(const CodesOfBlock& codes, std::span<Code> cells) {
    Code* to = cells.data();
    for (const auto& row : codes.rows) {
      for (std::size_t quadrant = 0; quadrant < 4; ++quadrant, to += kQuadrantSquares) {
        std::memcpy(to, row.data() + 32 * quadrant, kQuadrantSquares * sizeof(Code));
      }
    }
  }

  // Marks the cells without a position.
  void strike_out(const Planes::Plane& plane, std::span<Code> cells) {
    for (std::size_t row = 0; row < cells.size(); row += kSquares) {
      for (const Square square : plane.occupied)
        cells[row + static_cast<std::size_t>(square.index())] = kNoPosition<Code>;
    }
    if (!planes_.both_move()) return;
    for (const Square square : plane.occupied) {
      const auto row = cells.subspan(static_cast<std::size_t>(square.index()) * kSquares, kSquares);
      std::fill(row.begin(), row.end(), kNoPosition<Code>);
    }
    for (std::size_t square = 0; square < kSquares; ++square) cells[square * (kSquares + 1)] = kNoPosition<Code>;
  }

  void count_mirrored(const Planes::Plane& plane, std::span<const Code> cells, CellNumber first) {
    for (std::size_t place = 0; place < cells.size(); ++place) {
      const int orbit = planes_.orbit(plane, Planes::squares(static_cast<std::uint32_t>(place)));
      if (orbit != 0) counts_->add(&cells[place], 1, orbit, first + place);
    }
  }

  const Layout& layout_;
  const Planes& planes_;
  const PlacementReader& placements_;
  Codes<Code> codes_;
  std::unique_ptr<CodeCounts<Code>> counts_;
};

}  // namespace jetan
