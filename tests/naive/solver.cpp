#include "tests/naive/solver.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "tests/naive/engine.hpp"
#include "tests/naive/induction.hpp"
#include "tests/naive/move_graph.hpp"
#include "tests/naive/solved.hpp"
#include "tests/naive/walk.hpp"

namespace jetan::naive {
namespace {

constexpr std::size_t kMostPlacements = 12'000'000;

std::vector<Escapes> escape_states(const RuleSet& rules) {
  if (rules.escape == Escape::None) return {{false, false}};
  return {{false, false}, {true, false}, {false, true}, {true, true}};  // each after those an escape leads to
}

std::vector<int> whole_board() {
  std::vector<int> squares(100);
  std::iota(squares.begin(), squares.end(), 0);
  return squares;
}

// All squares a piece can come to, alone on the board.
std::vector<int> ground_of(const RuleSet& rules, Piece piece, int square) {
  if (piece.kind == PieceKind::Princess && rules.escape != Escape::None) return whole_board();
  std::set<int> ground{square};
  std::vector<int> to_visit{square};
  while (!to_visit.empty()) {
    const int from = to_visit.back();
    to_visit.pop_back();
    const SpotSet ends = walk_ends(rules, Board{}, piece, spot_of(from));
    for (int to = 0; to < 100; ++to) {
      if (ends.contains(spot_of(to)) && ground.insert(to).second) to_visit.push_back(to);
    }
  }
  return {ground.begin(), ground.end()};
}

template <class T>
std::vector<T> without(std::vector<T> list, std::size_t place) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
  return list;
}

bool capture_can_go_on(const RuleSet& rules, Piece captured) {
  for (const PieceKind kind : kAllPieceKinds) {
    const Piece by{opponent(captured.side), kind};
    if (!end_by_capture(rules, by, captured)) return true;
  }
  return false;
}

// The pieces of a position and their squares, Black's first, each side's in the order of kinds.
std::pair<std::vector<Piece>, Squares> placement_of(const Position& position) {
  std::vector<Piece> pieces;
  Squares squares;
  const Board board(position);
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      for (int square = 0; square < 100; ++square) {
        if (board.at(spot_of(square)) != Piece{side, kind}) continue;
        pieces.push_back({side, kind});
        squares.push_back(square);
      }
    }
  }
  return {pieces, squares};
}

}  // namespace

NaiveSolver::NaiveSolver(RuleSet rules) : rules_(std::move(rules)) {}
NaiveSolver::~NaiveSolver() = default;

const Solved& NaiveSolver::solve(const std::vector<PieceKind>& black, const std::vector<PieceKind>& orange) {
  std::vector<Piece> pieces;
  for (const PieceKind kind : black) pieces.push_back({Side::Black, kind});
  for (const PieceKind kind : orange) pieces.push_back({Side::Orange, kind});
  std::sort(pieces.begin(), pieces.end(),
            [](Piece a, Piece b) { return std::pair(a.side, a.kind) < std::pair(b.side, b.kind); });
  return solve(pieces, std::vector<Ground>(pieces.size(), whole_board()));
}

const Solved& NaiveSolver::solve_around(const Position& position) {
  const auto [pieces, squares] = placement_of(position);
  std::vector<Ground> grounds;
  for (std::size_t i = 0; i < pieces.size(); ++i) grounds.push_back(ground_of(rules_, pieces[i], squares[i]));
  return solve(pieces, grounds);
}

Value NaiveSolver::value(const Position& position) {
  const auto [pieces, squares] = placement_of(position);
  const Escapes escapes = rules_.escape == Escape::None ? Escapes{} : position.escapes;
  // Any part of the ending that was solved already and holds the position will do.
  for (const auto& [key, solved] : solved_) {
    if (solved->layout().pieces() != pieces) continue;
    bool holds = true;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Ground& ground = solved->layout().grounds()[i];
      holds = holds && std::find(ground.begin(), ground.end(), squares[i]) != ground.end();
    }
    if (holds) return solved->value(squares, position.to_move, escapes);
  }
  const Solved& solved =
      pieces.size() <= 3 ? solve(pieces, std::vector<Ground>(pieces.size(), whole_board())) : solve_around(position);
  return solved.value(squares, position.to_move, escapes);
}

const Solved& NaiveSolver::solve(const std::vector<Piece>& pieces, const std::vector<Ground>& grounds) {
  std::vector<int> numbers;
  for (const Piece piece : pieces) numbers.push_back(8 * static_cast<int>(piece.side) + static_cast<int>(piece.kind));
  const auto key = std::pair(numbers, grounds);
  if (const auto found = solved_.find(key); found != solved_.end()) return *found->second;

  auto solved = std::make_unique<Solved>(Layout(pieces, grounds));
  if (solved->layout().size() > kMostPlacements) throw std::length_error("ending too large for the naive solver");
  solved->is_counted = condition_holds(rules_, pieces);
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    const bool goes_on = capture_can_go_on(rules_, pieces[piece]);
    solved->without.push_back(goes_on ? &solve(without(pieces, piece), without(grounds, piece)) : nullptr);
  }
  const MoveGraph graph(rules_, solved->layout());
  for (const Escapes escapes : escape_states(rules_)) {
    Induction induction(rules_, *solved, graph, escapes);
    if (solved->is_counted) {
      induction.by_plies_left();
    } else {
      induction.by_distance();
    }
  }
  return *(solved_[key] = std::move(solved));
}

}  // namespace jetan::naive
