#include "core/movement.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace jetan {
namespace {

struct Step {
  int files;
  int ranks;
  bool orthogonal() const { return files == 0 || ranks == 0; }
};

constexpr std::array kKingSteps{Step{1, 0},  Step{1, 1},   Step{0, 1},  Step{-1, 1},
                                Step{-1, 0}, Step{-1, -1}, Step{0, -1}, Step{1, -1}};

// Destinations found so far, each with the squares passed over on every way there.
using Walks = std::map<Square, std::vector<SquareSet>>;

// Walks on from `here`; `next_steps(taken)` lists the steps allowed after those taken, `may_stop(taken)` says whether
// a move may end there. No square is met twice.
template <class NextSteps, class MayStop>
void walk(Square here, SquareSet visited, SquareSet passed, std::vector<Step>& taken, const NextSteps& next_steps,
          const MayStop& may_stop, Walks& walks) {
  for (const Step step : next_steps(taken)) {
    const int file = here.file() + step.files;
    const int rank = here.rank() + step.ranks;
    if (!on_board(file, rank)) continue;
    const Square to = Square::at(file, rank);
    if (visited.contains(to)) continue;
    taken.push_back(step);
    if (may_stop(taken)) walks[to].push_back(passed);
    walk(to, visited | to, passed | to, taken, next_steps, may_stop, walks);
    taken.pop_back();
  }
}

std::vector<Step> steps_of(Directions directions) {
  std::vector<Step> steps;
  for (const Step step : kKingSteps) {
    if (directions == Directions::Any || step.orthogonal() == (directions == Directions::Orthogonal)) {
      steps.push_back(step);
    }
  }
  return steps;
}

Walks stepping_walks(const Stepping& stepping, Square from) {
  const auto all_steps = steps_of(stepping.directions);
  const auto next_steps = [&](const std::vector<Step>& taken) {
    if (std::ssize(taken) == stepping.steps) return std::vector<Step>{};
    if (taken.empty() || stepping.turning == Turning::Combine) return all_steps;
    if (stepping.turning == Turning::Straight) return std::vector<Step>{taken.back()};
    return steps_of(taken.back().orthogonal() ? Directions::Orthogonal : Directions::Diagonal);
  };
  const auto may_stop = [&](const std::vector<Step>& taken) {
    return stepping.count == StepCount::UpTo || std::ssize(taken) == stepping.steps;
  };
  Walks walks;
  std::vector<Step> taken;
  walk(from, from, {}, taken, next_steps, may_stop, walks);
  return walks;
}

Walks thoat_walks(const RuleSet& rules, Square from) {
  const bool straight_first = rules.thoat == ThoatMove::StraightFirst;
  const auto next_steps = [&](const std::vector<Step>& taken) {
    if (taken.empty()) return steps_of(straight_first ? Directions::Orthogonal : Directions::Any);
    if (taken.size() == 2) return std::vector<Step>{};
    return steps_of(taken.back().orthogonal() ? Directions::Diagonal : Directions::Orthogonal);
  };
  const auto may_stop = [&](const std::vector<Step>& taken) {
    return rules.thoat_count == StepCount::UpTo || taken.size() == 2;
  };
  Walks walks;
  std::vector<Step> taken;
  walk(from, from, {}, taken, next_steps, may_stop, walks);
  return walks;
}

Walks panthan_walks(const RuleSet& rules, Side side, Square from) {
  const int forward = side == Side::Black ? 1 : -1;
  Walks walks;
  for (const Step step : kKingSteps) {
    const bool backward = step.ranks == -forward;
    if (backward && (rules.panthan == PanthanMove::Five || step.files == 0)) continue;
    const int file = from.file() + step.files;
    const int rank = from.rank() + step.ranks;
    if (on_board(file, rank)) walks[Square::at(file, rank)].push_back({});
  }
  return walks;
}

Walks walks_of(const RuleSet& rules, Piece piece, Square from) {
  if (piece.kind == PieceKind::Thoat) return thoat_walks(rules, from);
  if (piece.kind == PieceKind::Panthan) return panthan_walks(rules, piece.side, from);
  return stepping_walks(rules.stepping[to_index(piece.kind)], from);
}

// Keeps the paths that hold no other path: if the other is blocked, so are they.
std::vector<SquareSet> minimal(std::vector<SquareSet> paths) {
  std::sort(paths.begin(), paths.end(), [](SquareSet a, SquareSet b) {
    return std::tuple(a.count(), a.low(), a.high()) < std::tuple(b.count(), b.low(), b.high());
  });
  std::vector<SquareSet> kept;
  for (const SquareSet path : paths) {
    if (std::none_of(kept.begin(), kept.end(), [&](SquareSet other) { return other.is_subset_of(path); })) {
      kept.push_back(path);
    }
  }
  return kept;
}

SquareSet escape_squares(Escape escape, Square from) {
  SquareSet reach;
  for (int i = 0; i < kSquares; ++i) {
    const Square to = Square::from_index(i);
    const int files = to.file() - from.file();
    const int ranks = to.rank() - from.rank();
    const bool queen_line = files == 0 || ranks == 0 || files == ranks || files == -ranks;
    const bool same_colour = (files + ranks) % 2 == 0;
    const bool reached = escape == Escape::AnySquare || (escape == Escape::Straight && queen_line) ||
                         (escape == Escape::OneKind && same_colour);
    if (reached && to != from) reach.set(to);
  }
  return reach;
}

}  // namespace

Movement::Movement(const RuleSet& rules) : numbers_(2 * kPieceKinds * kSquares * kSquares, kNoDestination) {
  for (const PieceKind kind : kAllPieceKinds) {
    jumps_[to_index(kind)] =
        kind == PieceKind::Thoat ? rules.thoat == ThoatMove::Jump : rules.stepping[to_index(kind)].jumps;
    for (const Side side : kSides) {
      for (int i = 0; i < kSquares; ++i) {
        auto& destinations = destinations_[to_index(side)][to_index(kind)][static_cast<std::size_t>(i)];
        for (auto& [to, walks] : walks_of(rules, Piece{side, kind}, Square::from_index(i))) {
          numbers_[number_place(Piece{side, kind}, Square::from_index(i), to)] =
              static_cast<std::uint8_t>(destinations.size());
          const auto kept = minimal(std::move(walks));
          SquareSet support;
          for (const SquareSet path : kept) support |= path;
          destinations.push_back(Destination{to, support, static_cast<std::uint32_t>(paths_.size()),
                                             static_cast<std::uint32_t>(kept.size())});
          paths_.insert(paths_.end(), kept.begin(), kept.end());
          reach_[to_index(side)][to_index(kind)][static_cast<std::size_t>(i)].set(to);
        }
      }
    }
  }
  for (int i = 0; i < kSquares; ++i) {
    escape_reach_[static_cast<std::size_t>(i)] = escape_squares(rules.escape, Square::from_index(i));
  }
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      SquareSet& domain = domain_[to_index(side)][to_index(kind)];
      if (kind != PieceKind::Panthan) {
        domain = SquareSet::all();
        continue;
      }
      // Panthans start on files b to i of their second rank.
      const int second_rank = side == Side::Black ? 1 : kRanks - 2;
      SquareSet fresh;
      for (int file = 1; file < kFiles - 1; ++file) fresh.set(Square::at(file, second_rank));
      while (fresh.any()) {
        domain |= fresh;
        SquareSet next;
        for (const Square from : fresh) {
          for (const Destination& destination : destinations(Piece{side, kind}, from)) next.set(destination.to);
        }
        fresh = next - domain;
      }
    }
  }
}

SquareSet Movement::closing(PieceKind kind, const Destination& destination, SquareSet blockers) const {
  if (jumps(kind)) return {};
  SquareSet on_every_path = SquareSet::all();
  for (const SquareSet path : paths(destination)) {
    if (!path.intersects(blockers)) on_every_path &= path;
  }
  return on_every_path;
}

}  // namespace jetan
