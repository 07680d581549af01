// Compares the bit-row solver with the naive one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/naive/solved.hpp"
#include "tests/tbgen/solved_in_memory.hpp"

namespace jetan {

inline Value value_of(naive::Value value) {
  const Outcome outcome = value.outcome == naive::Outcome::Win    ? Outcome::Win
                          : value.outcome == naive::Outcome::Draw ? Outcome::Draw
                                                                  : Outcome::Loss;
  return {outcome, value.plies};
}

// Compares all values that the judge has of an ending; tells how many.
inline std::size_t expect_agreement(const RuleSet& rules, const naive::Solved& solved) {
  const Game game(rules);
  SolvedInMemory solver(game);

  const auto& all = solved.layout().pieces();
  std::vector<Piece> pieces;
  for (const Piece piece : all) {
    if (piece.kind != PieceKind::Princess) pieces.push_back(piece);
  }
  const BlockKernels& kernels = solver.kernels_of(pieces);
  // Of each piece of the solver's layout, which it is of the judge's (like pieces in turn).
  std::vector<std::size_t> places;
  for (const Piece piece : kernels.layout().pieces()) {
    std::size_t place = 0;
    while (all[place] != piece || std::find(places.begin(), places.end(), place) != places.end()) ++place;
    places.push_back(place);
  }
  const auto place_of = [&](Piece piece) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), piece) - all.begin());
  };
  const std::size_t black_princess = place_of({Side::Black, PieceKind::Princess});
  const std::size_t orange_princess = place_of({Side::Orange, PieceKind::Princess});
  const auto square = [](int number) { return Square::at(number % kFiles, number / kFiles); };

  std::vector<Escapes> states{{}};
  if (rules.escape != Escape::None) states = {{}, {true, false}, {false, true}, {true, true}};
  std::size_t compared = 0;
  for (const Escapes escapes : states) {
    const Solution& solution = solver.solve(pieces, escapes);
    for (const Side to_move : kSides) {
      const UnpackedValues values(kernels, solution, to_move);
      EXPECT_EQ(values.settled_twice, 0U);
      naive::Squares squares;
      for (std::size_t n = 0; n < solved.layout().size(); ++n) {
        solved.layout().squares(n, squares);
        if (naive::two_on_one_square(squares)) continue;
        FixedSquares fixed{};
        bool on_ground = true;
        for (std::size_t p = 0; p < places.size(); ++p) {
          fixed[p] = square(squares[places[p]]);
          on_ground = on_ground && game.movement().domain(kernels.layout().pieces()[p]).contains(fixed[p]);
        }
        if (!on_ground) continue;
        const Value ours = values.at(fixed, square(squares[black_princess]), square(squares[orange_princess]));
        const Value theirs = value_of(solved.value(squares, to_move, escapes));
        ++compared;
        if (ours == theirs) continue;
        Position position;
        for (std::size_t p = 0; p < all.size(); ++p) position.put(all[p], square(squares[p]));
        position.to_move = to_move;
        position.escapes = escapes;
        ADD_FAILURE() << position.to_string() << " under " << rules.name << ": ours " << name(ours.outcome) << ' '
                      << ours.plies << ", the judge's " << name(theirs.outcome) << ' ' << theirs.plies;
        return compared;
      }
    }
  }
  EXPECT_GT(compared, 0U);
  return compared;
}

}  // namespace jetan
