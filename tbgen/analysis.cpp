#include "tbgen/analysis.hpp"

#include <memory>

#include "tbgen/arrivals.hpp"
#include "tbgen/parallel.hpp"

namespace jetan {
namespace {

// The room a thread needs.
struct Workspace {
  BlockKernels::Scratch scratch;
  Block members;
  Block other;
};

class Analysis {
 public:
  Analysis(const BlockKernels& kernels, Side winner, const SolvedSuccessors& successors, const SolveOptions& options)
      : kernels_(kernels),
        winner_(winner),
        loser_(opponent(winner)),
        options_(options),
        loser_may_escape_(successors.after_escape[to_index(loser_)] != nullptr),
        won_(blocks()),
        lost_(blocks()),
        won_before_(blocks()),
        lost_before_(blocks()),
        won_now_(blocks()),
        lost_now_(blocks()),
        result_{PackedPlies(blocks()), PackedPlies(blocks())} {
    after_capture_.resize(kernels.layout().size());
    for (std::size_t p = 0; p < after_capture_.size(); ++p) {
      const auto& [solution, at_once] = successors.after_capture[p];
      if (solution == nullptr) continue;
      // The winner captures the loser's pieces, and the loser is to move; or the other way round.
      const bool winner_captures = kernels.layout().pieces()[p].side == loser_;
      const Wins& wins = solution->wins(winner);
      after_capture_[p] = std::make_unique<Arrivals>(winner_captures ? wins.lost : wins.won, at_once, !winner_captures);
    }
    if (const Solution* solution = successors.after_escape[to_index(winner_)]) {
      after_escape_[to_index(winner_)] = std::make_unique<Arrivals>(solution->wins(winner).lost, false, false);
    }
    if (const Solution* solution = successors.after_escape[to_index(loser_)]) {
      after_escape_[to_index(loser_)] = std::make_unique<Arrivals>(solution->wins(winner).won, false, true);
    }
  }

  Result<Wins> run() {
    for (int ply = 0; options_.ply_limit == 0 || ply <= options_.ply_limit; ++ply) {
      if (options_.progress) options_.progress(ply);
      if (ply > 0) advance_arrivals(ply - 1);
      const bool any_lost = ply == 0 ? settle_no_move() : settle_lost();
      const bool any_won = ply > 0 && settle_won(ply);
      if (stopped()) return failure(ErrorKind::Interrupted, "interrupted while solving");
      if (any_lost) result_.lost.set(ply, lost_now_, options_.threads);
      if (any_won) result_.won.set(ply, won_now_, options_.threads);
      std::swap(won_before_, won_now_);
      std::swap(lost_before_, lost_now_);
      // Arrivals of this ply or later can still settle positions, as can immediate wins at the first ply.
      if (ply > 0 && !any_lost && !any_won && ply >= last_arrival()) break;
    }
    return std::move(result_);
  }

 private:
  BlockNumber blocks() const { return kernels_.layout().blocks(); }
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

  template <class Visit>
  void for_each_arrivals(const Visit& visit) {
    for (auto& arrivals : after_capture_) {
      if (arrivals) visit(*arrivals);
    }
    for (auto& arrivals : after_escape_) {
      if (arrivals) visit(*arrivals);
    }
  }
  void advance_arrivals(int ply) {
    for_each_arrivals([&](Arrivals& arrivals) { arrivals.advance(ply, options_.threads); });
  }
  int last_arrival() {
    int plies = 0;
    for_each_arrivals([&](Arrivals& arrivals) { plies = std::max(plies, arrivals.plies()); });
    return plies;
  }

  // Where a side's moves lead to positions settled just a ply before.
  Targets fresh_targets(Side side) const {
    Targets targets;
    targets.own = side == winner_ ? &lost_before_ : &won_before_;
    for_each_capture_by(
        side, [&](std::size_t p, const Arrivals& arrivals) { targets.after_capture[p] = &arrivals.exactly(); });
    if (const auto& arrivals = after_escape_[to_index(side)]) targets.after_escape = &arrivals->exactly();
    return targets;
  }

  // Where the loser's moves lead to positions won for the winner at any ply before.
  Targets lost_targets() const {
    Targets targets;
    targets.own = &won_;
    for_each_capture_by(
        loser_, [&](std::size_t p, const Arrivals& arrivals) { targets.after_capture[p] = &arrivals.within(); });
    if (const auto& arrivals = after_escape_[to_index(loser_)]) targets.after_escape = &arrivals->within();
    return targets;
  }

  template <class Visit>
  void for_each_capture_by(Side side, const Visit& visit) const {
    for (std::size_t p = 0; p < after_capture_.size(); ++p) {
      if (after_capture_[p] && kernels_.layout().pieces()[p].side != side) visit(p, *after_capture_[p]);
    }
  }

  // Calls find(block, workspace), which leaves newly settled positions in workspace.members, for every block, and
  // adds them to `settled` and `now`. Returns whether there were any.
  template <class Find>
  bool settle(BlockMap& settled, BlockMap& now, const Find& find) {
    std::atomic<bool> any = false;
    for_each_in_parallel(
        options_.threads, blocks(), [] { return std::make_unique<Workspace>(); },
        [&](BlockNumber block, const std::unique_ptr<Workspace>& workspace) {
          now.clear(block);
          if (stopped()) return;
          find(block, *workspace);
          if (workspace->members.empty()) return;
          settled.add(block, workspace->members);
          now.set(block, workspace->members);
          if (!any.load(std::memory_order_relaxed)) any.store(true, std::memory_order_relaxed);
        });
    return any;
  }

  // Ply 0: the loser has no legal move, and the rules call that a loss.
  bool settle_no_move() {
    const NoMove rule = kernels_.game().rules().no_move;
    if (rule == NoMove::Draw) return false;
    return settle(lost_, lost_now_, [&](BlockNumber block, Workspace& work) {
      kernels_.positions(block, work.members);
      if (rule == NoMove::LossIfThreatened) {
        kernels_.threatened(block, loser_, work.other, work.scratch);
        work.members &= work.other;
      }
      kernels_.remove_saved(block, loser_, {}, loser_may_escape_, work.members, work.scratch);
    });
  }

  // The loser to move: positions with a move into what was won for the winner a ply before, if all other moves lead
  // to what was won before, too.
  bool settle_lost() {
    const Targets fresh = fresh_targets(loser_);
    const Targets lost = lost_targets();
    return settle(lost_, lost_now_, [&](BlockNumber block, Workspace& work) {
      work.members.clear();
      kernels_.moves_into(block, loser_, fresh, work.members, work.scratch);
      keep_unsettled(block, lost_, work);
      if (work.members.empty()) return;
      kernels_.remove_saved(block, loser_, lost, loser_may_escape_, work.members, work.scratch);
    });
  }

  // The winner to move: positions with a move into what was lost for the loser a ply before.
  bool settle_won(int ply) {
    const Targets fresh = fresh_targets(winner_);
    return settle(won_, won_now_, [&](BlockNumber block, Workspace& work) {
      work.members.clear();
      if (ply == 1) kernels_.wins_at_once(block, winner_, work.members, work.scratch);
      kernels_.moves_into(block, winner_, fresh, work.members, work.scratch);
      keep_unsettled(block, won_, work);
    });
  }

  void keep_unsettled(BlockNumber block, const BlockMap& settled, Workspace& work) const {
    if (work.members.empty()) return;
    kernels_.positions(block, work.other);
    work.members &= work.other;
    work.members -= settled[block];
  }

  const BlockKernels& kernels_;
  Side winner_;
  Side loser_;
  SolveOptions options_;
  bool loser_may_escape_;
  std::vector<std::unique_ptr<Arrivals>> after_capture_;   // by the captured piece's place
  std::array<std::unique_ptr<Arrivals>, 2> after_escape_;  // by the side that escapes

  // All positions settled, and those settled at the ply before and now. Won: the winner to move; lost: the loser.
  BlockMap won_;
  BlockMap lost_;
  BlockMap won_before_;
  BlockMap lost_before_;
  BlockMap won_now_;
  BlockMap lost_now_;
  Wins result_;
};

}  // namespace

Result<Wins> analyse(const BlockKernels& kernels, Side winner, const SolvedSuccessors& successors,
                     const SolveOptions& options) {
  return Analysis(kernels, winner, successors, options).run();
}

}  // namespace jetan
