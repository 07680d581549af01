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

std::string counts_in_words(const Position& position, const OtherCounts& others, int full_count,
                            const std::string& remedy) {
  std::string text = fmt::format("{} of {} left on the count", *position.count, plies_text(full_count));
  if (*position.count < full_count) {
    text += fmt::format("; with all {}: {}", full_count, name(others.full.outcome));
    if (others.full.outcome == Outcome::Win) text += fmt::format(", needing {}", others.full.plies);
    if (others.full.outcome == Outcome::Loss) text += fmt::format(", the opponent needing {}", others.full.plies);
  }
  return text +
         "; without the count: " + (others.without ? in_plies(*others.without) : fmt::format("not known; {}", remedy));
}

Json count_as_json(const Position& position) { return position.count ? Json(*position.count) : Json(); }

void put_value(Json& json, Value value) {
  json["outcome"] = name(value.outcome);
  json["plies"] = value.outcome == Outcome::Draw ? Json() : Json(value.plies);
}

Json answer_as_json(const Position& position, const Answer& answer, bool with_moves) {
  Json json;
  json["position"] = position.to_string();
  put_value(json, answer.value);
  json["metric"] = name(answer.metric);
  json["count"] = count_as_json(position);
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

void put_other_counts(Json& json, const std::optional<OtherCounts>& others) {
  json["full_count"] = nullptr;
  json["without_count"] = nullptr;
  if (!others) return;
  put_value(json["full_count"], others->full);
  if (others->without) put_value(json["without_count"], *others->without);
}

}  // namespace jetan::tool
