// What a table says of a position, in words and as JSON. Positions have their count stated (see read_position).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/tablebase.hpp"
#include "tools/json_output.hpp"

namespace jetan::tool {

// "win in 5 plies", "draw".
std::string in_plies(Value value);

// The same, but under the count "win, needing 3 of the 10 plies left on the count".
std::string value_in_words(const Position& position, Value value, Metric metric);

// With the best move, or why there is none: "win in 5 plies: e5-h8", "loss in 0 plies: no legal move".
std::string answer_in_words(const Game& game, const Position& position, const Answer& answer);

// The moves in their order, one an indented line.
std::string moves_as_table(const std::vector<MoveValue>& moves);

// The same position otherwise counted.
struct OtherCounts {
  Value full;                    // with all the plies of the rules' count left
  std::optional<Value> without;  // under the same rules without the count; nothing: not known
};

// "8 of 10 plies left on the count; with all 10: win, needing 9; without the count: win in 9 plies". What isn't known
// is said to be so, and then `remedy`.
std::string counts_in_words(const Position& position, const OtherCounts& others, int full_count,
                            const std::string& remedy);

// The plies left on the count, null where none runs.
Json count_as_json(const Position& position);

// Appends "outcome" and "plies" (null in a draw) to an object.
void put_value(Json& json, Value value);

// {"position","outcome","plies","metric","count","best"}, and with_moves "moves".
Json answer_as_json(const Position& position, const Answer& answer, bool with_moves);

// Appends "full_count" and "without_count", each {"outcome","plies"} or null.
void put_other_counts(Json& json, const std::optional<OtherCounts>& others);

}  // namespace jetan::tool
