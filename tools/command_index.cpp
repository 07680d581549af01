// `jetan index ENDING | ENDING N | POS`: the perfect index, counted, unranked, ranked.
#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "core/index.hpp"
#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/output.hpp"
#include "tools/position_argument.hpp"

namespace jetan::tool {
namespace {

void print(const CommonOptions& common, const Json& json, const std::string& text) {
  output().line(common.json ? json_text(json) : text);
}

void count(const CommonOptions& common, const Index& index) {
  print(common, {{"ending", index.ending().name()}, {"positions", index.size()}}, std::to_string(index.size()));
}

void unrank(const CommonOptions& common, const Game& game, const Index& index, const std::string& text) {
  PositionIndex number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = end == text.data() + text.size() && error != std::errc::invalid_argument;
  if (!is_number || error != std::errc{} || number >= index.size()) {
    throw Failure(ExitCode::WrongUse, fmt::format("'{}' is no index of {}: they run from 0 to {}", text,
                                                  index.ending().name(), index.size() - 1));
  }
  const std::string position = with_count(game, index.position(number)).to_string();
  print(common, {{"ending", index.ending().name()}, {"index", number}, {"position", position}}, position);
}

void rank(const CommonOptions& common, const Game& game, const std::string& text) {
  const Position position = take(read_position(game, text));
  const Index index = Index::make(take(Ending::of(position)), game.movement());
  const PositionIndex number = index.rank(oriented(position));
  print(common, {{"ending", index.ending().name()}, {"index", number}, {"position", position.to_string()}},
        fmt::format("{} {}", index.ending().name(), number));
}

ExitCode run(const CommonOptions& common, const std::vector<std::string>& words) {
  const Game game = common.load_game();
  if (words[0].find('/') != std::string::npos || words[0] == "startpos") {
    rank(common, game, joined(words));
    return ExitCode::Done;
  }
  if (words.size() > 2) {
    throw Failure(ExitCode::WrongUse,
                  "write an ending, an ending and an index, or a position; see `jetan index --help`");
  }
  const Index index = Index::make(take(Ending::parse(words[0])), game.movement());
  if (words.size() == 1) {
    count(common, index);
  } else {
    unrank(common, game, index, words[1]);
  }
  return ExitCode::Done;
}

}  // namespace

Command add_index_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app =
      add_command(program, common,
                  {"index", "Number an ending's placements up to symmetry",
                   "ENDING tells how many there are, ENDING N a position with the number N (0 the first), and\n"
                   "POS the ending and the number of a position.",
                   "jetan index CRvR     prints 121455\n"
                   "  jetan index CRvR 0   prints a position"});
  const auto words = std::make_shared<std::vector<std::string>>();
  set_usage(app->add_option("ENDING", *words, "An ending, or an ending and a number, or a position")
                ->required()
                ->expected(1, kPositionWords),
            "ENDING|POS [N]");
  return {app, [&common, words] { return run(common, *words); }};
}

}  // namespace jetan::tool
