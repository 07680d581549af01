// Reads a table file. Nothing in it is believed before it is checked: every failure is an error that names the file
// and what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "core/game.hpp"
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
  const Index& index() const;  // the table's own
  std::uint64_t bytes() const;
  int value_bytes() const;  // bytes of a value once unpacked: 1 or 2

  // Blocks of one side to move; `side` is a place in info().sides.
  std::uint64_t blocks() const;
  std::uint32_t positions_in_block(std::uint64_t block) const;
  // Unpacks one block, checking its checksum; `values` has room for positions_in_block(block). Errors: TableDamaged,
  // OutOfMemory, BadArgument (no such block, or too little room).
  Result<void> unpack(std::size_t side, std::uint64_t block, std::span<ValueCode> values) const;
  // The same, each value as the value_bytes() bytes it has in the file, least significant first.
  Result<void> unpack_bytes(std::size_t side, std::uint64_t block, std::span<std::byte> bytes) const;
  // Checks every block's checksum without unpacking. Errors: TableDamaged.
  Result<void> check_checksums() const;

 private:
  struct State;
  explicit TableFile(std::unique_ptr<State> state);
  static Result<std::shared_ptr<const TableFile>> open(const std::filesystem::path& path, const Game* game);
  Result<std::span<const std::byte>> packed_block(std::size_t side, std::uint64_t block) const;

  std::unique_ptr<State> state_;
};

}  // namespace jetan
