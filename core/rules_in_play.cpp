#include "core/rules_in_play.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>

namespace jetan {
namespace {

bool is_there(const Ending& ending, PieceKind kind) {
  return ending.count(Side::Black, kind) + ending.count(Side::Orange, kind) > 0;
}

bool has_taker(const RuleSet& rules, const Ending& ending, Side side, bool chief_too) {
  return std::any_of(kAllPieceKinds.begin(), kAllPieceKinds.end(), [&](PieceKind kind) {
    return (chief_too || kind != PieceKind::Chief) && rules.captures[to_index(kind)] && ending.count(side, kind) > 0;
  });
}

bool something_threatens(const RuleSet& rules, const Ending& ending) {
  return has_taker(rules, ending, Side::Black, true) || has_taker(rules, ending, Side::Orange, true);
}

bool another_piece_takes_a_chief(const RuleSet& rules, const Ending& ending) {
  return std::any_of(kSides.begin(), kSides.end(), [&](Side side) {
    return ending.count(side, PieceKind::Chief) > 0 && has_taker(rules, ending, opponent(side), false);
  });
}

// The kind of piece whose section it is.
std::optional<PieceKind> kind_of_section(std::string_view section) {
  for (const PieceKind kind : kAllPieceKinds) {
    const std::string_view english = name(kind);
    if (section.substr(1) == english.substr(1) && std::toupper(section[0]) == english[0]) return kind;
  }
  return std::nullopt;
}

// The keys that are in play only through where the count runs, and the count's own.
bool concerns_the_count(const RuleKey& key) { return key.section == "count" || key.key == "value"; }

bool in_play(const RuleKey& key, const RuleSet& rules, const Ending& ending, Escapes escapes) {
  if (key.section == "board") return false;
  if (key.key == "chief-taken") return another_piece_takes_a_chief(rules, ending);
  if (const auto kind = kind_of_section(key.section); kind && !is_there(ending, *kind)) return false;
  if (key.section != "princess") return true;
  if (key.key == "escape") return escapes.black || escapes.orange;
  if (key.key == "threatened" || key.key == "courage") return something_threatens(rules, ending);
  if (key.key == "departure") {
    return (rules.threatened_forbidden || rules.princess_frightened) && something_threatens(rules, ending);
  }
  return true;
}

// What of the count is in play.
struct CountInPlay {
  std::set<Ending> runs_in;
  std::optional<int> plies;             // where it runs at all
  std::optional<OnCapture> on_capture;  // where a capture leads from one of these to another
  friend bool operator==(const CountInPlay&, const CountInPlay&) = default;
};

CountInPlay count_in_play(const RuleSet& rules, const Ending& ending) {
  CountInPlay count;
  if (!rules.count) return count;
  std::set<Ending> seen{ending};
  std::vector<Ending> open{ending};
  while (!open.empty()) {
    const Ending before = open.back();
    open.pop_back();
    const bool runs = count_runs(rules, before);
    if (runs) {
      count.runs_in.insert(before);
      count.plies = rules.count->plies;
    }
    for (const Ending& after : after_capture(rules, before)) {
      if (runs && count_runs(rules, after)) count.on_capture = rules.count->on_capture;
      if (seen.insert(after).second) open.push_back(after);
    }
  }
  return count;
}

const RuleKey& count_key(std::string_view name) {
  return *std::find_if(rule_keys().begin(), rule_keys().end(),
                       [&](const RuleKey& key) { return key.section == "count" && key.key == name; });
}

std::vector<std::string> names_of(const std::set<Ending>& endings) {
  std::vector<std::string> names;
  for (const Ending& ending : endings) names.push_back(ending.name());
  return names;
}

// Of two counts that run in different endings: the largest ending that tells them apart.
RuleDifference difference_in_endings(const std::set<Ending>& a, const std::set<Ending>& b) {
  std::vector<Ending> differing;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(differing));
  const Ending& ending =
      *std::max_element(differing.begin(), differing.end(),
                        [](const Ending& one, const Ending& other) { return one.pieces() < other.pieces(); });
  const auto meaning = [&](const std::set<Ending>& endings) {
    return fmt::format("it {} in {}", endings.contains(ending) ? "runs" : "doesn't run", ending.name());
  };
  return {"count", "", std::string(count_key("enabled").subject), "", "", meaning(a), meaning(b)};
}

}  // namespace

std::string rules_in_play(const RuleSet& rules, const Ending& ending, Escapes escapes) {
  std::string text;
  for (const RuleKey& key : rule_keys()) {
    if (concerns_the_count(key) || !in_play(key, rules, ending, escapes)) continue;
    text += fmt::format("{}.{} = {}\n", key.section, key.key, key.written(key.get(rules)));
  }
  const CountInPlay count = count_in_play(rules, ending);
  text += fmt::format("count.runs = \"{}\"\n", fmt::join(names_of(count.runs_in), " "));
  for (const auto& [key, is_in_play] :
       {std::pair("plies", count.plies.has_value()), std::pair("on-capture", count.on_capture.has_value())}) {
    if (is_in_play) text += fmt::format("count.{} = {}\n", key, count_key(key).written(count_key(key).get(rules)));
  }
  return text;
}

RuleComparison::RuleComparison(const RuleSet& a, const RuleSet& b) : a_(a), b_(b) {
  for (const RuleKey& key : rule_keys()) {
    const bool of_both = key.applies_to(a) && key.applies_to(b);
    if (of_both && key.get(a) == key.get(b)) continue;
    if (concerns_the_count(key)) {
      counts_differ_ = true;
    } else {
      differing_.push_back(&key);
    }
  }
}

// A key in play under one rule set alone is so by grace of another key, which is in play under both and differs.
bool RuleComparison::alike(const Ending& ending, Escapes escapes) const {
  const bool differ = std::any_of(differing_.begin(), differing_.end(),
                                  [&](const RuleKey* key) { return in_play(*key, a_, ending, escapes); });
  return !differ && (!counts_differ_ || count_in_play(a_, ending) == count_in_play(b_, ending));
}

std::vector<RuleDifference> RuleComparison::differences(const Ending& ending, Escapes escapes) const {
  std::vector<RuleDifference> found;
  for (const RuleKey* key : differing_) {
    if (in_play(*key, a_, ending, escapes)) found.push_back(difference(*key, a_, b_));
  }
  // Other differences change which endings can come up: where the count runs is only compared where there are none.
  if (!counts_differ_ || !found.empty()) return found;
  const CountInPlay of_a = count_in_play(a_, ending);
  const CountInPlay of_b = count_in_play(b_, ending);
  if (of_a.runs_in != of_b.runs_in) {
    found.push_back(difference_in_endings(of_a.runs_in, of_b.runs_in));
    return found;
  }
  if (of_a.plies != of_b.plies) found.push_back(difference(count_key("plies"), a_, b_));
  if (of_a.on_capture != of_b.on_capture) found.push_back(difference(count_key("on-capture"), a_, b_));
  return found;
}

}  // namespace jetan
