#include "tools/answer_text.hpp"

#include <fmt/format.h>

#include "tools/plain_text.hpp"

namespace jetan::tool {

std::string in_plies(Value value) {
  return value.outcome == Outcome::Draw ? "draw"
                                        : fmt::format("{} in {}", name(value.outcome), plies_text(value.plies));
}

std::string value_in_words(const Position& position, Value value, Metric metric) {
  if (metric == Metric::Win || value.outcome == Outcome::Draw || value.plies == 0 || !position.count) {
    return in_plies(value);
  }
  return fmt::format("{} {} of the {} left on the count",
                     value.outcome == Outcome::Win ? "win, needing" : "loss, the opponent needing", value.plies,
                     plies_text(*position.count));
}

std::string answer_in_words(const Game& game, const Position& position, const Answer& answer) {
  const std::string value = value_in_words(position, answer.value, answer.metric);
  if (game.over(position)) {
    return fmt::format("{}: {}", value, game.has_legal_move(position) ? "the count has run out" : "no legal move");
  }
  return answer.best() ? fmt::format("{}: {}", value, answer.best()->to_string()) : value;
}

std::string moves_as_table(const std::vector<MoveValue>& moves) {
  std::string text;
  for (const MoveValue& move : moves) {
    text += fmt::format("  {:<8} {}\n", move.move.to_string(), in_plies(move.value));
  }
  return text;
}

void put_value(Json& json, Value value) {
  json["outcome"] = name(value.outcome);
  json["plies"] = value.outcome == Outcome::Draw ? Json() : Json(value.plies);
}

Json answer_as_json(const Position& position, const Answer& answer, bool with_moves) {
  Json json;
  json["position"] = position.to_string();
  put_value(json, answer.value);
  json["metric"] = name(answer.metric);
  json["best"] = answer.best() ? Json(answer.best()->to_string()) : Json();
  if (!with_moves) return json;
  json["moves"] = Json::array();
  for (const MoveValue& move : answer.moves) {
    Json& entry = json["moves"].emplace_back();
    entry["move"] = move.move.to_string();
    put_value(entry, move.value);
  }
  return json;
}

}  // namespace jetan::tool
