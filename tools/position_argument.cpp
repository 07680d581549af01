#include "tools/position_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace jetan::tool {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

Result<Position> read_position(const Game& game, std::string_view text) {
  const auto position = game.parse_position(text);
  if (!position) return position;
  if (const auto checked = game.check(*position); !checked) return tl::unexpected(checked.error());
  return with_count(game, *position);
}

Position with_count(const Game& game, Position position) {
  if (!position.count && game.count_runs(position)) position.count = game.rules().count->plies;
  return position;
}

}  // namespace jetan::tool
