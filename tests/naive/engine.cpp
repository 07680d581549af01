#include "tests/naive/engine.hpp"

#include <algorithm>
#include <cstdlib>

#include "tests/naive/walk.hpp"

namespace jetan::naive {
namespace {

std::optional<Spot> princess_of(const Board& board, Side side) {
  for (int number = 0; number < 100; ++number) {
    if (board.at(spot_of(number)) == Piece{side, PieceKind::Princess}) return spot_of(number);
  }
  return std::nullopt;
}

// The squares on which the Princess standing on `from` would be threatened, had she moved there.
//
// A walk that ends on a square has not been there before, so what stands on that square, her or another piece, blocks
// none of the walks that threaten it: one board serves for all squares.
SpotSet threatened_after_leaving(const RuleSet& rules, Board board, Side side, Spot from) {
  if (rules.departure_counts_empty) board.at(from).reset();
  return attacked_by(rules, board, opponent(side));
}

bool may_stand(const RuleSet& rules, const Board& board, const SpotSet& threatened, Spot to) {
  return board.is_empty(to) && !(rules.threatened_forbidden && threatened.contains(to));
}

void add_princess_moves(const RuleSet& rules, const Board& board, Side side, Spot from, std::vector<Move>& moves) {
  const SpotSet threatened = threatened_after_leaving(rules, board, side, from);
  const SpotSet shunned = rules.princess_frightened ? threatened : SpotSet{};
  const SpotSet ends = walk_ends(rules, board, {side, PieceKind::Princess}, from, shunned);
  for (int number = 0; number < 100; ++number) {
    const Spot to = spot_of(number);
    if (ends.contains(to) && may_stand(rules, board, threatened, to)) {
      moves.push_back({square_of(from), square_of(to), false, false});
    }
  }
}

void add_piece_moves(const RuleSet& rules, const Board& board, Piece piece, Spot from, std::vector<Move>& moves) {
  const SpotSet ends = walk_ends(rules, board, piece, from);
  for (int number = 0; number < 100; ++number) {
    const Spot to = spot_of(number);
    if (!ends.contains(to)) continue;
    const std::optional<Piece> there = board.at(to);
    if (!there) {
      moves.push_back({square_of(from), square_of(to), false, false});
    } else if (there->side != piece.side && rules.captures[to_index(piece.kind)]) {
      moves.push_back({square_of(from), square_of(to), true, false});
    }
  }
}

bool escape_reaches(Escape escape, Spot from, Spot to) {
  const int files = std::abs(to.file - from.file);
  const int ranks = std::abs(to.rank - from.rank);
  switch (escape) {
    case Escape::None: return false;
    case Escape::AnySquare: return true;
    case Escape::Straight: return files == 0 || ranks == 0 || files == ranks;
    case Escape::OneKind: return (files + ranks) % 2 == 0;
  }
  return false;
}

std::vector<Piece> pieces_of(const Position& position) {
  std::vector<Piece> pieces;
  for (int number = 0; number < 100; ++number) {
    if (const auto piece = position.at(square_of(spot_of(number)))) pieces.push_back(*piece);
  }
  return pieces;
}

}  // namespace

std::string to_text(const Move& move) {
  const auto name = [](Square square) {
    return std::string(1, static_cast<char>('a' + square.file())) + std::to_string(square.rank() + 1);
  };
  return name(move.from) + (move.escape ? "~" : move.capture ? "x" : "-") + name(move.to);
}

std::vector<Move> ordinary_moves(const RuleSet& rules, const Board& board, Side side) {
  std::vector<Move> moves;
  for (int number = 0; number < 100; ++number) {
    const Spot from = spot_of(number);
    const std::optional<Piece> piece = board.at(from);
    if (!piece || piece->side != side) continue;
    if (piece->kind == PieceKind::Princess) {
      add_princess_moves(rules, board, side, from, moves);
    } else {
      add_piece_moves(rules, board, *piece, from, moves);
    }
  }
  return moves;
}

std::vector<Move> escape_moves(const RuleSet& rules, const Board& board, Side side) {
  std::vector<Move> moves;
  const std::optional<Spot> from = princess_of(board, side);
  if (!from || rules.escape == Escape::None) return moves;
  const SpotSet threatened = threatened_after_leaving(rules, board, side, *from);
  for (int number = 0; number < 100; ++number) {
    const Spot to = spot_of(number);
    if (to != *from && escape_reaches(rules.escape, *from, to) && may_stand(rules, board, threatened, to)) {
      moves.push_back({square_of(*from), square_of(to), false, true});
    }
  }
  return moves;
}

std::vector<Move> legal_moves(const RuleSet& rules, const Position& position) {
  const Board board(position);
  std::vector<Move> moves = ordinary_moves(rules, board, position.to_move);
  if (position.escapes.of(position.to_move)) {
    const std::vector<Move> escapes = escape_moves(rules, board, position.to_move);
    moves.insert(moves.end(), escapes.begin(), escapes.end());
  }
  return moves;
}

bool princess_is_threatened(const RuleSet& rules, const Board& board, Side side) {
  const std::optional<Spot> princess = princess_of(board, side);
  return princess && attacked_by(rules, board, opponent(side)).contains(*princess);
}

std::optional<Ended> end_by_capture(const RuleSet& rules, Piece by, Piece captured) {
  if (captured.kind == PieceKind::Princess) return Ended{by.side};
  if (captured.kind != PieceKind::Chief) return std::nullopt;
  if (by.kind == PieceKind::Chief) return Ended{by.side};
  switch (rules.chief_taken) {
    case ChiefTaken::Draw: return Ended{std::nullopt};
    case ChiefTaken::PieceLost: return std::nullopt;
    case ChiefTaken::Win: return Ended{by.side};
  }
  return std::nullopt;
}

std::variant<Ended, Position> apply(const RuleSet& rules, const Position& position, const Move& move) {
  const Piece piece = position.at(move.from).value();
  if (move.capture) {
    if (const auto ended = end_by_capture(rules, piece, position.at(move.to).value())) return *ended;
  }

  Position next = position;
  next.remove(move.from);
  next.remove(move.to);
  next.put(piece, move.to);
  next.to_move = opponent(position.to_move);
  if (move.escape && piece.side == Side::Black) next.escapes.black = false;
  if (move.escape && piece.side == Side::Orange) next.escapes.orange = false;

  const std::optional<int> before = plies_left(rules, position);
  if (!condition_holds(rules, next)) {
    next.count = std::nullopt;
  } else if (!before) {
    next.count = rules.count->plies;  // the move that makes the condition true is not counted
  } else if (move.capture && rules.count->on_capture == OnCapture::Restart) {
    next.count = rules.count->plies;
  } else {
    next.count = *before - 1;
  }
  return next;
}

Ended end_by_no_move(const RuleSet& rules, const Board& board, Side to_move) {
  switch (rules.no_move) {
    case NoMove::Loss: return {opponent(to_move)};
    case NoMove::Draw: return {std::nullopt};
    case NoMove::LossIfThreatened:
      if (princess_is_threatened(rules, board, to_move)) return {opponent(to_move)};
      return {std::nullopt};
  }
  return {std::nullopt};
}

std::optional<Ended> judge(const RuleSet& rules, const Position& position) {
  if (legal_moves(rules, position).empty()) return end_by_no_move(rules, Board(position), position.to_move);
  if (plies_left(rules, position) == 0) return Ended{std::nullopt};
  return std::nullopt;
}

bool condition_holds(const RuleSet& rules, const std::vector<Piece>& pieces) {
  if (!rules.count) return false;
  std::array<std::vector<PieceKind>, 2> kinds;
  std::array<int, 2> values{};
  for (const Piece piece : pieces) {
    kinds[to_index(piece.side)].push_back(piece.kind);
    values[to_index(piece.side)] += rules.values[to_index(piece.kind)];
  }
  for (std::vector<PieceKind>& side : kinds) {
    if (static_cast<int>(side.size()) > rules.count->max_pieces) return false;
    std::sort(side.begin(), side.end());
  }
  switch (rules.count->equal) {
    case Equality::Any: return true;
    case Equality::Number: return kinds[0].size() == kinds[1].size();
    case Equality::Value: return values[0] == values[1];
    case Equality::Same: return kinds[0] == kinds[1];
  }
  return false;
}

bool condition_holds(const RuleSet& rules, const Position& position) {
  return condition_holds(rules, pieces_of(position));
}

std::optional<int> plies_left(const RuleSet& rules, const Position& position) {
  if (!condition_holds(rules, position)) return std::nullopt;
  return position.count.value_or(rules.count->plies);
}

std::uint64_t perft(const RuleSet& rules, const Position& position, int depth) {
  if (depth == 0) return 1;
  if (judge(rules, position)) return 0;
  const std::vector<Move> moves = legal_moves(rules, position);
  if (depth == 1) return moves.size();
  std::uint64_t sequences = 0;
  for (const Move& move : moves) {
    const auto next = apply(rules, position, move);
    if (const Position* position_after = std::get_if<Position>(&next))
      sequences += perft(rules, *position_after, depth - 1);
  }
  return sequences;
}

}  // namespace jetan::naive
