#include "tbgen/verify.hpp"

#include <fmt/format.h>

#include <new>

#include "core/rules_in_play.hpp"
#include "tbgen/verify_job.hpp"
#include "tbgen/verify_outcomes.hpp"
#include "tbgen/verify_scattered.hpp"
#include "tbgen/verify_statistics.hpp"
#include "tbgen/verify_whole.hpp"

namespace jetan {
namespace {

// How often another position is drawn in place of one that wins at once; in any ending but odd ones most don't.
constexpr int kDraws = 64;

// A hash of 64 bits (SplitMix64's finisher).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

// The cell of the i-th position of a side's sample. It depends on nothing else, so it is the same whichever thread
// asks. Positions that win at once have no stored value, and cells may have no position, so others are drawn for them.
CellNumber sampled_cell(const VerifyJob& job, std::size_t side, std::uint64_t i) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;
  const std::uint64_t stream = mixed(job.options().seed + kGolden) + side;
  const Planes& planes = job.file().planes();
  CellNumber cell = 0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const std::uint64_t hash = mixed(mixed(stream + kGolden * (i + 1)) + kGolden * (draw + 1));
    // The upper half of the product is spread evenly over 0..cells-1.
    __extension__ using Wide = unsigned __int128;
    cell = static_cast<CellNumber>((static_cast<Wide>(hash) * planes.cells()) >> 64);
    auto position = planes.position(cell);
    if (!position) continue;
    position->to_move = job.info().sides[side];
    position->escapes = job.info().id.escapes;
    if (!job.game().wins_at_once(*position)) break;
  }
  return cell;
}

Result<void> check_values(const VerifyJob& job, bool all, std::uint64_t count) {
  if (job.info().kind == TableKind::Outcomes) {
    for (std::size_t side = 0; side < job.info().sides.size(); ++side) {
      if (auto done = verify_outcomes(job, side); !done) return done;
    }
    return {};
  }
  const auto bytes = whole_check_bytes(job);
  if (!bytes) return tl::unexpected(bytes.error());
  const bool in_memory = all && *bytes <= job.options().memory;
  for (std::size_t side = 0; side < job.info().sides.size(); ++side) {
    Result<void> done;
    if (all) done = verify_statistics(job, side);
    if (!done) return done;
    if (in_memory) {
      done = verify_whole(job, side);
    } else if (all) {
      done = verify_scattered(job, side, job.file().planes().cells(), [](std::uint64_t i) { return i; });
    } else {
      done = verify_scattered(job, side, count, [&](std::uint64_t i) { return sampled_cell(job, side, i); });
    }
    if (!done) return done;
  }
  return {};
}

}  // namespace

Result<VerifyReport> verify(const Tablebase& tables, const TableFile& file, const VerifyOptions& options) {
  const RuleSet& rules = tables.game().rules();
  const TableInfo& info = file.info();
  if (!RuleComparison(info.rules, rules).alike(info.id.ending, info.id.escapes)) {
    return failure(ErrorKind::WrongRules, fmt::format("{}: made under rules {}, to be verified by tables of rules {}",
                                                      file.path().string(), info.rules.name, rules.name));
  }
  const PositionIndex positions = info.positions;
  const bool all = !options.sample || *options.sample >= positions || info.kind == TableKind::Outcomes;
  const std::uint64_t count = all ? positions : *options.sample;
  VerifyJob job(tables, file, options);
  // All cells of a table of outcomes are gone through, positions or not.
  job.expect((info.kind == TableKind::Outcomes ? file.planes().cells() : count) * info.sides.size());
  try {
    const auto done = file.check_checksums().and_then([&] { return check_values(job, all, count); });
    if (!done) return tl::unexpected(done.error());
  } catch (const std::bad_alloc&) {
    return failure(ErrorKind::OutOfMemory, fmt::format("out of memory while verifying {}", file.path().string()));
  }
  job.report_progress();
  return VerifyReport{all ? positions * info.sides.size() : job.done(), all};
}

Result<VerifyReport> verify(const Tablebase& tables, const TableId& id, const VerifyOptions& options) {
  const auto file = tables.table(id);
  if (!file) return tl::unexpected(file.error());
  return verify(tables, **file, options);
}

}  // namespace jetan
