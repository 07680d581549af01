#include "core/ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace jetan {
namespace {

int value_of(const RuleSet& rules, const PieceCounts& counts) {
  return std::inner_product(counts.begin(), counts.end(), rules.values.begin(), 0);
}

// Whether of an ending's two sides this one is the first.
bool comes_first(const PieceCounts& one, const PieceCounts& other) {
  return total(one) != total(other) ? total(one) > total(other) : one >= other;
}

bool count_runs(const RuleSet& rules, const PieceCounts& one, const PieceCounts& other) {
  if (!rules.count || std::max(total(one), total(other)) > rules.count->max_pieces) return false;
  switch (rules.count->equal) {
    case Equality::Any: return true;
    case Equality::Number: return total(one) == total(other);
    case Equality::Value: return value_of(rules, one) == value_of(rules, other);
    case Equality::Same: return one == other;
  }
  return false;
}

// Calls `visit` with every choice of pieces a side of the array can come down to, of at most so many pieces.
template <class Visit>
void for_each_side(const RuleSet& rules, int max_pieces, const Visit& visit) {
  std::array<int, kPieceKinds> counts{};
  const auto choose = [&](const auto& self, std::size_t kind, int left) -> void {
    if (kind == kPieceKinds) {
      std::string letters;
      for (std::size_t k = 0; k < kPieceKinds; ++k) {
        letters.append(static_cast<std::size_t>(counts[k]), letter(kAllPieceKinds[k]));
      }
      visit(letters);
      return;
    }
    const bool must = kind == to_index(PieceKind::Princess) ||
                      (kind == to_index(PieceKind::Chief) && rules.chief_taken != ChiefTaken::PieceLost);
    for (int n = must ? 1 : 0; n <= std::min(kArrayCounts[kind], left); ++n) {
      counts[kind] = n;
      self(self, kind + 1, left - n);
    }
    counts[kind] = 0;
  };
  choose(choose, 0, max_pieces);
}

std::vector<Ending> endings_where(const RuleSet& rules, int max_per_side, int max_pieces) {
  std::vector<std::string> sides;
  for_each_side(rules, max_per_side, [&](const std::string& letters) { sides.push_back(letters); });
  std::set<Ending> endings;
  for (const std::string& one : sides) {
    for (const std::string& other : sides) {
      if (std::ssize(one) + std::ssize(other) <= max_pieces) endings.insert(*Ending::parse(one + "v" + other));
    }
  }
  std::vector<Ending> sorted(endings.begin(), endings.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Ending& a, const Ending& b) { return a.pieces() < b.pieces(); });
  return sorted;
}

}  // namespace

Ending Ending::canonical(PieceCounts one, PieceCounts other) {
  Ending ending;
  ending.counts_ = comes_first(one, other) ? std::array{one, other} : std::array{other, one};
  return ending;
}

Result<Ending> Ending::parse(std::string_view text) {
  const auto bad = [&](std::string why) {
    return failure(
        ErrorKind::BadEnding,
        fmt::format("'{}' is no ending: {}; write the pieces of one side, v, those of the other, like CRDvCR",
                    text.substr(0, 40), why));
  };
  const std::size_t v = text.find('v');
  if (v == std::string_view::npos) return bad("it has no v");
  std::array<PieceCounts, 2> counts{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == v) continue;
    const auto kind = kind_of_letter(text[i]);
    if (!kind) return bad(fmt::format("the letters are C R F D T W A P, and character {} is none of them", i + 1));
    if (text.size() > kMaxPieces + 1) break;
    ++counts[i < v ? 0 : 1][to_index(*kind)];
  }
  if (text.size() > kMaxPieces + 1) return bad(fmt::format("it has more than {} pieces", kMaxPieces));
  for (const PieceCounts& side : counts) {
    if (side[to_index(PieceKind::Princess)] != 1) return bad("each side has exactly one Princess (R)");
    if (side[to_index(PieceKind::Chief)] > 1) return bad("a side has one Chief (C) at most");
  }
  return canonical(counts[0], counts[1]);
}

Result<Ending> Ending::of(const Position& position) {
  const int pieces = total(position.counts(Side::Black)) + total(position.counts(Side::Orange));
  if (pieces > kMaxPieces) {
    return failure(ErrorKind::BadEnding,
                   fmt::format("the position has {} pieces; endings have {} at most", pieces, kMaxPieces));
  }
  return canonical(position.counts(Side::Black), position.counts(Side::Orange));
}

std::string Ending::name() const {
  std::string text;
  for (const Side side : kSides) {
    if (side == Side::Orange) text += 'v';
    for (const PieceKind kind : kAllPieceKinds) {
      text.append(static_cast<std::size_t>(count(side, kind)), letter(kind));
    }
  }
  return text;
}

int Ending::pieces(Side side) const { return total(counts(side)); }

bool Ending::has_panthans() const {
  return count(Side::Black, PieceKind::Panthan) + count(Side::Orange, PieceKind::Panthan) > 0;
}

Ending Ending::without(Side side, PieceKind kind) const {
  auto counts = counts_;
  --counts[to_index(side)][to_index(kind)];
  return canonical(counts[0], counts[1]);
}

bool count_runs(const RuleSet& rules, const Ending& ending) {
  return count_runs(rules, ending.counts(Side::Black), ending.counts(Side::Orange));
}

bool count_runs(const RuleSet& rules, const Position& position) {
  return count_runs(rules, position.counts(Side::Black), position.counts(Side::Orange));
}

bool can_take(const RuleSet& rules, const Ending& ending, Side taker, PieceKind taken) {
  for (const PieceKind kind : kAllPieceKinds) {
    if (ending.count(taker, kind) == 0 || !rules.captures[to_index(kind)]) continue;
    if (taken != PieceKind::Chief) return true;
    if (kind != PieceKind::Chief && rules.chief_taken == ChiefTaken::PieceLost) return true;
  }
  return false;
}

std::vector<Ending> after_capture(const RuleSet& rules, const Ending& ending) {
  std::set<Ending> endings;
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      if (kind == PieceKind::Princess || ending.count(side, kind) == 0) continue;
      if (can_take(rules, ending, opponent(side), kind)) endings.insert(ending.without(side, kind));
    }
  }
  return {endings.begin(), endings.end()};
}

std::vector<Ending> endings_of_game(const RuleSet& rules, int max_pieces) {
  return endings_where(rules, max_pieces - 1, max_pieces);
}

std::vector<Ending> endings_of_game_per_side(const RuleSet& rules, int max_pieces_per_side) {
  return endings_where(rules, max_pieces_per_side, 2 * max_pieces_per_side);
}

Position any_position(const std::array<PieceCounts, 2>& pieces, Side to_move, Escapes escapes) {
  Position position;
  position.to_move = to_move;
  position.escapes = escapes;
  int square = 0;
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      for (int n = 0; n < pieces[to_index(side)][to_index(kind)]; ++n) {
        position.put(Piece{side, kind}, Square::from_index(square++));
      }
    }
  }
  return position;
}

Position turned_over(const Position& position) {
  Position turned;
  for (const Square square : position.occupied()) {
    const Piece piece = *position.at(square);
    turned.put(Piece{opponent(piece.side), piece.kind}, kTurningOver(square));
  }
  turned.to_move = opponent(position.to_move);
  turned.escapes = position.escapes.swapped();
  turned.count = position.count;
  return turned;
}

bool needs_turning_over(const Position& position) {
  const PieceCounts black = position.counts(Side::Black);
  const PieceCounts orange = position.counts(Side::Orange);
  return black == orange ? position.to_move == Side::Orange : !comes_first(black, orange);
}

Position oriented(const Position& position) {
  return needs_turning_over(position) ? turned_over(position) : position;
}

}  // namespace jetan
