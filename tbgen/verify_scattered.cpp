#include "tbgen/verify_scattered.hpp"

#include <algorithm>
#include <numeric>

#include "tbgen/verify_successors.hpp"

namespace jetan {
namespace {

constexpr std::uint64_t kBundlePositions = 64;
constexpr std::uint64_t kBatchBundles = 1024;

// A stored value that is asked for.
struct Query {
  CellNumber cell;
  std::uint16_t source;
  Passage passage;
  ValueCode code = 0;  // the answer
};

// A position to check: its own stored value is the first of its queries, those of its successors follow.
struct Checked {
  Position position;
  Reckoning reckoning;  // of the moves that needn't be looked up
  std::size_t first_query;
  std::optional<ValueCode> without_move;
};

// What one thread works out at a time.
struct Bundle {
  std::vector<Checked> positions;
  std::vector<Query> queries;
  std::uint64_t done = 0;  // positions looked at

  std::size_t queries_end(std::size_t position) const {
    return position + 1 < positions.size() ? positions[position + 1].first_query : queries.size();
  }
};

// The table's own values and those of the successors, with the blocks of all numbered through.
class Sources {
 public:
  static constexpr std::uint16_t kOwn = SuccessorGroups::kGroups;

  static Result<Sources> open(const VerifyJob& job, std::size_t side) {
    Sources sources;
    sources.successors_ = SuccessorGroups::of(job, job.info().sides[side]);
    for (std::size_t i = 0; i < SuccessorGroups::kGroups; ++i) {
      const auto& group = sources.successors_.groups[i];
      if (!group) continue;
      auto stored = StoredGroup::find(job, group->positions);
      if (!stored) return tl::unexpected(stored.error());
      sources.add(i, std::move(*stored));
    }
    auto own = job.table(job.info().id);
    if (!own) return tl::unexpected(own.error());
    sources.add(kOwn, StoredGroup{std::move(*own), side, false});
    return sources;
  }

  Query own(CellNumber cell) const { return {cell, kOwn, Passage::NextPly}; }
  // The query for the position that a move leads to; nothing if the group has no table.
  std::optional<Query> query(const Position& before, Move move, const Position& after) const {
    const std::size_t number = move.capture  ? SuccessorGroups::capture(before.at(move.to)->kind)
                               : move.escape ? SuccessorGroups::kEscape
                                             : SuccessorGroups::kQuiet;
    const auto& source = sources_[number];
    if (!source) return std::nullopt;
    const CellNumber cell = source->stored.file->planes().cell(after, source->stored.turned);
    return Query{cell, static_cast<std::uint16_t>(number), successors_.groups[number]->passage};
  }

  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t block_of(const Query& query) const {
    const Source& source = *sources_[query.source];
    return source.first_block + query.cell / source.stored.file->cells_of_block();
  }
  // Where a query's value is within its block.
  std::size_t place_in_block(const Query& query) const {
    return query.cell % sources_[query.source]->stored.file->cells_of_block();
  }
  // The block that a query asks of. Errors: those of TableFile::unpack.
  Result<void> unpack(const Query& query, std::vector<ValueCode>& values, BlockUnpacker& unpacker) const {
    const StoredGroup& stored = sources_[query.source]->stored;
    values.resize(stored.file->cells_of_block());
    return stored.file->unpack(stored.side, query.cell / stored.file->cells_of_block(), values, unpacker);
  }

 private:
  struct Source {
    StoredGroup stored;
    std::uint64_t first_block;
  };
  void add(std::size_t number, StoredGroup stored) {
    const std::uint64_t blocks = stored.file->blocks();
    sources_[number] = Source{std::move(stored), blocks_};
    blocks_ += blocks;
  }

  SuccessorGroups successors_;
  std::array<std::optional<Source>, SuccessorGroups::kGroups + 1> sources_;
  std::uint64_t blocks_ = 0;
};

class Batch {
 public:
  Batch(const VerifyJob& job, std::size_t side, const Sources& sources)
      : job_(job), side_(side), sources_(sources), bundles_(kBatchBundles) {}

  template <class CellOf>
  Result<void> check(std::uint64_t first, std::uint64_t last, const CellOf& cell_of) {
    used_ = (last - first - 1) / kBundlePositions + 1;
    const auto nothing = [] { return std::vector<Move>{}; };
    return job_
        .in_parallel(used_, nothing,
                     [&](std::uint64_t number, std::vector<Move>& moves) -> Result<void> {
                       Bundle& bundle = bundles_[number];
                       bundle.positions.clear();
                       bundle.queries.clear();
                       bundle.done = 0;
                       const std::uint64_t begin = first + number * kBundlePositions;
                       const std::uint64_t end = std::min(begin + kBundlePositions, last);
                       for (std::uint64_t i = begin; i < end; ++i) {
                         if (Result<void> done = ask(cell_of(i), bundle, moves); !done) return done;
                       }
                       return {};
                     })
        .and_then([&] { return answer(); })
        .and_then([&] {
          return job_.in_parallel(
              used_, [] { return 0; }, [&](std::uint64_t number, int) { return reckon(bundles_[number]); });
        })
        .map([&] {
          for (const Bundle& bundle : used()) job_.add_done(bundle.done);
        });
  }

 private:
  // Lists what has to be known to check the position of a cell, if it has one.
  Result<void> ask(CellNumber cell, Bundle& bundle, std::vector<Move>& moves) const {
    const Game& game = job_.game();
    const Planes& planes = job_.file().planes();
    const auto of_cell = planes.position(cell);
    if (!of_cell) return {};
    ++bundle.done;
    Position position = *of_cell;
    position.to_move = job_.info().sides[side_];
    position.escapes = job_.info().id.escapes;
    if (game.wins_at_once(position)) return {};
    Checked checked{position, Reckoning(job_.info().ply_limit), bundle.queries.size(), std::nullopt};
    bundle.queries.push_back(sources_.own(cell));
    moves.clear();
    game.legal_moves(position, moves);
    if (moves.empty()) {
      checked.without_move = game.over(position) == Outcome::Loss ? encode({Outcome::Loss, 0}) : encode({});
    }
    for (const Move move : moves) {
      const AfterMove after = game.play(position, move);
      if (after.ended) {
        checked.reckoning.ends(*after.ended);
      } else if (const auto query = sources_.query(position, move, after.position); !query) {
        checked.without_move = kNoValue;
      } else if (game.wins_at_once(after.position)) {
        checked.reckoning.leads_to(encode({Outcome::Win, 1}), query->passage);
      } else {
        bundle.queries.push_back(*query);
      }
    }
    bundle.positions.push_back(checked);
    return {};
  }

  struct Unpacked {
    std::vector<ValueCode> values;
    BlockUnpacker unpacker;
  };

  // Answers all queries, block by block.
  Result<void> answer() {
    std::vector<std::uint32_t> end_of_block(sources_.blocks() + 1);
    for (const Bundle& bundle : used()) {
      for (const Query& query : bundle.queries) ++end_of_block[sources_.block_of(query) + 1];
    }
    std::partial_sum(end_of_block.begin(), end_of_block.end(), end_of_block.begin());
    std::vector<Query*> by_block(end_of_block.back());
    // Filling a block's stretch moves its beginning to its end.
    for (Bundle& bundle : used()) {
      for (Query& query : bundle.queries) by_block[end_of_block[sources_.block_of(query)]++] = &query;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stretches;
    for (std::uint32_t begin = 0; const std::uint32_t end : end_of_block) {
      if (begin < end) stretches.emplace_back(begin, end);
      begin = end;
    }
    return job_.in_parallel(
        stretches.size(), [] { return Unpacked{}; },
        [&](std::uint64_t number, Unpacked& block) -> Result<void> {
          const auto [begin, end] = stretches[number];
          if (auto unpacked = sources_.unpack(*by_block[begin], block.values, block.unpacker); !unpacked) {
            return unpacked;
          }
          for (std::uint32_t i = begin; i < end; ++i) {
            by_block[i]->code = block.values[sources_.place_in_block(*by_block[i])];
          }
          return {};
        });
  }

  Result<void> reckon(const Bundle& bundle) const {
    for (std::size_t i = 0; i < bundle.positions.size(); ++i) {
      const Checked& checked = bundle.positions[i];
      Reckoning reckoning = checked.reckoning;
      for (std::size_t q = checked.first_query + 1; q < bundle.queries_end(i); ++q) {
        reckoning.leads_to(bundle.queries[q].code, bundle.queries[q].passage);
      }
      const ValueCode stored = bundle.queries[checked.first_query].code;
      const ValueCode follows = checked.without_move ? *checked.without_move : reckoning.value();
      if (stored != follows) return tl::unexpected(job_.differs(checked.position, stored, follows));
    }
    return {};
  }

  std::span<Bundle> used() { return std::span(bundles_).first(used_); }

  const VerifyJob& job_;
  std::size_t side_;
  const Sources& sources_;
  std::vector<Bundle> bundles_;
  std::size_t used_ = 0;
};

}  // namespace

Result<void> verify_scattered(const VerifyJob& job, std::size_t side, std::uint64_t count,
                              const std::function<CellNumber(std::uint64_t)>& cell_of) {
  const auto sources = Sources::open(job, side);
  if (!sources) return tl::unexpected(sources.error());
  Batch batch(job, side, *sources);
  constexpr std::uint64_t kBatch = kBundlePositions * kBatchBundles;
  for (std::uint64_t first = 0; first < count; first += kBatch) {
    if (auto done = batch.check(first, std::min(first + kBatch, count), cell_of); !done) return done;
  }
  return {};
}

}  // namespace jetan
