// The perfect index: a bijection between 0..size()-1 and the distinct placements of an ending up to symmetry.
//
// No gaps, no doubles: like pieces are interchangeable, placements that a diagonal mirror maps onto themselves are
// handled, and Panthans only stand where they can. How it counts:
// - The pieces form classes (side, kind). An order lists them; the first, of one piece, carries the symmetry: a
//   placement is turned until the carrier stands on its representative square (15, or 50 with Panthans).
// - The other classes follow as digits of a mixed radix: each set's rank among the subsets of the free squares.
// - With the carrier on the diagonal, placements still come in mirror pairs. Digit by digit: either a class's set
//   is its own mirror image, and the next class decides; or it isn't, and of it and its image one is kept, by rank.
// - Panthans come right after the carrier, split by where the two sides' domains overlap, so that every count is a
//   product of binomials.
// Ranks of sets are taken in the numbering of square.hpp (combinatorial number system). N agrees with the
// orbit-counting lemma (tests).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/ending.hpp"
#include "core/movement.hpp"
#include "core/symmetry.hpp"

namespace jetan {

// A number of positions, or the number of one position; tables of eight pieces still fit.
using PositionIndex = std::uint64_t;

struct PieceClass {
  Piece piece;
  int count = 1;
  friend bool operator==(const PieceClass&, const PieceClass&) = default;
};

// Classes of an ending in the order an index lists them. First: one piece. Then any Panthans. Last: a Princess.
using PieceOrder = std::vector<PieceClass>;

// The squares of every class, by place in the order.
using Placement = std::array<SquareSet, Ending::kMaxPieces>;

// Which single piece carries the symmetry where there is a choice: the first of these. They have few moves, and those
// moves are the only ones that turn the board.
inline constexpr std::array kCarriers{PieceKind::Panthan, PieceKind::Warrior, PieceKind::Padwar, PieceKind::Dwar,
                                      PieceKind::Thoat,   PieceKind::Flier,   PieceKind::Chief};

class Index {
 public:
  // The order used where none is given.
  static PieceOrder default_order(const Ending& ending);
  // Errors: BadArgument when the order isn't one of the ending's. The movement gives the Panthans' domains.
  static Result<Index> make(const Ending& ending, const Movement& movement, PieceOrder order);
  static Index make(const Ending& ending, const Movement& movement);
  // An index of the placements of only some of an ending's classes, under the symmetry of the ending: the first of one
  // piece, Panthans right after it. (`position` then gives positions without the others.)
  static Index of_classes(const Ending& ending, const Movement& movement, PieceOrder classes);

  const Ending& ending() const { return ending_; }
  const PieceOrder& order() const { return order_; }
  // Number of distinct placements.
  PositionIndex size() const { return size_; }

  // The index of a placement, or of a position's pieces. The position must have Black on the ending's first side
  // (see `oriented`) and Panthans only within their domains.
  PositionIndex rank(Placement placement) const;
  PositionIndex rank(const Position& position) const;

  // The index of a placement, and how the board is turned to come to its representative. (Where that is its own mirror
  // image, turning it once more would do as well.) Likewise of a position's pieces, or of the position turned over.
  struct Turned {
    PositionIndex index;
    Symmetry symmetry;
  };
  Turned rank_turned(const Placement& placement) const;
  Turned rank_turned(const Position& position, bool turned_over = false) const;

  // The representative placement; index < size().
  Placement unrank(PositionIndex index) const;
  // Likewise as a position, Black to move.
  Position position(PositionIndex index) const;
  Position position_of(const Placement& placement) const;
  Placement placement_of(const Position& position, bool turned_over = false) const;

  struct Representative {
    Placement placement;
    int orbit;      // how many placements it stands for
    bool mirrored;  // it is its own mirror image about the diagonal
  };
  Representative representative(PositionIndex index) const;

  // How many placements the index stands for: its orbit's size.
  int orbit(PositionIndex index) const;

  // A stretch of successive indices in which only the last class (a Princess) moves, over free squares by number.
  struct Run {
    Placement placement;  // the last class is empty
    SquareSet squares;    // where the last class stands, in order; as many as the stretch is long
    int orbit;            // of each placement
  };
  // The longest such stretch that starts at an index.
  Run run(PositionIndex index) const;

 private:
  struct PanthanSplit;

  Index(const Ending& ending, const Movement& movement, PieceOrder order);

  std::size_t classes() const { return order_.size(); }
  void turn(Placement& placement) const;
  int orbit_of(std::size_t symmetric_classes) const;
  PositionIndex rank_single(const std::array<Square, Ending::kMaxPieces>& squares, Symmetry& symmetry) const;
  PositionIndex rank_free(const Placement& placement, std::size_t first, SquareSet used) const;
  PositionIndex rank_symmetric(Placement& placement) const;
  PositionIndex rank_panthans(const Placement& placement) const;
  void unrank_free(PositionIndex index, Placement& placement, std::size_t first, SquareSet used) const;
  void unrank_panthans(PositionIndex index, Placement& placement) const;
  // These tell how many classes are their own mirror image before one is not (all: the placement is); 0 when the
  // carrier isn't on the diagonal.
  std::size_t unrank_symmetric(PositionIndex index, Placement& placement) const;
  std::size_t unrank_marked(PositionIndex index, Placement& placement) const;
  PositionIndex panthan_placements(Square carrier, PanthanSplit split) const;
  PositionIndex panthan_placements(Square carrier) const;

  Ending ending_;
  PieceOrder order_;
  SymmetryGroup group_ = SymmetryGroup::Full;
  PositionIndex size_ = 0;
  std::vector<Square> carriers_;  // representatives, those off the diagonal first
  std::array<std::uint8_t, kSquares> carrier_number_{};
  bool all_single_ = false;                    // every class has one piece, and only the first may be a Panthan
  std::vector<PositionIndex> carrier_offset_;  // by carrier number; one more at the end
  std::array<PositionIndex, Ending::kMaxPieces + 1> free_{};  // [k] placements of classes k.. on the free squares
  // [k][d]: orbits of classes k.. when all before are symmetric and d of them stand on the diagonal.
  std::array<std::array<PositionIndex, kFiles + 1>, Ending::kMaxPieces + 1> symmetric_{};
  std::array<int, Ending::kMaxPieces + 1> placed_{};  // [k] pieces in the classes before k

  // Panthans: the classes 1 .. panthan_classes_, and their domains' parts.
  std::size_t panthan_classes_ = 0;
  SquareSet first_only_;
  SquareSet both_;
  SquareSet second_;
};

}  // namespace jetan
