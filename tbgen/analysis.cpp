#include "tbgen/analysis.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "tbgen/arrivals.hpp"
#include "tbgen/parallel.hpp"

namespace jetan {
namespace {

// The room a thread needs.
struct Workspace {
  BlockKernels::Scratch scratch;
  Block members;
  Block other;
  Block at_once;                      // wins at once
  const Block* not_packed = nullptr;  // members that the solution doesn't hold
  std::vector<Block> tile;            // what is settled now in a tile
  PackedPlies::Packer packer;
};

class Analysis {
 public:
  Analysis(const BlockKernels& kernels, std::size_t part, Side winner, const SolvedSuccessors& successors,
           const SolveOptions& options, WorkingSet& maps, Wins& result)
      : kernels_(kernels),
        part_(part),
        range_(kernels.layout().parts()[part]),
        winner_(winner),
        loser_(opponent(winner)),
        options_(options),
        loser_may_escape_(successors.after_escape[to_index(loser_)] != nullptr),
        maps_(maps),
        won_(maps.won),
        lost_(maps.lost),
        result_(result) {
    after_capture_.resize(kernels.layout().size());
    for (std::size_t p = 0; p < after_capture_.size(); ++p) {
      const auto& [solution, after, at_once] = successors.after_capture[p];
      if (solution == nullptr) continue;
      // The winner captures the loser's pieces, and the loser is to move; or the other way round.
      const bool winner_captures = kernels.layout().pieces()[p].side == loser_;
      const Wins& wins = solution->wins(winner);
      const BlockRange all{0, after->layout().blocks()};
      after_capture_[p] = winner_captures ? std::make_unique<Arrivals>(wins.lost, at_once, all)
                                          : std::make_unique<Arrivals>(wins.won, at_once, all, *after, winner);
    }
    if (const Solution* solution = successors.after_escape[to_index(winner_)]) {
      after_escape_[to_index(winner_)] = std::make_unique<Arrivals>(solution->wins(winner).lost, false, range_);
    }
    if (const Solution* solution = successors.after_escape[to_index(loser_)]) {
      after_escape_[to_index(loser_)] =
          std::make_unique<Arrivals>(solution->wins(winner).won, false, range_, kernels, winner);
    }
    maps_.residence.move_to(range_);
    for (auto& order : order_) {
      order.resize(maps_.residence.slabs());
      std::iota(order.begin(), order.end(), 0U);
    }
    if (options.journal != nullptr) begun_ = options.journal->begun(part, maps_.residence.slab_blocks());
    if (begun_.any.empty()) begun_.slabs.clear();  // ply 0 also settles what isn't kept
    if (!maps_.residence.limited()) return;
    for (auto& arrivals : after_escape_) {
      if (arrivals) arrivals->keep_slabs_only(maps_.residence.slab(0).size());
    }
    for (const Side side : kSides) {
      reach_[to_index(side)] = slabs_reached(side);
      order_[to_index(side)] = by_components(reach_[to_index(side)]);
    }
  }

  Result<void> run() {
    exclude_what_never_is();
    for (int ply = 0; options_.ply_limit == 0 || ply <= options_.ply_limit; ++ply) {
      if (options_.progress) options_.progress(ply);
      arrived_ = ply > 0 && advance_arrivals(ply - 1);
      const bool any_lost = pass(SolvingJournal::pass_of_losses(ply), [&] { return settle_losses(ply); });
      const bool any_won = pass(SolvingJournal::pass_of_wins(ply), [&] { return settle_wins(ply); });
      any_lost_[place(ply)] = any_lost;
      any_won_[place(ply)] = any_won;
      if (stopped()) {
        if (options_.journal != nullptr) options_.journal->flush();
        return failure(ErrorKind::Interrupted, "interrupted while solving");
      }
      // Arrivals of this ply or later can still settle positions, as can immediate wins at the first ply.
      if (ply > 0 && !any_lost && !any_won && ply >= last_arrival()) break;
    }
    if (options_.journal != nullptr) options_.journal->part_done(part_);
    return {};
  }

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed); }

  // Settles what a pass (SolvingJournal) settles by `work`, unless that was done before. Returns whether there was any.
  template <class Work>
  bool pass(int number, const Work& work) {
    const int begun = static_cast<int>(begun_.any.size());
    if (number < begun) return begun_.any[static_cast<std::size_t>(number)];
    if (stopped()) return false;
    slabs_done_.assign(maps_.residence.slabs(), false);
    if (number == begun && number > 0) restore(number);
    number_ = number;
    const bool any = work();
    if (options_.journal != nullptr && !stopped()) options_.journal->pass_done(part_, number, any);
    return any;
  }

  // A ply without anything new before it settles nothing, and need not look at any block.
  bool settle_losses(int ply) {
    if (ply == 0) return settle_no_move();
    if (arrived_ || any_won_[other(ply)]) return settle_lost(ply);
    forget(maps_.fresh_lost[place(ply)]);
    return false;
  }
  bool settle_wins(int ply) {
    if (ply == 1 || (ply > 1 && (arrived_ || any_lost_[other(ply)]))) return settle_won(ply);
    forget(maps_.fresh_won[place(ply)]);
    return false;
  }

  // Makes the maps what they were when the passes before, and those slabs of this one that are done, had been.
  void restore(int number) {
    const int ply = number / 2;
    recording_ = false;
    settle_no_move();
    recording_ = true;
    if (ply > 1) forget(maps_.fresh_lost[place(0)]);
    for (const std::size_t slab : begun_.slabs) slabs_done_[slab] = true;
    for (std::size_t slab = 0; slab < maps_.residence.slabs(); ++slab) {
      // Wins at once, which aren't kept, came with the wins of ply 1.
      const int of_wins_at_once = SolvingJournal::pass_of_wins(1);
      restore(slab, ply, number > of_wins_at_once || (number == of_wins_at_once && slabs_done_[slab]));
    }
  }

  void restore(std::size_t slab, int ply, bool wins_at_once) {
    const BlockRange range = maps_.residence.slab(slab);
    const BlockNumber first_tile = range.first / PackedPlies::kTileBlocks;
    const BlockNumber tiles = PackedPlies::tiles(range);
    std::vector<Residence::Use> uses{{&won_, slab, true}, {&lost_, slab, true}};
    for (int p = std::max(ply - 1, 1); p <= ply; ++p) {
      if (result_.lost.any(p, first_tile, first_tile + tiles))
        uses.push_back({&maps_.fresh_lost[place(p)], slab, true});
      if (result_.won.any(p, first_tile, first_tile + tiles) || (wins_at_once && p == 1)) {
        uses.push_back({&maps_.fresh_won[place(p)], slab, true});
      }
    }
    maps_.residence.bring(uses, options_.threads);
    struct Work {
      Workspace space;
      PackedPlies::Scratch packed;
    };
    for_each_in_parallel(
        options_.threads, tiles, [] { return std::make_unique<Work>(); },
        [&](BlockNumber i, const std::unique_ptr<Work>& work) {
          const BlockNumber tile = first_tile + i;
          const auto add = [&](const PackedPlies& plies, BlockMap& settled, std::array<BlockMap, 2>& fresh) {
            for (int p = 1; p <= ply; ++p) {
              plies.for_each_block(p, tile, work->packed, [&](BlockNumber block, const Block& members) {
                settled.add(block, members);
                if (p >= ply - 1) fresh[place(p)].add(block, members);
              });
            }
          };
          add(result_.lost, lost_, maps_.fresh_lost);
          add(result_.won, won_, maps_.fresh_won);
          const BlockNumber first = tile * PackedPlies::kTileBlocks;
          for (BlockNumber block = first; block < std::min(first + PackedPlies::kTileBlocks, range.last); ++block) {
            if (wins_at_once && !won_.full(block)) {
              kernels_.wins_at_once(block, winner_, work->space.at_once, work->space.scratch);
              if (kernels_.ops().any(work->space.at_once)) {
                won_.add(block, work->space.at_once);
                if (ply <= 2) maps_.fresh_won[place(1)].add(block, work->space.at_once);
              }
            }
            mark_if_full(won_, block, work->space);
            mark_if_full(lost_, block, work->space);
          }
        });
  }

  void mark_if_full(BlockMap& settled, BlockNumber block, Workspace& work) const {
    kernels_.ops().complement(settled[block], work.other);
    if (!kernels_.ops().any(work.other)) settled.mark_full(block);
  }

  template <class Visit>
  void for_each_arrivals(const Visit& visit) {
    for (auto& arrivals : after_capture_) {
      if (arrivals) visit(*arrivals);
    }
    for (auto& arrivals : after_escape_) {
      if (arrivals) visit(*arrivals);
    }
  }
  // Returns whether anything arrives.
  bool advance_arrivals(int ply) {
    bool any = false;
    for_each_arrivals([&](Arrivals& arrivals) {
      arrivals.advance(ply, options_.threads);
      any = any || ply < arrivals.plies();
    });
    return any;
  }
  int last_arrival() {
    int plies = 0;
    for_each_arrivals([&](Arrivals& arrivals) { plies = std::max(plies, arrivals.plies()); });
    return plies;
  }

  // Where a side's moves lead to positions settled just a ply before.
  Targets fresh_targets(Side side, int ply) const {
    Targets targets;
    targets.own = &(side == winner_ ? maps_.fresh_lost : maps_.fresh_won)[other(ply)];
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

  static std::size_t place(int ply) { return static_cast<std::size_t>(ply % 2); }
  static std::size_t other(int ply) { return static_cast<std::size_t>((ply + 1) % 2); }

  void forget(BlockMap& map) {
    map.clear();
    maps_.residence.forget(map);
  }

  // For each slab, those that a side's moves lead to from its blocks; itself among them.
  std::vector<std::vector<std::size_t>> slabs_reached(Side side) const {
    const Residence& residence = maps_.residence;
    const Layout& layout = kernels_.layout();
    const Movement& movement = kernels_.game().movement();
    std::vector<std::vector<std::size_t>> reached(residence.slabs());
    for_each_in_parallel(
        options_.threads, reached.size(), [] { return 0; },
        [&](std::uint64_t from, int) {
          std::vector<bool> found(reached.size());
          found[from] = true;
          const BlockRange range = residence.slab(from);
          for (BlockNumber block = range.first; block < range.last; ++block) {
            const FixedSquares squares = layout.squares(block);
            if (!layout.is_valid(squares)) continue;
            for (std::size_t p = 0; p < layout.size(); ++p) {
              const Piece piece = layout.pieces()[p];
              if (piece.side != side) continue;
              for (const Square to : movement.reach(piece, squares[p])) {
                found[residence.slab_of(layout.after_move(block, squares, p, to).block)] = true;
              }
            }
          }
          for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i]) reached[from].push_back(i);
          }
        });
    return reached;
  }

  // All slabs, those together that are reached from one another, directly or not: while a side's moves from them are
  // followed they need be brought in just once, if there is room for them.
  static std::vector<std::size_t> by_components(const std::vector<std::vector<std::size_t>>& reached) {
    std::vector<std::size_t> component(reached.size());
    std::iota(component.begin(), component.end(), 0U);
    const auto root = [&](std::size_t slab) {
      while (component[slab] != slab) slab = component[slab] = component[component[slab]];
      return slab;
    };
    for (std::size_t from = 0; from < reached.size(); ++from) {
      for (const std::size_t to : reached[from]) {
        const std::size_t one = root(from);
        const std::size_t other = root(to);
        component[std::max(one, other)] = std::min(one, other);
      }
    }
    std::vector<std::size_t> order(reached.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return root(a) < root(b); });
    return order;
  }

  // Brings in what settling the blocks of a slab takes.
  void bring(std::size_t slab, BlockMap& settled, BlockMap& now, Side mover, const std::vector<const BlockMap*>& read) {
    Residence& residence = maps_.residence;
    if (!residence.limited()) return;
    std::vector<Residence::Use> uses{{&settled, slab}, {&now, slab, true}};
    for (const BlockMap* map : read) {
      for (const std::size_t reached : reach_[to_index(mover)][slab]) uses.push_back({map, reached});
    }
    residence.bring(uses, options_.threads);
    if (auto& arrivals = after_escape_[to_index(mover)]) arrivals->bring(residence.slab(slab), options_.threads);
  }

  // Calls find(block, workspace) for every block, tile by tile. It returns whether there are newly settled positions,
  // left in workspace.members. They are added to `settled`, are `now`, and the `plies` at the ply. Returns whether
  // there were any. The maps that are looked at where the mover's moves lead are `read`.
  template <class Find>
  bool settle(int ply, BlockMap& settled, BlockMap& now, PackedPlies& plies, Side mover,
              const std::vector<const BlockMap*>& read, const Find& find) {
    plies.reserve(ply);
    Residence& residence = maps_.residence;
    const auto is_done = [&](std::size_t slab) { return recording_ && slabs_done_[slab]; };
    bool any = false;
    for (std::size_t slab = 0; slab < residence.slabs(); ++slab) {
      any = any || is_done(slab);
      if (is_done(slab)) continue;
      now.clear(residence.slab(slab));
      residence.forget(now, slab);
    }
    for (const std::size_t slab : order_[to_index(mover)]) {
      if (stopped()) break;
      const BlockRange range = residence.slab(slab);
      if (is_done(slab) || !may_settle(ply, range, slab, settled, mover)) continue;
      bring(slab, settled, now, mover, read);
      const bool some = settle(range, ply, settled, now, plies, find);
      if (stopped()) break;  // some of its blocks may be missing
      // At ply 0 positions without a move count as settled that are not lost.
      if (some || ply == 0) residence.mark_changed(settled, slab);
      if (!some) residence.forget(now, slab);
      any = any || some;
      if (some && recording_ && options_.journal != nullptr) {
        options_.journal->slab_done(part_, number_, slab, residence.slab_blocks(), range);
      }
    }
    return any;
  }

  // Whether a ply might settle anything in a slab: something new leads there, and not all is settled.
  bool may_settle(int ply, BlockRange range, std::size_t slab, const BlockMap& settled, Side mover) const {
    bool open = false;
    for (BlockNumber block = range.first; block < range.last && !open; ++block) open = !settled.full(block);
    if (!open) return false;
    if (!maps_.residence.limited() || ply < 2 || arrived_) return true;
    const BlockMap& fresh = (mover == winner_ ? maps_.fresh_lost : maps_.fresh_won)[other(ply)];
    const auto& reached = reach_[to_index(mover)][slab];
    return std::any_of(reached.begin(), reached.end(),
                       [&](std::size_t there) { return maps_.residence.holds(fresh, there); });
  }

  template <class Find>
  bool settle(BlockRange range, int ply, BlockMap& settled, BlockMap& now, PackedPlies& plies, const Find& find) {
    std::atomic<bool> any = false;
    for_each_in_parallel(
        options_.threads, PackedPlies::tiles(range), [] { return std::make_unique<Workspace>(); },
        [&](BlockNumber i, const std::unique_ptr<Workspace>& workspace) {
          const BlockNumber tile = range.first / PackedPlies::kTileBlocks + i;
          const BlockNumber first = tile * PackedPlies::kTileBlocks;
          const BlockNumber last = std::min(first + PackedPlies::kTileBlocks, range.last);
          workspace->tile.clear();
          for (BlockNumber block = first; block < last; ++block) {
            now.clear(block);
            if (stopped() || settled.full(block) || !find(block, *workspace)) continue;
            settled.add(block, workspace->members);
            mark_if_full(settled, block, *workspace);
            now.set(block, workspace->members);
            workspace->tile.resize(last - first);
            workspace->tile[block - first] = workspace->members;
            if (workspace->not_packed != nullptr) {
              kernels_.ops().remove(workspace->tile[block - first], *workspace->not_packed);
            }
          }
          if (workspace->tile.empty()) return;
          if (recording_) plies.set_tile(ply, tile, workspace->tile, workspace->packer);
          any.store(true, std::memory_order_relaxed);
        });
    return any;
  }

  // What can never be settled counts as settled from the start: no ply looks at it.
  void exclude_what_never_is() {
    for (std::size_t slab = 0; slab < maps_.residence.slabs(); ++slab) {
      const std::array uses{Residence::Use{&won_, slab, true}, Residence::Use{&lost_, slab, true}};
      maps_.residence.bring(uses, options_.threads);
      exclude_what_never_is(maps_.residence.slab(slab));
    }
  }

  void exclude_what_never_is(BlockRange range) {
    for_each_in_parallel(
        options_.threads, range.size(), [] { return std::make_unique<Workspace>(); },
        [&](BlockNumber i, const std::unique_ptr<Workspace>& work) {
          const BlockNumber block = range.first + i;
          kernels_.positions(block, work->members);
          kernels_.ops().complement(work->members, work->other);
          won_.set(block, work->other);
          kernels_.never_lost(block, loser_, work->other, work->scratch);
          lost_.set(block, work->other);
          if (kernels_.ops().any(work->members)) return;
          // No position at all: such a block may stand between the parts, and its moves may lead anywhere.
          won_.mark_full(block);
          lost_.mark_full(block);
        });
  }

  // Ply 0: the loser has no legal move, and the rules call that a loss. Where they don't it is never lost.
  bool settle_no_move() {
    const NoMove rule = kernels_.game().rules().no_move;
    Targets nothing;
    nothing.own = &won_;
    BlockMap& now = maps_.fresh_lost[place(0)];
    return settle(0, lost_, now, result_.lost, loser_, {&won_}, [&](BlockNumber block, Workspace& work) {
      kernels_.ops().complement(lost_[block], work.members);
      if (!kernels_.ops().any(work.members)) return false;
      kernels_.keep_lost(block, loser_, nothing, loser_may_escape_, work.members, work.scratch);
      if (rule == NoMove::Loss || !kernels_.ops().any(work.members)) return kernels_.ops().any(work.members);
      lost_.add(block, work.members);
      if (rule == NoMove::Draw) return false;
      kernels_.threatened(block, loser_, work.other, work.scratch);
      work.members &= work.other;
      return kernels_.ops().any(work.members);
    });
  }

  // The loser to move: positions whose every move leads to what was won for the winner before. One of them leads to
  // what was won just a ply before, or they would be settled.
  bool settle_lost(int ply) {
    Targets fresh = fresh_targets(loser_, ply);
    fresh.own_is_away = maps_.residence.limited();  // it would save less work than bringing it in takes
    const Targets lost = lost_targets();
    BlockMap& now = maps_.fresh_lost[place(ply)];
    return settle(ply, lost_, now, result_.lost, loser_, {lost.own}, [&](BlockNumber block, Workspace& work) {
      return kernels_.newly_lost(block, loser_, fresh, lost, loser_may_escape_, lost_[block], work.members,
                                 work.scratch);
    });
  }

  // The winner to move: positions with a move into what was lost for the loser a ply before.
  bool settle_won(int ply) {
    const Targets fresh = fresh_targets(winner_, ply);
    BlockMap& now = maps_.fresh_won[place(ply)];
    return settle(ply, won_, now, result_.won, winner_, {fresh.own}, [&](BlockNumber block, Workspace& work) {
      const bool any = kernels_.newly_won(block, winner_, fresh, won_[block], work.members, work.scratch);
      if (ply > 1) return any;
      kernels_.wins_at_once(block, winner_, work.at_once, work.scratch);
      work.not_packed = &work.at_once;
      if (!any) work.members.clear();
      kernels_.ops().add(work.members, work.at_once);
      return kernels_.ops().any(work.members);
    });
  }

  const BlockKernels& kernels_;
  std::size_t part_;
  BlockRange range_;
  Side winner_;
  Side loser_;
  SolveOptions options_;
  bool loser_may_escape_;
  std::vector<std::unique_ptr<Arrivals>> after_capture_;   // by the captured piece's place
  std::array<std::unique_ptr<Arrivals>, 2> after_escape_;  // by the side that escapes

  WorkingSet& maps_;
  // By side: by slab, those that its moves lead to, if memory is limited; and in which order to take them.
  std::array<std::vector<std::vector<std::size_t>>, 2> reach_;
  std::array<std::vector<std::size_t>, 2> order_;
  BlockMap& won_;
  BlockMap& lost_;
  // Whether any positions were settled, by whether the ply is odd.
  std::array<bool, 2> any_won_{};
  std::array<bool, 2> any_lost_{};
  bool arrived_ = false;  // anything, at this ply
  // What the journal has.
  SolvingJournal::Begun begun_;
  int number_ = 0;                // of the pass
  std::vector<bool> slabs_done_;  // of the pass, before
  bool recording_ = true;         // what is settled is new
  Wins& result_;
};

}  // namespace

BlockNumber WorkingSet::largest_part(const Layout& layout) {
  BlockNumber largest = 0;
  for (const BlockRange part : layout.parts()) largest = std::max(largest, part.size());
  return largest;
}

Result<Wins> analyse(const BlockKernels& kernels, Side winner, const SolvedSuccessors& successors,
                     const SolveOptions& options, WorkingSet& maps) {
  const BlockNumber blocks = kernels.layout().blocks();
  Wins in_memory{PackedPlies(blocks), PackedPlies(blocks)};
  Wins& wins = options.journal != nullptr ? options.journal->wins() : in_memory;
  if (options.journal == nullptr || !options.journal->finished()) {
    for (std::size_t part = 0; part < kernels.layout().parts().size(); ++part) {
      if (options.journal != nullptr && options.journal->part_finished(part)) continue;
      auto solved = Analysis(kernels, part, winner, successors, options, maps, wins).run();
      if (!solved) return tl::unexpected(solved.error());
    }
    if (options.journal != nullptr) options.journal->all_done();
  }
  wins.trim();
  return std::move(wins);
}

}  // namespace jetan
