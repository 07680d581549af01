#include "tests/naive/walk.hpp"

#include <vector>

namespace jetan::naive {
namespace {

struct Direction {
  int file;
  int rank;
  friend bool operator==(Direction, Direction) = default;
};

constexpr std::array<Direction, 8> kDirections{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

bool is_orthogonal(Direction direction) { return direction.file == 0 || direction.rank == 0; }

Spot next(Spot spot, Direction direction) { return {spot.file + direction.file, spot.rank + direction.rank}; }

// The walks of all pieces but Thoat and Panthan.
class Walk {
 public:
  Walk(const Stepping& stepping, const Board& board, const SpotSet& shunned)
      : stepping_(stepping), board_(board), shunned_(shunned) {}

  SpotSet ends_from(Spot start) {
    met_.insert(start);
    go_on(start, 0, Direction{0, 0});
    return ends_;
  }

 private:
  // Takes every next step of a walk that stands on `spot` after `taken` steps, of which the last went in direction
  // `last`.
  void go_on(Spot spot, int taken, Direction last) {
    for (const Direction direction : kDirections) {
      if (!is_allowed(direction) || (taken > 0 && !may_follow(last, direction))) continue;
      const Spot to = next(spot, direction);
      if (!on_the_board(to) || met_.contains(to)) continue;
      const bool is_last_step = taken + 1 == stepping_.steps;
      if (is_last_step || stepping_.count == StepCount::UpTo) ends_.insert(to);
      if (!is_last_step && may_pass(to)) {
        met_.insert(to);
        go_on(to, taken + 1, direction);
        met_.erase(to);
      }
    }
  }

  bool is_allowed(Direction direction) const {
    switch (stepping_.directions) {
      case Directions::Orthogonal: return is_orthogonal(direction);
      case Directions::Diagonal: return !is_orthogonal(direction);
      case Directions::Any: return true;
    }
    return false;
  }

  bool may_follow(Direction last, Direction direction) const {
    switch (stepping_.turning) {
      case Turning::Combine: return true;
      case Turning::OneKind: return is_orthogonal(last) == is_orthogonal(direction);
      case Turning::Straight: return last == direction;
    }
    return false;
  }

  bool may_pass(Spot spot) const { return (stepping_.jumps || board_.is_empty(spot)) && !shunned_.contains(spot); }

  const Stepping& stepping_;
  const Board& board_;
  const SpotSet& shunned_;
  SpotSet met_;  // the squares of the walk so far
  SpotSet ends_;
};

SpotSet thoat_ends(const RuleSet& rules, const Board& board, Spot from) {
  SpotSet ends;
  for (const Direction first : kDirections) {
    if (rules.thoat == ThoatMove::StraightFirst && !is_orthogonal(first)) continue;
    const Spot between = next(from, first);
    if (!on_the_board(between)) continue;
    if (rules.thoat_count == StepCount::UpTo) ends.insert(between);
    if (rules.thoat != ThoatMove::Jump && !board.is_empty(between)) continue;
    for (const Direction second : kDirections) {
      if (is_orthogonal(second) == is_orthogonal(first)) continue;
      const Spot to = next(between, second);
      if (on_the_board(to)) ends.insert(to);
    }
  }
  return ends;
}

SpotSet panthan_ends(const RuleSet& rules, Side side, Spot from) {
  const int forward = side == Side::Black ? 1 : -1;
  std::vector<Direction> directions{{0, forward}, {-1, forward}, {1, forward}, {-1, 0}, {1, 0}};
  if (rules.panthan == PanthanMove::Seven) {
    directions.push_back({-1, -forward});
    directions.push_back({1, -forward});
  }
  SpotSet ends;
  for (const Direction direction : directions) {
    const Spot to = next(from, direction);
    if (on_the_board(to)) ends.insert(to);
  }
  return ends;
}

}  // namespace

SpotSet walk_ends(const RuleSet& rules, const Board& board, Piece piece, Spot from, const SpotSet& shunned) {
  switch (piece.kind) {
    case PieceKind::Thoat: return thoat_ends(rules, board, from);
    case PieceKind::Panthan: return panthan_ends(rules, piece.side, from);
    default: return Walk(rules.stepping[to_index(piece.kind)], board, shunned).ends_from(from);
  }
}

SpotSet attacked_by(const RuleSet& rules, const Board& board, Side attackers) {
  SpotSet attacked;
  for (int number = 0; number < 100; ++number) {
    const std::optional<Piece> piece = board.at(spot_of(number));
    if (!piece || piece->side != attackers || piece->kind == PieceKind::Princess) continue;
    if (!rules.captures[to_index(piece->kind)]) continue;
    attacked.insert(walk_ends(rules, board, *piece, spot_of(number)));
  }
  return attacked;
}

}  // namespace jetan::naive
