// What a tablebase says of positions, and how it refuses.
#include "probe/tablebase.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "probe/table_format.hpp"
#include "tests/probe/sample_table.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {
namespace {

void expect_error(const auto& result, ErrorKind kind, std::initializer_list<std::string> parts) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, kind) << result.error().message;
  for (const std::string& part : parts) {
    EXPECT_NE(result.error().message.find(part), std::string::npos) << part << ": " << result.error().message;
  }
}

// CRvR without escapes under `burroughs`, solved once.
struct Solved {
  Solved() : maker(preset_rules("burroughs"), tables.path()) { id = maker.make("CRvR", {{}}, {1, 1 << 10, 1}).front(); }
  static const Solved& once() {
    static const Solved solved;
    return solved;
  }
  Tablebase open(TablebaseOptions options = {}) const {
    return std::move(*Tablebase::open({tables.path()}, maker.game().rules(), options));
  }
  Position position(PositionIndex index, Side to_move) const {
    Position position = maker.index(id).position(index);
    position.to_move = to_move;
    return position;
  }

  TemporaryFolder tables;
  TableMaker maker;
  TableId id;
};

TEST(TablebaseValues, EveryPositionHasItsValue) {
  const Solved& solved = Solved::once();
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
  const Solved& solved = Solved::once();
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
  const Solved& solved = Solved::once();
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
  const Solved& solved = Solved::once();
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
  const Solved& solved = Solved::once();
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
  const Solved& solved = Solved::once();
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

TEST(TablebaseErrors, MissingTableNamesTheCommandThatMakesIt) {
  const Solved& solved = Solved::once();
  const Tablebase tables = solved.open();
  const auto with_escape = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 b r");
  expect_error(tables.value(with_escape), ErrorKind::TableMissing,
               {"CRvR", "-r", "burroughs", solved.tables.path().string(), "`jetan gen CRvR --rules burroughs`"});
  expect_error(tables.ask(with_escape), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.best(with_escape), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.line(with_escape, 10), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.table({*Ending::parse("CRDvCR"), {}}), ErrorKind::TableMissing, {"jetan gen CRDvCR"});
  // An escape of Orange's ends in a table that is there, and the position is still missing.
  const auto other_colours = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/c9 b R");
  expect_error(tables.value(other_colours), ErrorKind::TableMissing, {"CRvR", "-r"});
}

TEST(TablebaseErrors, PositionsThatCantBeAreRefused) {
  const Tablebase tables = Solved::once().open();
  expect_error(tables.value(Position{}), ErrorKind::BadPosition, {"Princess"});
  Position two_chiefs = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/CC8 b");
  two_chiefs.put({Side::Black, PieceKind::Chief}, Square::at(5, 5));
  expect_error(tables.value(two_chiefs), ErrorKind::BadPosition, {"Chief"});
  expect_error(tables.value(*Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 b - 5")), ErrorKind::BadPosition,
               {"count"});
  Position negative = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b - 5");
  negative.count = -1;
  expect_error(tables.value(negative), ErrorKind::BadPosition, {"count"});
  expect_error(tables.value(*Position::parse("startpos")), ErrorKind::BadEnding, {"40 pieces", "8"});
  expect_error(tables.ask(*Position::parse("startpos")), ErrorKind::BadEnding, {"40 pieces"});
}

TEST(TablebaseErrors, AFolderThatIsntThereHoldsNoTables) {
  const TemporaryFolder folder;
  const auto tables = Tablebase::open({folder / "none"}, preset_rules("burroughs"));
  ASSERT_TRUE(tables);
  EXPECT_TRUE(tables->tables().empty());
  write_bytes(folder / "file", {});
  expect_error(Tablebase::open({folder / "file"}, preset_rules("burroughs")), ErrorKind::Io, {"file", "folder"});
  EXPECT_TRUE(Tablebase::open({}, preset_rules("burroughs")));
}

TEST(TablebaseErrors, TablesOfOtherRulesAreRefused) {
  const TemporaryFolder folder;
  TableMaker burroughs(preset_rules("burroughs"), folder.path());
  const TableId id = burroughs.make("RvR").front();
  const RuleSet cazaux = preset_rules("cazaux");
  // Not seen at all, as it is in the other folder …
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  expect_error(Tablebase::open({folder.path()}, cazaux)->value(position), ErrorKind::TableMissing, {"cazaux"});
  // … until someone copies it there.
  const auto there = folder / rules_folder_name(cazaux);
  std::filesystem::create_directory(there);
  std::filesystem::copy_file(burroughs.path(id), there / table_file_name(id));
  expect_error(Tablebase::open({folder.path()}, cazaux)->value(position), ErrorKind::WrongRules,
               {"burroughs", "cazaux", (there / table_file_name(id)).string()});
}

TEST(TablebaseErrors, ATableUnderAnothersNameIsRefused) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("burroughs"), folder.path());
  const TableId id = maker.make("RvR").front();
  const TableId other{id.ending, {true, true}};
  std::filesystem::rename(maker.path(id), maker.path(other));
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b Rr");
  expect_error(Tablebase::open({folder.path()}, maker.game().rules())->value(position), ErrorKind::TableDamaged,
               {"RvR.Rr.jtb", "RvR.--.jtb"});
}

TEST(TablebaseErrors, DamageIsAnErrorAndStaysOne) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("burroughs"), folder.path());
  const TableId id = maker.make("RvR").front();
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  ASSERT_TRUE(Tablebase::open({folder.path()}, maker.game().rules())->value(position));
  const std::byte spoilt{0x55};
  OpenFile(maker.path(id)).overwrite(table_format::kPreludeBytes + 3, std::span(&spoilt, 1));
  const Tablebase tables = *Tablebase::open({folder.path()}, maker.game().rules());
  for (int i = 0; i < 3; ++i) {
    expect_error(tables.value(position), ErrorKind::TableDamaged, {maker.path(id).string(), "block 0"});
    expect_error(tables.ask(position), ErrorKind::TableDamaged, {"block 0"});
  }
  std::filesystem::resize_file(maker.path(id), 10);
  expect_error(Tablebase::open({folder.path()}, maker.game().rules())->value(position), ErrorKind::TableDamaged,
               {maker.path(id).string()});
}

TEST(TablebaseErrors, AValueBeyondTheCountIsDamage) {
  const TemporaryFolder folder;
  const Game game(preset_rules("burroughs"));
  const TableId id{*Ending::parse("RvR"), {}};
  const Index index = Index::make(id.ending, game.movement());
  const TableInfo info = TableInfo::make(game.rules(), id, index);
  const TableValues honest(1, std::vector<ValueCode>(index.size(), 0));
  const TableValues wrong(1, std::vector<ValueCode>(index.size(), encode({Outcome::Win, 11})));
  const auto path = folder / rules_folder_name(game.rules()) / table_file_name(id);
  std::filesystem::create_directory(path.parent_path());
  ASSERT_TRUE(write_table(path, info, wrong, statistics_of(index, honest)));
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  expect_error(Tablebase::open({folder.path()}, game.rules())->value(position), ErrorKind::TableDamaged,
               {path.string(), "11 plies"});
}

TEST(TablebaseErrors, ContradictingValuesAreDamage) {
  const TemporaryFolder folder;
  const Game game(preset_rules("no-count"));
  const TableId id{*Ending::parse("RvR"), {}};
  const Index index = Index::make(id.ending, game.movement());
  const TableValues wrong(1, std::vector<ValueCode>(index.size(), encode({Outcome::Win, 2})));
  const auto path = folder / rules_folder_name(game.rules()) / table_file_name(id);
  std::filesystem::create_directory(path.parent_path());
  ASSERT_TRUE(write_table(path, TableInfo::make(game.rules(), id, index), wrong, statistics_of(index, wrong)));
  const Tablebase tables = *Tablebase::open({folder.path()}, game.rules());
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  EXPECT_EQ(tables.value(position), (Value{Outcome::Win, 2}));  // one value alone shows nothing
  expect_error(tables.ask(position), ErrorKind::TableDamaged,
               {path.string(), "a win in 2", "a loss in 3", "jetan verify"});
  expect_error(tables.best(position), ErrorKind::TableDamaged, {path.string(), "jetan verify"});
}

TEST(TablebaseFolders, TablesAreListedSmallerFirstAndFoundUnderAnyName) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  RuleSet renamed = preset_rules("burroughs");
  renamed.name = "mine";
  TableMaker(renamed, one.path()).make("RvR", escape_states(renamed));
  const TableId larger = Solved::once().id;
  write_bytes(one / rules_folder_name(renamed) / "notes.txt", {});
  write_bytes(one / rules_folder_name(renamed) / ".RvR.Rr.jtb.1.part", {});
  const Tablebase tables =
      *Tablebase::open({Solved::once().tables.path(), one.path(), other.path()}, preset_rules("burroughs"));
  const Ending small = *Ending::parse("RvR");
  EXPECT_EQ(tables.tables(),
            (std::vector<TableId>{
                {small, {}}, {small, {true, false}}, {small, {false, true}}, {small, {true, true}}, larger}));
  EXPECT_TRUE(tables.value(*Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b R")));
}

TEST(TablebaseFolders, TablesStayOpenWhenTheBaseIsMoved) {
  Tablebase tables = Solved::once().open();
  const Position position = Solved::once().position(5, Side::Orange);
  const auto value = *tables.value(position);
  Tablebase moved = std::move(tables);
  EXPECT_EQ(moved.value(position), value);
  EXPECT_EQ((*moved.table(Solved::once().id))->index().size(), 121'455U);
}

}  // namespace
}  // namespace jetan
