#include "probe/table_map.hpp"

#include <utility>

namespace jetan {

TableMap::Entry& TableMap::make(const Pieces& pieces, bool turned_over) {
  if (const Entry* there = find(pieces)) return entries_[static_cast<std::size_t>(there - entries_.data())];
  if (2 * (taken_ + 1) > entries_.size()) {
    const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
    taken_ = 0;
    for (const Entry& entry : before) {
      if (entry.pieces != Pieces{}) make(entry.pieces, entry.turned_over).numbers = entry.numbers;
    }
  }
  std::size_t at = home(pieces);
  while (entries_[at].pieces != Pieces{}) at = (at + 1) & (entries_.size() - 1);
  ++taken_;
  entries_[at].pieces = pieces;
  entries_[at].turned_over = turned_over;
  return entries_[at];
}

void TableMap::set(const TableId& id, TableKind kind, std::uint32_t number) {
  const Pieces pieces{number_of(id.ending.counts(Side::Black)), number_of(id.ending.counts(Side::Orange))};
  make(pieces, false).numbers[place(id.escapes, kind)] = number;
  if (pieces[0] != pieces[1]) make({pieces[1], pieces[0]}, true).numbers[place(id.escapes, kind)] = number;
}

std::uint32_t TableMap::find(const TableId& id, TableKind kind) const {
  const Entry* entry = find({number_of(id.ending.counts(Side::Black)), number_of(id.ending.counts(Side::Orange))});
  return entry == nullptr ? kNone : entry->numbers[place(id.escapes, kind)];
}

}  // namespace jetan
