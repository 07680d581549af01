#include "core/piece.hpp"

namespace jetan {

std::optional<PieceKind> kind_of_letter(char upper) {
  for (const PieceKind kind : kAllPieceKinds) {
    if (letter(kind) == upper) return kind;
  }
  return std::nullopt;
}

const char* name(PieceKind kind) {
  static constexpr std::array<const char*, kPieceKinds> kNames{"Chief", "Princess", "Flier",  "Dwar",
                                                               "Thoat", "Warrior",  "Padwar", "Panthan"};
  return kNames[to_index(kind)];
}

const char* name(Side side) { return side == Side::Black ? "Black" : "Orange"; }

char letter(Piece piece) {
  const char upper = letter(piece.kind);
  return piece.side == Side::Black ? upper : static_cast<char>(upper - 'A' + 'a');
}

std::optional<Piece> piece_of_letter(char letter) {
  const bool lower = letter >= 'a' && letter <= 'z';
  const auto kind = kind_of_letter(lower ? static_cast<char>(letter - 'a' + 'A') : letter);
  if (!kind) return std::nullopt;
  return Piece{lower ? Side::Orange : Side::Black, *kind};
}

}  // namespace jetan
