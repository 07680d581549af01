#include "tbgen/layout.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/index.hpp"

namespace jetan {

Layout::Layout(std::vector<Piece> pieces, const Movement& movement) : pieces_(std::move(pieces)) {
  if (pieces_.empty()) {
    parts_ = {{0, 1}};
    return;
  }
  order_pieces();
  const bool panthans =
      std::any_of(pieces_.begin(), pieces_.end(), [](Piece piece) { return piece.kind == PieceKind::Panthan; });
  group_ = panthans ? SymmetryGroup::Files : SymmetryGroup::Full;
  for (const Piece piece : pieces_) {
    domains_.push_back(movement.domain(piece));
    haunts_.push_back(haunts_of(piece, movement));
  }
  for (const Square square : domains_[0]) {
    if (!is_representative(group_, square)) continue;
    carrier_number_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(carriers_.size());
    carriers_.push_back(square);
  }
  number_blocks();
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

void Layout::order_pieces() {
  const auto like = [&](Piece piece) { return std::count(pieces_.begin(), pieces_.end(), piece); };
  const auto preference = [&](Piece piece) {
    const auto place = std::find(kCarriers.begin(), kCarriers.end(), piece.kind);
    return std::tuple(like(piece) > 1, place, piece.side);
  };
  std::iter_swap(pieces_.begin(), std::min_element(pieces_.begin(), pieces_.end(),
                                                   [&](Piece a, Piece b) { return preference(a) < preference(b); }));
  // Like kinds side by side pack smaller (tables of outcomes of CRDvCR by 5 %).
  const bool by_sides = pieces_.size() >= kPiecesBySides;
  const auto key = [by_sides, carrier = pieces_[0]](Piece piece) {
    return std::tuple(piece.kind != PieceKind::Panthan, by_sides && piece.side == carrier.side,
                      by_sides && piece.kind != carrier.kind, piece.kind, piece.side);
  };
  std::sort(pieces_.begin() + 1, pieces_.end(), [&](Piece a, Piece b) { return key(a) < key(b); });
}

Layout::Haunts Layout::haunts_of(Piece piece, const Movement& movement) {
  constexpr std::uint8_t kNone = kSquares;
  Haunts haunts;
  haunts.of.fill(kNone);
  haunts.squares.clear();
  // Moves both ways count: what leads in, if not out, is the same haunt.
  std::array<SquareSet, kSquares> neighbours{};
  for (int i = 0; i < kSquares; ++i) {
    const Square from = Square::from_index(i);
    for (const Square to : movement.reach(piece, from)) {
      neighbours[static_cast<std::size_t>(i)].set(to);
      neighbours[static_cast<std::size_t>(to.index())].set(from);
    }
  }
  for (int i = 0; i < kSquares; ++i) {
    if (haunts.of[static_cast<std::size_t>(i)] != kNone) continue;
    SquareSet found = Square::from_index(i);
    SquareSet open = found;
    while (open.any()) {
      const Square square = open.first();
      open.reset(square);
      const SquareSet more = neighbours[static_cast<std::size_t>(square.index())] - found;
      found |= more;
      open |= more;
    }
    auto& squares = haunts.squares.emplace_back();
    for (const Square square : found) {
      haunts.of[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(haunts.squares.size() - 1);
      haunts.place[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(squares.size());
      squares.push_back(square);
    }
  }
  haunts.number = haunts.squares.size();
  const bool alike = std::all_of(haunts.squares.begin(), haunts.squares.end(),
                                 [&](const auto& squares) { return squares.size() == haunts.squares[0].size(); });
  if (haunts.number == 1 || alike) return haunts;
  return all_squares();
}

Layout::Haunts Layout::all_squares() {
  Haunts whole;
  whole.squares.emplace_back();
  for (int i = 0; i < kSquares; ++i) {
    whole.place[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
    whole.squares[0].push_back(Square::from_index(i));
  }
  return whole;
}

std::size_t Layout::combinations() const {
  std::size_t number = 1;
  for (const Haunts& haunts : haunts_) number *= haunts.number;
  return number;
}

std::size_t Layout::combination(const FixedSquares& squares) const {
  std::size_t number = 0;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    number = number * haunts_[p].number + haunts_[p].of[static_cast<std::size_t>(squares[p].index())];
  }
  return number;
}

std::array<std::uint8_t, kMaxFixed> Layout::haunts_in(std::size_t combination) const {
  std::array<std::uint8_t, kMaxFixed> haunts{};
  for (std::size_t p = pieces_.size(); p-- > 0;) {
    haunts[p] = static_cast<std::uint8_t>(combination % haunts_[p].number);
    combination /= haunts_[p].number;
  }
  return haunts;
}

// By combination of haunts: the part it belongs to. Moves keep a combination; turning the board, which the carrier's
// moves may do, leads to another of the same part.
std::vector<std::size_t> Layout::parts_of_combinations() const {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> parts(combinations(), kNone);
  std::size_t number = 0;
  for (std::size_t c = 0; c < parts.size(); ++c) {
    if (parts[c] != kNone) continue;
    const auto haunts = haunts_in(c);
    for (int code = 0; code < 8; ++code) {
      if (group_ == SymmetryGroup::Files && code > 1) break;
      FixedSquares turned{};
      for (std::size_t p = 0; p < pieces_.size(); ++p) {
        turned[p] = Symmetry::from_code(code)(haunts_[p].squares[haunts[p]].front());
      }
      parts[combination(turned)] = number;
    }
    ++number;
  }
  return parts;
}

void Layout::number_blocks() {
  std::vector<std::size_t> parts = parts_of_combinations();
  std::size_t number = *std::max_element(parts.begin(), parts.end()) + 1;
  if (number == 1) {
    // Nothing to be gained: all squares of a piece in their order.
    for (Haunts& haunts : haunts_) haunts = all_squares();
    parts = {0};
    // Only then, to keep the two apart.
    folds_ = group_ == SymmetryGroup::Full && pieces_.size() > 1 &&
             std::count(pieces_.begin(), pieces_.end(), pieces_[1]) == 1;
    for (int i = 0; i < kSquares; ++i) {
      const Square square = Square::from_index(i);
      if (square.file() < square.rank()) continue;
      folded_place_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(folded_squares_.size());
      folded_squares_.push_back(square);
    }
  }
  BlockNumber whole = 1;  // the size of a range, but for folded ones
  for (std::size_t p = pieces_.size(); p-- > 1;) {
    strides_[p] = whole;
    whole *= haunts_[p].squares[0].size();
  }
  range_at_.assign(carriers_.size() * parts.size(), 0);
  blocks_ = 0;
  for (std::size_t part = 0; part < number; ++part) {
    const BlockNumber first = blocks_;
    for (std::size_t carrier = 0; carrier < carriers_.size(); ++carrier) {
      const BlockNumber size = is_folded(carriers_[carrier]) ? strides_[1] * folded_squares_.size() : whole;
      for (std::size_t c = 0; c < parts.size(); ++c) {
        const auto haunts = haunts_in(c);
        const std::uint8_t carriers_haunt = haunts_[0].of[static_cast<std::size_t>(carriers_[carrier].index())];
        if (parts[c] != part || haunts[0] != carriers_haunt) continue;
        range_at_[carrier * parts.size() + c] = blocks_;
        ranges_.push_back({{blocks_, blocks_ + size}, carrier, haunts});
        blocks_ += size;
      }
    }
    if (number > 1) blocks_ = (blocks_ + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
    parts_.push_back({first, blocks_});
  }
  ranges_of_carrier_ = ranges_.size() / carriers_.size();
}

BlockPlace Layout::locate(const FixedSquares& squares) const {
  if (pieces_.empty()) return {};
  BlockPlace place{0, to_representative(group_, squares[0])};
  FixedSquares turned{};
  for (std::size_t p = 0; p < pieces_.size(); ++p) turned[p] = place.symmetry(squares[p]);
  const bool folded = is_folded(turned[0]);
  if (folded && turned[1].file() < turned[1].rank()) {
    // Transposed as well, after the mirrors.
    place.symmetry = Symmetry{place.symmetry.mirrors_ranks(), place.symmetry.mirrors_files(), true};
    for (std::size_t p = 0; p < pieces_.size(); ++p) turned[p] = place.symmetry(squares[p]);
  }
  const std::size_t carrier = carrier_number_[static_cast<std::size_t>(turned[0].index())];
  // With a range a carrier, the usual case, the haunts needn't be looked at.
  place.block = ranges_.size() == carriers_.size()
                    ? ranges_[carrier].blocks.first
                    : range_at_[carrier * (range_at_.size() / carriers_.size()) + combination(turned)];
  for (std::size_t p = 1; p < pieces_.size(); ++p) {
    const BlockNumber at =
        p == 1 && folded ? folded_place_[static_cast<std::size_t>(turned[1].index())] : coordinate(p, turned[p]);
    place.block += strides_[p] * at;
  }
  return place;
}

FixedSquares Layout::squares(BlockNumber block) const {
  FixedSquares squares{};
  if (pieces_.empty()) return squares;
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), block,
                                      [](BlockNumber b, const Range& range) { return b < range.blocks.first; });
  const Range& range = *(after - 1);
  if (block >= range.blocks.last) return squares;  // between parts: all on one square
  block -= range.blocks.first;
  squares[0] = carriers_[range.carrier];
  for (std::size_t p = 1; p < std::min(pieces_.size(), kMaxFixed); ++p) {
    const bool folded = p == 1 && is_folded(squares[0]);
    squares[p] = (folded ? folded_squares_ : haunts_[p].squares[range.haunts[p]])[block / strides_[p]];
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
