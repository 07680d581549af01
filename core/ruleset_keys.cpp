#include "core/ruleset_keys.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace jetan {
namespace {

using Words = std::vector<std::string_view>;

Words step_count_words() { return {"exact", "up-to"}; }

// Gathers the keys. A key's member is given as a function from the rule set, const or not, to a reference.
class KeyTable {
 public:
  void section(std::string_view name) {
    section_ = name;
    of_running_count_ = false;
  }

  template <class Member>
  void number(std::string_view key, int least, int most, Member member) {
    RuleKey& added = add(key, RuleKey::Type::Number, {}, member);
    added.least = least;
    added.most = most;
  }
  template <class Member>
  void truth(std::string_view key, Member member) {
    add(key, RuleKey::Type::Truth, {"false", "true"}, member);
  }
  // words: in the order of the enumeration's values, or the word for false before the one for true.
  template <class Member>
  void word(std::string_view key, Words words, Member member) {
    add(key, RuleKey::Type::Word, std::move(words), member);
  }
  template <class Member>
  void listed_number(std::string_view key, Words words, Member member) {
    add(key, RuleKey::Type::ListedNumber, std::move(words), member);
  }

  // The key that says whether there is a count; the keys that follow in its section hold only where there is.
  void enabled_count() {
    RuleKey& added = add_bare("enabled", RuleKey::Type::Truth, {"false", "true"});
    added.get = [](const RuleSet& rules) { return rules.count ? 1 : 0; };
    added.set = [](RuleSet& rules, int value) { rules.count = value ? std::optional(Count{}) : std::nullopt; };
    of_running_count_ = true;
  }

  std::vector<RuleKey> take() { return std::move(keys_); }

 private:
  template <class Member>
  RuleKey& add(std::string_view key, RuleKey::Type type, Words words, Member member) {
    RuleKey& added = add_bare(key, type, std::move(words));
    added.get = [member](const RuleSet& rules) { return static_cast<int>(member(rules)); };
    added.set = [member](RuleSet& rules, int value) {
      auto& target = member(rules);
      target = static_cast<std::remove_reference_t<decltype(target)>>(value);
    };
    return added;
  }

  RuleKey& add_bare(std::string_view key, RuleKey::Type type, Words words) {
    RuleKey& added = keys_.emplace_back();
    added.section = section_;
    added.key = key;
    added.type = type;
    added.words = std::move(words);
    added.of_running_count = of_running_count_;
    return added;
  }

  std::string_view section_;
  bool of_running_count_ = false;
  std::vector<RuleKey> keys_;
};

void add_stepping(KeyTable& table, PieceKind kind) {
  const std::size_t k = to_index(kind);
  table.number(
      "steps", 1, 4, [k](auto& rules) -> auto& { return rules.stepping[k].steps; });
  table.word(
      "count", step_count_words(), [k](auto& rules) -> auto& { return rules.stepping[k].count; });
  table.word(
      "directions",
      {"orthogonal", "diagonal", "any"}, [k](auto& rules) -> auto& { return rules.stepping[k].directions; });
  table.word(
      "turning", {"combine", "one-kind", "straight"}, [k](auto& rules) -> auto& { return rules.stepping[k].turning; });
  table.truth(
      "jumps", [k](auto& rules) -> auto& { return rules.stepping[k].jumps; });
}

void add_captures(KeyTable& table, PieceKind kind) {
  table.truth(
      "captures", [k = to_index(kind)](auto& rules) -> auto& { return rules.captures[k]; });
}

void add_value(KeyTable& table, PieceKind kind) {
  table.number(
      "value", 0, 1000, [k = to_index(kind)](auto& rules) -> auto& { return rules.values[k]; });
}

void add_stepping_piece(KeyTable& table, std::string_view section, PieceKind kind) {
  table.section(section);
  add_stepping(table, kind);
  add_captures(table, kind);
  add_value(table, kind);
}

void add_princess(KeyTable& table) {
  table.section("princess");
  add_stepping(table, PieceKind::Princess);
  add_value(table, PieceKind::Princess);
  table.word(
      "threatened", {"allowed", "forbidden"}, [](auto& rules) -> auto& { return rules.threatened_forbidden; });
  table.word(
      "departure", {"occupied", "empty"}, [](auto& rules) -> auto& { return rules.departure_counts_empty; });
  table.word(
      "courage", {"brave", "frightened"}, [](auto& rules) -> auto& { return rules.princess_frightened; });
  table.word(
      "escape", {"none", "any-square", "straight", "one-kind"}, [](auto& rules) -> auto& { return rules.escape; });
}

void add_thoat(KeyTable& table) {
  table.section("thoat");
  table.word(
      "move", {"straight-first", "either-order", "jump"}, [](auto& rules) -> auto& { return rules.thoat; });
  table.word(
      "count", step_count_words(), [](auto& rules) -> auto& { return rules.thoat_count; });
  add_captures(table, PieceKind::Thoat);
  add_value(table, PieceKind::Thoat);
}

void add_panthan(KeyTable& table) {
  table.section("panthan");
  table.listed_number(
      "directions", {"5", "7"}, [](auto& rules) -> auto& { return rules.panthan; });
  add_captures(table, PieceKind::Panthan);
  add_value(table, PieceKind::Panthan);
}

void add_end(KeyTable& table) {
  table.section("end");
  table.word(
      "chief-taken", {"draw", "piece-lost", "win"}, [](auto& rules) -> auto& { return rules.chief_taken; });
  table.word(
      "no-move", {"loss", "draw", "loss-if-threatened"}, [](auto& rules) -> auto& { return rules.no_move; });
}

void add_count(KeyTable& table) {
  table.section("count");
  table.enabled_count();
  table.number(
      "max-pieces", 1, 8, [](auto& rules) -> auto& { return rules.count->max_pieces; });
  table.word(
      "equal", {"any", "number", "value", "same"}, [](auto& rules) -> auto& { return rules.count->equal; });
  table.number(
      "plies", 1, 50, [](auto& rules) -> auto& { return rules.count->plies; });
  table.word(
      "on-capture", {"continue", "restart"}, [](auto& rules) -> auto& { return rules.count->on_capture; });
}

std::vector<RuleKey> make_rule_keys() {
  KeyTable table;
  add_stepping_piece(table, "chief", PieceKind::Chief);
  add_princess(table);
  add_stepping_piece(table, "flier", PieceKind::Flier);
  add_stepping_piece(table, "dwar", PieceKind::Dwar);
  add_thoat(table);
  add_stepping_piece(table, "warrior", PieceKind::Warrior);
  add_stepping_piece(table, "padwar", PieceKind::Padwar);
  add_panthan(table);
  add_end(table);
  add_count(table);
  table.section("board");
  table.word(
      "array", {"point-symmetric", "mirrored"}, [](auto& rules) -> auto& { return rules.array; });
  return table.take();
}

}  // namespace

const std::vector<RuleKey>& rule_keys() {
  static const std::vector<RuleKey> keys = make_rule_keys();
  return keys;
}

std::vector<std::string_view> rule_sections() {
  std::vector<std::string_view> sections;
  for (const RuleKey& key : rule_keys()) {
    if (sections.empty() || sections.back() != key.section) sections.push_back(key.section);
  }
  return sections;
}

std::string RuleKey::written(int value) const {
  if (type == Type::Number) return std::to_string(value);
  const std::string_view word = words.at(static_cast<std::size_t>(value));
  return type == Type::Word ? fmt::format("\"{}\"", word) : std::string(word);
}

std::string RuleKey::allowed() const {
  if (type == Type::Number) return fmt::format("a whole number from {} to {}", least, most);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += written(static_cast<int>(i));
  }
  return text;
}

}  // namespace jetan
