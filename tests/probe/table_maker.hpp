// Tables for tests, made by plain means: values given, or found by looking at every position's moves again and again
// (endings of two and three pieces, where no capture leads to another ending).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/index.hpp"
#include "probe/table_file.hpp"
#include "probe/table_info.hpp"
#include "probe/table_writer.hpp"

namespace jetan {

// The values of a table: for each of its sides to move, by index.
using TableValues = std::vector<std::vector<ValueCode>>;

struct TableShape {
  int value_bytes = 1;
  std::uint32_t planes_a_block = 0;  // 0: as many as usual
  int level = 1;
};

// An ending's positions by index and by cell.
struct Numbering {
  static constexpr PositionIndex kNone = ~PositionIndex{0};
  Index index;
  Planes planes;
  std::vector<PositionIndex> index_of_cell;  // kNone: it has no position
  std::vector<int> orbit_of_cell;            // 0: it stands for none

  Numbering(const Ending& ending, const Movement& movement, const PieceOrder& order)
      : index(*Index::make(ending, movement, order)), planes(*Planes::make(ending, movement, order)) {
    for (CellNumber cell = 0; cell < planes.cells(); ++cell) {
      const auto position = planes.position(cell);
      index_of_cell.push_back(position ? index.rank(*position) : kNone);
      const auto place = static_cast<std::uint32_t>(cell % planes.cells_of_plane());
      orbit_of_cell.push_back(planes.orbit(planes.plane(cell / planes.cells_of_plane()), Planes::squares(place)));
    }
  }
  Numbering(const Ending& ending, const Movement& movement)
      : Numbering(ending, movement, Index::default_order(ending)) {}
};

inline std::vector<SideStatistics> statistics_of(const Numbering& numbering, const TableValues& values) {
  std::vector<SideStatistics> all;
  for (const std::vector<ValueCode>& side : values) {
    SideStatistics& statistics = all.emplace_back();
    for (CellNumber cell = 0; cell < numbering.planes.cells(); ++cell) {
      if (numbering.orbit_of_cell[cell] == 0) continue;
      const auto [entry, first] = statistics.values.try_emplace(side[numbering.index_of_cell[cell]]);
      if (first) entry->second.first_cell = cell;
      ++entry->second.unique;
      entry->second.placements += static_cast<PositionIndex>(numbering.orbit_of_cell[cell]);
    }
  }
  return all;
}

// Codes as the bytes of a block.
inline std::vector<std::byte> as_block(std::span<const ValueCode> codes, int value_bytes) {
  std::vector<std::byte> bytes;
  for (const ValueCode code : codes) {
    bytes.push_back(static_cast<std::byte>(code & 0xFF));
    if (value_bytes == 2) bytes.push_back(static_cast<std::byte>(code >> 8));
  }
  return bytes;
}

inline Result<PackedBlock> pack_block(std::span<const ValueCode> codes, int value_bytes, int level) {
  return BlockPacker::make(level, {}).and_then(
      [&](BlockPacker packer) { return packer.pack(as_block(codes, value_bytes)); });
}

// A side's values by cell; cells without a position have 0.
inline std::vector<ValueCode> by_cell(const Numbering& numbering, const std::vector<ValueCode>& values) {
  std::vector<ValueCode> cells;
  for (const PositionIndex index : numbering.index_of_cell) {
    cells.push_back(index == Numbering::kNone ? ValueCode{0} : values[index]);
  }
  return cells;
}

inline TableInfo shaped(TableInfo info, TableShape shape) {
  info.value_bytes = shape.value_bytes;
  const std::uint32_t bytes = Planes::cells_of_plane(info.order) * static_cast<std::uint32_t>(shape.value_bytes);
  info.planes_a_block = shape.planes_a_block != 0 ? shape.planes_a_block : max_block_bytes(info.kind) / bytes;
  return info;
}

// Writes a table of these values. `stored` may differ from them where they needn't be right.
inline Result<std::uint64_t> write_table(const std::filesystem::path& path, TableInfo info, const Numbering& numbering,
                                         const TableValues& stored, std::vector<SideStatistics> statistics,
                                         TableShape shape = {}) {
  info = shaped(std::move(info), shape);
  auto writer = TableWriter::create(path, info);
  if (!writer) return tl::unexpected(writer.error());
  for (const std::vector<ValueCode>& side : stored) {
    const std::vector<ValueCode> cells = by_cell(numbering, side);
    const std::size_t size = std::size_t{info.planes_a_block} * numbering.planes.cells_of_plane();
    for (std::size_t first = 0; first < cells.size(); first += size) {
      const std::size_t count = std::min(size, cells.size() - first);
      const auto done = pack_block(std::span(cells).subspan(first, count), shape.value_bytes, shape.level)
                            .and_then([&](const PackedBlock& block) { return writer->append(block); });
      if (!done) return tl::unexpected(done.error());
    }
  }
  return writer->finish(std::move(statistics));
}

// Every value of an open table.
inline Result<TableValues> read_table(const TableFile& file, const Numbering& numbering) {
  TableValues all;
  BlockUnpacker unpacker;
  std::vector<ValueCode> cells(file.cells_of_block());
  for (std::size_t side = 0; side < file.info().sides.size(); ++side) {
    std::vector<ValueCode>& values = all.emplace_back(numbering.index.size());
    for (std::uint64_t block = 0; block < file.blocks(); ++block) {
      if (auto done = file.unpack(side, block, cells, unpacker); !done) return tl::unexpected(done.error());
      for (std::uint32_t i = 0; i < file.cells_in_block(block); ++i) {
        const PositionIndex index = numbering.index_of_cell[block * file.cells_of_block() + i];
        if (index != Numbering::kNone) values[index] = cells[i];
      }
    }
  }
  return all;
}

class TableMaker {
 public:
  TableMaker(RuleSet rules, std::filesystem::path tables) : game_(std::move(rules)), tables_(std::move(tables)) {}

  const Game& game() const { return game_; }
  std::filesystem::path path(const TableId& id) const {
    return tables_ / rules_folder_name(game_.rules()) / table_file_name(id);
  }
  Index index(const TableId& id) const { return Index::make(id.ending, game_.movement()); }
  Numbering numbering(const TableId& id) const { return Numbering(id.ending, game_.movement()); }
  TableInfo info(const TableId& id) const {
    const Numbering both = numbering(id);
    return TableInfo::make(game_.rules(), id, both.index, both.planes);
  }
  // The values of a table solved before.
  const TableValues& values(const TableId& id) const { return solved_.at(table_file_name(id)); }

  // Solves and writes an ending's tables in some escape states: with a state, all that its escapes lead to. Where the
  // side to move wins at once the file holds garbage: no reader may believe it.
  std::vector<TableId> make(const std::string& ending, const std::vector<Escapes>& states = {{}},
                            TableShape shape = {}) {
    std::vector<TableId> ids;
    for (const Escapes escapes : states) ids.push_back({*Ending::parse(ending), escapes});
    solve(ids);
    for (const TableId& id : ids) {
      const Numbering both = numbering(id);
      TableValues stored = values(id);
      const ValueCode garbage = encode({Outcome::Loss, count_runs(game_.rules(), id.ending) ? 3 : 99});
      for (std::size_t s = 0; s < stored.size(); ++s) {
        for (PositionIndex i = 0; i < stored[s].size(); ++i) {
          const bool by_capture = stored[s][i] == kWinInOne && game_.wins_at_once(position(id, both.index, s, i));
          if (by_capture) stored[s][i] = garbage;
        }
      }
      std::filesystem::create_directories(path(id).parent_path());
      const auto written = write_table(path(id), TableInfo::make(game_.rules(), id, both.index, both.planes), both,
                                       stored, statistics_of(both, values(id)), shape);
      EXPECT_TRUE(written) << (written ? "" : written.error().message);
    }
    return ids;
  }

 private:
  static constexpr ValueCode kWinInOne = encode({Outcome::Win, 1});

  // A position, and the values of those its moves lead to.
  struct Open {
    ValueCode* value;
    std::size_t first;
    std::size_t last;
  };
  struct Search {
    std::vector<Open> open;  // positions without a value yet
    std::vector<const ValueCode*> after;
  };

  static Position position(const TableId& id, const Index& index, std::size_t side, PositionIndex i) {
    Position position = index.position(i);
    position.to_move = stored_sides(id.ending)[side];
    position.escapes = id.escapes;
    return position;
  }

  // All at once: with equal sides, a move in one escape state may lead to another and back.
  void solve(const std::vector<TableId>& ids) {
    for (const TableId& id : ids) {
      solved_[table_file_name(id)].assign(stored_sides(id.ending).size(), std::vector<ValueCode>(index(id).size(), 0));
    }
    Search search;
    for (const TableId& id : ids) add_positions(id, search);
    const auto& count = game_.rules().count;
    const int limit = count_runs(game_.rules(), ids.front().ending) ? count->plies : 100;
    for (int ply = 1; ply <= limit; ++ply) settle(ply, search);
  }

  void add_positions(const TableId& id, Search& search) {
    const Index numbers = index(id);
    TableValues& values = solved_.at(table_file_name(id));
    for (std::size_t s = 0; s < values.size(); ++s) {
      for (PositionIndex i = 0; i < numbers.size(); ++i) {
        const Position before = position(id, numbers, s, i);
        ValueCode& value = values[s][i];
        if (game_.wins_at_once(before)) {
          value = kWinInOne;
        } else if (const auto over = game_.over(before)) {
          value = *over == Outcome::Loss ? encode({Outcome::Loss, 0}) : ValueCode{0};
        } else {
          const std::size_t first = search.after.size();
          for (const Move move : game_.legal_moves(before)) {
            const Position after = oriented(game_.play(before, move).position);  // the game goes on
            search.after.push_back(
                &solved_.at(table_file_name({id.ending, after.escapes}))[to_index(after.to_move)][numbers.rank(after)]);
          }
          search.open.push_back({&value, first, search.after.size()});
        }
      }
    }
  }

  // Finds the wins and losses in so many plies.
  static void settle(int ply, Search& search) {
    const auto is_lost = [ply](const ValueCode* code) { return decode(*code) == Value{Outcome::Loss, ply - 1}; };
    const auto is_won = [ply](const ValueCode* code) {
      return decode(*code).outcome == Outcome::Win && decode(*code).plies < ply;
    };
    std::vector<std::pair<ValueCode*, ValueCode>> found;
    std::erase_if(search.open, [&](const Open& open) {
      const auto after = std::span(search.after).subspan(open.first, open.last - open.first);
      const bool wins = std::any_of(after.begin(), after.end(), is_lost);
      const bool loses = std::all_of(after.begin(), after.end(), is_won);
      if (wins || loses) found.emplace_back(open.value, encode({wins ? Outcome::Win : Outcome::Loss, ply}));
      return wins || loses;
    });
    for (const auto& [value, code] : found) *value = code;
  }

  Game game_;
  std::filesystem::path tables_;
  std::map<std::string, TableValues> solved_;
};

inline RuleSet preset_rules(const std::string& name) {
  const Result<RuleSet> rules = RuleSet::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return rules.value_or(RuleSet{});
}

}  // namespace jetan
