// Opening a tablebase, and the value of a position. What moves are worth: tablebase_moves.cpp.
#include "probe/tablebase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "probe/byte_codec.hpp"
#include "probe/tablebase_state.hpp"

namespace jetan {
namespace {

// A position's form, which a parsed one has and one put together by a program might not.
Result<void> check_form(const Position& position) {
  for (const Side side : kSides) {
    const int princesses = position.counts(side)[to_index(PieceKind::Princess)];
    const int chiefs = position.counts(side)[to_index(PieceKind::Chief)];
    if (princesses != 1 || chiefs > 1) {
      return failure(ErrorKind::BadPosition,
                     fmt::format("{} has {} Princesses and {} Chiefs; a side has one Princess and one Chief at most",
                                 name(side), princesses, chiefs));
    }
  }
  return {};
}

}  // namespace

Result<void> Tablebase::State::check(const Position& position) const {
  return check_form(position).and_then([&] { return game.check(position); });
}

Result<const OpenTable*> Tablebase::State::open_table(const Position& position, std::uint32_t place,
                                                      TableKind kind) const {
  if (place != TableMap::kNone) return shelf->open(place);
  const Result<Ending> ending = Ending::of(position);
  if (!ending) return tl::unexpected(ending.error());
  const Escapes escapes = needs_turning_over(position) ? position.escapes.swapped() : position.escapes;
  return shelf->find({*ending, escapes}, kind).and_then([&](std::uint32_t there) { return shelf->open(there); });
}

Result<ValueCode> Tablebase::State::stored_code(const Found& found) const {
  const auto cached = cache.find(found.table->cached, found.slot, found.place, found.table->code_bits);
  if (cached && *cached <= found.table->max_code) return *cached;
  const Result<ValueCode> code = cached ? Result<ValueCode>(*cached) : unpacked_code(found);
  if (code && *code > found.table->max_code) return impossible(found, *code);
  return code;
}

Result<ValueCode> Tablebase::State::unpacked_code(const Found& found) const try {
  std::unique_ptr<UnpackingRoom> room;
  {
    const std::lock_guard lock(rooms_mutex_);
    if (!rooms_.empty()) {
      room = std::move(rooms_.back());
      rooms_.pop_back();
    }
  }
  if (!room) room = std::make_unique<UnpackingRoom>();
  const TableFile& file = *found.table->file;
  const auto width = static_cast<std::size_t>(file.info().value_bytes);
  const auto bytes = std::span(room->bytes).first(file.cells_in_block(found.block()) * width);
  const Result<void> unpacked = file.unpack_bytes(found.side(), found.block(), bytes, room->unpacker);
  Result<ValueCode> code = 0;
  if (unpacked && file.info().kind == TableKind::Outcomes) {
    cache.insert(found.table->cached, found.slot, BlockCache::halved(bytes, room->halved));
  } else if (unpacked) {
    cache.insert(found.table->cached, found.slot, bytes);
  }
  if (unpacked) {
    const std::byte* at = &bytes[found.place * width];
    code = width == 1 ? std::to_integer<ValueCode>(*at) : number_at<ValueCode>(at);
  } else {
    code = tl::unexpected(unpacked.error());
  }
  const std::lock_guard lock(rooms_mutex_);
  rooms_.push_back(std::move(room));
  return code;
} catch (const std::bad_alloc&) {
  return failure(ErrorKind::OutOfMemory,
                 fmt::format("{}: no memory to unpack a block", found.table->file->path().string()));
}

tl::unexpected<Error> Tablebase::State::impossible(const Found& found, ValueCode code) const {
  const TableFile& file = *found.table->file;
  const std::string cell = fmt::format("{}: damaged table: cell {} ", file.path().string(),
                                       found.block() * file.cells_of_block() + found.place);
  if (file.info().kind == TableKind::Outcomes) {
    return failure(ErrorKind::TableDamaged, fmt::format("{}has an outcome {}; make the table again", cell, code));
  }
  return failure(ErrorKind::TableDamaged,
                 fmt::format("{}has a value in {} plies, and {} is the most; make the table again", cell,
                             decode(code).plies, max_plies(file.info())));
}

Value Tablebase::State::value_of_code(const Position& position, const OpenTable& table, ValueCode code) const {
  const Value value = decode(code);
  const int plies_left = table.counted ? position.count.value_or(game.rules().count->plies) : kMaxPlies;
  return value.plies <= plies_left ? value : Value{};
}

Result<Value> Tablebase::State::value(const Position& position, const Found& found) const {
  // What the value takes may be on its way while it is looked whether it is needed.
  cache.prefetch(found.table->cached, found.slot, found.place, found.table->code_bits);
  if (game.wins_at_once(position)) return value_of_code(position, *found.table, encode({Outcome::Win, 1}));
  return stored_code(found).map([&](ValueCode code) { return value_of_code(position, *found.table, code); });
}

Tablebase::Tablebase(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;
Tablebase::~Tablebase() = default;

Result<Tablebase> Tablebase::open(const std::vector<std::filesystem::path>& folders, RuleSet rules,
                                  TablebaseOptions options) {
  auto state = std::make_unique<State>(std::move(rules), options.cache_bytes);
  auto shelf = TableShelf::list(folders, state->game);
  if (!shelf) return tl::unexpected(shelf.error());
  state->shelf = std::move(*shelf);
  return Tablebase(std::move(state));
}

const Game& Tablebase::game() const { return state_->game; }
std::vector<TableId> Tablebase::tables(TableKind kind) const { return state_->shelf->ids(kind); }

Result<std::filesystem::path> Tablebase::path(const TableId& id, TableKind kind) const {
  return state_->shelf->find(id, kind).map([&](std::uint32_t place) { return state_->shelf->path(place); });
}

Result<void> Tablebase::check(const Position& position) const { return state_->check(position); }

Result<std::shared_ptr<const TableFile>> Tablebase::table(const TableId& id, TableKind kind) const {
  return state_->shelf->find(id, kind).and_then([&](std::uint32_t place) { return state_->shelf->share(place); });
}

Result<Value> Tablebase::value(const Position& position) const {
  return state_->check(position).and_then([&] { return value_unchecked(position); });
}

Result<Value> Tablebase::value_unchecked(const Position& position) const {
  const Result<Found> found = state_->find(position);
  if (!found) return tl::unexpected(found.error());
  return state_->value(position, *found);
}

std::vector<Result<Value>> Tablebase::values(std::span<const Position> positions) const {
  std::vector<Result<Value>> values;
  values.reserve(positions.size());
  // By groups, in steps: while one position's step waits for memory, the others' are taken.
  constexpr std::size_t kGroup = 32;
  std::vector<Result<Found>> found;
  for (std::size_t first = 0; first < positions.size(); first += kGroup) {
    const auto group = positions.subspan(first, std::min(kGroup, positions.size() - first));
    found.clear();
    for (const Position& position : group) {
      found.push_back(state_->check(position).and_then([&] { return state_->find(position); }));
      if (found.back()) state_->cache.prefetch_slot(found.back()->table->cached, found.back()->slot);
    }
    for (const Result<Found>& each : found) {
      if (each) state_->cache.prefetch(each->table->cached, each->slot, each->place, each->table->code_bits);
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
      values.push_back(found[i].and_then([&](const Found& each) { return state_->value(group[i], each); }));
    }
  }
  return values;
}

Result<Outcome> Tablebase::outcome(const Position& position) const {
  if (const Result<void> good = state_->check(position); !good) return tl::unexpected(good.error());
  // Which outcomes a count cuts short only distances tell.
  const bool full = !position.count || *position.count == game().rules().count->plies;
  if (full && state_->shelf->find(position, TableKind::Outcomes).number != TableMap::kNone) {
    const Result<Found> found = state_->find(position, TableKind::Outcomes);
    if (!found) return tl::unexpected(found.error());
    if (game().wins_at_once(position)) return Outcome::Win;
    return state_->stored_code(*found).map(decode_outcome);
  }
  return value_unchecked(position).map([](Value value) { return value.outcome; });
}

Result<std::optional<Value>> Tablebase::value_in_memory(const Position& position) const {
  if (const Result<void> good = state_->check(position); !good) return tl::unexpected(good.error());
  const Result<Found> found = state_->find(position);
  if (!found) return tl::unexpected(found.error());
  if (game().wins_at_once(position)) {
    return state_->value_of_code(position, *found->table, encode({Outcome::Win, 1}));
  }
  const auto code = state_->cache.find(found->table->cached, found->slot, found->place, found->table->code_bits);
  if (!code || *code > found->table->max_code) return std::nullopt;
  return state_->value_of_code(position, *found->table, *code);
}

void Tablebase::prefetch(const Position& position) const {
  if (!state_->check(position)) return;
  const Result<Found> found = state_->find(position);
  if (found) state_->cache.prefetch(found->table->cached, found->slot, found->place, found->table->code_bits);
}

Tablebase::CacheStatistics Tablebase::cache_statistics() const {
  const BlockCache::Statistics statistics = state_->cache.statistics();
  return {statistics.hits, statistics.misses, statistics.bytes, statistics.budget};
}

void Tablebase::set_cache_bytes(std::uint64_t bytes) const { state_->cache.set_budget(bytes); }

}  // namespace jetan
