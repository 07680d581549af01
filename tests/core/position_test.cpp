// Positions: their text form both ways, and what each wrong text is told.
#include "core/position.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/random_game.hpp"
#include "tests/core/rule_files.hpp"

namespace jetan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Le;
using ::testing::SizeIs;

constexpr const char* kBare = "9r/10/10/10/10/10/10/10/10/R9";

TEST(Position, CountsItsPiecesWhateverIsPutAndRemoved) {
  Random random(11);
  Position position;
  for (int step = 0; step < 20'000; ++step) {
    const Square square = Square::from_index(random_number(random, 0, kSquares - 1));
    if (one_in(random, 3)) {
      position.remove(square);
      ASSERT_FALSE(position.at(square));
    } else {
      const Piece piece{random_of(random, {Side::Black, Side::Orange}),
                        kAllPieceKinds[static_cast<std::size_t>(random_number(random, 0, kPieceKinds - 1))]};
      position.put(piece, square);
      ASSERT_EQ(position.at(square), piece);
    }
    for (const Side side : kSides) {
      ASSERT_EQ(total(position.counts(side)), position.pieces(side).count());
      for (const PieceKind kind : kAllPieceKinds) {
        ASSERT_EQ(position.counts(side)[to_index(kind)], position.pieces(Piece{side, kind}).count());
      }
    }
  }
}

TEST(Position, ReadsTheArray) {
  const Position array = Position::parse("startpos").value();
  EXPECT_EQ(array.to_string(), "wadfrcfdaw/tppppppppt/10/10/10/10/10/10/TPPPPPPPPT/WADFCRFDAW b Rr -");
  EXPECT_EQ(array, Position::parse(array.to_string()).value());
  EXPECT_EQ(array.at(*Square::parse("e1")), (Piece{Side::Black, PieceKind::Chief}));
  EXPECT_EQ(array.at(*Square::parse("f1")), (Piece{Side::Black, PieceKind::Princess}));
  EXPECT_EQ(array.at(*Square::parse("f10")), (Piece{Side::Orange, PieceKind::Chief}));
  EXPECT_EQ(array.princess(Side::Orange), *Square::parse("e10"));
  for (const Side side : kSides) {
    for (const PieceKind kind : kAllPieceKinds) {
      EXPECT_EQ(array.pieces(Piece{side, kind}).count(), kArrayCounts[to_index(kind)]);
    }
  }
  const Position mirrored = Position::parse("startpos", true).value();
  EXPECT_EQ(Position::parse("startpos o").value().escapes, (Escapes{true, true}));
  EXPECT_EQ(Position::parse("startpos o - -").value().escapes, Escapes{});
  EXPECT_EQ(Position::parse("startpos o - -").value().to_move, Side::Orange);
  EXPECT_EQ(mirrored.princess(Side::Orange), *Square::parse("f10"));
  EXPECT_EQ(mirrored.at(*Square::parse("e10")), (Piece{Side::Orange, PieceKind::Chief}));
}

TEST(Position, FieldsThatAreMissingHaveTheirDefaults) {
  const Position bare = Position::parse(kBare).value();
  EXPECT_EQ(bare.to_move, Side::Black);
  EXPECT_EQ(bare.escapes, Escapes{});
  EXPECT_EQ(bare.count, std::nullopt);
  EXPECT_EQ(bare.to_string(), std::string(kBare) + " b - -");
  EXPECT_EQ(Position::parse(std::string(kBare) + " o")->to_move, Side::Orange);
  EXPECT_EQ(Position::parse(std::string(kBare) + " o r")->escapes, (Escapes{false, true}));
  EXPECT_EQ(Position::parse(std::string(kBare) + " o R 0")->count, 0);
  EXPECT_EQ(Position::parse("  " + std::string(kBare) + " \t o\n").value().to_string(), std::string(kBare) + " o - -");
}

TEST(Position, EmptySquaresMayBeWrittenInPieces) {
  EXPECT_EQ(Position::parse("9r/91/55/1111111111/10/10/10/10/82/R9").value().to_string(),
            std::string(kBare) + " b - -");
}

TEST(Position, TextComesBack) {
  constexpr std::uint64_t kSeed = 41;
  Random random(kSeed);
  const RuleSet rules = preset("friedlander");
  for (int trial = 0; trial < 20'000; ++trial) {
    const Position position = random_position(random, rules, 20);
    const auto again = Position::parse(position.to_string());
    ASSERT_TRUE(again) << "seed " << kSeed << ": " << position.to_string();
    ASSERT_EQ(*again, position) << "seed " << kSeed << ": " << position.to_string();
  }
}

TEST(Position, PuttingAndRemovingPieces) {
  Position position = Position::parse(kBare).value();
  const Square e5 = *Square::parse("e5");
  const Piece dwar{Side::Orange, PieceKind::Dwar};
  position.put({Side::Black, PieceKind::Thoat}, e5);
  position.put(dwar, e5);  // replaces
  EXPECT_EQ(position.at(e5), dwar);
  EXPECT_EQ(position.pieces(dwar), SquareSet(e5));
  EXPECT_EQ(position.pieces(Side::Black).count(), 1);
  EXPECT_EQ(position.occupied().count(), 3);
  position.remove(e5);
  position.remove(e5);
  EXPECT_EQ(position, Position::parse(kBare).value());
}

std::string message(const std::string& text) {
  const auto position = Position::parse(text);
  if (position) return "fine";
  EXPECT_EQ(position.error().kind, ErrorKind::BadPosition) << text;
  EXPECT_THAT(position.error().message, SizeIs(Le(200U))) << text;
  return position.error().message;
}

TEST(Position, SaysWhatIsWrongWithTheRanks) {
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/9/R9"), AllOf(HasSubstr("rank 2"), HasSubstr("9 squares")));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/R8"), AllOf(HasSubstr("rank 1 "), HasSubstr("9 squares")));
  EXPECT_THAT(message("9r//10/10/10/10/10/10/10/R9"), AllOf(HasSubstr("rank 9"), HasSubstr("0 squares")));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/109/R9"), AllOf(HasSubstr("rank 2"), HasSubstr("more than 10")));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/RRRRRRRRRRR"),
              AllOf(HasSubstr("rank 1 "), HasSubstr("more than 10")));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/R9"), AllOf(HasSubstr("9 ranks"), HasSubstr("needs 10")));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/10/R9"), HasSubstr("more than ten ranks"));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/R9/"), HasSubstr("more than ten ranks"));
}

TEST(Position, SaysWhatIsWrongWithThePieces) {
  EXPECT_THAT(message("9r/10/10/10/4X5/10/10/10/10/R9"), AllOf(HasSubstr("'X'"), HasSubstr("C R F D T W A P")));
  EXPECT_THAT(message("9r/10/10/10/\x01/10/10/10/10/R9"), HasSubstr("'\\x01'"));
  EXPECT_THAT(message("9r/10/10/10/\xC3\xA9/10/10/10/10/R9"), HasSubstr("'\\xc3'"));
  EXPECT_THAT(message("9r/10/10/10/4055/10/10/10/10/R9"), HasSubstr("'0'"));
  EXPECT_THAT(message("10/10/10/10/10/10/10/10/10/R9"), HasSubstr("Orange has 0 Princesses"));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/10"), HasSubstr("Black has 0 Princesses"));
  EXPECT_THAT(message("9r/10/10/10/10/10/10/10/10/RR8"), HasSubstr("Black has 2 Princesses"));
  EXPECT_THAT(message("cc7r/10/10/10/10/10/10/10/10/R9"), HasSubstr("Orange has 2 Chiefs"));
}

TEST(Position, SaysWhatIsWrongWithTheOtherFields) {
  const std::string bare = kBare;
  EXPECT_THAT(message(""), HasSubstr("empty"));
  EXPECT_THAT(message(" \t "), HasSubstr("empty"));
  EXPECT_THAT(message(bare + " w"), AllOf(HasSubstr("'w'"), HasSubstr("b (Black) or o (Orange)")));
  EXPECT_THAT(message(bare + " b rR"), AllOf(HasSubstr("'rR'"), HasSubstr("Rr, R, r or -")));
  EXPECT_THAT(message(bare + " b RR"), HasSubstr("'RR'"));
  for (const char* count : {"x", "-1", "+5", "5x", "0x5", "99999999999999999999", "1.5", "--"}) {
    EXPECT_THAT(message(bare + " b - " + count), AllOf(HasSubstr(count), HasSubstr("plies left"))) << count;
  }
  EXPECT_THAT(message(bare + " b - - 7"), HasSubstr("5 fields"));
  EXPECT_THAT(message(bare + " " + std::string(10'000, 'z')), HasSubstr("..."));
}

TEST(Position, EscapesByTheSide) {
  const Escapes both{true, true};
  EXPECT_EQ(both.without(Side::Black), (Escapes{false, true}));
  EXPECT_EQ(both.without(Side::Orange), (Escapes{true, false}));
  EXPECT_EQ((Escapes{true, false}).swapped(), (Escapes{false, true}));
  EXPECT_TRUE((Escapes{true, false}).of(Side::Black));
  EXPECT_FALSE((Escapes{true, false}).of(Side::Orange));
}

}  // namespace
}  // namespace jetan
