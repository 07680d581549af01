// Boards as numbers, for NumPy: squares in plain order (a1, b1, … j1, a2, … j10), a byte each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/position.hpp"

namespace jetan::python {

// 0: empty; 1 to 8: Black's C R F D T W A P; 9 to 16: Orange's.
constexpr std::uint8_t board_code(Piece piece) {
  return static_cast<std::uint8_t>(1 + kPieceKinds * to_index(piece.side) + to_index(piece.kind));
}
constexpr std::optional<Piece> piece_of_board_code(std::int64_t code) {
  if (code < 1 || code > 2 * kPieceKinds) return std::nullopt;
  return Piece{code <= kPieceKinds ? Side::Black : Side::Orange, static_cast<PieceKind>((code - 1) % kPieceKinds)};
}

constexpr Square plain_square(int number) { return Square::at(number % kFiles, number / kFiles); }
constexpr int plain_number(Square square) { return kFiles * square.rank() + square.file(); }

}  // namespace jetan::python
