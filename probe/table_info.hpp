// What a table file is of: everything its header says but the places of its blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ending.hpp"
#include "core/planes.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "probe/value.hpp"

namespace jetan {

// One table: an ending in one escape state. In the ending's own orientation, `escapes.black` speaks of its first side.
struct TableId {
  Ending ending;
  Escapes escapes;
  friend bool operator==(const TableId&, const TableId&) = default;
};

// "Rr", "R-", "-r" or "--", and back.
std::string escape_state(Escapes escapes);
std::optional<Escapes> parse_escape_state(std::string_view text);

// The escape states that can come up under a rule set, in the order in which they can be solved: "--" first. In an
// ending of equal sides "R-" and "-r" depend on each other, as every move exchanges first and second side.
std::vector<Escapes> escape_states(const RuleSet& rules);

// The sides to move a table of an ending holds: both, or with equal sides Black only (see `oriented`).
std::vector<Side> stored_sides(const Ending& ending);

// Where the values of positions are that have the same pieces, side to move and escapes.
struct StoredPositions {
  TableId table;
  Side to_move;  // there
  bool turned;   // there the colours are exchanged and the board is turned over

  // Of a position of at most Ending::kMaxPieces pieces.
  static StoredPositions of(const Position& position);
};

// The tables that moves from a table's positions lead to, but itself: by an escape, a capture, or (with equal sides) by
// exchanging first and second side. Each once.
std::vector<TableId> tables_after(const RuleSet& rules, const TableId& id);

// The folder, within a tables folder, of a rule set's tables: its name and hash. Rule sets that play alike share it
// whatever they are called, so it is to be looked for by the hash (`find_rules_folder`).
std::string rules_folder_name(const RuleSet& rules);
// The existing folder of the rule set (under its own name, or else under any), or where it would be made.
std::filesystem::path find_rules_folder(const std::filesystem::path& tables, const RuleSet& rules);
// Whether a folder's name is that of a rule set which plays otherwise.
bool is_other_rules_folder(std::string_view folder, const RuleSet& rules);
// "CRDvCR.R-.jtb" with distances, "CRDvCR.R-.jto" with outcomes alone; and back: nothing when the text is no table's
// name.
std::string table_file_name(const TableId& id, TableKind kind = TableKind::Distances);
struct TableName {
  TableId id;
  TableKind kind;
  friend bool operator==(const TableName&, const TableName&) = default;
};
std::optional<TableName> parse_table_file_name(std::string_view name);

// How many positions have each value (immediate wins included, as wins in 1), for one side to move. In a table of
// outcomes, too, by the values with their plies.
struct SideStatistics {
  struct Number {
    PositionIndex unique = 0;      // up to symmetry
    PositionIndex placements = 0;  // each weighted by the size of its orbit
    CellNumber first_cell = 0;     // the first cell that has the value, and whose position counts (Planes::orbit)
    friend bool operator==(const Number&, const Number&) = default;

    // Adds what was counted elsewhere.
    void add(const Number& other) {
      first_cell = unique == 0 ? other.first_cell : std::min(first_cell, other.first_cell);
      unique += other.unique;
      placements += other.placements;
    }
  };
  // Likewise, value by value.
  void add(const SideStatistics& other) {
    for (const auto& [code, number] : other.values) values[code].add(number);
  }
  std::map<ValueCode, Number> values;
  friend bool operator==(const SideStatistics&, const SideStatistics&) = default;
};

struct TableInfo {
  RuleSet rules;
  TableId id;
  TableKind kind = TableKind::Distances;
  Metric metric = Metric::Win;
  int ply_limit = 0;                       // Metric::Count: the rule's plies, beyond which nothing is won; else 0
  PieceOrder order;                        // of the planes (core/planes.hpp)
  PositionIndex positions = 0;             // the perfect index's size, for each side to move
  int value_bytes = 1;                     // bytes of a value once unpacked: 1, or of a distance 2
  std::uint32_t planes_a_block = 1;        // the last block of a side may hold fewer
  std::vector<Side> sides;                 // stored_sides(id.ending)
  std::vector<SideStatistics> statistics;  // one a side, in the same order; known once the table is finished

  PositionIndex planes =
      0;  // for each side to move; known once the rules' movement is (TableFile::open, not read_info)
  std::uint64_t blocks() const { return (planes + planes_a_block - 1) / planes_a_block; }  // likewise

  // The place of a side to move, which must be there, in `sides`.
  std::size_t place_of(Side side) const {
    return static_cast<std::size_t>(std::find(sides.begin(), sides.end(), side) - sides.begin());
  }

  // What the rules, the ending and the order settle. planes_a_block is what suits bytes a value.
  static TableInfo make(const RuleSet& rules, const TableId& id, const Index& index, const Planes& planes,
                        int value_bytes = 1, TableKind kind = TableKind::Distances);
};

// A block's values take so many bytes at most, unpacked: about what unpacks in a few microseconds. Outcomes unpack
// quicker.
inline constexpr std::uint32_t kMaxBlockBytes = 80'000;
constexpr std::uint32_t max_block_bytes(TableKind kind) {
  return kind == TableKind::Outcomes ? kMaxBlockBytes : kMaxBlockBytes / 2;
}

// The greatest code that a table's value can have.
int max_code(const TableInfo& info);
// The most plies that a value of a table can have.
int max_plies(const TableInfo& info);

}  // namespace jetan
