// Reads a table file. Nothing in it is believed before it is checked: every failure is an error that names the file
// and what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/game.hpp"
#include "probe/block_packer.hpp"
#include "probe/table_info.hpp"

namespace jetan {

// An open table file (memory-mapped). Immutable; safe to use from many threads. While it is open the file may be
// replaced or removed, but must not be cut short in place: the system ends a program that reads past a mapped file's
// end.
class TableFile {
 public:
  // Checks all of the header and the block table, not yet the blocks. Errors: TableMissing (no such file), Io,
  // TableDamaged (also: unfinished, of a format version this program doesn't read, or under another table's name),
  // WrongRules (in the folder of another rule set).
  static Result<std::shared_ptr<const TableFile>> open(const std::filesystem::path& path);
  // Likewise for a game, which saves making movement tables anew (25 ms). Its rules needn't be the table's, but must
  // play alike in its ending and escape state (core/rules_in_play.hpp); else WrongRules, saying what differs.
  static Result<std::shared_ptr<const TableFile>> open(const std::filesystem::path& path, const Game& game);
  // What a table says it is of: quick, as little else of the file is checked. Errors likewise.
  static Result<TableInfo> read_info(const std::filesystem::path& path);
  ~TableFile();

  const std::filesystem::path& path() const;
  const TableInfo& info() const;
  const Index& index() const;    // the perfect index of its ending, in its piece order
  const Planes& planes() const;  // where its values are
  std::uint64_t bytes() const;

  // Blocks of one side to move; `side` is a place in info().sides. A block holds so many planes one after the other.
  std::uint64_t blocks() const;
  std::uint32_t cells_of_block() const;  // of every block but a side's last
  std::uint32_t cells_in_block(std::uint64_t block) const;
  // Unpacks one block, checking its checksum; `codes` has room for cells_in_block(block). Codes are as
  // table_info.hpp's kind has them; those of cells without a position, or whose position wins at once, are anyone's.
  // Errors: TableDamaged, OutOfMemory, BadArgument (no such block, or too little room).
  Result<void> unpack(std::size_t side, std::uint64_t block, std::span<ValueCode> codes, BlockUnpacker& unpacker) const;
  // The same, each code as the bytes it has in the file (info().value_bytes), least significant first.
  Result<void> unpack_bytes(std::size_t side, std::uint64_t block, std::span<std::byte> bytes,
                            BlockUnpacker& unpacker) const;
  // Checks every block's checksum without unpacking. Errors: TableDamaged.
  Result<void> check_checksums() const;

 private:
  struct State;
  explicit TableFile(std::unique_ptr<State> state);
  static Result<std::shared_ptr<const TableFile>> open(const std::filesystem::path& path, const Game* game);
  // The packed bytes as the block table has them; nothing if they aren't within the file.
  Result<std::span<const std::byte>> packed_block(std::size_t side, std::uint64_t block) const;

  std::unique_ptr<State> state_;
};

}  // namespace jetan
