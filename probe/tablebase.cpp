// Opening a tablebase, and the value of a position. What moves are worth: tablebase_moves.cpp.
#include "probe/tablebase.hpp"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "probe/tablebase_state.hpp"

namespace jetan {
namespace {

// A position's form, which a parsed one has and one put together by a program might not.
Result<void> check_form(const Position& position) {
  for (const Side side : kSides) {
    const int princesses = position.pieces(Piece{side, PieceKind::Princess}).count();
    const int chiefs = position.pieces(Piece{side, PieceKind::Chief}).count();
    if (princesses != 1 || chiefs > 1) {
      return failure(ErrorKind::BadPosition,
                     fmt::format("{} has {} Princesses and {} Chiefs; a side has one Princess and one Chief at most",
                                 name(side), princesses, chiefs));
    }
  }
  return {};
}

Result<BlockCache::Block> unpack(const TableFile& file, std::size_t side, std::uint64_t block) try {
  const auto unpacked = std::make_shared<UnpackedBlock>(file.positions_in_block(block), file.value_bytes());
  return file.unpack_bytes(side, block, unpacked->bytes()).map([&] { return BlockCache::Block(unpacked); });
} catch (const std::bad_alloc&) {
  return failure(ErrorKind::OutOfMemory, fmt::format("{}: no memory to unpack a block", file.path().string()));
}

}  // namespace

Result<void> Tablebase::State::check(const Position& position) const {
  return check_form(position).and_then([&] { return game.check(position); });
}

Result<Found> Tablebase::State::find(const Position& position) const {
  const Position turned = oriented(position);
  const Result<Ending> ending = Ending::of(turned);
  if (!ending) return tl::unexpected(ending.error());
  const Result<std::uint32_t> place = shelf->find({*ending, turned.escapes});
  if (!place) return tl::unexpected(place.error());
  const Result<const TableFile*> file = shelf->open(*place);
  if (!file) return tl::unexpected(file.error());
  return Found{*file, *place, turned};
}

Result<Value> Tablebase::State::stored_value(const Found& found) const {
  const TableInfo& info = found.file->info();
  const PositionIndex index = found.file->index().rank(found.turned);
  const auto side = static_cast<std::uint32_t>(to_index(found.turned.to_move));
  const BlockCache::Key key{found.place, side, index / info.block_positions};
  BlockCache::Block block = cache.find(key);
  if (!block) {
    Result<BlockCache::Block> unpacked = unpack(*found.file, side, key.block);
    if (!unpacked) return tl::unexpected(unpacked.error());
    block = std::move(*unpacked);
    cache.insert(key, block);
  }
  const Value value = decode(block->at(index % info.block_positions));
  if (value.plies > max_plies(info)) {
    return failure(ErrorKind::TableDamaged,
                   fmt::format("{}: damaged table: position {} has a value in {} plies, and {} is the most; make the "
                               "table again",
                               found.file->path().string(), index, value.plies, max_plies(info)));
  }
  return value;
}

Result<Value> Tablebase::State::value(const Position& position, const Found& found) const {
  const bool counted = found.file->info().metric == Metric::Count;
  const int plies_left = counted ? position.count.value_or(game.rules().count->plies) : kMaxPlies;
  // A table doesn't know positions that win at once.
  const Result<Value> value = game.wins_at_once(position) ? Value{Outcome::Win, 1} : stored_value(found);
  if (!value) return value;
  return value->plies <= plies_left ? *value : Value{};
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
std::vector<TableId> Tablebase::tables() const { return state_->shelf->ids(); }

Result<std::filesystem::path> Tablebase::path(const TableId& id) const {
  return state_->shelf->find(id).map([&](std::uint32_t place) { return state_->shelf->path(place); });
}

Result<std::shared_ptr<const TableFile>> Tablebase::table(const TableId& id) const {
  return state_->shelf->find(id).and_then([&](std::uint32_t place) { return state_->shelf->share(place); });
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
  for (const Position& position : positions) values.push_back(value(position));
  return values;
}

Result<Outcome> Tablebase::outcome(const Position& position) const {
  return value(position).map([](Value value) { return value.outcome; });
}

Result<std::optional<Value>> Tablebase::value_in_memory(const Position& position) const {
  return value(position).map([](Value value) { return std::optional(value); });
}

void Tablebase::prefetch(const Position&) const {}

Tablebase::CacheStatistics Tablebase::cache_statistics() const {
  const BlockCache::Statistics statistics = state_->cache.statistics();
  return {statistics.hits, statistics.misses, statistics.bytes, 0};
}

void Tablebase::set_cache_bytes(std::uint64_t) const {}

}  // namespace jetan
