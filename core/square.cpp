#include "core/square.hpp"

namespace jetan {

std::optional<Square> Square::parse(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'j') return std::nullopt;
  int rank = 0;
  if (text.size() == 3) {
    if (text[1] != '1' || text[2] != '0') return std::nullopt;
    rank = 9;
  } else {
    if (text[1] < '1' || text[1] > '9') return std::nullopt;
    rank = text[1] - '1';
  }
  return at(text[0] - 'a', rank);
}

std::string Square::name() const { return static_cast<char>('a' + file()) + std::to_string(rank() + 1); }

}  // namespace jetan
