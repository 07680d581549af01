// The library's engine and the naive one agree: on every legal move, on what it leads to, and on how games end.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/game.hpp"
#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"
#include "tests/naive/engine.hpp"
#include "tests/scale.hpp"

namespace jetan {
namespace {

constexpr int kPositionsOfPreset = 20'000;
constexpr int kRandomRuleSets = 200;
constexpr int kMaxPieces = 12;

std::string outcome_text(std::optional<Outcome> outcome) { return outcome ? name(*outcome) : "game goes on"; }

std::optional<Outcome> outcome_for(Side side, std::optional<naive::Ended> ended) {
  if (!ended) return std::nullopt;
  if (!ended->winner) return Outcome::Draw;
  return *ended->winner == side ? Outcome::Win : Outcome::Loss;
}

// Compares what a move leads to; tells whether it wins at once.
bool compare_play(const Game& game, const Position& position, const Move& move) {
  const AfterMove ours = game.play(position, move);
  const auto theirs = naive::apply(game.rules(), position, {move.from, move.to, move.capture, move.escape});
  const auto* ended = std::get_if<naive::Ended>(&theirs);
  const auto naive_outcome = outcome_for(position.to_move, ended ? std::optional(*ended) : std::nullopt);
  EXPECT_EQ(outcome_text(ours.ended), outcome_text(naive_outcome)) << move.to_string();
  if (!ours.ended && !ended) {
    EXPECT_EQ(ours.position.to_string(), std::get<Position>(theirs).to_string()) << move.to_string();
  }
  return naive_outcome == Outcome::Win;
}

void compare(const Game& game, const Position& position) {
  std::set<std::string> ours;
  std::set<std::string> theirs;
  const std::vector<Move> moves = game.legal_moves(position);
  for (const Move& move : moves) ours.insert(move.to_string());
  for (const naive::Move& move : naive::legal_moves(game.rules(), position)) theirs.insert(naive::to_text(move));
  EXPECT_EQ(ours, theirs);
  EXPECT_EQ(ours.size(), moves.size()) << "a move twice";
  EXPECT_EQ(game.has_legal_move(position), !theirs.empty());

  bool wins = false;
  for (const Move& move : moves) {
    if (compare_play(game, position, move)) wins = true;
  }
  EXPECT_EQ(game.wins_at_once(position), wins);
  EXPECT_EQ(outcome_text(game.over(position)),
            outcome_text(outcome_for(position.to_move, naive::judge(game.rules(), position))));
  const naive::Board board(position);
  for (const Side side : kSides) {
    EXPECT_EQ(game.is_threatened(position, side), naive::princess_is_threatened(game.rules(), board, side));
  }
  EXPECT_EQ(game.count_runs(position), naive::condition_holds(game.rules(), position));
}

class PresetAgreement : public testing::TestWithParam<std::string> {};

TEST_P(PresetAgreement, OnRandomPositions) {
  constexpr std::uint64_t kSeed = 20'261'022;
  Random random(kSeed);
  const Game game(preset(GetParam()));
  for (int trial = 0; trial < kPositionsOfPreset && !HasFailure(); ++trial) {
    const Position position = random_position(random, game.rules(), kMaxPieces);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", trial " + std::to_string(trial) + ": " + position.to_string());
    compare(game, position);
  }
}

TEST_P(PresetAgreement, OnPerftOfTheArrayToThreePlies) {
  const Game game(preset(GetParam()));
  const Position array = Position::parse("startpos", game.rules().array == Array::Mirrored).value();
  EXPECT_EQ(game.perft(array, 3), naive::perft(game.rules(), array, 3));
}

INSTANTIATE_TEST_SUITE_P(EveryPreset, PresetAgreement, testing::ValuesIn(preset_names()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(RandomRulesAgreement, OnRandomPositions) {
  constexpr std::uint64_t kSeed = 20'261'023;
  const int positions = at_scale(80, 500);
  for (int set = 0; set < kRandomRuleSets && !testing::Test::HasFailure(); ++set) {
    Random random(kSeed + static_cast<std::uint64_t>(set));
    const Game game(random_rules(random));
    for (int trial = 0; trial < positions && !testing::Test::HasFailure(); ++trial) {
      const Position position = random_position(random, game.rules(), kMaxPieces);
      SCOPED_TRACE("seed " + std::to_string(kSeed) + " + " + std::to_string(set) + ", trial " + std::to_string(trial) +
                   ": " + position.to_string() + "\n" + game.rules().to_text());
      compare(game, position);
    }
  }
}

}  // namespace
}  // namespace jetan
