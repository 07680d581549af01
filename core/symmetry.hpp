// The eight symmetries of the board, on squares and on sets of squares.
//
// A symmetry transposes the board (or not), then mirrors files (or not), then ranks (or not). Endings with Panthans
// keep only the mirror of the files; all others keep all eight.
#pragma once

#include <array>
#include <cstdint>

#include "core/square.hpp"

namespace jetan {

class Symmetry {
 public:
  constexpr Symmetry() = default;  // the identity
  constexpr Symmetry(bool mirror_files, bool mirror_ranks, bool transpose)
      : code_(static_cast<std::uint8_t>((mirror_files ? 1 : 0) | (mirror_ranks ? 2 : 0) | (transpose ? 4 : 0))) {}
  // code: 0 to 7; bit 0 mirrors files (a-j), bit 1 ranks (1-10), bit 2 transposes first.
  static constexpr Symmetry from_code(int code) { return {(code & 1) != 0, (code & 2) != 0, (code & 4) != 0}; }

  constexpr int code() const { return code_; }
  constexpr bool is_identity() const { return code_ == 0; }
  constexpr bool mirrors_files() const { return (code_ & 1) != 0; }
  constexpr bool mirrors_ranks() const { return (code_ & 2) != 0; }
  constexpr bool transposes() const { return (code_ & 4) != 0; }

  constexpr Symmetry inverse() const { return transposes() ? Symmetry{mirrors_ranks(), mirrors_files(), true} : *this; }

  constexpr Square operator()(Square square) const {
    return Square::from_index(kTable[code_][static_cast<std::size_t>(square.index())]);
  }

  constexpr SquareSet operator()(SquareSet set) const {
    std::uint64_t low = set.low();
    std::uint64_t high = set.high();
    if (transposes()) {
      low = transpose_lanes(low);
      high = transpose_lanes(high);
      const std::uint64_t south_east = low >> 32;
      low = (low & kLane) | (high << 32);
      high = (high & ~kLane) | south_east;
    }
    if (mirrors_files()) {
      low = std::rotl(low, 32);
      high = std::rotl(high, 32);
    }
    return mirrors_ranks() ? SquareSet::from_words(high, low) : SquareSet::from_words(low, high);
  }

  friend constexpr bool operator==(Symmetry, Symmetry) = default;

 private:
  static constexpr std::uint64_t kLane = 0xFFFF'FFFFULL;

  // Transposes the 5 x 5 bits of each of two lanes: the bit 5 v + u moves by 4 (u - v) places.
  static constexpr std::uint64_t transpose_lanes(std::uint64_t lanes) {
    std::uint64_t result = lanes & diagonal(0);
    for (int d = 1; d <= 4; ++d) {
      result |= (lanes & diagonal(d)) << (4 * d);
      result |= (lanes & diagonal(-d)) >> (4 * d);
    }
    return result;
  }
  // In both lanes, the bits with u - v = d.
  static constexpr std::uint64_t diagonal(int d) {
    std::uint64_t lane = 0;
    for (int v = 0; v < 5; ++v) {
      if (v + d >= 0 && v + d < 5) lane |= std::uint64_t{1} << (5 * v + v + d);
    }
    return lane | lane << 32;
  }

  static constexpr std::array<std::array<std::uint8_t, kSquares>, 8> make_table() {
    std::array<std::array<std::uint8_t, kSquares>, 8> table{};
    for (std::size_t code = 0; code < 8; ++code) {
      for (int i = 0; i < kSquares; ++i) {
        const Square square = Square::from_index(i);
        int file = square.file();
        int rank = square.rank();
        if ((code & 4) != 0) std::swap(file, rank);
        if ((code & 1) != 0) file = kFiles - 1 - file;
        if ((code & 2) != 0) rank = kRanks - 1 - rank;
        table[code][static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(Square::at(file, rank).index());
      }
    }
    return table;
  }
  static const std::array<std::array<std::uint8_t, kSquares>, 8> kTable;

  std::uint8_t code_ = 0;
};

inline constexpr std::array<std::array<std::uint8_t, kSquares>, 8> Symmetry::kTable = Symmetry::make_table();

// Which symmetries leave the value of every position of an ending as it is.
enum class SymmetryGroup : std::uint8_t {
  Files,  // the mirror of the files only (endings with Panthans): 2
  Full,   // all eight
};

// The representatives: one square of every orbit. Full: the triangle v <= u of the south-west quadrant, 15 squares;
// Files: files a to e, 50 squares.
constexpr bool is_representative(SymmetryGroup group, Square square) {
  return group == SymmetryGroup::Full ? square.quadrant() == 0 && square.v() <= square.u() : square.file() < 5;
}

namespace symmetry_tables {

constexpr std::array<Symmetry, kSquares> to_representative(SymmetryGroup group) {
  std::array<Symmetry, kSquares> symmetries;
  for (int i = 0; i < kSquares; ++i) {
    const Square square = Square::from_index(i);
    const bool mirror_files = square.file() >= 5;
    const bool mirror_ranks = square.rank() >= 5 && group == SymmetryGroup::Full;
    // Transposing comes first and exchanges what the two mirrors do.
    symmetries[static_cast<std::size_t>(i)] = square.v() <= square.u() || group == SymmetryGroup::Files
                                                  ? Symmetry{mirror_files, mirror_ranks, false}
                                                  : Symmetry{mirror_ranks, mirror_files, true};
  }
  return symmetries;
}
inline constexpr std::array kToRepresentative{to_representative(SymmetryGroup::Files),
                                              to_representative(SymmetryGroup::Full)};

}  // namespace symmetry_tables

// The symmetry that takes a square to its representative. On a diagonal of the full group two do; this one does not
// transpose.
constexpr Symmetry to_representative(SymmetryGroup group, Square square) {
  return symmetry_tables::kToRepresentative[static_cast<std::size_t>(group)][static_cast<std::size_t>(square.index())];
}

// The symmetry that keeps every square of the representatives' diagonal (v = u) where it is.
inline constexpr Symmetry kTransposition{false, false, true};

}  // namespace jetan
