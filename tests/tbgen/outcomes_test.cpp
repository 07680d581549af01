// Tables of outcomes say what tables of distances say, and are verified by them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tbgen/verify.hpp"
#include "tests/tbgen/generated_tables.hpp"

namespace jetan {
namespace {

struct Made {
  explicit Made(const char* rules, const char* ending) : game(preset_rules(rules)) {
    GenerateOptions options;
    options.tables = folder.path();
    options.outcomes = true;
    const auto made = generate(game, {Ending::parse(ending).value()}, options);
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
  }
  Tablebase open() const { return Tablebase::open({folder.path()}, game.rules()).value(); }
  std::shared_ptr<const TableFile> outcomes(const TableId& id) const {
    return TableFile::open(*open().path(id, TableKind::Outcomes), game).value();
  }
  TemporaryFolder folder;
  Game game;
};

TEST(Outcomes, AreThoseOfTheDistances) {
  for (const auto& [rules, ending] : {std::pair{"burroughs", "CRvR"}, std::pair{"cazaux", "PRvR"}}) {
    const Made made(rules, ending);
    const Tablebase both = made.open();
    ASSERT_EQ(both.tables(TableKind::Outcomes), both.tables());
    std::mt19937_64 random(3);
    for (const TableId& id : both.tables(TableKind::Outcomes)) {
      const auto file = made.outcomes(id);
      EXPECT_EQ(file->info().kind, TableKind::Outcomes);
      // With PRvR nothing is won but at once: there the values are the same.
      if (std::string(ending) == "CRvR") {
        EXPECT_LT(file->bytes(), std::filesystem::file_size(*both.path(id))) << table_file_name(id);
      }
      const auto verified = verify(both, *file, {});
      EXPECT_TRUE(verified && verified->all) << (verified ? "" : verified.error().message);
      for (int i = 0; i < 500; ++i) {
        Position position = file->index().position(random() % file->info().positions);
        position.to_move = file->info().sides[random() % file->info().sides.size()];
        position.escapes = id.escapes;
        EXPECT_EQ(*both.outcome(position), both.value(position)->outcome) << position.to_string();
      }
    }
  }
}

TEST(Outcomes, ADamagedTableIsNotPassedOver) {
  const Made made("burroughs", "RvR");
  for (const TableId& id : made.open().tables()) {
    std::filesystem::resize_file(*made.open().path(id, TableKind::Outcomes), 100);
  }
  const Position position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  EXPECT_EQ(made.open().outcome(position).error().kind, ErrorKind::TableDamaged);
}

TEST(Outcomes, AnswerWithoutTablesOfDistances) {
  const Made made("burroughs", "RvR");
  const Tablebase both = made.open();
  const Position position = *Position::parse("10/10/10/10/4r5/10/10/4R5/10/10 b");
  const Outcome outcome = both.value(position)->outcome;
  for (const TableId& id : both.tables()) std::filesystem::remove(*both.path(id));
  const Tablebase alone = made.open();
  EXPECT_TRUE(alone.tables().empty());
  EXPECT_EQ(*alone.outcome(position), outcome);
  EXPECT_EQ(alone.value(position).error().kind, ErrorKind::TableMissing);
  Position running = position;
  running.count = 3;  // only distances tell what is won in so many plies
  EXPECT_EQ(alone.outcome(running).error().kind, ErrorKind::TableMissing);
}

TEST(Outcomes, AWrongOneIsFound) {
  const Made made("burroughs", "CRvR");
  const Tablebase base = made.open();
  const TableId id{*Ending::parse("CRvR"), {}};
  const auto good = made.outcomes(id);
  const Numbering numbering(id.ending, made.game.movement(), good->info().order);
  TableValues codes = *read_table(*good, numbering);
  std::mt19937_64 random(8);
  for (int round = 0; round < 6; ++round) {
    const std::size_t side = random() % 2;
    PositionIndex index = 0;
    Position position;
    do {
      index = random() % good->info().positions;
      position = numbering.index.position(index);
      position.to_move = good->info().sides[side];
    } while (made.game.wins_at_once(position));
    const ValueCode right = codes[side][index];
    codes[side][index] = static_cast<ValueCode>((right + 1 + random() % 2) % 3);
    const auto path = made.folder / "spoilt.jto.copy";
    ASSERT_TRUE(write_table(path, good->info(), numbering, codes, good->info().statistics));
    codes[side][index] = right;
    const auto verified = verify(base, *TableFile::open(path, made.game).value(), {});
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().kind, ErrorKind::TableDamaged);
    EXPECT_THAT(verified.error().message, testing::HasSubstr("outcome of position"));
  }
}

}  // namespace
}  // namespace jetan
