#include "tbgen/verify_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jetan {
namespace {

// Numbers by value, of one thread.
class Counts {
 public:
  void add(ValueCode code, CellNumber cell, int orbit) {
    if (code >= numbers_.size()) numbers_.resize(code + std::size_t{1});
    numbers_[code].add({1, static_cast<PositionIndex>(orbit), cell});
  }

  void add_to(SideStatistics& sum) const {
    for (std::size_t code = 0; code < numbers_.size(); ++code) {
      if (numbers_[code].unique != 0) sum.values[static_cast<ValueCode>(code)].add(numbers_[code]);
    }
  }

 private:
  std::vector<SideStatistics::Number> numbers_;
};

std::string text_of(const SideStatistics& statistics, ValueCode code) {
  const auto found = statistics.values.find(code);
  if (found == statistics.values.end()) return "none";
  return fmt::format("{} positions, {} placements, the first in cell {}", found->second.unique,
                     found->second.placements, found->second.first_cell);
}

Result<void> compare(const VerifyJob& job, std::size_t side, const SideStatistics& counted) {
  const SideStatistics& header = job.info().statistics[side];
  if (counted == header) return {};
  SideStatistics either = counted;
  either.values.insert(header.values.begin(), header.values.end());
  for (const auto& [code, number] : either.values) {
    const std::string says = text_of(header, code);
    const std::string there = text_of(counted, code);
    if (says == there) continue;
    const Value value = decode(code);
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: its statistics say of value '{} {}' with {} to move: {}; counted: {}; generate the "
                               "table again",
                               job.file().path().string(), name(value.outcome), value.plies,
                               name(job.info().sides[side]), says, there));
  }
  return {};
}

}  // namespace

Result<void> verify_statistics(const VerifyJob& job, std::size_t side) {
  const TableUnits units(job.file());
  const ValueCode at_once = encode({Outcome::Win, 1});
  std::vector<Counts> counts(static_cast<std::size_t>(job.threads()));
  const auto count_unit = [&](std::uint64_t number, TableUnits::Scratch& scratch) -> Result<void> {
    const auto unit = units.unpack(side, number, scratch);
    if (!unit) return tl::unexpected(unit.error());
    Counts& mine = counts[static_cast<std::size_t>(omp_get_thread_num())];
    for_each_position(job.file(), side, unit->first, unit->last(),
                      [&](CellNumber cell, const Position& position, int orbit) {
                        if (orbit == 0) return true;
                        const ValueCode stored = unit->values[cell - unit->first];
                        mine.add(job.game().wins_at_once(position) ? at_once : stored, cell, orbit);
                        return true;
                      });
    return {};
  };
  const auto done = job.in_parallel(
      units.count(), [] { return TableUnits::Scratch{}; }, count_unit);
  if (!done) return done;
  SideStatistics sum;
  for (const Counts& each : counts) each.add_to(sum);
  return compare(job, side, sum);
}

}  // namespace jetan
