// What a side's moves do to a block of positions at once: the solver's inner operations.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "tbgen/block.hpp"
#include "tbgen/block_map.hpp"
#include "tbgen/block_ops.hpp"
#include "tbgen/layout.hpp"
#include "tbgen/plane_masks.hpp"
#include "tbgen/princess_steps.hpp"

namespace jetan {

// The ending that is left when one piece has been captured, and which of the pieces before are its pieces.
struct AfterCapture {
  Layout layout;
  std::array<std::size_t, kMaxFixed> piece{};  // by place in `layout`: the place in the ending before
};

// Where a side's moves can lead, as maps of positions with the opponent to move. A missing map is empty.
struct Targets {
  const BlockMap* own = nullptr;                           // moves within the ending
  std::array<const BlockMap*, kMaxFixed> after_capture{};  // by the captured piece's place
  const BlockMap* after_escape = nullptr;                  // the ending in the escape state without the mover's escape
  bool own_is_away = false;                                // of `own`, only which blocks hold anything may be looked at
};

// What the kernels of all endings of a game share. The game must outlive it.
struct MoveTables {
  explicit MoveTables(const Game& game, const BlockOps& block_ops = best_block_ops());

  const Game* game;
  const BlockOps* ops;
  PlaneMasks masks;
  PrincessSteps steps;
  PrincessSteps escapes;
};

// Immutable once made; safe to use from many threads, each with its own Scratch.
class BlockKernels {
 private:
  // A move of a piece into a block that holds something.
  struct Source {
    std::size_t piece;
    std::size_t destination;  // among the piece's destinations
    const Block* block;
    Symmetry symmetry;  // how the board is turned there
  };

 public:
  // Room for the operations' intermediate results; one a thread.
  class Scratch {
    friend class BlockKernels;
    Block threats;
    Block targets;
    Block turned;
    PlaneMasks::Scratch masks;
    std::vector<Source> sources;
  };

  BlockKernels(std::shared_ptr<const MoveTables> tables, Layout layout);

  const Game& game() const { return *tables_->game; }
  const BlockOps& ops() const { return *tables_->ops; }
  const std::shared_ptr<const MoveTables>& tables() const { return tables_; }
  const Layout& layout() const { return layout_; }
  // What is left when a piece is captured; nothing if no capture of it lets the game go on.
  const std::optional<AfterCapture>& after_capture(std::size_t piece) const { return after_capture_[piece]; }

  // The block's positions.
  void positions(BlockNumber block, Block& result) const;
  // Positions in which the side, to move, wins with its next move: it captures a Princess, or a Chief so that it wins.
  void wins_at_once(BlockNumber block, Side side, Block& result, Scratch& scratch) const;
  // Positions in which the side's Princess could be captured where she stands.
  void threatened(BlockNumber block, Side side, Block& result, Scratch& scratch) const;
  // Positions in which the side, to move, can end the game with its next move without losing; and what isn't a
  // position.
  void never_lost(BlockNumber block, Side side, Block& result, Scratch& scratch) const;

  // The positions from which the side has a move into the targets, but for those settled. What isn't a position must
  // be among the settled. Returns whether there are any.
  bool newly_won(BlockNumber block, Side side, const Targets& fresh, const Block& settled, Block& result,
                 Scratch& scratch) const;

  // The positions, but for those settled, from which all of the side's moves lead into `lost`. Of those that have no
  // move into `fresh` (whose `own` may be away) some may be missing. Among the settled, and in `lost.own`, must be what
  // isn't a position; among the settled also never_lost() and what has no move. Returns whether there are any.
  bool newly_lost(BlockNumber block, Side side, const Targets& fresh, const Targets& lost, bool may_escape,
                  const Block& settled, Block& result, Scratch& scratch) const;
  // Removes the positions from which a move doesn't lead into `lost`; likewise, never_lost() must not be among them.
  void keep_lost(BlockNumber block, Side side, const Targets& lost, bool may_escape, Block& candidates,
                 Scratch& scratch) const;

 private:
  enum class CaptureEffect : std::uint8_t { Continues, Wins, Draws };
  CaptureEffect effect(PieceKind taker, PieceKind taken) const;

  // One move of a piece other than a Princess, with what stands on its destination.
  template <class Visit>
  void for_each_piece_move(const FixedSquares& squares, Side side, const Visit& visit) const;
  // Adds the positions in which the side has a capture of a piece that has this effect.
  void add_captures(const FixedSquares& squares, Side side, CaptureEffect wanted, Block& result,
                    Scratch& scratch) const;

  BlockPlace place_after_capture(const FixedSquares& squares, std::size_t piece, Square to, std::size_t taken) const;

  // Fills scratch.sources with the side's moves into blocks that hold something; returns how many moves there are.
  std::size_t find_sources(const FixedSquares& squares, BlockNumber block, Side side, const Targets& targets,
                           Scratch& scratch) const;
  void add_sources(const FixedSquares& squares, Block& result, Scratch& scratch) const;
  void keep_masked(Block& candidates, const Block& source, Symmetry symmetry, const PlaneMask& open,
                   Scratch& scratch) const;

  // Whether the side's Princess might have a move into the targets.
  static bool princess_may_move_into(BlockNumber block, const Targets& targets);
  void princess_moves_into(BlockNumber block, Side side, const Targets& targets, Block& result, Scratch& scratch) const;
  // Adds positions among which are those from which the side's Princess has a move into the targets.
  void princess_might_move_into(BlockNumber block, Side side, const Targets& targets, Block& result) const;
  void keep_princess_lost(BlockNumber block, Side side, const Targets& lost, bool may_escape, Block& candidates,
                          Scratch& scratch) const;
  // Whether what she reaches depends on nothing but threats against where she ends: true in all presets.
  bool princess_moves_freely() const;
  // The same by single positions, for rules under which other pieces bar her way or frighten her on it.
  void princess_moves_into_by_position(BlockNumber block, Side side, const Targets& targets, Block& result) const;
  void keep_princess_lost_by_position(BlockNumber block, Side side, const Targets& lost, bool may_escape,
                                      Block& candidates) const;
  template <class Visit>
  void for_each_princess_targets(BlockNumber block, Side side, bool may_escape, const Block& positions,
                                 const Visit& visit) const;

  const RuleSet& rules() const { return game().rules(); }
  PlaneMask mask(const FixedSquares& squares, std::size_t piece, std::size_t destination, SquareSet blockers,
                 Scratch& scratch) const {
    return tables_->masks.mask(layout_.pieces()[piece], squares[piece], destination, blockers, scratch.masks);
  }

  std::shared_ptr<const MoveTables> tables_;
  Layout layout_;
  std::vector<std::optional<AfterCapture>> after_capture_;
};

}  // namespace jetan
