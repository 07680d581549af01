#include "core/game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ending.hpp"

namespace jetan {

std::string Move::to_string() const { return from.name() + (escape ? '~' : capture ? 'x' : '-') + to.name(); }

const char* name(Outcome outcome) {
  return outcome == Outcome::Win ? "win" : outcome == Outcome::Draw ? "draw" : "loss";
}

Result<Position> Game::parse_position(std::string_view text) const {
  auto position = Position::parse(text, rules_.array == Array::Mirrored);
  const bool is_array = text.find('/') == std::string_view::npos;
  if (position && is_array && rules_.escape == Escape::None) position->escapes = {};
  return position;
}

Result<void> Game::check(const Position& position) const {
  for (const Side side : kSides) {
    const Piece panthan{side, PieceKind::Panthan};
    const bool any = position.counts(side)[to_index(PieceKind::Panthan)] > 0;
    if (const SquareSet astray = position.pieces(panthan) - movement_.domain(panthan); any && astray.any()) {
      return failure(ErrorKind::BadPosition, fmt::format("a Panthan of {} stands on {}, where it can't come to stand",
                                                         name(side), astray.first().name()));
    }
    if (rules_.escape == Escape::None && position.escapes.of(side)) {
      return failure(ErrorKind::BadPosition,
                     fmt::format("rules {} have no escape; write - in the position's third field", rules_.name));
    }
  }
  if (position.count) {
    if (!count_runs(position)) {
      return failure(ErrorKind::BadPosition, fmt::format("no count runs in this position under rules {}; write - in "
                                                         "the position's fourth field",
                                                         rules_.name));
    }
    if (*position.count < 0) return failure(ErrorKind::BadPosition, "less than no plies left on the count");
    if (*position.count > rules_.count->plies) {
      return failure(ErrorKind::BadPosition, fmt::format("{} plies left on the count, but rules {} start it at {}",
                                                         *position.count, rules_.name, rules_.count->plies));
    }
  }
  return {};
}

SquareSet Game::attacks(const Position& position, Side side, SquareSet blockers) const {
  SquareSet attacked;
  for (const PieceKind kind : kAllPieceKinds) {
    if (kind == PieceKind::Princess || !rules_.captures[to_index(kind)]) continue;
    for (const Square from : position.pieces(Piece{side, kind})) {
      if (movement_.jumps(kind)) {
        attacked |= movement_.reach(Piece{side, kind}, from);
        continue;
      }
      for (const Destination& destination : movement_.destinations(Piece{side, kind}, from)) {
        if (movement_.open(kind, destination, blockers)) attacked.set(destination.to);
      }
    }
  }
  return attacked;
}

bool Game::is_threatened(const Position& position, Side side) const {
  return attacks(position, opponent(side), position.occupied()).contains(position.princess(side));
}

Game::PrincessTargets Game::princess_targets(const Position& position, Side side) const {
  const Square from = position.princess(side);
  const SquareSet occupied = position.occupied();
  SquareSet threatened;
  if (rules_.threatened_forbidden || rules_.princess_frightened) {
    threatened =
        attacks(position, opponent(side), rules_.departure_counts_empty ? occupied - SquareSet(from) : occupied);
  }
  const SquareSet barred = rules_.threatened_forbidden ? occupied | threatened : occupied;
  // Squares she may not pass over.
  const SquareSet fence = (movement_.jumps(PieceKind::Princess) ? SquareSet{} : occupied) |
                          (rules_.princess_frightened ? threatened : SquareSet{});
  PrincessTargets targets;
  for (const Destination& destination : movement_.destinations(Piece{side, PieceKind::Princess}, from)) {
    if (barred.contains(destination.to)) continue;
    const auto paths = movement_.paths(destination);
    if (std::any_of(paths.begin(), paths.end(), [&](SquareSet path) { return !path.intersects(fence); })) {
      targets.ordinary.set(destination.to);
    }
  }
  if (position.escapes.of(side)) targets.escapes = movement_.escape_reach(from) - barred;
  return targets;
}

void Game::legal_moves(const Position& position, std::vector<Move>& moves) const {
  const Side side = position.to_move;
  const SquareSet own = position.pieces(side);
  const SquareSet enemy = position.pieces(opponent(side));
  const SquareSet occupied = own | enemy;
  for (const PieceKind kind : kAllPieceKinds) {
    if (kind == PieceKind::Princess) continue;
    const SquareSet barred = rules_.captures[to_index(kind)] ? own : occupied;
    for (const Square from : position.pieces(Piece{side, kind})) {
      for (const Destination& destination : movement_.destinations(Piece{side, kind}, from)) {
        if (barred.contains(destination.to) || !movement_.open(kind, destination, occupied)) continue;
        moves.push_back(Move{from, destination.to, enemy.contains(destination.to)});
      }
    }
  }
  const Square princess = position.princess(side);
  const PrincessTargets targets = princess_targets(position, side);
  for (const Square to : targets.ordinary) moves.push_back(Move{princess, to});
  for (const Square to : targets.escapes) moves.push_back(Move{princess, to, false, true});
}

std::vector<Move> Game::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  legal_moves(position, moves);
  return moves;
}

bool Game::has_legal_move(const Position& position) const { return !legal_moves(position).empty(); }

Result<Move> Game::parse_move(const Position& position, std::string_view text) const {
  for (const Move move : legal_moves(position)) {
    if (move.to_string() == text) return move;
  }
  return failure(ErrorKind::BadPosition, fmt::format("'{}' is no legal move in {}; `jetan moves` lists them",
                                                     text.substr(0, 20), position.to_string()));
}

AfterMove Game::play(const Position& position, Move move) const {
  AfterMove after{std::nullopt, position};
  const Side side = position.to_move;
  const Piece mover = *position.at(move.from);
  Position& next = after.position;
  next.remove(move.from);
  next.put(mover, move.to);
  next.to_move = opponent(side);
  if (move.escape) next.escapes = next.escapes.without(side);
  if (move.capture) {
    const PieceKind taken = position.at(move.to)->kind;
    if (taken == PieceKind::Princess) after.ended = Outcome::Win;
    if (taken == PieceKind::Chief) {
      if (mover.kind == PieceKind::Chief || rules_.chief_taken == ChiefTaken::Win) {
        after.ended = Outcome::Win;
      } else if (rules_.chief_taken == ChiefTaken::Draw) {
        after.ended = Outcome::Draw;
      }
    }
  }
  if (after.ended) return after;
  if (!rules_.count || !count_runs(next)) {
    next.count.reset();
  } else if (!count_runs(position) || (move.capture && rules_.count->on_capture == OnCapture::Restart)) {
    next.count = rules_.count->plies;
  } else {
    next.count = position.count.value_or(rules_.count->plies) - 1;
  }
  return after;
}

std::optional<Outcome> Game::over(const Position& position) const {
  if (!has_legal_move(position)) {
    switch (rules_.no_move) {
      case NoMove::Loss: return Outcome::Loss;
      case NoMove::Draw: return Outcome::Draw;
      case NoMove::LossIfThreatened: return is_threatened(position, position.to_move) ? Outcome::Loss : Outcome::Draw;
    }
  }
  if (position.count == 0) return Outcome::Draw;
  return std::nullopt;
}

bool Game::wins_at_once(const Position& position) const {
  const Side side = position.to_move;
  const Side other = opponent(side);
  const PieceCounts counts = position.counts(side);
  const SquareSet occupied = position.occupied();
  const SquareSet princess = position.pieces(Piece{other, PieceKind::Princess});
  const SquareSet chief = position.pieces(Piece{other, PieceKind::Chief});
  for (const PieceKind kind : kAllPieceKinds) {
    if (counts[to_index(kind)] == 0 || !rules_.captures[to_index(kind)]) continue;
    const Piece piece{side, kind};
    const bool wins_chief = kind == PieceKind::Chief || rules_.chief_taken == ChiefTaken::Win;
    const SquareSet goals = wins_chief ? princess | chief : princess;
    for (const Square from : position.pieces(piece)) {
      for (const Square goal : goals& movement_.reach(piece, from)) {
        if (movement_.open(kind, *movement_.destination(piece, from, goal), occupied)) return true;
      }
    }
  }
  return false;
}

bool Game::count_runs(const Position& position) const { return jetan::count_runs(rules_, position); }

std::uint64_t Game::perft(const Position& position, int depth) const {
  if (depth == 0) return 1;
  if (position.count == 0) return 0;
  const auto moves = legal_moves(position);
  if (depth == 1) return moves.size();
  std::uint64_t sequences = 0;
  for (const Move move : moves) {
    const AfterMove after = play(position, move);
    if (!after.ended) sequences += perft(after.position, depth - 1);
  }
  return sequences;
}

}  // namespace jetan
