// Counts value codes for a table's statistics. For tbgen's own files.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "probe/table_info.hpp"
#include "tbgen/codes.hpp"

namespace jetan {

// How often each code comes up; for each size of an orbit apart.
template <class Code>
class CodeCounts {
 public:
  // The codes of successive cells, the first one's number, and how many placements each position stands for. Cells
  // without a position aren't counted.
  void add(const Code* codes, std::size_t count, int orbit, CellNumber first) {
    Counter& counter = counters_[place(orbit)];
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
      // Four rows of counters: the same code often comes several times in a row, and would have to wait for itself.
      for (std::size_t k = 0; k < 4; ++k) {
        if (counter.rows[k][codes[i + k]]++ == 0) see(codes[i + k], first + i + k);
      }
    }
    for (; i < count; ++i) {
      if (counter.rows[0][codes[i]]++ == 0) see(codes[i], first + i);
    }
  }

  // Adds what was counted, and forgets it.
  void take(SideStatistics& statistics) {
    for (std::size_t code = 0; code < kCodes; ++code) {
      PositionIndex unique = 0;
      PositionIndex placements = 0;
      for (std::size_t orbit = 0; orbit < kOrbits.size(); ++orbit) {
        for (auto& row : counters_[orbit].rows) {
          const PositionIndex number = std::exchange(row[code], 0);
          unique += number;
          placements += number * static_cast<PositionIndex>(kOrbits[orbit]);
        }
      }
      if (unique == 0 || code == kNoPosition<Code>) continue;
      const bool at_once = code == kWinsAtOnce<Code>;
      statistics.values[at_once ? encode({Outcome::Win, 1}) : static_cast<ValueCode>(code)].add(
          {unique, placements, first_[code]});
      first_[code] = kNever;
    }
  }

 private:
  static constexpr std::size_t kCodes = std::size_t{kWinsAtOnce<Code>} + 1;
  static constexpr std::array kOrbits{2, 4, 8};
  static constexpr CellNumber kNever = std::numeric_limits<CellNumber>::max();
  static std::size_t place(int orbit) { return orbit == 2 ? 0 : orbit == 4 ? 1 : 2; }
  void see(Code code, CellNumber cell) { first_[code] = std::min(first_[code], cell); }

  struct Counter {
    std::array<std::array<PositionIndex, kCodes>, 4> rows{};
  };
  std::array<Counter, kOrbits.size()> counters_{};
  std::vector<CellNumber> first_ = std::vector<CellNumber>(kCodes, kNever);
};

}  // namespace jetan
