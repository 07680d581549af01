#include "tbgen/verify_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace jetan {

PieceSlots::PieceSlots(const PiecesOfSides& pieces) {
  bool panthans = false;
  const auto add = [&](Side side, bool princess) {
    for (const PieceKind kind : kAllPieceKinds) {
      if ((kind == PieceKind::Princess) != princess) continue;
      const auto number = static_cast<std::size_t>(pieces[to_index(side)][to_index(kind)]);
      pieces_.insert(pieces_.end(), number, Piece{side, kind});
      panthans = panthans || (kind == PieceKind::Panthan && number > 0);
    }
  };
  add(Side::Black, true);
  add(Side::Black, false);
  add(Side::Orange, false);
  add(Side::Orange, true);
  group_ = panthans ? SymmetryGroup::Files : SymmetryGroup::Full;
  for (int i = 0; i < kSquares; ++i) {
    if (!is_representative(group_, Square::from_index(i))) continue;
    carrier_number_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(carriers_++);
  }
  Key stride = 1;
  for (std::size_t slot = pieces_.size(); slot-- > 0; stride *= kSquares) stride_[slot] = stride;
}

PieceSlots::Squares PieceSlots::squares(const Position& position) const {
  Squares squares{};
  for (std::size_t slot = 0; slot < pieces_.size();) {
    for (const Square square : position.pieces(pieces_[slot])) squares[slot++] = square;
  }
  return squares;
}

namespace {

// All ways to put like pieces in each other's slots: which slot's square each slot takes.
std::vector<std::array<std::uint8_t, Ending::kMaxPieces>> exchanges(const PieceSlots& slots) {
  std::array<std::uint8_t, Ending::kMaxPieces> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint8_t>(i);
  std::vector<std::array<std::uint8_t, Ending::kMaxPieces>> all;
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(slots.size());
  do {
    bool alike = true;
    for (std::size_t i = 0; i < slots.size(); ++i) alike = alike && slots.piece(order[i]) == slots.piece(i);
    if (alike) all.push_back(order);
  } while (std::next_permutation(order.begin(), end));
  return all;
}

// By the table's header; what goes beyond it is found out when it is come across.
ValueCode greatest_code(const StoredGroup& stored) {
  ValueCode greatest = encode({Outcome::Win, 1});  // wins at once may be there or not
  for (const auto& [code, number] : stored.file->info().statistics[stored.side].values) {
    greatest = std::max(greatest, code);
  }
  return greatest;
}

// A position of the table as it lies on the array's board.
PieceSlots::Squares squares_in_array(const PieceSlots& slots, const Position& position, bool turned) {
  if (!turned) return slots.squares(position);
  PieceSlots::Squares squares{};
  for (std::size_t slot = 0; slot < slots.size();) {
    const Piece piece = slots.piece(slot);
    for (const Square square : position.pieces(Piece{opponent(piece.side), piece.kind})) {
      squares[slot++] = Symmetry{false, true, false}(square);
    }
  }
  return squares;
}

}  // namespace

template <class Code>
Result<void> ValueArray::fill(const VerifyJob& job, const StoredGroup& stored, ValueCode greatest,
                              std::vector<Code>& codes) {
  codes.assign(slots_.keys(), std::numeric_limits<Code>::max());
  const TableFile& file = *stored.file;
  const TableUnits units(file);
  const auto ways = exchanges(slots_);
  const ValueCode at_once = encode({Outcome::Win, 1});
  const auto put = [&](const PieceSlots::Squares& squares, Code code) {
    const Symmetry symmetry = slots_.to_key_board(squares);
    const bool on_diagonal =
        slots_.symmetry() == SymmetryGroup::Full && kTransposition(symmetry(squares[0])) == symmetry(squares[0]);
    for (const auto& way : ways) {
      PieceSlots::Squares there{};
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) there[slot] = symmetry(squares[way[slot]]);
      codes[slots_.key(there, Symmetry{})] = code;
      if (on_diagonal) codes[slots_.key(there, kTransposition)] = code;
    }
  };
  const auto fill_unit = [&](std::uint64_t number, TableUnits::Scratch& scratch) -> Result<void> {
    const auto unit = units.unpack(stored.side, number, scratch);
    if (!unit) return tl::unexpected(unit.error());
    Result<void> result;
    for_each_position(file, stored.side, unit->first, unit->last(),
                      [&](CellNumber cell, const Position& position, int) {
                        ValueCode code = unit->values[cell - unit->first];
                        if (job.game().wins_at_once(position)) code = at_once;
                        if (code > greatest) {
                          result = failure(ErrorKind::TableDamaged,
                                           fmt::format("{}: position {} has a value that the statistics don't list",
                                                       file.path().string(), position.to_string()));
                          return false;
                        }
                        put(squares_in_array(slots_, position, stored.turned), static_cast<Code>(code));
                        return true;
                      });
    return result;
  };
  return job.in_parallel(
      units.count(), [] { return TableUnits::Scratch{}; }, fill_unit);
}

Result<std::uint64_t> ValueArray::bytes(const VerifyJob& job, const PositionGroup& group) {
  const auto stored = StoredGroup::find(job, group);
  if (!stored) return tl::unexpected(stored.error());
  const bool narrow = greatest_code(*stored) < kNarrowMissing;
  return PieceSlots(group.pieces).keys() * (narrow ? sizeof(std::uint8_t) : sizeof(ValueCode));
}

Result<ValueArray> ValueArray::load(const VerifyJob& job, const PositionGroup& group) {
  const auto stored = StoredGroup::find(job, group);
  if (!stored) return tl::unexpected(stored.error());
  const ValueCode greatest = greatest_code(*stored);
  ValueArray array{PieceSlots(group.pieces)};
  const auto filled = greatest < kNarrowMissing ? array.fill(job, *stored, greatest, array.narrow_)
                                                : array.fill(job, *stored, greatest, array.wide_);
  if (!filled) return tl::unexpected(filled.error());
  return array;
}

}  // namespace jetan
