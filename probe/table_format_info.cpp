// The info record of a table file, and what must hold in it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "probe/table_format.hpp"

namespace jetan::table_format {
namespace {

constexpr std::uint8_t kFirstSideEscape = 1;
constexpr std::uint8_t kSecondSideEscape = 2;

// Text from a file as a message may show it: short, and with nothing that could upset a terminal.
std::string shown(const std::string& text) {
  std::string safe;
  for (const char c : text.substr(0, 40)) safe += c >= ' ' && c <= '~' ? c : '?';
  return safe;
}

std::optional<Side> side_of(std::uint8_t number) {
  if (number > 1) return std::nullopt;
  return kSides[number];
}

Result<PieceOrder> order_of(const InfoRecord& record, const std::string& where) {
  PieceOrder order;
  for (const InfoRecord::Class& piece_class : record.order) {
    const std::optional<Side> side = side_of(piece_class.side);
    const std::optional<PieceKind> kind = kind_of_letter(static_cast<char>(piece_class.letter));
    if (!side || !kind) return damaged(where, "the piece order names a piece there is not");
    if (piece_class.count < 1 || piece_class.count > Ending::kMaxPieces) {
      return damaged(where, fmt::format("the piece order has a class of {} pieces", piece_class.count));
    }
    order.push_back(PieceClass{Piece{*side, *kind}, piece_class.count});
  }
  if (order.empty()) return damaged(where, "the piece order is empty");
  return order;
}

Result<SideStatistics> statistics_of(const InfoRecord::SideToMove& side, const std::string& where) {
  SideStatistics statistics;
  for (const InfoRecord::Number& number : side.statistics) {
    const bool rising = statistics.values.empty() || statistics.values.rbegin()->first < number.code;
    if (!rising) return damaged(where, "the statistics' values are out of order");
    statistics.values.emplace_hint(statistics.values.end(), number.code,
                                   SideStatistics::Number{number.unique, number.placements, number.first_cell});
  }
  return statistics;
}

Result<void> check_statistics(const TableInfo& info, const Planes& planes, const SideStatistics& statistics,
                              const std::string& where) {
  const int most = max_plies(info);
  PositionIndex total = 0;
  for (const auto& [code, number] : statistics.values) {
    if (decode(code).plies > most) {
      return damaged(where,
                     fmt::format("the statistics have a value in {} plies, more than {}", decode(code).plies, most));
    }
    if (number.unique == 0 || number.unique > info.positions - total) {
      return damaged(where, "the statistics don't add up to the number of positions");
    }
    total += number.unique;
    if (number.placements < number.unique || number.placements > number.unique * kMaxOrbit) {
      return damaged(where, "the statistics' placements don't fit its positions");
    }
    if (number.first_cell >= planes.cells()) {
      return damaged(where, fmt::format("the statistics name cell {}, beyond the last", number.first_cell));
    }
    if (!planes.position(number.first_cell)) {
      return damaged(where, fmt::format("the statistics name cell {}, which has no position", number.first_cell));
    }
  }
  if (total != info.positions) return damaged(where, "the statistics don't add up to the number of positions");
  return {};
}

}  // namespace

InfoRecord to_record(const TableInfo& info) {
  InfoRecord record;
  record.rules = info.rules.to_text();
  record.rules_hash = info.rules.hash();
  record.ending = info.id.ending.name();
  record.escapes = static_cast<std::uint8_t>((info.id.escapes.black ? kFirstSideEscape : 0) |
                                             (info.id.escapes.orange ? kSecondSideEscape : 0));
  record.metric = static_cast<std::uint8_t>(info.metric);
  record.ply_limit = static_cast<std::uint16_t>(info.ply_limit);
  record.value_bytes = static_cast<std::uint8_t>(info.value_bytes);
  record.kind = static_cast<std::uint8_t>(info.kind);
  for (const PieceClass& piece_class : info.order) {
    record.order.push_back({static_cast<std::uint8_t>(piece_class.piece.side),
                            static_cast<std::uint8_t>(letter(piece_class.piece.kind)),
                            static_cast<std::uint8_t>(piece_class.count)});
  }
  record.positions = info.positions;
  record.planes_a_block = info.planes_a_block;
  for (std::size_t i = 0; i < info.sides.size(); ++i) {
    InfoRecord::SideToMove& side = record.sides.emplace_back();
    side.side = static_cast<std::uint8_t>(info.sides[i]);
    if (i >= info.statistics.size()) continue;
    for (const auto& [code, number] : info.statistics[i].values) {
      side.statistics.push_back({code, number.unique, number.placements, number.first_cell});
    }
  }
  return record;
}

Result<TableInfo> to_table_info(const InfoRecord& record, const std::string& where) {
  TableInfo info;
  if (Result<RuleSet> rules = RuleSet::parse(record.rules, "rules"); rules) {
    info.rules = std::move(*rules);
  } else {
    return damaged(where, fmt::format("its rule set can't be read ({})", shown(rules.error().message)));
  }
  if (info.rules.hash() != record.rules_hash) return damaged(where, "the hash of its rule set is another");

  const Result<Ending> ending = Ending::parse(record.ending);
  if (!ending || ending->name() != record.ending) {
    return damaged(where, fmt::format("'{}' is no ending's name", shown(record.ending)));
  }
  const std::vector<Escapes> states = escape_states(info.rules);
  const Escapes escapes{(record.escapes & kFirstSideEscape) != 0, (record.escapes & kSecondSideEscape) != 0};
  const bool known = record.escapes <= (kFirstSideEscape | kSecondSideEscape);
  if (!known || std::find(states.begin(), states.end(), escapes) == states.end()) {
    return damaged(where, fmt::format("its rules have no escape state {}", record.escapes));
  }
  info.id = {*ending, escapes};

  if (record.metric > static_cast<std::uint8_t>(Metric::Count)) {
    return damaged(where, fmt::format("unknown metric {}", record.metric));
  }
  info.metric = static_cast<Metric>(record.metric);
  info.ply_limit = record.ply_limit;
  if (record.kind > static_cast<std::uint8_t>(TableKind::Outcomes)) {
    return damaged(where, fmt::format("unknown kind of table {}", record.kind));
  }
  info.kind = static_cast<TableKind>(record.kind);
  if (record.value_bytes != 1 && (record.value_bytes != 2 || info.kind == TableKind::Outcomes)) {
    return damaged(where, fmt::format("a value can't take {} bytes", record.value_bytes));
  }
  info.value_bytes = record.value_bytes;
  if (record.numbering != kNumbering) {
    return damaged(where, fmt::format("its positions are numbered in an unknown way, {}", record.numbering));
  }
  if (Result<PieceOrder> order = order_of(record, where); order) {
    info.order = std::move(*order);
  } else {
    return tl::unexpected(order.error());
  }
  info.positions = record.positions;
  const std::uint64_t plane_bytes = std::uint64_t{Planes::cells_of_plane(info.order)} * record.value_bytes;
  if (record.planes_a_block < 1 || record.planes_a_block > max_block_bytes(info.kind) / plane_bytes) {
    return damaged(where, fmt::format("a block can't have {} planes", record.planes_a_block));
  }
  info.planes_a_block = record.planes_a_block;
  for (const InfoRecord::SideToMove& side : record.sides) {
    const std::optional<Side> to_move = side_of(side.side);
    if (!to_move) return damaged(where, fmt::format("unknown side to move {}", side.side));
    info.sides.push_back(*to_move);
    const Dictionary& dictionary = side.dictionary;
    if (dictionary.bytes > kMaxDictionaryBytes || (dictionary.bytes == 0) != (dictionary.packed_bytes == 0)) {
      return damaged(where, fmt::format("a dictionary can't have {} bytes", dictionary.bytes));
    }
    Result<SideStatistics> statistics = statistics_of(side, where);
    if (!statistics) return tl::unexpected(statistics.error());
    info.statistics.push_back(std::move(*statistics));
  }
  return info;
}

Result<void> check_against_index(const TableInfo& info, const Index& index, const Planes& planes,
                                 const std::string& where) {
  const TableInfo settled = TableInfo::make(info.rules, info.id, index, planes);
  if (info.metric != settled.metric) return damaged(where, fmt::format("its metric can't be '{}'", name(info.metric)));
  if (info.ply_limit != settled.ply_limit) {
    return damaged(where, fmt::format("its ply limit is {} instead of {}", info.ply_limit, settled.ply_limit));
  }
  if (info.positions != settled.positions) {
    return damaged(where, fmt::format("it has {} positions instead of {}", info.positions, settled.positions));
  }
  if (info.sides != settled.sides) return damaged(where, "it has other sides to move than its ending needs");
  for (const SideStatistics& statistics : info.statistics) {
    if (Result<void> done = check_statistics(info, planes, statistics, where); !done) return done;
  }
  return {};
}

}  // namespace jetan::table_format
