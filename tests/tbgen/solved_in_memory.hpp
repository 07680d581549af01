// Solves endings in memory, successors first, without writing tables: the solver by itself.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "probe/value.hpp"
#include "tbgen/analysis.hpp"
#include "tbgen/conversions.hpp"

namespace jetan {

class SolvedInMemory {
 public:
  explicit SolvedInMemory(const Game& game, int threads = 2, const ResidenceOptions& residence = {})
      : tables_(std::make_shared<MoveTables>(game)), threads_(threads), residence_(residence) {}

  // The solution of the pieces (without the Princesses), their colours as they are.
  const Solution& solve(const std::vector<Piece>& pieces, Escapes escapes) {
    const BlockKernels& kernels = kernels_of(pieces);
    const auto key = std::pair(name(kernels.layout()), escapes_name(escapes));
    if (const auto found = solutions_.find(key); found != solutions_.end()) return *found->second;
    auto solution = std::make_unique<Solution>();
    WorkingSet maps(kernels.layout(), residence_);
    for (const Side winner : kSides) {
      solution->of[to_index(winner)] =
          analyse(kernels, winner, successors_of(pieces, escapes), options_of(pieces), maps).value();
    }
    return *(solutions_[key] = std::move(solution));
  }

  // What an analysis of the pieces needs.
  SolvedSuccessors successors_of(const std::vector<Piece>& pieces, Escapes escapes) {
    const BlockKernels& kernels = kernels_of(pieces);
    const RuleSet& rules = tables_->game->rules();
    SolvedSuccessors successors;
    for (const Side side : kSides) {
      if (escapes.of(side)) successors.after_escape[to_index(side)] = &solve(pieces, escapes.without(side));
    }
    for (std::size_t p = 0; p < kernels.layout().size(); ++p) {
      const auto& after = kernels.after_capture(p);
      if (!after) continue;
      const std::vector<Piece> left(after->layout.pieces().begin(), after->layout.pieces().end());
      successors.after_capture[p] = {&solve(left, escapes), &kernels_of(left),
                                     wins_arrive_at_once(rules, ending_of(kernels.layout()), ending_of(after->layout))};
    }
    return successors;
  }
  SolveOptions options_of(const std::vector<Piece>& pieces) {
    const RuleSet& rules = tables_->game->rules();
    SolveOptions options;
    options.threads = threads_;
    if (count_runs(rules, ending_of(kernels_of(pieces).layout()))) options.ply_limit = rules.count->plies;
    return options;
  }

  const BlockKernels& kernels_of(const std::vector<Piece>& pieces) {
    Layout layout(pieces, tables_->game->movement());
    auto& kernels = kernels_[name(layout)];
    if (!kernels) kernels = std::make_unique<BlockKernels>(tables_, std::move(layout));
    return *kernels;
  }

 private:
  static std::string name(const Layout& layout) {
    std::string text;
    for (const Piece piece : layout.pieces()) text += letter(piece);
    return text;
  }
  static int escapes_name(Escapes escapes) { return (escapes.black ? 1 : 0) + (escapes.orange ? 2 : 0); }

  std::shared_ptr<const MoveTables> tables_;
  int threads_;
  ResidenceOptions residence_;
  std::map<std::string, std::unique_ptr<BlockKernels>> kernels_;
  std::map<std::pair<std::string, int>, std::unique_ptr<Solution>> solutions_;
};

// The values of all positions of a solution with one side to move, laid out to be asked one by one.
class UnpackedValues {
 public:
  UnpackedValues(const BlockKernels& kernels, const Solution& solution, Side to_move)
      : layout_(kernels.layout()), codes_(layout_.blocks() * kSquares * kSquares, 0) {
    BlockKernels::Scratch scratch;
    Block at_once;
    for (BlockNumber block = 0; block < layout_.blocks(); ++block) {
      kernels.wins_at_once(block, to_move, at_once, scratch);
      settle(block, at_once, {Outcome::Win, 1});
    }
    unpack(solution.wins(to_move).won, Outcome::Win);
    unpack(solution.wins(opponent(to_move)).lost, Outcome::Loss);
  }

  // `fixed`: the squares of the layout's pieces.
  Value at(const FixedSquares& fixed, Square black_princess, Square orange_princess) const {
    const BlockPlace place = layout_.locate(fixed);
    return decode(codes_[index(place.block, place.symmetry(black_princess), place.symmetry(orange_princess))]);
  }

  std::size_t settled_twice = 0;

 private:
  static std::size_t index(BlockNumber block, Square row, Square square) {
    return (block * kSquares + static_cast<std::size_t>(row.index())) * kSquares +
           static_cast<std::size_t>(square.index());
  }
  void unpack(const PackedPlies& plies, Outcome outcome) {
    PackedPlies::Scratch scratch;
    for (int ply = 0; ply < plies.plies(); ++ply) {
      for (BlockNumber tile = 0; tile < plies.tiles(); ++tile) {
        plies.for_each_block(ply, tile, scratch, [&](BlockNumber block, const Block& members) {
          settle(block, members, {outcome, ply});
        });
      }
    }
  }
  void settle(BlockNumber block, const Block& members, Value value) {
    for (int i = 0; i < kSquares; ++i) {
      const Square row = Square::from_index(i);
      for (const Square square : members[row]) {
        ValueCode& code = codes_[index(block, row, square)];
        if (code != 0) ++settled_twice;
        code = encode(value);
      }
    }
  }

  const Layout& layout_;
  std::vector<ValueCode> codes_;
};

}  // namespace jetan
