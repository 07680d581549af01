// How a tablebase refuses, and which tables it finds.
#include <gtest/gtest.h>

#include "probe/table_format.hpp"
#include "probe/tablebase.hpp"
#include "tests/probe/solved_table.hpp"

namespace jetan {
namespace {

void expect_error(const auto& result, ErrorKind kind, std::initializer_list<std::string> parts) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, kind) << result.error().message;
  for (const std::string& part : parts) {
    EXPECT_NE(result.error().message.find(part), std::string::npos) << part << ": " << result.error().message;
  }
}

TEST(TablebaseErrors, MissingTableNamesTheCommandThatMakesIt) {
  const SolvedTable& solved = SolvedTable::once();
  const Tablebase tables = solved.open();
  const auto with_escape = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 b r");
  expect_error(tables.value(with_escape), ErrorKind::TableMissing,
               {"CRvR", "-r", "burroughs", solved.tables.path().string(), "`jetan gen CRvR`"});
  expect_error(tables.ask(with_escape), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.best(with_escape), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.line(with_escape, 10), ErrorKind::TableMissing, {"CRvR"});
  expect_error(tables.table({*Ending::parse("CRDvCR"), {}}), ErrorKind::TableMissing, {"jetan gen CRDvCR"});
  // An escape of Orange's ends in a table that is there, and the position is still missing.
  const auto other_colours = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/c9 b R");
  expect_error(tables.value(other_colours), ErrorKind::TableMissing, {"CRvR", "-r"});
}

TEST(TablebaseErrors, PositionsThatCantBeAreRefused) {
  const Tablebase tables = SolvedTable::once().open();
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

TEST(TablebaseErrors, TablesInTheFolderOfOtherRulesAreRefused) {
  const TemporaryFolder folder;
  TableMaker burroughs(preset_rules("burroughs"), folder.path());
  const TableId id = burroughs.make("RvR").front();
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  for (const char* preset : {"free", "cazaux"}) {  // play RvR otherwise, and alike
    const RuleSet rules = preset_rules(preset);
    const auto there = folder / rules_folder_name(rules);
    std::filesystem::create_directory(there);
    std::filesystem::copy_file(burroughs.path(id), there / table_file_name(id));
    expect_error(Tablebase::open({folder.path()}, rules)->value(position), ErrorKind::WrongRules,
                 {"burroughs", preset, (there / table_file_name(id)).string()});
  }
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
  const Numbering numbering(id.ending, game.movement());
  const Index& index = numbering.index;
  const TableInfo info = TableInfo::make(game.rules(), id, index, numbering.planes);
  const TableValues honest(1, std::vector<ValueCode>(index.size(), 0));
  const TableValues wrong(1, std::vector<ValueCode>(index.size(), encode({Outcome::Win, 11})));
  const auto path = folder / rules_folder_name(game.rules()) / table_file_name(id);
  std::filesystem::create_directory(path.parent_path());
  ASSERT_TRUE(write_table(path, info, numbering, wrong, statistics_of(numbering, honest)));
  const auto position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  expect_error(Tablebase::open({folder.path()}, game.rules())->value(position), ErrorKind::TableDamaged,
               {path.string(), "11 plies"});
}

TEST(TablebaseErrors, ContradictingValuesAreDamage) {
  const TemporaryFolder folder;
  const Game game(preset_rules("no-count"));
  const TableId id{*Ending::parse("RvR"), {}};
  const Numbering numbering(id.ending, game.movement());
  const Index& index = numbering.index;
  const TableValues wrong(1, std::vector<ValueCode>(index.size(), encode({Outcome::Win, 2})));
  const auto path = folder / rules_folder_name(game.rules()) / table_file_name(id);
  std::filesystem::create_directory(path.parent_path());
  ASSERT_TRUE(write_table(path, TableInfo::make(game.rules(), id, index, numbering.planes), numbering, wrong,
                          statistics_of(numbering, wrong)));
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
  const TableId larger = SolvedTable::once().id;
  write_bytes(one / rules_folder_name(renamed) / "notes.txt", {});
  write_bytes(one / rules_folder_name(renamed) / ".RvR.Rr.jtb.1.part", {});
  const Tablebase tables =
      *Tablebase::open({SolvedTable::once().tables.path(), one.path(), other.path()}, preset_rules("burroughs"));
  const Ending small = *Ending::parse("RvR");
  EXPECT_EQ(tables.tables(),
            (std::vector<TableId>{
                {small, {}}, {small, {true, false}}, {small, {false, true}}, {small, {true, true}}, larger}));
  EXPECT_TRUE(tables.value(*Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b R")));
}

TEST(TablebaseFolders, TablesStayOpenWhenTheBaseIsMoved) {
  Tablebase tables = SolvedTable::once().open();
  const Position position = SolvedTable::once().position(5, Side::Orange);
  const auto value = *tables.value(position);
  Tablebase moved = std::move(tables);
  EXPECT_EQ(moved.value(position), value);
  EXPECT_EQ((*moved.table(SolvedTable::once().id))->index().size(), 121'455U);
}

}  // namespace
}  // namespace jetan
