// The Princesses' own moves as operations on whole rows: from where can she get to any square of a set?
#pragma once

#include <array>
#include <memory>

#include "core/square.hpp"
#include "tbgen/block.hpp"

namespace jetan {

// A relation "from here she gets there" among the squares, the same whatever else stands on the board.
class PrincessSteps {
 public:
  explicit PrincessSteps(const std::array<SquareSet, kSquares>& reach)
      : reach_{reach}, tables_(std::make_unique<Tables>()) {
    for (int i = 0; i < kSquares; ++i) {
      for (const Square to : reach[static_cast<std::size_t>(i)]) sources_[to].set(Square::from_index(i));
    }
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
      for (std::size_t bits = 1; bits < 256; ++bits) {
        const int lowest = static_cast<int>(8 * byte) + std::countr_zero(bits);
        const bool a_square = lowest % 32 < kQuadrantSquares;
        (*tables_)[byte][bits] =
            (*tables_)[byte][bits & (bits - 1)] | (a_square ? sources_[SquareSet::square_of_bit(lowest)] : SquareSet{});
      }
    }
  }

  // The squares to which she gets from one square.
  SquareSet reach(Square from) const { return reach_[from]; }

  // The squares from which she gets to one square.
  SquareSet sources(Square to) const { return sources_[to]; }

  // The squares from which she gets to a square of the set.
  SquareSet sources(SquareSet targets) const {
    SquareSet result;
    std::uint64_t word = targets.low();
    for (std::size_t byte = 0; word != 0; ++byte, word >>= 8) result |= (*tables_)[byte][word & 255];
    word = targets.high();
    for (std::size_t byte = kBytes / 2; word != 0; ++byte, word >>= 8) result |= (*tables_)[byte][word & 255];
    return result;
  }

 private:
  static constexpr std::size_t kBytes = 16;
  using Tables = std::array<std::array<SquareSet, 256>, kBytes>;

  Block reach_;
  Block sources_;
  std::unique_ptr<Tables> tables_;  // the sources of every byte's squares
};

}  // namespace jetan
