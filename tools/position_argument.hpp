// Positions as people give them on the command line or a line of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace jetan::tool {

// A position is one quoted argument or up to so many separate words.
inline constexpr int kPositionWords = 4;
std::string joined(const std::vector<std::string>& words);

// "startpos" is the rule set's array with the escapes the rules have. Where the rules run a count and the text states
// none, the full count is filled in. Errors: BadPosition.
Result<Position> read_position(const Game& game, std::string_view text);

// The position with its count stated: full where one runs and none is.
Position with_count(const Game& game, Position position);

}  // namespace jetan::tool
