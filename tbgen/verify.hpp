// Proves a table: checksums, then that every value follows from the values of the positions its moves lead to,
// position by position with the game's move generator. Shares nothing with the solver's rows.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "probe/tablebase.hpp"

namespace jetan {

struct VerifyOptions {
  // How many positions a side to move to check, chosen by the seed; nothing: all of them.
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as the machine has
  // Bytes for unpacked tables when all positions are checked: four pieces take 0.1 GB or so, five 1.5 to 3 GB, with
  // Panthans 5 to 10. Where that is too much, blocks are unpacked over and over: much slower, but as good.
  std::uint64_t memory = std::uint64_t{2} << 30;
  // Positions checked so far; called now and then, from the calling thread.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;  // set it to end early (Interrupted)
};

struct VerifyReport {
  std::uint64_t positions = 0;  // checked
  bool all = false;             // every position of the table was
};

// Checks, in this order: the file's checksums; with all positions, the statistics in its header; the values, each
// against those of the positions its moves lead to. A sample passes over positions that win at once: their values are
// not stored. All of a table of outcomes is compared with the table of distances. A table is only proved as far as
// those it depends on are, the other escape states included. Errors: TableDamaged (says which position has which value,
// and which follows), TableMissing when a table it depends on is missing, WrongRules, OutOfMemory, Interrupted, and
// those of Tablebase.
Result<VerifyReport> verify(const Tablebase& tables, const TableId& id, const VerifyOptions& options);

// The same for a table that isn't under its folder's name; the tables it depends on come from `tables`.
Result<VerifyReport> verify(const Tablebase& tables, const TableFile& file, const VerifyOptions& options);

}  // namespace jetan
