// Tables made by `generate` in a folder of the test's own, to be read whole and written again otherwise.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "probe/tablebase.hpp"
#include "tbgen/generate.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {

// A table's contents.
struct TableContents {
  TableInfo info;
  std::shared_ptr<const Numbering> numbering;  // null where the values were not read
  TableValues values;                          // wins at once as such
};

class GeneratedTables {
 public:
  GeneratedTables(RuleSet rules, const std::vector<std::string>& endings) : game_(std::move(rules)) {
    GenerateOptions options;
    options.tables = folder_.path();
    std::vector<Ending> asked;
    for (const std::string& name : endings) asked.push_back(Ending::parse(name).value());
    const auto made = generate(game_, asked, options);
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    if (!made) return;
    for (const GeneratedTable& table : *made) ids_.push_back(table.table);
  }

  const Game& game() const { return game_; }
  const std::vector<TableId>& ids() const { return ids_; }
  Tablebase open() const { return Tablebase::open({folder_.path()}, game_.rules()).value(); }
  std::filesystem::path path(const TableId& id) const {
    return folder_.path() / rules_folder_name(game_.rules()) / table_file_name(id);
  }
  // Where another version of a table may be written.
  std::filesystem::path elsewhere() const { return folder_ / "elsewhere.jtb"; }

  Position position(const TableContents& table, std::size_t side, PositionIndex index) const {
    Position position = table.numbering->index.position(index);
    position.to_move = table.info.sides[side];
    position.escapes = table.info.id.escapes;
    return position;
  }

  TableContents read(const TableId& id) const {
    const auto file = TableFile::open(path(id), game_).value();
    TableContents table{
        file->info(), std::make_shared<const Numbering>(id.ending, game_.movement(), file->info().order), {}};
    const auto values = read_table(*file, *table.numbering);
    EXPECT_TRUE(values) << (values ? "" : values.error().message);
    if (values) table.values = *values;
    for (std::size_t side = 0; side < table.values.size(); ++side) {
      for (PositionIndex i = 0; i < table.info.positions; ++i) {
        if (game_.wins_at_once(position(table, side, i))) table.values[side][i] = encode({Outcome::Win, 1});
      }
    }
    return table;
  }

  // Writes a table elsewhere, with the statistics its values have or, if given, others.
  std::shared_ptr<const TableFile> write(const TableContents& table,
                                         std::optional<std::vector<SideStatistics>> statistics = std::nullopt) const {
    const auto written = write_table(elsewhere(), table.info, *table.numbering, table.values,
                                     statistics ? *statistics : statistics_of(*table.numbering, table.values),
                                     {.value_bytes = 2, .planes_a_block = 1});
    EXPECT_TRUE(written) << (written ? "" : written.error().message);
    return TableFile::open(elsewhere(), game_).value();
  }

 private:
  TemporaryFolder folder_;
  Game game_;
  std::vector<TableId> ids_;
};

}  // namespace jetan
