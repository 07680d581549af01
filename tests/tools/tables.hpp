// Small tables under `burroughs`, made by the program once a process: RvR, where the count runs, and CRvR.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/ruleset.hpp"
#include "probe/table_info.hpp"
#include "tests/probe/temporary_folder.hpp"
#include "tests/tools/program.hpp"

namespace jetan {

inline RuleSet burroughs() { return RuleSet::load("burroughs").value(); }

// The tables folder; not to be changed.
inline const std::string& small_tables() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const Finished made = run({"gen", "RvR", "CRvR", "--tables", folder.path()});
    EXPECT_EQ(made.status, 0) << made.err;
    return folder.path().string();
  }();
  return path;
}

// A copy of them that may be changed.
class TablesCopy {
 public:
  TablesCopy() { std::filesystem::copy(small_tables(), folder_.path(), std::filesystem::copy_options::recursive); }

  std::string path() const { return folder_.path(); }
  std::filesystem::path file(const std::string& name) const {
    return find_rules_folder(folder_.path(), burroughs()) / name;
  }

 private:
  TemporaryFolder folder_;
};

// Changes a byte of a file.
inline void damage(const std::filesystem::path& path, std::size_t offset) {
  const auto bytes = read_bytes(path);
  const std::byte changed = bytes.at(offset) ^ std::byte{0x10};
  OpenFile(path).overwrite(offset, {&changed, 1});
}

// Black, to move, wins in 5 plies.
inline constexpr const char* kWin = "10/10/10/10/10/C3r1R3/10/10/10/10 b - -";

}  // namespace jetan
