#include "tbgen/verify_job.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jetan {
namespace {

std::string text_of(ValueCode code) {
  if (code == kNoValue) return "nothing (a position is missing)";
  const Value value = decode(code);
  if (value.outcome == Outcome::Draw) return "a draw";
  return fmt::format("a {} in {} {}", name(value.outcome), value.plies, value.plies == 1 ? "ply" : "plies");
}

}  // namespace

void FirstFailure::add(std::uint64_t unit, Error error) {
  const std::lock_guard lock(mutex_);
  if (unit >= unit_) return;
  unit_ = unit;
  error_ = std::move(error);
}

Result<void> FirstFailure::result() const {
  if (error_) return tl::unexpected(*error_);
  return {};
}

Result<std::shared_ptr<const TableFile>> VerifyJob::table(const TableId& id) const {
  // The file at hand is the one to prove, whatever lies under its name in the tables folder.
  if (id == info().id && info().kind == TableKind::Distances)
    return std::shared_ptr<const TableFile>(std::shared_ptr<void>{}, &file_);
  return tables_.table(id);
}

Error VerifyJob::differs(const Position& position, ValueCode stored, ValueCode follows) const {
  return {ErrorKind::TableDamaged,
          fmt::format("{}: position {} ({} to move, cell {}) is stored as {}, but {} follows from its moves; generate "
                      "the table again",
                      file_.path().string(), position.to_string(), name(position.to_move),
                      file_.planes().cell(position), text_of(stored), text_of(follows))};
}

Result<TableUnits::Unit> TableUnits::unpack(std::size_t side, std::uint64_t unit, Scratch& scratch) const {
  const std::uint64_t block = unit / per_block_;
  const std::size_t cells = file_.cells_in_block(block);
  if (scratch.block != block) {
    scratch.block.reset();
    scratch.values.resize(file_.cells_of_block());
    if (Result<void> unpacked = file_.unpack(side, block, scratch.values, scratch.unpacker); !unpacked) {
      return tl::unexpected(unpacked.error());
    }
    scratch.block = block;
  }
  const std::size_t first = std::min<std::size_t>(unit % per_block_ * kCells, cells);
  const std::size_t length = std::min<std::size_t>(kCells, cells - first);
  return Unit{block * file_.cells_of_block() + first, std::span(scratch.values).subspan(first, length)};
}

}  // namespace jetan
