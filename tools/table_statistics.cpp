#include "tools/table_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tools/failure.hpp"
#include "tools/plain_text.hpp"
#include "tools/position_argument.hpp"

namespace jetan::tool {
namespace {

using Number = SideStatistics::Number;

// The numbers of an outcome, by plies.
std::map<int, Number> by_plies(const SideStatistics& statistics, Outcome outcome) {
  std::map<int, Number> numbers;
  for (const auto& [code, number] : statistics.values) {
    if (const Value value = decode(code); value.outcome == outcome) numbers[value.plies] = number;
  }
  return numbers;
}

PositionIndex total(const std::map<int, Number>& numbers, PositionIndex Number::*of) {
  PositionIndex sum = 0;
  for (const auto& entry : numbers) sum += entry.second.*of;
  return sum;
}

PositionIndex total(const SideStatistics& statistics, PositionIndex Number::*of) {
  PositionIndex sum = 0;
  for (const auto& entry : statistics.values) sum += entry.second.*of;
  return sum;
}

SideToMoveStatistics side_statistics(const Tablebase& tables, const TableId& id, Side to_move) {
  // Where the table holds only one side to move, this one is found with the sides exchanged.
  const bool exchanged = to_move == Side::Orange && id.ending.equal_sides();
  const TableId stored{id.ending, exchanged ? id.escapes.swapped() : id.escapes};
  const auto file = take(tables.table(stored));
  const TableInfo& info = file->info();
  const Side stored_side = exchanged ? Side::Black : to_move;
  const auto place = std::find(info.sides.begin(), info.sides.end(), stored_side) - info.sides.begin();

  SideToMoveStatistics result{id,
                              to_move == Side::Black ? 1 : 2,
                              info.metric,
                              info.positions,
                              info.statistics.at(static_cast<std::size_t>(place)),
                              {},
                              {}};
  const auto longest = [&](Outcome outcome) -> std::optional<SideToMoveStatistics::Longest> {
    const auto numbers = by_plies(result.numbers, outcome);
    if (numbers.empty()) return std::nullopt;
    const auto& [plies, number] = *numbers.rbegin();
    Position position = file->planes().position(number.first_cell).value();  // opening checked that there is one
    position.to_move = stored_side;
    position.escapes = stored.escapes;
    return {{plies, with_count(tables.game(), exchanged ? turned_over(position) : position)}};
  };
  result.longest_win = longest(Outcome::Win);
  result.longest_loss = longest(Outcome::Loss);
  return result;
}

// {"draw":n,"win":{"1":n},"loss":{"2":n}}
Json histograms(const SideStatistics& statistics, PositionIndex Number::*of) {
  Json json;
  json["draw"] = total(by_plies(statistics, Outcome::Draw), of);
  for (const Outcome outcome : {Outcome::Win, Outcome::Loss}) {
    Json& histogram = json[name(outcome)] = Json::object();
    for (const auto& [plies, number] : by_plies(statistics, outcome)) histogram[std::to_string(plies)] = number.*of;
  }
  return json;
}

Json longest_as_json(const std::optional<SideToMoveStatistics::Longest>& longest) {
  if (!longest) return nullptr;
  return {{"plies", longest->plies}, {"position", longest->position.to_string()}};
}

// The letters of the side to move and what is known of the escapes: "CR to move, escapes R-".
std::string heading(const SideToMoveStatistics& side) {
  const std::string name = side.table.ending.name();
  const std::size_t v = name.find('v');
  const bool first = side.to_move == 1;
  return fmt::format("escapes {}, {} side ({}) to move", escape_state(side.table.escapes), first ? "first" : "second",
                     first ? name.substr(0, v) : name.substr(v + 1));
}

std::string row(std::string_view label, Number number, const SideToMoveStatistics& side, PositionIndex placements) {
  const auto percent = [](PositionIndex part, PositionIndex whole) {
    return whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return fmt::format("  {:<9} {:>18} {:>6.2f}% {:>20} {:>6.2f}%\n", label, with_commas(number.unique),
                     percent(number.unique, side.positions), with_commas(number.placements),
                     percent(number.placements, placements));
}

std::string side_as_text(const SideToMoveStatistics& side) {
  const PositionIndex placements = total(side.numbers, &Number::placements);
  std::string text = fmt::format("\n{}\n  {:<9} {:>18} {:>7} {:>20}\n", heading(side), "", "unique", "", "placements");
  text += row("all", {side.positions, placements, 0}, side, placements);
  for (const Outcome outcome : {Outcome::Win, Outcome::Draw, Outcome::Loss}) {
    const auto numbers = by_plies(side.numbers, outcome);
    text +=
        row(name(outcome), {total(numbers, &Number::unique), total(numbers, &Number::placements), 0}, side, placements);
    if (outcome == Outcome::Draw) continue;
    for (const auto& [plies, number] : numbers) {
      text += row(fmt::format("{:>4} {:>3}", name(outcome), plies), number, side, placements);
    }
  }
  for (const auto& [what, longest] : {std::pair("win", side.longest_win), std::pair("loss", side.longest_loss)}) {
    if (longest)
      text += fmt::format("  longest {}: {}, {}\n", what, plies_text(longest->plies), longest->position.to_string());
  }
  return text;
}

}  // namespace

std::vector<SideToMoveStatistics> ending_statistics(const Tablebase& tables, const Ending& ending) {
  std::vector<SideToMoveStatistics> all;
  for (const Escapes escapes : escape_states(tables.game().rules())) {
    for (const Side to_move : kSides) all.push_back(side_statistics(tables, {ending, escapes}, to_move));
  }
  return all;
}

Json as_json(const Game& game, const SideToMoveStatistics& side) {
  return {{"rules", game.rules().name},
          {"ending", side.table.ending.name()},
          {"escapes", escape_state(side.table.escapes)},
          {"to_move", side.to_move},
          {"metric", name(side.metric)},
          {"positions", side.positions},
          {"placements", total(side.numbers, &Number::placements)},
          {"unique", histograms(side.numbers, &Number::unique)},
          {"weighted", histograms(side.numbers, &Number::placements)},
          {"longest", {{"win", longest_as_json(side.longest_win)}, {"loss", longest_as_json(side.longest_loss)}}}};
}

std::string as_text(const Game& game, const std::vector<SideToMoveStatistics>& statistics) {
  if (statistics.empty()) return {};
  const SideToMoveStatistics& first = statistics.front();
  std::string text = fmt::format("{} under rules {}; {}\n", first.table.ending.name(), game.rules().name,
                                 first.metric == Metric::Win ? "wins and losses by plies to the end of the game"
                                                             : "wins and losses by the plies of the count they need");
  for (const SideToMoveStatistics& side : statistics) text += side_as_text(side);
  return text;
}

}  // namespace jetan::tool
