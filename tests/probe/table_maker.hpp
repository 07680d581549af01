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
#include "probe/table_info.hpp"
#include "probe/table_writer.hpp"

namespace jetan {

// The values of a table: for each of its sides to move, by index.
using TableValues = std::vector<std::vector<ValueCode>>;

struct TableShape {
  int value_bytes = 1;
  std::uint32_t block_positions = 1 << 12;
  int level = 1;
};

inline std::vector<SideStatistics> statistics_of(const Index& index, const TableValues& values) {
  std::vector<SideStatistics> all;
  for (const std::vector<ValueCode>& side : values) {
    SideStatistics& statistics = all.emplace_back();
    for (PositionIndex i = 0; i < side.size(); ++i) {
      const auto [entry, first] = statistics.values.try_emplace(side[i]);
      if (first) entry->second.first_index = i;
      ++entry->second.unique;
      entry->second.placements += static_cast<PositionIndex>(index.orbit(i));
    }
  }
  return all;
}

// Writes a table of these values. `stored` may differ from them where they needn't be right.
inline Result<std::uint64_t> write_table(const std::filesystem::path& path, TableInfo info, const TableValues& stored,
                                         std::vector<SideStatistics> statistics, TableShape shape = {}) {
  info.block_positions = shape.block_positions;
  auto writer = TableWriter::create(path, info, shape.value_bytes);
  if (!writer) return tl::unexpected(writer.error());
  for (const std::vector<ValueCode>& side : stored) {
    for (std::size_t first = 0; first < side.size(); first += shape.block_positions) {
      const std::size_t count = std::min<std::size_t>(shape.block_positions, side.size() - first);
      const auto done = pack_block(std::span(side).subspan(first, count), shape.value_bytes, shape.level)
                            .and_then([&](const PackedBlock& block) { return writer->append(block); });
      if (!done) return tl::unexpected(done.error());
    }
  }
  return writer->finish(std::move(statistics));
}

class TableMaker {
 public:
  TableMaker(RuleSet rules, std::filesystem::path tables) : game_(std::move(rules)), tables_(std::move(tables)) {}

  const Game& game() const { return game_; }
  std::filesystem::path path(const TableId& id) const {
    return tables_ / rules_folder_name(game_.rules()) / table_file_name(id);
  }
  Index index(const TableId& id) const { return Index::make(id.ending, game_.movement()); }
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
      const Index numbering = index(id);
      TableValues stored = values(id);
      const ValueCode garbage = encode({Outcome::Loss, count_runs(game_.rules(), id.ending) ? 3 : 99});
      for (std::size_t s = 0; s < stored.size(); ++s) {
        for (PositionIndex i = 0; i < stored[s].size(); ++i) {
          const bool by_capture = stored[s][i] == kWinInOne && game_.wins_at_once(position(id, numbering, s, i));
          if (by_capture) stored[s][i] = garbage;
        }
      }
      std::filesystem::create_directories(path(id).parent_path());
      const auto written = write_table(path(id), TableInfo::make(game_.rules(), id, numbering), stored,
                                       statistics_of(numbering, values(id)), shape);
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

  static Position position(const TableId& id, const Index& numbering, std::size_t side, PositionIndex i) {
    Position position = numbering.position(i);
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
    const Index numbering = index(id);
    TableValues& values = solved_.at(table_file_name(id));
    for (std::size_t s = 0; s < values.size(); ++s) {
      for (PositionIndex i = 0; i < numbering.size(); ++i) {
        const Position before = position(id, numbering, s, i);
        ValueCode& value = values[s][i];
        if (game_.wins_at_once(before)) {
          value = kWinInOne;
        } else if (const auto over = game_.over(before)) {
          value = *over == Outcome::Loss ? encode({Outcome::Loss, 0}) : ValueCode{0};
        } else {
          const std::size_t first = search.after.size();
          for (const Move move : game_.legal_moves(before)) {
            const Position after = oriented(game_.play(before, move).position);  // the game goes on
            search.after.push_back(&solved_.at(
                table_file_name({id.ending, after.escapes}))[to_index(after.to_move)][numbering.rank(after)]);
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
