// `jetan perft DEPTH [POS]`: how many sequences of moves there are, the usual check of a move generator.
#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/move_order.hpp"
#include "tools/output.hpp"
#include "tools/parallel.hpp"
#include "tools/position_argument.hpp"

namespace jetan::tool {
namespace {

struct PerftOptions {
  int depth = 0;
  std::vector<std::string> position{"startpos"};
  bool divide = false;
};

// The sequences that begin with each move; depth is at least 1. A move that ends the game is a sequence of one.
std::vector<std::uint64_t> sequences(const Game& game, const Position& position, const std::vector<Move>& moves,
                                     int depth) {
  std::vector<std::uint64_t> numbers(moves.size());
  parallel_for(moves.size(), 1, [&](std::size_t i) {
    const AfterMove after = game.play(position, moves[i]);
    numbers[i] = depth == 1 ? 1 : after.ended ? 0 : game.perft(after.position, depth - 1);
  });
  return numbers;
}

ExitCode run(const CommonOptions& common, const PerftOptions& options) {
  const Game game = common.load_game();
  const Position position = take(read_position(game, joined(options.position)));
  std::vector<Move> moves;
  if (options.depth > 0 && !game.over(position)) game.legal_moves(position, moves);
  sort_moves(moves);
  const auto numbers = sequences(game, position, moves, options.depth);
  const std::uint64_t total =
      options.depth == 0 ? 1 : std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
  if (common.json) {
    Json json{{"position", position.to_string()}, {"depth", options.depth}, {"sequences", total}};
    if (options.divide) {
      json["divide"] = Json::object();
      for (std::size_t i = 0; i < moves.size(); ++i) json["divide"][moves[i].to_string()] = numbers[i];
    }
    output().line(json_text(json));
    return ExitCode::Done;
  }
  if (options.divide) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      output().line(fmt::format("{} {}", moves[i].to_string(), numbers[i]));
    }
  }
  output().line(std::to_string(total));
  return ExitCode::Done;
}

}  // namespace

Command add_perft_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app = add_command(
      program, common,
      {"perft", "Count the sequences of so many moves from a position",
       "A move that ends the game counts at its own depth only.", "jetan perft 3 --rules ag6     prints 687038"});
  const auto options = std::make_shared<PerftOptions>();
  set_usage(app->add_option("DEPTH", options->depth, "Moves in a sequence, of both sides together: 0 to 20")
                ->required()
                ->check(CLI::Range(0, 20)),
            "DEPTH");
  set_usage(app->add_option("POS", options->position, "The position, quoted or as words (default startpos)")
                ->expected(1, kPositionWords),
            "[POS]");
  app->add_flag("--divide", options->divide, "Also print the number behind each first move");
  return {app, [&common, options] { return run(common, *options); }};
}

}  // namespace jetan::tool
