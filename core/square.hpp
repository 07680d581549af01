// Squares of the 10 x 10 board, and sets of them.
//
// Numbering. The board is four quadrants of 5 x 5 squares. A square's index is
//     25 * quadrant + 5 * v + u
// where quadrant is 0 (south-west), 1 (south-east), 2 (north-west) or 3 (north-east), and u and v (0 to 4) count
// files and ranks outward from the centre lines. Mirroring the board then only renames quadrants, and in a
// SquareSet, which gives each quadrant a 32-bit lane of its own, only moves lanes.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jetan {

inline constexpr int kFiles = 10;
inline constexpr int kRanks = 10;
inline constexpr int kSquares = 100;
inline constexpr int kQuadrantSquares = 25;

class Square {
 public:
  constexpr Square() = default;

  // index: 0 to 99, in the numbering above.
  static constexpr Square from_index(int index) { return Square(static_cast<std::uint8_t>(index)); }

  // file 0 to 9 is a to j; rank 0 to 9 is 1 to 10.
  static constexpr Square at(int file, int rank) {
    const int quadrant = (file >= 5 ? 1 : 0) + (rank >= 5 ? 2 : 0);
    const int u = file >= 5 ? file - 5 : 4 - file;
    const int v = rank >= 5 ? rank - 5 : 4 - rank;
    return from_index(quadrant * kQuadrantSquares + 5 * v + u);
  }

  // "a1" to "j10"; nothing if the text is anything else.
  static std::optional<Square> parse(std::string_view text);

  constexpr int index() const { return index_; }
  constexpr int quadrant() const { return index_ / kQuadrantSquares; }
  constexpr int u() const { return index_ % 5; }
  constexpr int v() const { return index_ % kQuadrantSquares / 5; }
  constexpr int file() const { return quadrant() & 1 ? 5 + u() : 4 - u(); }
  constexpr int rank() const { return quadrant() & 2 ? 5 + v() : 4 - v(); }
  std::string name() const;

  friend constexpr bool operator==(Square, Square) = default;
  friend constexpr auto operator<=>(Square, Square) = default;

 private:
  explicit constexpr Square(std::uint8_t index) : index_(index) {}
  std::uint8_t index_ = 0;
};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks; }

// A set of squares in 128 bits: quadrant q in bits 32 q to 32 q + 24. The other bits are always zero.
class alignas(16) SquareSet {
 public:
  constexpr SquareSet() = default;
  constexpr SquareSet(Square square) { set(square); }  // NOLINT: a square is the set of itself

  static constexpr SquareSet from_words(std::uint64_t low, std::uint64_t high) {
    SquareSet result;
    result.words_ = {low, high};
    return result;
  }
  static constexpr SquareSet all() { return from_words(kLanes, kLanes); }

  // The bit of a square within the 128.
  static constexpr int bit(Square square) { return square.index() + 7 * square.quadrant(); }
  static constexpr Square square_of_bit(int bit) { return Square::from_index(bit - 7 * (bit / 32)); }

  constexpr bool contains(Square square) const {
    const int b = bit(square);
    return words_[static_cast<std::size_t>(b >> 6)] >> (b & 63) & 1U;
  }
  constexpr void set(Square square) {
    const int b = bit(square);
    words_[static_cast<std::size_t>(b >> 6)] |= std::uint64_t{1} << (b & 63);
  }
  constexpr void reset(Square square) {
    const int b = bit(square);
    words_[static_cast<std::size_t>(b >> 6)] &= ~(std::uint64_t{1} << (b & 63));
  }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr bool any() const { return !empty(); }
  constexpr int count() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr bool intersects(SquareSet other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1])) != 0;
  }
  constexpr bool is_subset_of(SquareSet other) const {
    return ((words_[0] & ~other.words_[0]) | (words_[1] & ~other.words_[1])) == 0;
  }

  // The member with the least index; the set must not be empty.
  constexpr Square first() const {
    const bool in_high = words_[0] == 0;  // a square is as likely in either, so there had better be no branch
    return square_of_bit((in_high ? 64 : 0) + std::countr_zero(in_high ? words_[1] : words_[0]));
  }

  // How many members have a smaller index than the square's.
  constexpr int count_below(Square square) const {
    const int b = bit(square);
    const std::uint64_t below = (std::uint64_t{1} << (b & 63)) - 1;
    return b < 64 ? std::popcount(words_[0] & below) : std::popcount(words_[0]) + std::popcount(words_[1] & below);
  }

  // The low word holds quadrants 0 and 1, the high word 2 and 3.
  constexpr std::uint64_t low() const { return words_[0]; }
  constexpr std::uint64_t high() const { return words_[1]; }

  constexpr SquareSet& operator|=(SquareSet other) { return *this = *this | other; }
  constexpr SquareSet& operator&=(SquareSet other) { return *this = *this & other; }
  friend constexpr SquareSet operator|(SquareSet a, SquareSet b) {
    return from_words(a.words_[0] | b.words_[0], a.words_[1] | b.words_[1]);
  }
  friend constexpr SquareSet operator&(SquareSet a, SquareSet b) {
    return from_words(a.words_[0] & b.words_[0], a.words_[1] & b.words_[1]);
  }
  // The members of a that are not in b.
  friend constexpr SquareSet operator-(SquareSet a, SquareSet b) {
    return from_words(a.words_[0] & ~b.words_[0], a.words_[1] & ~b.words_[1]);
  }
  constexpr SquareSet operator~() const { return all() - *this; }
  friend constexpr bool operator==(const SquareSet&, const SquareSet&) = default;

  // Iteration over the members, by rising index.
  class Iterator {
   public:
    constexpr Iterator(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
    constexpr Square operator*() const {
      return square_of_bit(low_ != 0 ? std::countr_zero(low_) : 64 + std::countr_zero(high_));
    }
    constexpr Iterator& operator++() {
      if (low_ != 0) {
        low_ &= low_ - 1;
      } else {
        high_ &= high_ - 1;
      }
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::uint64_t low_;
    std::uint64_t high_;
  };
  constexpr Iterator begin() const { return {words_[0], words_[1]}; }
  constexpr Iterator end() const { return {0, 0}; }

 private:
  static constexpr std::uint64_t kLanes = 0x01FF'FFFF'01FF'FFFFULL;
  std::array<std::uint64_t, 2> words_{};
};

}  // namespace jetan
