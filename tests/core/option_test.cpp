// Every option of a rule set matters: in a position given for it, changing that option alone changes the moves, or
// what a move leads to. The answers are worked out by hand, and both engines give them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/ruleset_keys.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"

namespace jetan {
namespace {

// A question about a position:
//   from SQUARE   where the piece there may go, captures with an x before them, escapes left out
//   which MOVE…   those of the moves that are legal
//   play MOVE     what the move leads to: "win", "draw", "goes on" or, while the count runs, "count 9"
//   over          how the game ended for the side to move: "loss", "draw" or "goes on"
struct Case {
  std::string key;    // "section.key"
  std::string given;  // "section.key=value …": how the rules differ from `burroughs` besides
  std::string position;
  std::string question;
  std::vector<std::pair<std::string, std::string>> answers;  // by the option's value, as a file spells it
};

const RuleKey& key_named(const std::string& name) {
  const auto& keys = rule_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const RuleKey& key) {
    return std::string(key.section) + "." + std::string(key.key) == name;
  });
  EXPECT_NE(found, keys.end()) << name;
  return found == keys.end() ? keys.front() : *found;
}

void set_option(RuleSet& rules, const std::string& name, const std::string& value) {
  const RuleKey& key = key_named(name);
  if (key.type == RuleKey::Type::Number) return key.set(rules, std::stoi(value));
  const auto word = std::find(key.words.begin(), key.words.end(), value);
  ASSERT_NE(word, key.words.end()) << name << " = " << value;
  key.set(rules, static_cast<int>(word - key.words.begin()));
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

RuleSet rules_of(const Case& tested, const std::string& value) {
  RuleSet rules = preset("burroughs");
  for (const std::string& change : words_of(tested.given)) {
    const std::size_t equals = change.find('=');
    set_option(rules, change.substr(0, equals), change.substr(equals + 1));
  }
  set_option(rules, tested.key, value);
  return rules;
}

// What the two engines say, in the same words.
struct CoreEngine {
  explicit CoreEngine(const RuleSet& rules) : game(rules) {}
  std::vector<std::string> moves(const Position& position) const {
    std::vector<std::string> texts;
    for (const Move& move : game.legal_moves(position)) texts.push_back(move.to_string());
    return texts;
  }
  std::string play(const Position& position, const std::string& text) const {
    const Result<Move> move = game.parse_move(position, text);
    if (!move) return "not legal";
    const AfterMove after = game.play(position, *move);
    if (after.ended) return name(*after.ended);
    EXPECT_EQ(after.position.count.has_value(), game.count_runs(after.position));
    return after.position.count ? "count " + std::to_string(*after.position.count) : "goes on";
  }
  std::string over(const Position& position) const {
    const auto outcome = game.over(position);
    return outcome ? name(*outcome) : "goes on";
  }
  Game game;
};

struct NaiveEngine {
  std::vector<std::string> moves(const Position& position) const {
    std::vector<std::string> texts;
    for (const naive::Move& move : naive::legal_moves(rules, position)) texts.push_back(naive::to_text(move));
    return texts;
  }
  std::string play(const Position& position, const std::string& text) const {
    for (const naive::Move& move : naive::legal_moves(rules, position)) {
      if (naive::to_text(move) != text) continue;
      const auto next = naive::apply(rules, position, move);
      if (const auto* ended = std::get_if<naive::Ended>(&next)) return outcome(*ended, position.to_move);
      const auto left = naive::plies_left(rules, std::get<Position>(next));
      return left ? "count " + std::to_string(*left) : "goes on";
    }
    return "not legal";
  }
  std::string over(const Position& position) const {
    const auto ended = naive::judge(rules, position);
    return ended ? outcome(*ended, position.to_move) : "goes on";
  }
  static std::string outcome(const naive::Ended& ended, Side side) {
    return !ended.winner ? "draw" : *ended.winner == side ? "win" : "loss";
  }
  RuleSet rules;
};

template <class Engine>
std::string answer(const Engine& engine, const Position& position, const std::string& question) {
  const std::vector<std::string> words = words_of(question);
  if (words[0] == "over") return engine.over(position);
  if (words[0] == "play") return engine.play(position, words[1]);
  std::vector<std::string> found;
  for (const std::string& move : engine.moves(position)) {
    if (words[0] == "which" && std::find(words.begin() + 1, words.end(), move) != words.end()) found.push_back(move);
    const std::string& from = words[1];
    if (words[0] != "from" || move.rfind(from, 0) != 0 || move[from.size()] == '~') continue;
    found.push_back(move.substr(move[from.size()] == 'x' ? from.size() : from.size() + 1));
  }
  return joined(found);
}

const std::string kOrthogonal = "d5 e4 e6 f5";
const std::string kDiagonal = "d4 d6 f4 f6";

// The options that all pieces have that move by steps: a piece on e5, with nothing else near unless it matters.
void add_stepping_cases(const std::string& piece, char letter, std::vector<Case>& cases) {
  const auto key = [&](const std::string& name) { return piece + "." + name; };
  const auto given = [&](const std::string& changes) {
    std::string text;
    for (const std::string& change : words_of(changes)) text += key(change) + " ";
    return text;
  };
  const auto position = [&](const std::string& text) {
    std::string result = replaced(text, "X", std::string(1, letter));
    return letter == 'R' ? result : replaced(result, "9_", "9R");
  };
  const std::string alone =
      position(letter == 'R' ? "9r/10/10/10/10/4X5/10/10/10/10" : "9r/10/10/10/10/4X5/10/10/10/9_");
  // A Panthan of its own before it, and the enemy Princess, who threatens nothing, beside it.
  const std::string hemmed =
      position(letter == 'R' ? "10/10/10/10/4P5/4Xr4/10/10/10/10" : "10/10/10/10/4P5/4Xr4/10/10/10/9_");

  cases.push_back({key("steps"),
                   given("count=exact directions=orthogonal turning=straight"),
                   alone,
                   "from e5",
                   {{"1", kOrthogonal}, {"2", "c5 e3 e7 g5"}, {"3", "b5 e2 e8 h5"}, {"4", "a5 e1 e9 i5"}}});
  cases.push_back({key("count"),
                   given("steps=2 directions=orthogonal turning=straight"),
                   alone,
                   "from e5",
                   {{"exact", "c5 e3 e7 g5"}, {"up-to", "c5 e3 e7 g5 " + kOrthogonal}}});
  cases.push_back({key("directions"),
                   given("steps=1 count=exact turning=combine"),
                   alone,
                   "from e5",
                   {{"orthogonal", kOrthogonal}, {"diagonal", kDiagonal}, {"any", kOrthogonal + " " + kDiagonal}}});
  cases.push_back({key("turning"),
                   given("steps=2 count=exact directions=any"),
                   alone,
                   "from e5",
                   {{"combine", "c3 c4 c5 c6 c7 d3 d4 d5 d6 d7 e3 e4 e6 e7 f3 f4 f5 f6 f7 g3 g4 g5 g6 g7"},
                    {"one-kind", "c3 c5 c7 d4 d6 e3 e7 f4 f6 g3 g5 g7"},
                    {"straight", "c3 c5 c7 e3 e7 g3 g5 g7"}}});
  cases.push_back({key("jumps"),
                   given("steps=2 count=exact directions=orthogonal turning=straight"),
                   hemmed,
                   "from e5",
                   {{"false", "c5 e3"}, {"true", "c5 e3 e7 g5"}}});
}

void add_stepping_captures(const std::string& piece, char letter, std::vector<Case>& cases) {
  const std::string steps =
      piece + ".steps=1 " + piece + ".count=exact " + piece + ".directions=orthogonal " + piece + ".turning=combine ";
  const auto with = [&](const std::string& text, char put) { return replaced(text, "X", std::string(1, put)); };
  cases.push_back({piece + ".captures",
                   steps,
                   with("9r/10/10/10/4p5/4X5/10/10/10/9R", letter),
                   "from e5",
                   {{"false", "d5 e4 f5"}, {"true", "d5 e4 f5 xe6"}}});
  // It threatens e5 only if it captures.
  cases.push_back({piece + ".captures",
                   steps + "princess.steps=1 princess.directions=orthogonal",
                   with("9r/10/10/10/4X5/10/4R5/10/10/10", static_cast<char>(std::tolower(letter))),
                   "from e4",
                   {{"false", "d4 e3 e5 f4"}, {"true", "d4 e3 f4"}}});
}

// The piece against a Chief worth 4; against a Dwar worth 4 where it is a Chief itself.
Case value_case(const std::string& piece, char letter) {
  const bool is_chief = piece == "chief";
  return {piece + ".value",
          std::string(is_chief ? "dwar" : "chief") + ".value=4",
          replaced(is_chief ? "rd8/10/10/10/10/4X5/10/10/10/9R" : "rc8/10/10/10/10/4X5/10/10/10/9R", "X",
                   std::string(1, letter)),
          "play j1-j4",
          {{"3", "goes on"}, {"4", "count 9"}, {"5", "goes on"}}};
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  for (const auto& [piece, letter] : {std::pair("chief", 'C'), std::pair("princess", 'R'), std::pair("flier", 'F'),
                                      std::pair("dwar", 'D'), std::pair("warrior", 'W'), std::pair("padwar", 'A')}) {
    add_stepping_cases(piece, letter, cases);
    if (letter == 'R') continue;
    add_stepping_captures(piece, letter, cases);
    cases.push_back(value_case(piece, letter));
  }
  cases.push_back(value_case("thoat", 'T'));
  cases.push_back(value_case("panthan", 'P'));

  const std::vector<Case> others{
      // Each side has one Princess: whatever she is worth, the sides are as equal as without her.
      {"princess.value", "", "rd8/10/10/10/10/4D5/10/10/10/9R", "play j1-j4", {{"0", "count 9"}, {"9", "count 9"}}},
      // The Dwar on e6 could take her on e5.
      {"princess.threatened",
       "princess.steps=1 princess.directions=orthogonal dwar.steps=1",
       "9r/10/10/10/4d5/10/4R5/10/10/10",
       "from e4",
       {{"forbidden", "d4 e3 f4"}, {"allowed", "d4 e3 e5 f4"}}},
      // The Dwar's way from c5 to f5 leads over e5.
      {"princess.departure",
       "princess.steps=1 princess.directions=orthogonal dwar.turning=straight",
       "9r/10/10/10/10/2d1R5/10/10/10/10",
       "from e5",
       {{"empty", "d5 e4 e6"}, {"occupied", "d5 e4 e6 f5"}}},
      // The Dwar threatens e2, over which her way to e3 leads.
      {"princess.courage",
       "princess.steps=2 princess.directions=orthogonal princess.turning=straight dwar.turning=straight",
       "9r/10/10/10/10/4d5/10/10/10/4R5",
       "from e1",
       {{"brave", "c1 e3 g1"}, {"frightened", "c1 g1"}}},
      // By a line, by a diagonal, not by a line to either colour.
      {"princess.escape",
       "",
       "9r/10/10/10/10/10/10/10/10/R9 b R -",
       "which a1~b1 a1~j1 a1~b2 a1~i9 a1~c2 a1~d2",
       {{"none", ""},
        {"any-square", "a1~b1 a1~b2 a1~c2 a1~d2 a1~i9 a1~j1"},
        {"straight", "a1~b1 a1~b2 a1~i9 a1~j1"},
        {"one-kind", "a1~b2 a1~d2 a1~i9"}}},

      // e6 is in the way of d7 and f7, f6 of f7.
      {"thoat.move",
       "",
       "9r/10/10/10/4PP4/4T5/10/10/10/9R",
       "from e5",
       {{"straight-first", "c4 c6 d3 d5 e4 f3 f5 g4 g6"},
        {"either-order", "c4 c6 d3 d5 d7 e4 f3 f5 g4 g6"},
        {"jump", "c4 c6 d3 d5 d7 e4 f3 f5 f7 g4 g6"}}},
      {"thoat.count",
       "",
       "9r/10/10/10/10/4T5/10/10/10/9R",
       "from e5",
       {{"exact", "c4 c6 d3 d5 d7 e4 e6 f3 f5 f7 g4 g6"},
        {"up-to", "c4 c6 d3 d4 d5 d6 d7 e4 e6 f3 f4 f5 f6 f7 g4 g6"}}},
      {"thoat.count",
       "thoat.move=straight-first",
       "9r/10/10/10/4p5/4T5/10/10/10/9R",
       "from e5",
       {{"exact", "c4 c6 d3 d5 e4 f3 f5 g4 g6 xe6"}, {"up-to", "c4 c6 d3 d5 e4 f3 f5 g4 g6 xe6"}}},
      {"thoat.captures",
       "",
       "9r/10/10/5p4/10/4T5/10/10/10/9R",
       "from e5",
       {{"false", "c4 c6 d3 d5 d7 e4 e6 f3 f5 g4 g6"}, {"true", "c4 c6 d3 d5 d7 e4 e6 f3 f5 g4 g6 xf7"}}},

      {"panthan.directions",
       "",
       "9r/10/10/10/10/4P5/10/10/10/9R",
       "from e5",
       {{"5", "d5 d6 e6 f5 f6"}, {"7", "d4 d5 d6 e6 f4 f5 f6"}}},
      {"panthan.directions",
       "",
       "9r/10/10/10/10/4p5/10/10/10/9R o",
       "from e5",
       {{"5", "d4 d5 e4 f4 f5"}, {"7", "d4 d5 d6 e4 f4 f5 f6"}}},
      {"panthan.captures",
       "",
       "9r/10/10/10/4p5/4P5/10/10/10/9R",
       "from e5",
       {{"false", "d5 d6 f5 f6"}, {"true", "d5 d6 f5 f6 xe6"}}},

      {"end.chief-taken",
       "",
       "r9/10/10/1c8/10/10/1D8/10/10/R9",
       "play b4xb7",
       {{"draw", "draw"}, {"piece-lost", "goes on"}, {"win", "win"}}},
      {"end.chief-taken",
       "",
       "r9/10/10/1c8/10/10/1C8/10/10/R9",
       "play b4xb7",
       {{"draw", "win"}, {"piece-lost", "win"}, {"win", "win"}}},
      // She can neither pass the Warriors nor be taken by them; in the second position a Thoat threatens her.
      {"end.no-move",
       "princess.steps=1 princess.directions=orthogonal princess.jumps=false",
       "9r/10/10/10/10/10/10/10/w9/Rw8",
       "over",
       {{"loss", "loss"}, {"draw", "draw"}, {"loss-if-threatened", "draw"}}},
      {"end.no-move",
       "princess.steps=1 princess.directions=orthogonal princess.jumps=false",
       "9r/10/10/10/10/10/10/1t8/w9/Rw8",
       "over",
       {{"loss", "loss"}, {"draw", "draw"}, {"loss-if-threatened", "loss"}}},

      {"count.enabled",
       "",
       "rd8/10/10/10/10/10/10/10/10/RD8",
       "play b1-b4",
       {{"false", "goes on"}, {"true", "count 9"}}},
      {"count.max-pieces",
       "",
       "rdw7/10/10/10/10/10/10/10/10/RDW7",
       "play b1-b4",
       {{"2", "goes on"}, {"3", "count 9"}, {"4", "count 9"}}},
      {"count.max-pieces",
       "",
       "rdwc6/10/10/10/10/10/10/10/10/RDWC6",
       "play b1-b4",
       {{"2", "goes on"}, {"3", "goes on"}, {"4", "count 9"}}},
      {"count.equal",  // 4 and 4
       "",
       "rf8/10/10/10/10/10/10/10/10/RD8",
       "play b1-b4",
       {{"any", "count 9"}, {"number", "count 9"}, {"value", "count 9"}, {"same", "goes on"}}},
      {"count.equal",  // 10 and 4
       "",
       "rc8/10/10/10/10/10/10/10/10/RD8",
       "play b1-b4",
       {{"any", "count 9"}, {"number", "count 9"}, {"value", "goes on"}, {"same", "goes on"}}},
      {"count.equal",  // 2 + 2 and 4
       "",
       "rww7/10/10/10/10/10/10/10/10/RD8",
       "play b1-b4",
       {{"any", "count 9"}, {"number", "goes on"}, {"value", "count 9"}, {"same", "goes on"}}},
      {"count.plies",
       "",
       "rd8/10/10/10/10/10/10/10/10/RD8",
       "play b1-b4",
       {{"1", "count 0"}, {"10", "count 9"}, {"50", "count 49"}}},
      {"count.on-capture",
       "count.equal=any",
       "9r/9d/10/10/1p8/10/10/1D8/10/R9 b - 7",
       "play b3xb6",
       {{"continue", "count 6"}, {"restart", "count 10"}}},

      // On f10 stands the Chief, shut in, or the Princess, who jumps over the Panthans.
      {"board.array",
       "",
       "startpos o -",
       "from f10",
       {{"point-symmetric", ""}, {"mirrored", "c7 c8 d7 d8 e7 e8 f7 f8 g7 g8 h7 h8 i7 i8"}}},
  };
  cases.insert(cases.end(), others.begin(), others.end());
  return cases;
}

TEST(Options, ChangeWhatTheyAreFor) {
  for (const Case& tested : make_cases()) {
    for (const auto& [value, expected] : tested.answers) {
      SCOPED_TRACE(tested.key + " = " + value + ", " + tested.given + ": " + tested.question + " in " +
                   tested.position);
      const RuleSet rules = rules_of(tested, value);
      const Result<Position> position = Position::parse(tested.position, rules.array == Array::Mirrored);
      ASSERT_TRUE(position) << position.error().message;
      const std::string sorted =
          tested.question == "over" || words_of(tested.question)[0] == "play" ? expected : joined(words_of(expected));
      EXPECT_EQ(answer(CoreEngine(rules), *position, tested.question), sorted);
      EXPECT_EQ(answer(NaiveEngine{rules}, *position, tested.question), sorted);
    }
  }
}

// Two values of a key lead to different answers in one of its cases.
bool differ(const std::vector<Case>& cases, const std::string& key, const std::string& one, const std::string& other) {
  return std::any_of(cases.begin(), cases.end(), [&](const Case& each) {
    const std::map<std::string, std::string> answers(each.answers.begin(), each.answers.end());
    const auto of_one = answers.find(one);
    const auto of_other = answers.find(other);
    return each.key == key && of_one != answers.end() && of_other != answers.end() &&
           of_one->second != of_other->second;
  });
}

// A key without a case, or a word of it that no case tells from the others, is missing above.
TEST(Options, HaveACaseEach) {
  const std::vector<Case> cases = make_cases();
  for (const RuleKey& key : rule_keys()) {
    const std::string name = std::string(key.section) + "." + std::string(key.key);
    if (name == "princess.value") continue;  // changes nothing, as its case says
    std::set<std::string> values(key.words.begin(), key.words.end());
    for (const Case& each : cases) {
      if (each.key != name) continue;
      for (const auto& [value, expected] : each.answers) values.insert(value);
    }
    if (key.type == RuleKey::Type::Number && key.most <= 4) {
      for (int value = key.least; value <= key.most; ++value) values.insert(key.written(value));
    }
    EXPECT_GE(values.size(), 2U) << name;
    for (auto one = values.begin(); one != values.end(); ++one) {
      for (auto other = std::next(one); other != values.end(); ++other) {
        // Of a value, only whether it is that of the other side matters.
        const bool alike = key.key == "value" && *one != "4" && *other != "4";
        EXPECT_EQ(differ(cases, name, *one, *other), !alike) << name << " = " << *one << " or " << *other;
      }
    }
  }
}

}  // namespace
}  // namespace jetan
