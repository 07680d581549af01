// A Tablebase that can be closed, as Python's `with` does.
#pragma once

#include <memory>

#include "bindings.hpp"
#include "probe/tablebase.hpp"

namespace jetan::python {

class OpenTables {
 public:
  // Throws.
  OpenTables(const std::vector<std::filesystem::path>& folders, const RulesOrName& rules, std::uint64_t cache_bytes);

  // The tables; they stay open as long as the pointer lives, so a close while another thread asks does no harm. Throws
  // ValueError once closed.
  std::shared_ptr<const Tablebase> get() const;
  void close() { tables_.reset(); }
  bool closed() const { return tables_ == nullptr; }

  // The game has a life of its own, as Python code may keep it.
  const std::shared_ptr<Game>& game() const { return game_; }
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<std::filesystem::path> folders_;
  std::shared_ptr<Game> game_;
  std::shared_ptr<const Tablebase> tables_;  // changed only under Python's lock
};

using TablebaseClass = py::class_<OpenTables>;

// Statistics, tables and coverage.
void add_inventory(TablebaseClass& tablebase);
void add_batches(TablebaseClass& tablebase);

}  // namespace jetan::python
