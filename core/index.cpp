#include "core/index.hpp"

#include <algorithm>
#include <utility>

#include "core/combination.hpp"
#include "core/mirror_sets.hpp"

namespace jetan {
namespace {

using namespace mirror;  // NOLINT: this file is about them

bool is_panthan(const PieceClass& piece_class) { return piece_class.piece.kind == PieceKind::Panthan; }

}  // namespace

PieceOrder Index::default_order(const Ending& ending) {
  Piece carrier{Side::Black, PieceKind::Princess};
  for (const PieceKind kind : kCarriers) {
    const auto single = std::find_if(kSides.begin(), kSides.end(), [&](Side s) { return ending.count(s, kind) == 1; });
    if (single == kSides.end()) continue;
    carrier = Piece{*single, kind};
    break;
  }
  PieceOrder order{PieceClass{carrier, 1}};
  const auto add = [&](Side side, PieceKind kind) {
    const int count = ending.count(side, kind);
    if (count > 0 && Piece{side, kind} != carrier) order.push_back(PieceClass{Piece{side, kind}, count});
  };
  for (const Side side : kSides) add(side, PieceKind::Panthan);
  for (const PieceKind kind : kAllPieceKinds) {
    if (kind == PieceKind::Panthan || kind == PieceKind::Princess) continue;
    for (const Side side : kSides) add(side, kind);
  }
  for (const Side side : kSides) add(side, PieceKind::Princess);
  return order;
}

Result<Index> Index::make(const Ending& ending, const Movement& movement, PieceOrder order) {
  const auto bad = [&](const char* why) {
    return failure(ErrorKind::BadArgument, "a piece order of " + ending.name() + " " + why);
  };
  std::array<std::array<int, kPieceKinds>, 2> counts{};
  for (const PieceClass& piece_class : order) {
    int& count = counts[to_index(piece_class.piece.side)][to_index(piece_class.piece.kind)];
    if (count != 0) return bad("lists a class twice");
    if (piece_class.count < 1) return bad("lists an empty class");
    count = piece_class.count;
  }
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      if (counts[to_index(side)][to_index(kind)] != ending.count(side, kind)) return bad("has other pieces");
    }
  }
  if (order.front().count != 1) return bad("must begin with a class of one piece");
  if (order.back().piece.kind != PieceKind::Princess) return bad("must end with a Princess");
  const auto others = std::find_if_not(order.begin() + 1, order.end(), is_panthan);
  if (std::any_of(others, order.end(), is_panthan)) return bad("must have its Panthans right after the carrier");
  return Index(ending, movement, std::move(order));
}

Index Index::make(const Ending& ending, const Movement& movement) {
  return Index(ending, movement, default_order(ending));
}

Index Index::of_classes(const Ending& ending, const Movement& movement, PieceOrder classes) {
  return Index(ending, movement, std::move(classes));
}

Index::Index(const Ending& ending, const Movement& movement, PieceOrder order)
    : ending_(ending), order_(std::move(order)), group_(ending.symmetry()) {
  for (std::size_t k = 0; k < classes(); ++k) placed_[k + 1] = placed_[k] + order_[k].count;
  free_[classes()] = 1;
  symmetric_[classes()].fill(1);
  for (std::size_t k = classes(); k-- > 1;) {
    const int count = order_[k].count;
    free_[k] = binomial(kSquares - placed_[k], count) * free_[k + 1];
    for (int d = 0; d <= kDiagonalSquares; ++d) {
      PositionIndex& orbits = symmetric_[k][static_cast<std::size_t>(d)];
      if (d > placed_[k] || (placed_[k] - d) % 2 != 0) continue;
      const int pairs = kMirrorPairs - (placed_[k] - d) / 2;
      const int diagonal = kDiagonalSquares - d;
      orbits = asymmetric_sets(count, pairs, diagonal) * free_[k + 1];
      for (int f = 0; f <= std::min(count, diagonal); ++f) {
        orbits += symmetric_sets(count, f, pairs, diagonal) * symmetric_[k + 1][static_cast<std::size_t>(d + f)];
      }
    }
  }

  while (panthan_classes_ + 1 < classes() && is_panthan(order_[panthan_classes_ + 1])) ++panthan_classes_;
  const SquareSet first = panthan_classes_ > 0 ? movement.domain(order_[1].piece) : SquareSet{};
  second_ = panthan_classes_ > 1 ? movement.domain(order_[2].piece) : SquareSet{};
  both_ = first & second_;
  first_only_ = first - second_;

  const SquareSet domain = movement.domain(order_[0].piece);
  for (const bool on_diagonal : {false, true}) {
    for (const Square square : domain) {
      if (!is_representative(group_, square)) continue;
      if ((group_ == SymmetryGroup::Full && kDiagonal.contains(square)) != on_diagonal) continue;
      carrier_number_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(carriers_.size());
      carriers_.push_back(square);
      carrier_offset_.push_back(size_);
      size_ += on_diagonal ? symmetric_[1][1] : panthan_classes_ > 0 ? panthan_placements(square) : free_[1];
    }
  }
  carrier_offset_.push_back(size_);
  all_single_ = panthan_classes_ == 0 &&
                std::all_of(order_.begin(), order_.end(), [](const PieceClass& c) { return c.count == 1; });
}

void Index::turn(Placement& placement) const {
  const Symmetry symmetry = to_representative(group_, placement[0].first());
  if (symmetry.is_identity()) return;
  for (std::size_t k = 0; k < classes(); ++k) placement[k] = symmetry(placement[k]);
}

PositionIndex Index::rank(Placement placement) const {
  turn(placement);
  const Square carrier = placement[0].first();
  const PositionIndex offset = carrier_offset_[carrier_number_[static_cast<std::size_t>(carrier.index())]];
  if (panthan_classes_ > 0) return offset + rank_panthans(placement);
  if (group_ == SymmetryGroup::Full && kDiagonal.contains(carrier)) return offset + rank_symmetric(placement);
  return offset + rank_free(placement, 1, carrier);
}

PositionIndex Index::rank_free(const Placement& placement, std::size_t first, SquareSet used) const {
  PositionIndex rank = 0;
  for (std::size_t k = first; k < classes(); ++k) {
    rank = rank * binomial(kSquares - placed_[k], order_[k].count) + rank_subset(placement[k], ~used);
    used |= placement[k];
  }
  return rank;
}

void Index::unrank_free(PositionIndex index, Placement& placement, std::size_t first, SquareSet used) const {
  for (std::size_t k = first; k < classes(); ++k) {
    placement[k] = unrank_subset(index / free_[k + 1], order_[k].count, ~used);
    index %= free_[k + 1];
    used |= placement[k];
  }
}

PositionIndex Index::rank_symmetric(Placement& placement) const {
  PositionIndex rank = 0;
  SquareSet used = placement[0];
  int on_diagonal = 1;
  for (std::size_t k = 1; k < classes(); ++k) {
    const int count = order_[k].count;
    const SquareSet free_below = kBelow - used;
    const SquareSet free_diagonal = kDiagonal - used;
    MirrorParts parts(placement[k]);
    if (!parts.symmetric()) {
      if (!parts.kept()) {
        for (std::size_t j = k; j < classes(); ++j) placement[j] = kTransposition(placement[j]);
        parts = MirrorParts(placement[k]);
      }
      return rank + rank_asymmetric(parts, count, free_below, free_diagonal) * free_[k + 1] +
             rank_free(placement, k + 1, used | placement[k]);
    }
    const int pairs = free_below.count();
    const int diagonal = free_diagonal.count();
    const int own = parts.diagonal.count();
    rank += asymmetric_sets(count, pairs, diagonal) * free_[k + 1];
    for (int f = 0; f < own; ++f) {
      rank += symmetric_sets(count, f, pairs, diagonal) * symmetric_[k + 1][static_cast<std::size_t>(on_diagonal + f)];
    }
    const std::uint64_t set_rank = rank_subset(parts.diagonal, free_diagonal) * binomial(pairs, (count - own) / 2) +
                                   rank_subset(parts.doubles, free_below);
    on_diagonal += own;
    rank += set_rank * symmetric_[k + 1][static_cast<std::size_t>(on_diagonal)];
    used |= placement[k];
  }
  return rank;
}

std::size_t Index::unrank_symmetric(PositionIndex index, Placement& placement) const {
  SquareSet used = placement[0];
  int on_diagonal = 1;
  for (std::size_t k = 1; k < classes(); ++k) {
    const int count = order_[k].count;
    const SquareSet free_below = kBelow - used;
    const SquareSet free_diagonal = kDiagonal - used;
    const int pairs = free_below.count();
    const int diagonal = free_diagonal.count();
    const PositionIndex asymmetric = asymmetric_sets(count, pairs, diagonal) * free_[k + 1];
    if (index < asymmetric) {
      placement[k] = unrank_asymmetric(index / free_[k + 1], count, free_below, free_diagonal);
      unrank_free(index % free_[k + 1], placement, k + 1, used | placement[k]);
      return k;
    }
    index -= asymmetric;
    for (int f = 0;; ++f) {
      const PositionIndex each = symmetric_[k + 1][static_cast<std::size_t>(on_diagonal + f)];
      const PositionIndex all = symmetric_sets(count, f, pairs, diagonal) * each;
      if (index >= all) {
        index -= all;
        continue;
      }
      const std::uint64_t set_rank = index / each;
      index %= each;
      const int doubles = (count - f) / 2;
      const std::uint64_t double_sets = binomial(pairs, doubles);
      const SquareSet below = unrank_subset(set_rank % double_sets, doubles, free_below);
      placement[k] = below | kTransposition(below) | unrank_subset(set_rank / double_sets, f, free_diagonal);
      on_diagonal += f;
      break;
    }
    used |= placement[k];
  }
  return classes();
}

// The Panthans of class 1 come first, `outside` of them where class 2 can't stand; then those of class 2.
struct Index::PanthanSplit {
  int outside;
  int inside;
};

PositionIndex Index::panthan_placements(Square carrier, PanthanSplit split) const {
  const SquareSet free = ~SquareSet(carrier);
  const int second_count = panthan_classes_ > 1 ? order_[2].count : 0;
  return binomial((first_only_ & free).count(), split.outside) * binomial((both_ & free).count(), split.inside) *
         binomial((second_ & free).count() - split.inside, second_count) * free_[1 + panthan_classes_];
}

PositionIndex Index::panthan_placements(Square carrier) const {
  PositionIndex placements = 0;
  for (int outside = 0; outside <= order_[1].count; ++outside) {
    placements += panthan_placements(carrier, {outside, order_[1].count - outside});
  }
  return placements;
}

PositionIndex Index::rank_panthans(const Placement& placement) const {
  const Square carrier = placement[0].first();
  const SquareSet free = ~placement[0];
  const SquareSet outside = placement[1] & first_only_;
  const SquareSet inside = placement[1] & both_;
  PositionIndex before = 0;
  for (int fewer = 0; fewer < outside.count(); ++fewer) {
    before += panthan_placements(carrier, {fewer, order_[1].count - fewer});
  }
  PositionIndex rank = rank_subset(outside, first_only_ & free);
  rank = rank * binomial((both_ & free).count(), inside.count()) + rank_subset(inside, both_ & free);
  SquareSet used = placement[0] | placement[1];
  if (panthan_classes_ > 1) {
    const SquareSet room = second_ - used;
    rank = rank * binomial(room.count(), order_[2].count) + rank_subset(placement[2], room);
    used |= placement[2];
  }
  const std::size_t next = 1 + panthan_classes_;
  return before + rank * free_[next] + rank_free(placement, next, used);
}

void Index::unrank_panthans(PositionIndex index, Placement& placement) const {
  const Square carrier = placement[0].first();
  const SquareSet free = ~placement[0];
  PanthanSplit split{0, order_[1].count};
  for (;; ++split.outside, --split.inside) {
    const PositionIndex placements = panthan_placements(carrier, split);
    if (index < placements) break;
    index -= placements;
  }
  const std::size_t next = 1 + panthan_classes_;
  std::uint64_t rank = index / free_[next];
  std::uint64_t second_rank = 0;
  if (panthan_classes_ > 1) {
    const std::uint64_t sets = binomial((second_ & free).count() - split.inside, order_[2].count);
    second_rank = rank % sets;
    rank /= sets;
  }
  const std::uint64_t inside_sets = binomial((both_ & free).count(), split.inside);
  placement[1] = unrank_subset(rank / inside_sets, split.outside, first_only_ & free) |
                 unrank_subset(rank % inside_sets, split.inside, both_ & free);
  SquareSet used = placement[0] | placement[1];
  if (panthan_classes_ > 1) {
    placement[2] = unrank_subset(second_rank, order_[2].count, second_ - used);
    used |= placement[2];
  }
  unrank_free(index % free_[next], placement, next, used);
}

std::size_t Index::unrank_marked(PositionIndex index, Placement& placement) const {
  const auto after = std::upper_bound(carrier_offset_.begin(), carrier_offset_.end(), index);
  const auto number = static_cast<std::size_t>(after - carrier_offset_.begin()) - 1;
  const Square carrier = carriers_[number];
  index -= carrier_offset_[number];
  placement[0] = carrier;
  if (panthan_classes_ > 0) {
    unrank_panthans(index, placement);
  } else if (group_ == SymmetryGroup::Full && kDiagonal.contains(carrier)) {
    return unrank_symmetric(index, placement);
  } else {
    unrank_free(index, placement, 1, carrier);
  }
  return 0;
}

Placement Index::unrank(PositionIndex index) const {
  Placement placement{};
  unrank_marked(index, placement);
  return placement;
}

int Index::orbit_of(std::size_t symmetric_classes) const {
  if (group_ == SymmetryGroup::Files) return 2;
  return symmetric_classes == classes() ? 4 : 8;
}

int Index::orbit(PositionIndex index) const {
  Placement placement{};
  return orbit_of(unrank_marked(index, placement));
}

Index::Run Index::run(PositionIndex index) const {
  Run run{};
  const std::size_t symmetric_classes = unrank_marked(index, run.placement);
  run.orbit = orbit_of(symmetric_classes);
  const std::size_t last = classes() - 1;
  run.squares = std::exchange(run.placement[last], SquareSet{});
  if (symmetric_classes >= last) return run;
  SquareSet used;
  for (const SquareSet set : run.placement) used |= set;
  const Square first = run.squares.first();
  for (const Square square : ~used) {
    if (square > first) run.squares.set(square);
  }
  return run;
}

Placement Index::placement_of(const Position& position, bool turned_over) const {
  Placement placement{};
  for (std::size_t k = 0; k < classes(); ++k) placement[k] = pieces_of(position, order_[k].piece, turned_over);
  return placement;
}

Position Index::position_of(const Placement& placement) const {
  Position position;
  for (std::size_t k = 0; k < classes(); ++k) {
    for (const Square square : placement[k]) position.put(order_[k].piece, square);
  }
  return position;
}

PositionIndex Index::rank(const Position& position) const { return rank(placement_of(position)); }
Position Index::position(PositionIndex index) const { return position_of(unrank(index)); }

}  // namespace jetan
