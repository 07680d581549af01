#include "core/ruleset_keys.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace jetan {
namespace {

// A word that may stand in a file, and what it means for play.
struct Choice {
  std::string_view word;
  std::string_view meaning;
};
using Choices = std::vector<Choice>;

// Gathers the keys. A key's member is given as a function from the rule set, const or not, to a reference.
class KeyTable {
 public:
  void section(std::string_view name, std::string_view subject) {
    section_ = name;
    subject_ = subject;
    of_running_count_ = false;
  }
  // Of the keys that follow in the section.
  void subject(std::string_view subject) { subject_ = subject; }

  template <class Member>
  void number(std::string_view key, int least, int most, std::string_view meaning, Member member) {
    RuleKey& added = add(key, RuleKey::Type::Number, {}, member);
    added.least = least;
    added.most = most;
    added.meanings = {meaning};
  }
  template <class Member>
  void truth(std::string_view key, std::string_view if_false, std::string_view if_true, Member member) {
    add(key, RuleKey::Type::Truth, {{"false", if_false}, {"true", if_true}}, member);
  }
  // choices: in the order of the enumeration's values, or the one for false before the one for true.
  template <class Member>
  void word(std::string_view key, const Choices& choices, Member member) {
    add(key, RuleKey::Type::Word, choices, member);
  }
  template <class Member>
  void listed_number(std::string_view key, const Choices& choices, Member member) {
    add(key, RuleKey::Type::ListedNumber, choices, member);
  }

  // The key that says whether there is a count; the keys that follow in its section hold only where there is.
  void enabled_count() {
    RuleKey& added = add_bare(
        "enabled", RuleKey::Type::Truth,
        {{"false", "moves are not counted"}, {"true", "the game is drawn when the count has run out without a win"}});
    added.get = [](const RuleSet& rules) { return rules.count ? 1 : 0; };
    added.set = [](RuleSet& rules, int value) { rules.count = value ? std::optional(Count{}) : std::nullopt; };
    of_running_count_ = true;
  }

  std::vector<RuleKey> take() { return std::move(keys_); }

 private:
  template <class Member>
  RuleKey& add(std::string_view key, RuleKey::Type type, const Choices& choices, Member member) {
    RuleKey& added = add_bare(key, type, choices);
    added.get = [member](const RuleSet& rules) { return static_cast<int>(member(rules)); };
    added.set = [member](RuleSet& rules, int value) {
      auto& target = member(rules);
      target = static_cast<std::remove_reference_t<decltype(target)>>(value);
    };
    return added;
  }

  RuleKey& add_bare(std::string_view key, RuleKey::Type type, const Choices& choices) {
    RuleKey& added = keys_.emplace_back();
    added.section = section_;
    added.key = key;
    added.subject = subject_;
    added.type = type;
    for (const Choice& choice : choices) {
      added.words.push_back(choice.word);
      added.meanings.push_back(choice.meaning);
    }
    added.of_running_count = of_running_count_;
    return added;
  }

  std::string_view section_;
  std::string_view subject_;
  bool of_running_count_ = false;
  std::vector<RuleKey> keys_;
};

void add_stepping(KeyTable& table, PieceKind kind) {
  const std::size_t k = to_index(kind);
  table.number(
      "steps", 1, 4, "steps of a move", [k](auto& rules) -> auto& { return rules.stepping[k].steps; });
  table.word(
      "count", {{"exact", "all the steps must be made"}, {"up-to", "the move may end after any of them"}},
      [k](auto& rules) -> auto& { return rules.stepping[k].count; });
  table.word(
      "directions",
      {{"orthogonal", "orthogonal steps"}, {"diagonal", "diagonal steps"}, {"any", "orthogonal and diagonal steps"}},
      [k](auto& rules) -> auto& { return rules.stepping[k].directions; });
  table.word(
      "turning",
      {{"combine", "each step in any of the directions"},
       {"one-kind", "orthogonal steps or diagonal steps, not both in one move"},
       {"straight", "all steps of a move in one direction"}},
      [k](auto& rules) -> auto& { return rules.stepping[k].turning; });
  table.truth(
      "jumps", "pieces that stand on the squares between block it",
      "it passes over pieces that stand on the squares between", [k](auto& rules) -> auto& {
        return rules.stepping[k].jumps;
      });
}

void add_captures(KeyTable& table, PieceKind kind) {
  table.truth(
      "captures", "it takes nothing",
      "it takes enemy pieces", [k = to_index(kind)](auto& rules) -> auto& { return rules.captures[k]; });
}

void add_value(KeyTable& table, PieceKind kind) {
  table.number(
      "value", 0, 1000,
      "what it counts for where sides are compared by value", [k = to_index(kind)](auto& rules) -> auto& {
        return rules.values[k];
      });
}

void add_stepping_piece(KeyTable& table, std::string_view section, PieceKind kind) {
  table.section(section, name(kind));
  add_stepping(table, kind);
  add_captures(table, kind);
  add_value(table, kind);
}

void add_princess(KeyTable& table) {
  table.section("princess", name(PieceKind::Princess));
  add_stepping(table, PieceKind::Princess);
  add_value(table, PieceKind::Princess);
  table.word(
      "threatened",
      {{"allowed", "she may end her move where an enemy piece could then take her"},
       {"forbidden", "she may not end her move where an enemy piece could then take her"}},
      [](auto& rules) -> auto& { return rules.threatened_forbidden; });
  table.word(
      "departure",
      {{"occupied", "where threats are looked for, she still stands on the square she left too, and it shelters her"},
       {"empty", "where threats are looked for, the square she left is empty"}},
      [](auto& rules) -> auto& { return rules.departure_counts_empty; });
  table.word(
      "courage",
      {{"brave", "she may pass over threatened squares"}, {"frightened", "she may not pass over threatened squares"}},
      [](auto& rules) -> auto& { return rules.princess_frightened; });
  table.word(
      "escape",
      {{"none", "there is no escape"},
       {"any-square", "once a game she goes to any empty square (ten steps, with jumps, reach them all)"},
       {"straight", "once a game she goes to any empty square on a queen's line"},
       {"one-kind", "once a game ten orthogonal or ten diagonal steps: to any empty square of her square's colour"}},
      [](auto& rules) -> auto& { return rules.escape; });
}

void add_thoat(KeyTable& table) {
  table.section("thoat", name(PieceKind::Thoat));
  table.word(
      "move",
      {{"straight-first", "the orthogonal step first; a piece on the square between blocks"},
       {"either-order", "either step first; a piece on the square between blocks that order"},
       {"jump", "nothing blocks it"}},
      [](auto& rules) -> auto& { return rules.thoat; });
  table.word(
      "count", {{"exact", "both steps must be made"}, {"up-to", "it may stop after its first step"}},
      [](auto& rules) -> auto& { return rules.thoat_count; });
  add_captures(table, PieceKind::Thoat);
  add_value(table, PieceKind::Thoat);
}

void add_panthan(KeyTable& table) {
  table.section("panthan", name(PieceKind::Panthan));
  table.listed_number(
      "directions",
      {{"5", "forward, diagonally forward, sideways"}, {"7", "forward, sideways, diagonally forward and backward"}},
      [](auto& rules) -> auto& { return rules.panthan; });
  add_captures(table, PieceKind::Panthan);
  add_value(table, PieceKind::Panthan);
}

void add_end(KeyTable& table) {
  table.section("end", "Chief taken by another piece");
  table.word(
      "chief-taken", {{"draw", "the game is drawn"}, {"piece-lost", "the game goes on"}, {"win", "the taker wins"}},
      [](auto& rules) -> auto& { return rules.chief_taken; });
  table.subject("No legal move");
  table.word(
      "no-move",
      {{"loss", "a loss"},
       {"draw", "a draw"},
       {"loss-if-threatened", "a loss if the Princess stands threatened, else a draw"}},
      [](auto& rules) -> auto& { return rules.no_move; });
}

void add_count(KeyTable& table) {
  table.section("count", "Count");
  table.enabled_count();
  table.number(
      "max-pieces", 1, 8, "most pieces of a side, Chief and Princess counted",
      [](auto& rules) -> auto& { return rules.count->max_pieces; });
  table.word(
      "equal",
      {{"any", "it runs whatever the sides have"},
       {"number", "it runs while the sides have as many pieces"},
       {"value", "it runs while the sides have the same sum of values"},
       {"same", "it runs while the sides have the same pieces"}},
      [](auto& rules) -> auto& { return rules.count->equal; });
  table.number(
      "plies", 1, 50, "plies it runs for, both sides' together",
      [](auto& rules) -> auto& { return rules.count->plies; });
  table.word(
      "on-capture",
      {{"continue", "it goes on after a capture that keeps the condition"},
       {"restart", "it starts anew after a capture that keeps the condition"}},
      [](auto& rules) -> auto& { return rules.count->on_capture; });
}

void add_board(KeyTable& table) {
  table.section("board", "Array");
  table.word(
      "array", {{"point-symmetric", "each Chief faces the enemy Princess"}, {"mirrored", "Chief faces Chief"}},
      [](auto& rules) -> auto& { return rules.array; });
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
  add_board(table);
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

std::string RuleKey::meaning(int value) const {
  if (type == Type::Number) return fmt::format("{}: {}", meanings.front(), value);
  return std::string(meanings.at(static_cast<std::size_t>(value)));
}

}  // namespace jetan
