// The moves of every position of an ending, found once by the naive engine.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ruleset.hpp"
#include "tests/naive/solved.hpp"

namespace jetan::naive {

// A piece (by its place in the layout) goes to a square (0 to 99).
struct Step {
  std::uint8_t piece;
  std::uint8_t to;
};

class MoveGraph {
 public:
  MoveGraph(const RuleSet& rules, const Layout& layout);

  // The ordinary moves to an empty square, and the captures.
  std::span<const Step> quiet(Side side, std::size_t index) const { return sides_[to_index(side)].quiet.of(index); }
  std::span<const Step> captures(Side side, std::size_t index) const {
    return sides_[to_index(side)].captures.of(index);
  }
  // The squares to which the side's Princess may escape.
  const std::bitset<100>& escapes(Side side, std::size_t index) const { return sides_[to_index(side)].escapes[index]; }
  // Had the side to move no move, it would lose.
  bool loses_without_move(Side side, std::size_t index) const { return sides_[to_index(side)].loses_stuck[index]; }
  // No two pieces on one square.
  bool is_placement(std::size_t index) const { return is_placement_[index]; }
  std::size_t princess(Side side) const { return princess_[to_index(side)]; }

 private:
  struct Lists {
    std::vector<std::size_t> begin;
    std::vector<Step> steps;
    std::span<const Step> of(std::size_t index) const {
      return {steps.data() + begin[index], steps.data() + begin[index + 1]};
    }
  };
  struct OneSide {
    Lists quiet;
    Lists captures;
    std::vector<std::bitset<100>> escapes;  // empty when the rules have no escape
    std::vector<bool> loses_stuck;
  };
  void add(const RuleSet& rules, const Board& board, const Squares& squares, Side side);

  std::array<OneSide, 2> sides_;
  std::array<std::size_t, 2> princess_{};
  std::vector<bool> is_placement_;
};

}  // namespace jetan::naive
