#include "tbgen/turned_over.hpp"

#include <algorithm>
#include <memory>

#include "tbgen/parallel.hpp"

namespace jetan {
namespace {

constexpr Symmetry kTurn{false, true, false};

// A row's lanes, one a quadrant.
using Lanes = std::array<std::uint32_t, 4>;

Lanes lanes(SquareSet row) {
  return {static_cast<std::uint32_t>(row.low()), static_cast<std::uint32_t>(row.low() >> 32),
          static_cast<std::uint32_t>(row.high()), static_cast<std::uint32_t>(row.high() >> 32)};
}

// Transposes four squares of 32 x 32 bits at once, lane by lane.
void transpose(std::array<Lanes, 32>& rows) {
  std::uint32_t mask = 0xFFFF;
  for (std::size_t distance = 16; distance > 0; distance /= 2, mask ^= mask << distance) {
    for (std::size_t i = 0; i < rows.size(); i = (i + distance + 1) & ~distance) {
      for (std::size_t lane = 0; lane < 4; ++lane) {
        std::uint32_t& upper = rows[i][lane];
        std::uint32_t& lower = rows[i + distance][lane];
        const std::uint32_t differing = ((upper >> distance) ^ lower) & mask;
        upper ^= differing << distance;
        lower ^= differing;
      }
    }
  }
}

// Where blocks come from when the board is turned over.
class Turning {
 public:
  explicit Turning(const Layout& layout) : layout_(layout) {
    const auto pieces = layout.pieces();
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      // The first of like pieces becomes the first of the other side's, and so on.
      const auto alike = std::count(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(p), pieces[p]);
      const Piece other{opponent(pieces[p].side), pieces[p].kind};
      std::size_t place = 0;
      for (auto seen = alike; seen >= 0; ++place) seen -= pieces[place] == other ? 1 : 0;
      partner_[p] = place - 1;
    }
  }

  BlockPlace source(const FixedSquares& squares) const {
    FixedSquares turned{};
    for (std::size_t p = 0; p < layout_.size(); ++p) turned[partner_[p]] = kTurn(squares[p]);
    BlockPlace place = layout_.locate(turned);
    // The board is turned over, and then as the block there has it.
    place.symmetry = compose(place.symmetry, kTurn);
    return place;
  }

 private:
  // first, then second.
  static Symmetry compose(Symmetry second, Symmetry first) {
    if (!second.transposes()) {
      return {first.mirrors_files() != second.mirrors_files(), first.mirrors_ranks() != second.mirrors_ranks(),
              first.transposes()};
    }
    return {first.mirrors_ranks() != second.mirrors_files(), first.mirrors_files() != second.mirrors_ranks(),
            !first.transposes()};
  }

  const Layout& layout_;
  std::array<std::size_t, kMaxFixed> partner_{};
};

// Turns the blocks of a stretch over. For one thread.
class Turner {
 public:
  // Most of the blocks with the same two first pieces are turned into blocks that have the same two first pieces.
  static constexpr BlockNumber kStretch = 10'000;

  Turner(const Layout& layout, const BlockOps& ops) : layout_(layout), ops_(ops), turning_(layout) {}

  void turn(BlockRange stretch, const PackedPlies& plies, PackedPlies& turned) {
    find_sources(stretch);
    for (int ply = 0; ply < plies.plies(); ++ply) {
      unpack(plies, ply);
      for (BlockNumber first = stretch.first; first < stretch.last; first += kTile) {
        const BlockNumber last = std::min(first + kTile, stretch.last);
        tile_.assign(last - first, {});
        for (BlockNumber block = first; block < last; ++block) {
          const Source& source = sources_[block - stretch.first];
          if (source.block >= blocks_.size() || !held_[source.block]) continue;
          ops_.turn_back(blocks_[source.block], source.symmetry, seen_);
          exchange_princesses(seen_, tile_[block - first]);
        }
        turned.set_tile(ply, first / kTile, tile_, packer_);
      }
    }
  }

 private:
  static constexpr BlockNumber kTile = PackedPlies::kTileBlocks;

  struct Source {
    std::size_t block = SIZE_MAX;  // among blocks_; past its end: there is none
    Symmetry symmetry;
  };

  void find_sources(BlockRange stretch) {
    std::vector<BlockPlace> places(stretch.size());
    std::vector<bool> valid(stretch.size());
    tiles_.clear();
    for (BlockNumber i = 0; i < stretch.size(); ++i) {
      const FixedSquares squares = layout_.squares(stretch.first + i);
      valid[i] = layout_.is_valid(squares);
      if (!valid[i]) continue;
      places[i] = turning_.source(squares);
      tiles_.push_back(places[i].block / kTile);
    }
    std::sort(tiles_.begin(), tiles_.end());
    tiles_.erase(std::unique(tiles_.begin(), tiles_.end()), tiles_.end());
    sources_.assign(stretch.size(), {});
    for (BlockNumber i = 0; i < stretch.size(); ++i) {
      if (!valid[i]) continue;
      const auto tile = std::lower_bound(tiles_.begin(), tiles_.end(), places[i].block / kTile) - tiles_.begin();
      sources_[i] = {static_cast<std::size_t>(tile) * kTile + places[i].block % kTile, places[i].symmetry};
    }
    blocks_.resize(tiles_.size() * kTile);
  }

  void unpack(const PackedPlies& plies, int ply) {
    held_.assign(blocks_.size(), false);
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      plies.for_each_block(ply, tiles_[t], packed_, [&](BlockNumber block, const Block& members) {
        const std::size_t place = t * kTile + block % kTile;
        blocks_[place] = members;
        held_[place] = true;
      });
    }
  }

  const Layout& layout_;
  const BlockOps& ops_;
  Turning turning_;
  std::vector<Source> sources_;     // by block of the stretch
  std::vector<BlockNumber> tiles_;  // where they lie, rising
  std::vector<Block> blocks_;       // of these
  std::vector<bool> held_;          // by block: whether there is anything
  PackedPlies::Scratch packed_;
  PackedPlies::Packer packer_;
  Block seen_;
  std::vector<Block> tile_;
};

}  // namespace

void exchange_princesses(const Block& block, Block& result) {
  std::array<std::array<Lanes, 32>, 4> quadrants;  // of Black's Princess
  for (std::size_t q = 0; q < 4; ++q) {
    for (std::size_t i = 0; i < 32; ++i) {
      quadrants[q][i] = i < kQuadrantSquares ? lanes(block.rows[q * kQuadrantSquares + i]) : Lanes{};
    }
    transpose(quadrants[q]);
  }
  for (std::size_t q = 0; q < 4; ++q) {
    for (std::size_t i = 0; i < kQuadrantSquares; ++i) {
      const auto lane = [&](std::size_t of) { return std::uint64_t{quadrants[of][i][q]}; };
      result.rows[q * kQuadrantSquares + i] = SquareSet::from_words(lane(0) | lane(1) << 32, lane(2) | lane(3) << 32);
    }
  }
}

PackedPlies turned_over(const PackedPlies& plies, const BlockKernels& kernels, int threads,
                        const std::shared_ptr<TileStore>& store) {
  const Layout& layout = kernels.layout();
  PackedPlies turned(layout.blocks(), store);
  for (int ply = 0; ply < plies.plies(); ++ply) turned.reserve(ply);
  const BlockNumber stretches = (layout.blocks() + Turner::kStretch - 1) / Turner::kStretch;
  for_each_in_parallel(
      threads, stretches, [&] { return std::make_unique<Turner>(layout, kernels.ops()); },
      [&](std::uint64_t i, const std::unique_ptr<Turner>& turner) {
        const BlockNumber first = i * Turner::kStretch;
        turner->turn({first, std::min(first + Turner::kStretch, layout.blocks())}, plies, turned);
      });
  return turned;
}

}  // namespace jetan
