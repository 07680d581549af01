// Sides, kinds of piece, and their letters.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace jetan {

enum class Side : std::uint8_t { Black, Orange };
inline constexpr std::array kSides{Side::Black, Side::Orange};

constexpr Side opponent(Side side) { return side == Side::Black ? Side::Orange : Side::Black; }
constexpr std::size_t to_index(Side side) { return static_cast<std::size_t>(side); }

// In the order in which an ending's name lists them: C R F D T W A P.
enum class PieceKind : std::uint8_t { Chief, Princess, Flier, Dwar, Thoat, Warrior, Padwar, Panthan };
inline constexpr int kPieceKinds = 8;
inline constexpr std::array kAllPieceKinds{PieceKind::Chief,  PieceKind::Princess, PieceKind::Flier,
                                           PieceKind::Dwar,   PieceKind::Thoat,    PieceKind::Warrior,
                                           PieceKind::Padwar, PieceKind::Panthan};
constexpr std::size_t to_index(PieceKind kind) { return static_cast<std::size_t>(kind); }

// How many of each kind a side has in the array, by kind.
inline constexpr std::array<int, kPieceKinds> kArrayCounts{1, 1, 2, 2, 2, 2, 2, 8};

// How many of each kind a side has; no more than squares.
using PieceCounts = std::array<std::int8_t, kPieceKinds>;
// The same as a number, by which counts are told apart: a byte a kind.
constexpr std::uint64_t number_of(const PieceCounts& counts) { return std::bit_cast<std::uint64_t>(counts); }
// The number of one piece of a kind.
constexpr std::uint64_t number_of_one(PieceKind kind) {
  PieceCounts one{};
  one[to_index(kind)] = 1;
  return number_of(one);
}
// How many pieces that is: the bytes' sum, which the product has in its highest byte.
constexpr int total(const PieceCounts& counts) {
  return static_cast<int>(number_of(counts) * 0x0101'0101'0101'0101ULL >> 56);
}

// The upper-case letter of a kind, and back (upper case only).
constexpr char letter(PieceKind kind) { return "CRFDTWAP"[to_index(kind)]; }
std::optional<PieceKind> kind_of_letter(char upper);

// The English name: "Chief", "Princess", …
const char* name(PieceKind kind);
const char* name(Side side);

struct Piece {
  Side side = Side::Black;
  PieceKind kind = PieceKind::Chief;
  friend constexpr bool operator==(Piece, Piece) = default;
};

// The letter in a position: upper case Black, lower case Orange.
char letter(Piece piece);
std::optional<Piece> piece_of_letter(char letter);

}  // namespace jetan
