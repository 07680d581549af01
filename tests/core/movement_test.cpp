// Movement tables: how many squares each piece reaches, by which paths, and what blocks them.
#include "core/movement.hpp"

#include <gtest/gtest.h>

#include "core/symmetry.hpp"
#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

const Square kE5 = *Square::parse("e5");

SquareSet squares(const std::string& names) {
  SquareSet set;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(' ', at), names.size());
    set.set(*Square::parse(names.substr(at, end - at)));
    at = end + 1;
  }
  return set;
}

int reached(const Movement& movement, PieceKind kind, const char* from) {
  return movement.reach({Side::Black, kind}, *Square::parse(from)).count();
}

TEST(Movement, ADestinationIsFoundByItsSquare) {
  for (const std::string& name : preset_names()) {
    const Movement movement(preset(name));
    for (const Side side : kSides) {
      for (const PieceKind kind : kAllPieceKinds) {
        const Piece piece{side, kind};
        for (const Square from : SquareSet::all()) {
          for (const Square to : SquareSet::all()) {
            const Destination* found = movement.destination(piece, from, to);
            ASSERT_EQ(found != nullptr, movement.reach(piece, from).contains(to)) << name << from.name() << to.name();
            if (found != nullptr) {
              ASSERT_EQ(found->to, to);
            }
          }
        }
      }
    }
  }
}

TEST(Movement, PiecesReachSoManySquaresOfTheEmptyBoard) {
  const Movement movement(preset("burroughs"));
  EXPECT_EQ(reached(movement, PieceKind::Chief, "e5"), 48);  // all of 7 x 7 but its own
  EXPECT_EQ(reached(movement, PieceKind::Princess, "e5"), 48);
  EXPECT_EQ(reached(movement, PieceKind::Chief, "a1"), 15);
  EXPECT_EQ(reached(movement, PieceKind::Flier, "e5"), 16);
  EXPECT_EQ(reached(movement, PieceKind::Dwar, "e5"), 16);
  EXPECT_EQ(reached(movement, PieceKind::Thoat, "e5"), 12);
  EXPECT_EQ(reached(movement, PieceKind::Warrior, "e5"), 8);
  EXPECT_EQ(reached(movement, PieceKind::Padwar, "e5"), 8);
  EXPECT_EQ(reached(movement, PieceKind::Panthan, "e5"), 5);
  EXPECT_EQ(reached(movement, PieceKind::Panthan, "e10"), 2);
  EXPECT_EQ(reached(movement, PieceKind::Panthan, "a1"), 3);
}

TEST(Movement, AStepCountIsExactAndNoSquareIsMetTwice) {
  const Movement movement(preset("burroughs"));
  // Two orthogonal steps: no square beside it, and not its own.
  EXPECT_EQ(movement.reach({Side::Black, PieceKind::Warrior}, kE5), squares("e7 f6 g5 f4 e3 d4 c5 d6"));
  // A Flier in a corner can't come to the next diagonal square: the path would leave the board.
  EXPECT_FALSE(movement.reach({Side::Black, PieceKind::Flier}, *Square::parse("a1")).contains(*Square::parse("b2")));
  EXPECT_TRUE(movement.reach({Side::Black, PieceKind::Flier}, *Square::parse("b2")).contains(*Square::parse("c3")));
  EXPECT_TRUE(movement.reach({Side::Black, PieceKind::Dwar}, kE5).contains(*Square::parse("e6")));  // by d5, d6
}

TEST(Movement, ListsEachDestinationOnceWithAllItsPaths) {
  constexpr std::uint64_t kSeed = 61;
  Random random(kSeed);
  for (int set = 0; set < 20; ++set) {
    const RuleSet rules = preset_or_random_rules(random, set);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + "\n" + rules.to_text());
    const Movement movement(rules);
    for (const PieceKind kind : kAllPieceKinds) {
      for (int i = 0; i < kSquares; ++i) {
        const Square from = Square::from_index(i);
        SquareSet seen;
        for (const Destination& destination : movement.destinations({Side::Orange, kind}, from)) {
          ASSERT_FALSE(seen.contains(destination.to));
          seen.set(destination.to);
          ASSERT_NE(destination.to, from);
          const auto paths = movement.paths(destination);
          ASSERT_GE(paths.size(), 1U);
          SquareSet support;
          for (const SquareSet path : paths) {
            support |= path;
            ASSERT_FALSE(path.contains(from));
            ASSERT_FALSE(path.contains(destination.to));
            for (const SquareSet other : paths) ASSERT_TRUE(other == path || !other.is_subset_of(path));
          }
          ASSERT_EQ(destination.support, support);
        }
        ASSERT_EQ(seen, movement.reach({Side::Orange, kind}, from));
      }
    }
  }
}

const Destination& destination_of(const Movement& movement, Piece piece, const char* from, const char* to) {
  for (const Destination& destination : movement.destinations(piece, *Square::parse(from))) {
    if (destination.to == *Square::parse(to)) return destination;
  }
  ADD_FAILURE() << from << " doesn't lead to " << to;
  return movement.destinations(piece, *Square::parse(from)).front();
}

TEST(Movement, IsOpenWhileOnePathIsFree) {
  const Movement movement(preset("burroughs"));
  const Piece warrior{Side::Black, PieceKind::Warrior};
  const Destination& bend = destination_of(movement, warrior, "e5", "f6");
  EXPECT_EQ(bend.support, squares("e6 f5"));
  EXPECT_TRUE(movement.open(PieceKind::Warrior, bend, squares("e6 f6")));  // the destination isn't looked at
  EXPECT_FALSE(movement.open(PieceKind::Warrior, bend, squares("e6 f5")));
  const Destination& flight = destination_of(movement, {Side::Black, PieceKind::Flier}, "e5", "h8");
  EXPECT_TRUE(movement.open(PieceKind::Flier, flight, SquareSet::all()));
}

TEST(Movement, ClosingSquaresAreThoseThatShutWhatIsOpen) {
  constexpr std::uint64_t kSeed = 62;
  Random random(kSeed);
  const Movement movement(preset("burroughs"));
  for (int trial = 0; trial < 20'000; ++trial) {
    SquareSet blockers;
    for (int i = random_number(random, 0, 12); i > 0; --i) {
      blockers.set(Square::at(random_number(random, 0, 9), random_number(random, 0, 9)));
    }
    const PieceKind kind = kAllPieceKinds[static_cast<std::size_t>(random_number(random, 0, kPieceKinds - 1))];
    const auto destinations =
        movement.destinations({Side::Black, kind}, Square::from_index(random_number(random, 0, 99)));
    if (destinations.empty()) continue;
    const Destination& destination = destinations[random() % destinations.size()];
    if (!movement.open(kind, destination, blockers)) continue;
    const SquareSet closing = movement.closing(kind, destination, blockers);
    for (const Square square : ~blockers) {
      if (square == destination.to) continue;
      ASSERT_EQ(closing.contains(square), !movement.open(kind, destination, blockers | square)) << "seed " << kSeed;
    }
  }
}

TEST(Movement, ThoatsAreBlockedAsTheirOptionSays) {
  RuleSet rules = preset("burroughs");
  const Piece thoat{Side::Black, PieceKind::Thoat};
  const auto open = [&](ThoatMove how, const std::string& blockers) {
    rules.thoat = how;
    const Movement movement(rules);
    return movement.open(PieceKind::Thoat, destination_of(movement, thoat, "e5", "f7"), squares(blockers));
  };
  EXPECT_FALSE(open(ThoatMove::StraightFirst, "e6"));
  EXPECT_TRUE(open(ThoatMove::StraightFirst, "f6"));
  EXPECT_TRUE(open(ThoatMove::EitherOrder, "e6"));
  EXPECT_FALSE(open(ThoatMove::EitherOrder, "e6 f6"));
  EXPECT_TRUE(open(ThoatMove::Jump, "e6 f6"));
}

TEST(Movement, EscapesReachWhatTheirOptionSays) {
  RuleSet rules = preset("burroughs");
  const auto reach = [&](Escape escape, const char* from) {
    rules.escape = escape;
    return Movement(rules).escape_reach(*Square::parse(from)).count();
  };
  EXPECT_EQ(reach(Escape::None, "e5"), 0);
  EXPECT_EQ(reach(Escape::AnySquare, "e5"), 99);
  EXPECT_EQ(reach(Escape::OneKind, "e5"), 49);
  EXPECT_EQ(reach(Escape::Straight, "a1"), 27);
  EXPECT_EQ(reach(Escape::Straight, "e5"), 18 + 9 + 8);
}

TEST(Movement, PanthansCanStandWhereTheirStepsLead) {
  const Movement five(preset("burroughs"));
  const Piece black{Side::Black, PieceKind::Panthan};
  const Piece orange{Side::Orange, PieceKind::Panthan};
  EXPECT_EQ(five.domain(black).count(), 90);
  for (int file = 0; file < kFiles; ++file) {
    EXPECT_FALSE(five.domain(black).contains(Square::at(file, 0)));
    EXPECT_FALSE(five.domain(orange).contains(Square::at(file, 9)));
  }
  EXPECT_EQ(five.domain(orange), Symmetry(false, true, false)(five.domain(black)));
  const Movement seven(preset("free"));
  EXPECT_EQ(seven.domain(black).count(), 100);
  EXPECT_EQ(five.domain({Side::Black, PieceKind::Thoat}), SquareSet::all());
}

}  // namespace
}  // namespace jetan
