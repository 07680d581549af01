// Movement tables: where each piece can go from each square, and by which paths, under a rule set.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/piece.hpp"
#include "core/ruleset.hpp"
#include "core/square.hpp"

namespace jetan {

// One destination of a piece from a square.
struct Destination {
  Square to;
  SquareSet support;             // every square that lies on one of the paths
  std::uint32_t first_path = 0;  // its paths, within Movement
  std::uint32_t paths = 0;       // at least 1
};

// Immutable once made; safe to use from many threads.
class Movement {
 public:
  explicit Movement(const RuleSet& rules);

  // The destinations of a piece's ordinary move, in no special order, each square once.
  std::span<const Destination> destinations(Piece piece, Square from) const {
    return destinations_[to_index(piece.side)][to_index(piece.kind)][static_cast<std::size_t>(from.index())];
  }

  // The one to a square; null if there is none.
  const Destination* destination(Piece piece, Square from, Square to) const {
    const std::uint8_t number = numbers_[number_place(piece, from, to)];
    return number == kNoDestination ? nullptr : &destinations(piece, from)[number];
  }

  // All their squares.
  SquareSet reach(Piece piece, Square from) const {
    return reach_[to_index(piece.side)][to_index(piece.kind)][static_cast<std::size_t>(from.index())];
  }

  // The squares passed over on each path (departure and destination left out), without paths that hold another.
  std::span<const SquareSet> paths(const Destination& destination) const {
    return std::span(paths_).subspan(destination.first_path, destination.paths);
  }

  bool jumps(PieceKind kind) const { return jumps_[to_index(kind)]; }

  // Whether the move can be made past these blockers. They may include the destination's square, not looked at.
  bool open(PieceKind kind, const Destination& destination, SquareSet blockers) const {
    if (jumps(kind) || !destination.support.intersects(blockers)) return true;
    for (const SquareSet path : paths(destination)) {
      if (!path.intersects(blockers)) return true;
    }
    return false;
  }

  // The squares on any one of which a further blocker would close a move that these blockers leave open.
  SquareSet closing(PieceKind kind, const Destination& destination, SquareSet blockers) const;

  // Where a Princess may escape to from a square, occupied or threatened squares included.
  SquareSet escape_reach(Square from) const { return escape_reach_[static_cast<std::size_t>(from.index())]; }

  // The squares on which a piece can ever stand in a game: all, but for Panthans those they can come to.
  SquareSet domain(Piece piece) const { return domain_[to_index(piece.side)][to_index(piece.kind)]; }

 private:
  static constexpr std::uint8_t kNoDestination = 0xFF;
  static constexpr std::size_t number_place(Piece piece, Square from, Square to) {
    return ((to_index(piece.side) * kPieceKinds + to_index(piece.kind)) * kSquares +
            static_cast<std::size_t>(from.index())) *
               kSquares +
           static_cast<std::size_t>(to.index());
  }

  template <class T>
  using PerPiece = std::array<std::array<T, kPieceKinds>, 2>;

  PerPiece<std::array<std::vector<Destination>, kSquares>> destinations_;
  std::vector<std::uint8_t> numbers_;  // of each destination among those from its square
  PerPiece<std::array<SquareSet, kSquares>> reach_;
  std::vector<SquareSet> paths_;
  std::array<bool, kPieceKinds> jumps_{};
  std::array<SquareSet, kSquares> escape_reach_;
  PerPiece<SquareSet> domain_;
};

}  // namespace jetan
