// What a tablebase says of positions and moves.
#include "probe/tablebase.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <thread>

#include "tests/probe/solved_table.hpp"

namespace jetan {
namespace {

TEST(TablebaseValues, EveryPositionHasItsValue) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  const Index index = solved.maker.index(solved.id);
  for (const Side side : kSides) {
    const auto& expected = solved.maker.values(solved.id)[to_index(side)];
    for (PositionIndex i = 0; i < index.size(); ++i) {
      Position position = index.position(i);
      position.to_move = side;
      ASSERT_EQ(tables.value(position), decode(expected[i])) << position.to_string();
    }
  }
}

// DESIGN.md section 8, from independent programs.
TEST(TablebaseValues, PrincessAloneAlwaysLosesToAChief) {
  const SolvedTable& solved = SolvedTable::once();
  const auto file = *solved.open().table(solved.id);
  std::map<ValueCode, PositionIndex> chief_to_move;
  std::map<ValueCode, PositionIndex> princess_to_move;
  for (const auto& [code, number] : file->info().statistics[0].values) chief_to_move[code] = number.unique;
  for (const auto& [code, number] : file->info().statistics[1].values) princess_to_move[code] = number.unique;
  const auto win = [](int plies) { return encode({Outcome::Win, plies}); };
  const auto loss = [](int plies) { return encode({Outcome::Loss, plies}); };
  EXPECT_EQ(chief_to_move, (std::map<ValueCode, PositionIndex>{{win(1), 58'640}, {win(3), 58'915}, {win(5), 3'900}}));
  EXPECT_EQ(princess_to_move, (std::map<ValueCode, PositionIndex>{
                                  {loss(0), 4'678}, {loss(2), 25'448}, {loss(4), 83'162}, {loss(6), 8'167}}));
}

TEST(TablebaseValues, MirrorsTurnsAndColoursDontMatter) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const PositionIndex index = random() % 121'455;
    const Side to_move = kSides[random() % 2];
    const Position position = solved.position(index, to_move);
    const Value expected = *tables.value(position);
    for (int code = 0; code < 8; ++code) {
      Position turned;
      turned.to_move = to_move;
      for (const Square square : position.occupied())
        turned.put(*position.at(square), Symmetry::from_code(code)(square));
      ASSERT_EQ(tables.value(turned), expected) << turned.to_string();
      ASSERT_EQ(tables.value(turned_over(turned)), expected) << turned.to_string();
    }
  }
}

TEST(TablebaseValues, AreTheSameFromManyThreadsAndASmallCache) {
  const SolvedTable& solved = SolvedTable::once();
  // Room for about a tenth of the table: threads throw each other's blocks out all the time.
  constexpr std::uint64_t kBudget = 25'000;
  const Tablebase tables = solved.open({kBudget});
  const Index index = solved.maker.index(solved.id);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937_64 random(t);
      for (int round = 0; round < 2000; ++round) {
        const PositionIndex i = random() % index.size();
        Position position = index.position(i);
        position.to_move = kSides[random() % 2];
        const ValueCode expected = solved.maker.values(solved.id)[to_index(position.to_move)][i];
        if (tables.value(position) != decode(expected)) ++wrong;
        if (round % 50 == 0 && tables.best(position)->has_value() != (expected != encode({Outcome::Loss, 0}))) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(tables.cache_statistics().bytes, kBudget);
  EXPECT_GT(tables.cache_statistics().misses, 1000U);
}

TEST(TablebaseValues, CacheRemembersBlocks) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  Position position = solved.position(0, Side::Orange);
  ASSERT_FALSE(tables.game().wins_at_once(position));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(tables.value(position));
  EXPECT_EQ(tables.cache_statistics().misses, 1U);
  EXPECT_EQ(tables.cache_statistics().hits, 4U);
  EXPECT_GT(tables.cache_statistics().bytes, 1024U);
}

// Every legal move's value, the best one and a whole line agree with the position's value.
TEST(TablebaseMoves, AgreeWithThePosition) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  const Game& game = tables.game();
  std::mt19937_64 random(4);
  for (int round = 0; round < 400; ++round) {
    const Position position = solved.position(random() % 121'455, kSides[random() % 2]);
    const auto answer = tables.ask(position);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->metric, Metric::Win);
    EXPECT_EQ(answer->value, *tables.value(position));
    EXPECT_EQ(answer->moves.size(), game.legal_moves(position).size());
    const auto best = *tables.best(position);
    const auto line = *tables.line(position, 4);
    EXPECT_EQ(std::ssize(line), answer->value.plies);
    if (answer->moves.empty()) {
      EXPECT_EQ(answer->value, (Value{Outcome::Loss, 0}));
      EXPECT_FALSE(best || answer->best());
      continue;
    }
    EXPECT_EQ(best->move, answer->best());
    EXPECT_EQ(best->value, answer->value);
    EXPECT_EQ(line.front(), answer->best());
    for (const MoveValue& move : answer->moves) {
      const AfterMove after = game.play(position, move.move);
      const Value expected =
          after.ended ? Value{*after.ended, 1}
                      : Value{reversed(tables.value(after.position)->outcome), tables.value(after.position)->plies + 1};
      ASSERT_EQ(move.value, expected) << position.to_string() << ' ' << move.move.to_string();
    }
    for (std::size_t i = 1; i < answer->moves.size(); ++i) {
      const MoveValue& a = answer->moves[i - 1];
      const MoveValue& b = answer->moves[i];
      ASSERT_GE(a.value.outcome, b.value.outcome);
      if (a.value.outcome != b.value.outcome) continue;
      ASSERT_TRUE(a.value.outcome == Outcome::Win ? a.value.plies <= b.value.plies : a.value.plies >= b.value.plies);
      ASSERT_TRUE(a.value != b.value || a.move.to_string() < b.move.to_string());
    }
  }
}

TEST(TablebaseMoves, EscapesLeadToTheNextState) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("no-count"), folder.path());
  maker.make("RvR", escape_states(maker.game().rules()));
  const Tablebase tables = *Tablebase::open({folder.path()}, maker.game().rules());
  EXPECT_EQ(tables.tables().size(), 4U);
  for (const char* state : {"Rr", "R", "r", "-"}) {
    const auto position = *Position::parse(std::string("10/10/10/10/4r5/10/10/4R5/10/10 o ") + state + " -");
    const auto answer = tables.ask(position);
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->value, Value{});
    const auto escapes =
        std::count_if(answer->moves.begin(), answer->moves.end(), [](const MoveValue& m) { return m.move.escape; });
    EXPECT_EQ(escapes, position.escapes.orange ? 98 : 0);
  }
  // Drawn play goes on as long as it is asked to.
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 o Rr -");
  EXPECT_EQ(tables.line(position, 7)->size(), 7U);
  EXPECT_EQ(tables.line(position, 0)->size(), 0U);
}

}  // namespace
}  // namespace jetan
