#include "tbgen/layout.hpp"

#include <algorithm>
#include <tuple>

#include "core/index.hpp"

namespace jetan {

Layout::Layout(std::vector<Piece> pieces, const Movement& movement) : pieces_(std::move(pieces)) {
  if (pieces_.empty()) return;
  const auto like = [&](Piece piece) { return std::count(pieces_.begin(), pieces_.end(), piece); };
  const auto preference = [&](Piece piece) {
    const auto place = std::find(kCarriers.begin(), kCarriers.end(), piece.kind);
    return std::tuple(like(piece) > 1, place, piece.side);
  };
  std::iter_swap(pieces_.begin(), std::min_element(pieces_.begin(), pieces_.end(),
                                                   [&](Piece a, Piece b) { return preference(a) < preference(b); }));
  std::sort(pieces_.begin() + 1, pieces_.end(), [](Piece a, Piece b) {
    return std::tuple(a.kind != PieceKind::Panthan, a.kind, a.side) <
           std::tuple(b.kind != PieceKind::Panthan, b.kind, b.side);
  });
  const bool panthans =
      std::any_of(pieces_.begin(), pieces_.end(), [](Piece piece) { return piece.kind == PieceKind::Panthan; });
  group_ = panthans ? SymmetryGroup::Files : SymmetryGroup::Full;
  for (const Piece piece : pieces_) domains_.push_back(movement.domain(piece));
  for (const Square square : domains_[0]) {
    if (!is_representative(group_, square)) continue;
    carrier_number_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(carriers_.size());
    carriers_.push_back(square);
  }
  for (std::size_t p = pieces_.size(); p-- > 0;) {
    strides_[p] = blocks_;
    blocks_ *= p == 0 ? carriers_.size() : kSquares;
  }
}

Layout Layout::of(const Ending& ending, const Movement& movement) {
  std::vector<Piece> pieces;
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      if (kind == PieceKind::Princess) continue;
      pieces.insert(pieces.end(), static_cast<std::size_t>(ending.count(side, kind)), Piece{side, kind});
    }
  }
  return Layout(std::move(pieces), movement);
}

BlockPlace Layout::locate(const FixedSquares& squares) const {
  if (pieces_.empty()) return {};
  BlockPlace place{0, to_representative(group_, squares[0])};
  const Square carrier = place.symmetry(squares[0]);
  place.block = strides_[0] * carrier_number_[static_cast<std::size_t>(carrier.index())];
  for (std::size_t p = 1; p < pieces_.size(); ++p) {
    place.block += strides_[p] * static_cast<BlockNumber>(place.symmetry(squares[p]).index());
  }
  return place;
}

FixedSquares Layout::squares(BlockNumber block) const {
  FixedSquares squares{};
  for (std::size_t p = 0; p < std::min(pieces_.size(), kMaxFixed); ++p) {
    const BlockNumber coordinate = block / strides_[p];
    squares[p] = p == 0 ? carriers_[coordinate] : Square::from_index(static_cast<int>(coordinate));
    block %= strides_[p];
  }
  return squares;
}

bool Layout::is_valid(const FixedSquares& squares) const {
  SquareSet used;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    if (used.contains(squares[p]) || !domains_[p].contains(squares[p])) return false;
    used.set(squares[p]);
  }
  return true;
}

}  // namespace jetan
