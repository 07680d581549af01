#include "tbgen/tile_store.hpp"

#include <fmt/format.h>

#include "probe/table_format.hpp"

namespace jetan {

TileStore::Tile TileStore::add(std::span<const std::byte> bytes) {
  const Tile tile{end_.fetch_add(bytes.size()), table_format::checksum(bytes),
                  static_cast<std::uint32_t>(bytes.size())};
  if (const auto written = file_.write(tile.offset, bytes); !written) throw ScratchFailure(written.error());
  return tile;
}

Result<void> TileStore::clear() {
  end_ = 0;
  return file_.truncate(0);
}

void TileStore::read(const Tile& tile, std::vector<std::byte>& bytes) const {
  bytes.resize(tile.bytes);
  if (const auto read = file_.read(tile.offset, bytes); !read) throw ScratchFailure(read.error());
  if (table_format::checksum(bytes) == tile.checksum) return;
  throw ScratchFailure({ErrorKind::TableDamaged,
                        fmt::format("{}: damaged at byte {}; delete it and its journal, and run the command again",
                                    file_.path().string(), tile.offset)});
}

}  // namespace jetan
