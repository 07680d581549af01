#include "tbgen/verify_outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jetan {
namespace {

// The statistics, but for which cell comes first: that depends on the order of the pieces.
Result<void> compare_statistics(const VerifyJob& job, const TableFile& distances, std::size_t side) {
  const auto& outcomes = job.info().statistics[side].values;
  const auto& values = distances.info().statistics[side].values;
  const bool same =
      std::equal(outcomes.begin(), outcomes.end(), values.begin(), values.end(), [](const auto& a, const auto& b) {
        return a.first == b.first && a.second.unique == b.second.unique && a.second.placements == b.second.placements;
      });
  if (same) return {};
  return failure(ErrorKind::TableDamaged,
                 fmt::format("{}: its statistics with {} to move are others than those of {}; generate the table again",
                             job.file().path().string(), name(job.info().sides[side]), distances.path().string()));
}

Error differs(const VerifyJob& job, const TableFile& distances, const Position& position, ValueCode stored) {
  return {ErrorKind::TableDamaged,
          fmt::format("{}: the outcome of position {} is stored as {}, and {} says otherwise; generate the table again",
                      job.file().path().string(), position.to_string(),
                      stored <= kMostOutcomeCode ? name(decode_outcome(stored)) : "none at all",
                      distances.path().string())};
}

}  // namespace

Result<void> verify_outcomes(const VerifyJob& job, std::size_t side) {
  const auto distances = job.table(job.info().id);
  if (!distances) return tl::unexpected(distances.error());
  const TableFile& values = **distances;
  if (auto same = compare_statistics(job, values, side); !same) return same;
  const TableUnits units(job.file());
  const Planes& planes = job.file().planes();
  const Planes& planes_of_values = values.planes();
  const bool exchanged = planes.fast() != planes_of_values.fast();
  struct Scratch {
    TableUnits::Scratch outcomes;
    std::vector<ValueCode> values;
    std::uint64_t block = UINT64_MAX;
    BlockUnpacker unpacker;
  };
  // The code that the other table has in the same plane.
  const auto value_at = [&](CellNumber cell, Scratch& scratch) -> Result<ValueCode> {
    const std::uint32_t size = planes.cells_of_plane();
    auto place = static_cast<std::uint32_t>(cell % size);
    if (exchanged) place = place % kSquares * kSquares + place / kSquares;
    const CellNumber there = cell / size * size + place;
    const std::uint64_t block = there / values.cells_of_block();
    if (block != scratch.block) {
      scratch.values.resize(values.cells_of_block());
      auto unpacked = values.unpack(side, block, scratch.values, scratch.unpacker);
      if (!unpacked) return tl::unexpected(unpacked.error());
      scratch.block = block;
    }
    return scratch.values[there % values.cells_of_block()];
  };
  const auto check_unit = [&](std::uint64_t number, Scratch& scratch) -> Result<void> {
    const auto unit = units.unpack(side, number, scratch.outcomes);
    if (!unit) return tl::unexpected(unit.error());
    for (CellNumber cell = unit->first; cell < unit->last(); ++cell) {
      const ValueCode outcome = unit->values[cell - unit->first];
      const auto value = value_at(cell, scratch);
      if (!value) return tl::unexpected(value.error());
      if (outcome == outcome_code(*value)) continue;
      // Most that differ have no position, or win at once: there anything may be stored.
      auto position = planes.position(cell);
      if (!position) continue;
      position->to_move = job.info().sides[side];
      position->escapes = job.info().id.escapes;
      if (!job.game().wins_at_once(*position)) return tl::unexpected(differs(job, values, *position, outcome));
    }
    job.add_done(unit->values.size());  // cells
    return {};
  };
  return job.in_parallel(
      units.count(), [] { return Scratch{}; }, check_unit);
}

}  // namespace jetan
