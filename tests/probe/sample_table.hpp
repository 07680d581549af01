// A small table file to read and to spoil: RvR with made-up values, several blocks, two sides' worth of features.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "probe/table_file.hpp"
#include "tests/probe/table_maker.hpp"
#include "tests/probe/temporary_folder.hpp"

namespace jetan {

// One for all tests of a program: movement tables take a while to make.
inline const Game& no_count_game() {
  static const Game game(preset_rules("no-count"));
  return game;
}

// Pseudo-random, so that a value read from a wrong place is noticed.
inline TableValues made_up_values(const TableInfo& info, int most_plies) {
  std::mt19937 random(20);
  TableValues values;
  for (std::size_t side = 0; side < info.sides.size(); ++side) {
    std::vector<ValueCode>& codes = values.emplace_back();
    for (PositionIndex i = 0; i < info.positions; ++i) {
      codes.push_back(static_cast<ValueCode>(random() % static_cast<unsigned>(2 * most_plies + 2)));
      if (codes.back() == 1) codes.back() = 0;  // fewer losses in 0, for an uneven mix
    }
  }
  return values;
}

struct SampleTable {
  explicit SampleTable(const char* ending = "RvR", TableShape table_shape = {1, 1, 3}, int most_plies = 100)
      : id{*Ending::parse(ending), {}}, numbering(id.ending, no_count_game().movement()), shape(table_shape) {
    info = shaped(TableInfo::make(no_count_game().rules(), id, numbering.index, numbering.planes), shape);
    values = made_up_values(info, most_plies);
    statistics = statistics_of(numbering, values);
    path = folder / table_file_name(id);
    const auto written = write_table(path, info, numbering, values, statistics, shape);
    EXPECT_TRUE(written) << (written ? "" : written.error().message);
  }

  // Every value of an open table; the first error, if there is one.
  Result<TableValues> read(const TableFile& file) const {
    if (file.info().order == info.order) return read_table(file, numbering);
    return read_table(file, Numbering(id.ending, no_count_game().movement(), file.info().order));
  }
  Result<TableValues> read() const {
    return TableFile::open(path, no_count_game()).and_then([&](const auto& file) { return read(*file); });
  }

  TemporaryFolder folder;
  TableId id;
  Numbering numbering;
  TableShape shape;
  TableInfo info;
  TableValues values;
  std::vector<SideStatistics> statistics;
  std::filesystem::path path;
};

}  // namespace jetan
