// Finds tables by what stands on the board: how many of each kind the sides have, which escapes are left.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "probe/table_info.hpp"

namespace jetan {

// Numbers of tables. A position's is found without its ending being made up. Const members may be called from many
// threads at once.
class TableMap {
 public:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  // Sets a table's number, kNone for none.
  void set(const TableId& id, TableKind kind, std::uint32_t number);
  // kNone: it has none.
  std::uint32_t find(const TableId& id, TableKind kind) const;

  // The table that has a position, of any number of pieces, and whether it has it turned over (`oriented`).
  struct Found {
    std::uint32_t number;
    bool turned_over;
  };
  Found find(const Position& position, TableKind kind) const {
    const Pieces pieces{number_of(position.counts(Side::Black)), number_of(position.counts(Side::Orange))};
    const Entry* entry = find(pieces);
    if (entry == nullptr) return {kNone, false};
    const bool turned_over = pieces[0] == pieces[1] ? position.to_move == Side::Orange : entry->turned_over;
    return {entry->numbers[place(turned_over ? position.escapes.swapped() : position.escapes, kind)], turned_over};
  }

 private:
  using Pieces = std::array<std::uint64_t, 2>;  // Black's and Orange's counts

  // An ending one way round; one with sides that differ has an entry for each.
  struct Entry {
    Pieces pieces{};  // none: the entry is free
    bool turned_over = false;
    std::array<std::uint32_t, 8> numbers{kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
  };

  static std::size_t place(Escapes escapes, TableKind kind) {
    return (kind == TableKind::Outcomes ? 4U : 0U) + (escapes.black ? 1U : 0U) + (escapes.orange ? 2U : 0U);
  }
  // Where an entry is to be looked for first.
  std::size_t home(const Pieces& pieces) const {
    const std::uint64_t product = (pieces[0] * 31 + pieces[1]) * 0x9E37'79B9'7F4A'7C15ULL;
    return static_cast<std::size_t>(product ^ product >> 32) & (entries_.size() - 1);
  }
  const Entry* find(const Pieces& pieces) const {
    for (std::size_t at = home(pieces);; at = (at + 1) & (entries_.size() - 1)) {
      const Entry& entry = entries_[at];
      if (entry.pieces[0] == pieces[0] && entry.pieces[1] == pieces[1]) return &entry;
      if ((entry.pieces[0] | entry.pieces[1]) == 0) return nullptr;
    }
  }
  Entry& make(const Pieces& pieces, bool turned_over);

  std::vector<Entry> entries_ = std::vector<Entry>(1);  // a power of two, of which at most half are taken
  std::size_t taken_ = 0;
};

}  // namespace jetan
