// Values under the count: what is won in n plies is won with n or more left on the count, and drawn with fewer.
#include <gtest/gtest.h>

#include <random>

#include "probe/tablebase.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

// CRvR under `friedlander`, whose count runs whatever the pieces.
struct Counted {
  Counted() : maker(preset_rules("friedlander"), folder.path()) {
    id = maker.make("CRvR").front();
    tables.emplace(*Tablebase::open({folder.path()}, maker.game().rules()));
  }
  static const Counted& once() {
    static const Counted counted;
    return counted;
  }
  // Some position with a value, and that many plies left.
  Position with(Value value, std::optional<int> plies_left = {}, int skip = 0) const {
    const Index index = maker.index(id);
    for (const Side side : kSides) {
      const auto& codes = maker.values(id)[to_index(side)];
      for (auto at = codes.begin(); (at = std::find(at, codes.end(), encode(value))) != codes.end(); ++at) {
        if (skip-- > 0) continue;
        Position position = index.position(static_cast<PositionIndex>(at - codes.begin()));
        position.to_move = side;
        position.count = plies_left;
        return position;
      }
    }
    ADD_FAILURE() << "no position with " << name(value.outcome) << ' ' << value.plies;
    return {};
  }

  TemporaryFolder folder;
  TableMaker maker;
  TableId id;
  std::optional<Tablebase> tables;
};

TEST(TablebaseCount, AWinInMorePliesThanAreLeftIsADraw) {
  const Counted& counted = Counted::once();
  for (const Value value :
       {Value{Outcome::Win, 1}, Value{Outcome::Win, 3}, Value{Outcome::Win, 5}, Value{Outcome::Loss, 0},
        Value{Outcome::Loss, 2}, Value{Outcome::Loss, 4}, Value{Outcome::Loss, 6}}) {
    EXPECT_EQ(counted.tables->value(counted.with(value)), value);  // not stated: full
    for (int left = 0; left <= 10; ++left) {
      const Position position = counted.with(value, left);
      ASSERT_EQ(counted.tables->value(position), left >= value.plies ? value : Value{}) << position.to_string();
    }
  }
}

TEST(TablebaseCount, MovesAgreeWithThePositionWhateverIsLeft) {
  const Counted& counted = Counted::once();
  const Tablebase& tables = *counted.tables;
  const Index index = counted.maker.index(counted.id);
  std::mt19937_64 random(5);
  for (int round = 0; round < 400; ++round) {
    Position position = index.position(random() % index.size());
    position.to_move = kSides[random() % 2];
    position.count = static_cast<int>(random() % 11);
    const auto answer = tables.ask(position);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->metric, Metric::Count);
    EXPECT_EQ(answer->value, *tables.value(position));
    const bool over = tables.game().over(position).has_value();
    EXPECT_EQ(answer->moves.empty(), over);
    const auto best = tables.best(position);
    ASSERT_TRUE(best) << best.error().message;
    ASSERT_EQ(best->has_value(), !over);
    if (over) continue;
    EXPECT_EQ(answer->moves.front().value, answer->value);
    EXPECT_EQ((*best)->move, answer->best());
    for (const MoveValue& move : answer->moves) EXPECT_LE(move.value.plies, *position.count);
  }
}

TEST(TablebaseCount, AtNoPliesLeftTheGameIsOver) {
  const Counted& counted = Counted::once();
  const Position wins_at_once = counted.with({Outcome::Win, 1}, 0);
  EXPECT_EQ(counted.tables->value(wins_at_once), Value{});
  EXPECT_TRUE(counted.tables->ask(wins_at_once)->moves.empty());
  // A side without a move has lost before the count is looked at.
  const Position stuck = counted.with({Outcome::Loss, 0}, 0);
  EXPECT_EQ(counted.tables->value(stuck), (Value{Outcome::Loss, 0}));
}

TEST(TablebaseCount, BestPlayEndsWithinTheCount) {
  const Counted& counted = Counted::once();
  const Position lost = counted.with({Outcome::Loss, 6}, 6, 10);
  EXPECT_EQ(counted.tables->line(lost, 0)->size(), 6U);
  // One ply fewer, and the count runs out.
  const Position drawn = counted.with({Outcome::Loss, 6}, 5, 10);
  EXPECT_EQ(counted.tables->line(drawn, 100)->size(), 5U);
}

// value_of_move on its own: a Dwar may take a Warrior in CRDvCRW, leading to CRDvCR.
class MoveValues : public testing::Test {
 protected:
  static Game game(Equality equal, OnCapture on_capture) {
    RuleSet rules = preset_rules("burroughs");
    rules.count = Count{3, equal, 10, on_capture};
    return Game(rules);
  }
  static Position before(std::optional<int> count) {
    Position position = *Position::parse("c9/10/10/10/4r5/10/10/W8R/w9/10 b");
    position.count = count;
    return position;
  }
  static Value value(const Game& game, const Position& position, const char* move, Value opponents) {
    return value_of_move(game, position, game.play(position, *game.parse_move(position, move)), opponents);
  }
};

constexpr Value kLoss4{Outcome::Loss, 4};
constexpr Value kWin4{Outcome::Win, 4};

TEST_F(MoveValues, OutsideTheCountAMoveCostsAPly) {
  const Game none(preset_rules("no-count"));
  const Position quiet = *Position::parse("c9/10/10/10/4r5/10/10/W8R/10/10 b");
  EXPECT_EQ(value(none, quiet, "a3-c3", kLoss4), (Value{Outcome::Win, 5}));
  EXPECT_EQ(value(none, quiet, "a3-c3", kWin4), (Value{Outcome::Loss, 5}));
  EXPECT_EQ(value(none, quiet, "a3-c3", {}), Value{});
}

TEST_F(MoveValues, UnderTheCountAQuietMoveCostsAPlyOfIt) {
  const Game any = game(Equality::Any, OnCapture::Continue);
  Position quiet = *Position::parse("c9/10/10/10/4r5/10/10/W8R/10/10 b");
  for (const std::optional<int> left : {std::optional<int>{}, std::optional<int>{10}, std::optional<int>{5}}) {
    quiet.count = left;
    EXPECT_EQ(value(any, quiet, "a3-c3", kLoss4), (Value{Outcome::Win, 5}));
  }
  quiet.count = 4;
  EXPECT_EQ(value(any, quiet, "a3-c3", kLoss4), Value{});
  quiet.count.reset();
  EXPECT_EQ(value(any, quiet, "a3-c3", {Outcome::Loss, 10}), Value{});  // the eleventh ply
}

TEST_F(MoveValues, ACaptureThatLeavesTheCountCostsJustItself) {
  // Warriors against each other are equal; a Warrior and a Princess against Chief and Princess are not.
  const Game same = game(Equality::Number, OnCapture::Continue);
  Position position = *Position::parse("10/10/10/10/4r5/10/10/W8R/1w8/10 b");
  ASSERT_TRUE(same.count_runs(position));
  ASSERT_TRUE(same.parse_move(position, "a3xb2"));
  for (const int left : {10, 1}) {
    position.count = left;
    EXPECT_EQ(value(same, position, "a3xb2", {Outcome::Loss, 30}), (Value{Outcome::Win, 1}));
    EXPECT_EQ(value(same, position, "a3xb2", {Outcome::Win, 30}), (Value{Outcome::Loss, 1}));
    EXPECT_EQ(value(same, position, "a3xb2", {}), Value{});
  }
}

TEST_F(MoveValues, ACaptureUnderTheCountGoesOnOrStartsAnew) {
  Position position = *Position::parse("10/10/10/10/4r5/10/10/W8R/1w8/10 b");
  position.count = 7;
  EXPECT_EQ(value(game(Equality::Any, OnCapture::Continue), position, "a3xb2", kLoss4), (Value{Outcome::Win, 5}));
  EXPECT_EQ(value(game(Equality::Any, OnCapture::Continue), position, "a3xb2", {Outcome::Loss, 8}), Value{});
  EXPECT_EQ(value(game(Equality::Any, OnCapture::Restart), position, "a3xb2", kLoss4), (Value{Outcome::Win, 1}));
  EXPECT_EQ(value(game(Equality::Any, OnCapture::Restart), position, "a3xb2", {Outcome::Win, 8}),
            (Value{Outcome::Loss, 1}));
  // A quiet move starts nothing anew.
  EXPECT_EQ(value(game(Equality::Any, OnCapture::Restart), position, "a3-c3", kLoss4), (Value{Outcome::Win, 5}));
}

TEST_F(MoveValues, ACaptureIntoTheCountCostsAPlyMore) {
  // Three pieces against two aren't equal in number; two against two are.
  const Game number = game(Equality::Number, OnCapture::Restart);
  const Position position = *Position::parse("10/10/10/10/4r5/10/10/W8R/1w7c/10 b");
  ASSERT_FALSE(number.count_runs(position));
  EXPECT_EQ(value(number, position, "a3xb2", kLoss4), (Value{Outcome::Win, 5}));
}

TEST_F(MoveValues, AMoveThatEndsTheGameNeedsNoTable) {
  const Game any = game(Equality::Any, OnCapture::Continue);
  const Position wins = *Position::parse("10/10/10/10/10/10/10/W8R/1r8/10 b - 1");
  EXPECT_EQ(value(any, wins, "a3xb2", {Outcome::Win, 9}), (Value{Outcome::Win, 1}));
  // Under `burroughs` a Chief taken by another piece draws.
  const Position draws = *Position::parse("10/10/10/10/4r5/10/10/W8R/1c8/10 b");
  EXPECT_EQ(value(any, draws, "a3xb2", {Outcome::Win, 9}), Value{});
}

}  // namespace
}  // namespace jetan
