// What a position's value must be, going by the values of what its moves lead to: one step of the definition.
#pragma once

#include <algorithm>
#include <limits>

#include "core/ending.hpp"
#include "probe/value.hpp"

namespace jetan {

// How plies pass with a move.
enum class Passage : std::uint8_t {
  NextPly,  // one more than what follows takes
  Anew,     // in an ending under the count, a move that leaves the count behind or starts it anew: just its own ply
};

// How they pass with a capture that leads from one ending to another while the game goes on.
inline Passage passage_of_capture(const RuleSet& rules, const Ending& before, const Ending& after) {
  if (!count_runs(rules, before)) return Passage::NextPly;
  const bool goes_on = count_runs(rules, after) && rules.count->on_capture == OnCapture::Continue;
  return goes_on ? Passage::NextPly : Passage::Anew;
}

// What is said of the moves made so far of one position. Wins are taken by the fewest plies, losses by the most.
class Reckoning {
 public:
  // ply_limit: of the position's ending, as in TableInfo (0: not under the count).
  explicit Reckoning(int ply_limit) : limit_(ply_limit > 0 ? ply_limit : std::numeric_limits<int>::max()) {}

  // A move leads to a position that has this value for the opponent.
  void leads_to(ValueCode opponents, Passage passage = Passage::NextPly) {
    const int plies = passage == Passage::NextPly ? opponents / 2 + 1 : 1;
    if (opponents == 0 || plies > limit_) {
      draws_ = true;
    } else if (opponents % 2 != 0) {
      won_ = std::min(won_, plies);
    } else {
      lost_ = std::max(lost_, plies);
    }
  }

  // A move ends the game with this outcome for the mover.
  void ends(Outcome outcome) {
    if (outcome == Outcome::Win) won_ = 1;
    if (outcome == Outcome::Draw) draws_ = true;
    if (outcome == Outcome::Loss) lost_ = std::max(lost_, 1);
  }

  // The mover's value; there must have been a move.
  ValueCode value() const {
    if (won_ != kNever) return encode({Outcome::Win, won_});
    return draws_ ? encode({}) : encode({Outcome::Loss, lost_});
  }

 private:
  static constexpr int kNever = std::numeric_limits<int>::max();

  int limit_;
  int won_ = kNever;
  int lost_ = 0;
  bool draws_ = false;
};

}  // namespace jetan
