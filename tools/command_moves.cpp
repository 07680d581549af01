// `jetan moves POS`: the legal moves.
#include <fmt/format.h>

#include <memory>

#include "tools/commands.hpp"
#include "tools/failure.hpp"
#include "tools/help.hpp"
#include "tools/json_output.hpp"
#include "tools/move_order.hpp"
#include "tools/output.hpp"
#include "tools/position_argument.hpp"

namespace jetan::tool {

Command add_moves_command(CLI::App& program, CommonOptions& common) {
  CLI::App* const app = add_command(program, common,
                                    {"moves", "List the legal moves of a position, one a line", "",
                                     "jetan moves 9r/10/10/10/10/4C5/10/10/10/R9     prints a1-a2 and 62 more"});
  const auto words = std::make_shared<std::vector<std::string>>();
  set_usage(app->add_option("POS", *words, "The position, quoted or as words")->required()->expected(1, kPositionWords),
            "POS");
  return {app, [&common, words] {
            const Game game = common.load_game();
            const Position position = take(read_position(game, joined(*words)));
            const auto over = game.over(position);
            std::vector<Move> moves;
            if (!over) game.legal_moves(position, moves);
            sort_moves(moves);
            if (common.json) {
              Json json{{"position", position.to_string()}, {"over", over ? Json(name(*over)) : Json()}};
              json["moves"] = Json::array();
              for (const Move move : moves) json["moves"].push_back(move.to_string());
              output().line(json_text(json));
              return ExitCode::Done;
            }
            for (const Move move : moves) output().line(move.to_string());
            if (over) report(fmt::format("no moves: the game is over, a {} for the side to move", name(*over)));
            return ExitCode::Done;
          }};
}

}  // namespace jetan::tool
