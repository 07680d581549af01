#include "tbgen/conversions.hpp"

#include <string>

namespace jetan {

Ending ending_of(const Layout& layout) {
  std::array<std::string, 2> letters{"R", "R"};
  for (const Piece piece : layout.pieces()) letters[to_index(piece.side)] += letter(piece.kind);
  return Ending::parse(letters[0] + "v" + letters[1]).value();
}

bool wins_arrive_at_once(const RuleSet& rules, const Ending& before, const Ending& after) {
  if (!count_runs(rules, before)) return false;
  return !count_runs(rules, after) || rules.count->on_capture == OnCapture::Restart;
}

}  // namespace jetan
