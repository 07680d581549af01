#include "tools/endings_wanted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/failure.hpp"
#include "tools/help.hpp"

namespace jetan::tool {

void add_endings_options(CLI::App& app, EndingsWanted& wanted) {
  set_usage(app.add_option("ENDING", wanted.names, "Endings, such as CRvCR; either side may be named first"),
            "[ENDING...]");
  app.add_option("--pieces", wanted.pieces, "Every ending of up to N pieces that a game can come to")
      ->type_name("N")
      ->check(CLI::Range(2, Ending::kMaxPieces));
  app.add_option("--per-side", wanted.per_side,
                 "Every ending of up to N pieces on each side\n"
                 "(endings named, --pieces and --per-side add up)")
      ->type_name("N")
      ->check(CLI::Range(1, Ending::kMaxPieces / 2));
  app.add_option("--escapes", wanted.escapes,
                 "Only this escape state and those it leads to: Rr, R-, -r or --\n"
                 "(written --escapes=--); R is the side named first (default: all)")
      ->type_name("STATE")
      ->check([](const std::string& text) {
        return parse_escape_state(text) ? std::string() : "'" + text + "' is no escape state: Rr, R-, -r or --";
      });
  app.add_flag("--outcomes", wanted.outcomes, "Tables of outcomes, too: won, drawn or lost without the plies");
}

std::vector<Ending> endings_of(const RuleSet& rules, const EndingsWanted& wanted, const char* command) {
  if (wanted.names.empty() && wanted.pieces == 0 && wanted.per_side == 0) {
    throw Failure(ExitCode::WrongUse,
                  fmt::format("name the endings, or --pieces N or --per-side N; see `jetan {} --help`", command));
  }
  std::vector<Ending> endings;
  const auto add = [&endings](const std::vector<Ending>& more) {
    for (const Ending& ending : more) {
      if (std::find(endings.begin(), endings.end(), ending) == endings.end()) endings.push_back(ending);
    }
  };
  if (wanted.pieces > 0) add(endings_of_game(rules, wanted.pieces));
  if (wanted.per_side > 0) add(endings_of_game_per_side(rules, wanted.per_side));
  for (const std::string& name : wanted.names) add({take(Ending::parse(name))});
  if (endings.empty()) {
    throw Failure(ExitCode::BadInput,
                  fmt::format("no game under rules {} comes to an ending that small; an ending named, such as `jetan "
                              "{} RvR`, is made all the same",
                              rules.name, command));
  }
  return endings;
}

std::vector<Escapes> states_of(const EndingsWanted& wanted) {
  if (wanted.escapes.empty()) return {};
  return {*parse_escape_state(wanted.escapes)};
}

}  // namespace jetan::tool
