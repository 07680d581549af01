// The index is a bijection, and its size is what the orbit-counting lemma says.
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "core/game.hpp"

namespace jetan {
namespace {

const Movement& movement(const std::string& rules) {
  static std::map<std::string, Movement> movements;
  const auto found = movements.find(rules);
  if (found != movements.end()) return found->second;
  return movements.emplace(rules, Movement(RuleSet::load(rules).value())).first->second;
}

// Ways to lay the classes' pieces on cells, one class a cell at most: a cell takes a piece for each of its squares, of a
// class that can stand on them all.
PositionIndex ways(const PieceOrder& classes, const Movement& moves, const std::vector<SquareSet>& cells) {
  std::map<std::vector<int>, PositionIndex> counts;
  std::vector<int> none(classes.size(), 0);
  counts[none] = 1;
  for (const SquareSet cell : cells) {
    auto next = counts;
    for (const auto& [placed, number] : counts) {
      for (std::size_t k = 0; k < classes.size(); ++k) {
        if (!cell.is_subset_of(moves.domain(classes[k].piece))) continue;
        auto more = placed;
        more[k] += cell.count();
        if (more[k] <= classes[k].count) next[more] += number;
      }
    }
    counts = std::move(next);
  }
  std::vector<int> full;
  for (const PieceClass& c : classes) full.push_back(c.count);
  return counts[full];
}

// The lemma: the mean, over the symmetries, of how many placements each leaves as it is. On a board of even sides only
// the identity and the two diagonal mirrors leave any.
PositionIndex lemma(const Ending& ending, const Movement& moves) {
  const PieceOrder classes = Index::default_order(ending);
  std::vector<SquareSet> squares;
  std::vector<SquareSet> cells;
  for (int i = 0; i < kSquares; ++i) {
    const Square square = Square::from_index(i);
    squares.push_back(square);
    if (square.file() == square.rank()) cells.push_back(square);
    if (square.file() > square.rank()) {
      cells.push_back(SquareSet(square) | SquareSet(Square::at(square.rank(), square.file())));
    }
  }
  const PositionIndex placements = ways(classes, moves, squares);
  return ending.has_panthans() ? placements / 2 : (placements + 2 * ways(classes, moves, cells)) / 8;
}

Placement image(Placement placement, Symmetry symmetry) {
  for (SquareSet& set : placement) set = symmetry(set);
  return placement;
}

std::vector<Symmetry> symmetries(const Ending& ending) {
  std::vector<Symmetry> all;
  for (int code = 0; code < (ending.has_panthans() ? 2 : 8); ++code) all.push_back(Symmetry::from_code(code));
  return all;
}

bool is_placement(const Index& index, const Movement& moves, const Placement& placement) {
  SquareSet used;
  for (std::size_t k = 0; k < index.order().size(); ++k) {
    if (placement[k].count() != index.order()[k].count || placement[k].intersects(used)) return false;
    if (!placement[k].is_subset_of(moves.domain(index.order()[k].piece))) return false;
    used |= placement[k];
  }
  return true;
}

// rank(unrank(n)) = n for all n, and as many placements as there are: so every placement has exactly one index.
void expect_bijection(const Ending& ending, const Movement& moves) {
  SCOPED_TRACE(ending.name());
  const Index index = Index::make(ending, moves);
  ASSERT_EQ(index.size(), lemma(ending, moves));
  PositionIndex placements = 0;
  PositionIndex run_end = 0;
  Index::Run run{};
  for (PositionIndex n = 0; n < index.size(); ++n) {
    const Placement placement = index.unrank(n);
    ASSERT_TRUE(is_placement(index, moves, placement)) << n;
    ASSERT_EQ(index.rank(placement), n);
    const Symmetry symmetry = Symmetry::from_code(static_cast<int>(n % (ending.has_panthans() ? 2 : 8)));
    ASSERT_EQ(index.rank(image(placement, symmetry)), n) << symmetry.code();
    if (n == run_end) {
      run = index.run(n);
      run_end = n + static_cast<PositionIndex>(run.squares.count());
      ASSERT_GT(run_end, n);
      placements += static_cast<PositionIndex>(run.squares.count() * run.orbit);
    }
    Placement from_run = run.placement;
    const std::size_t last = index.order().size() - 1;
    from_run[last] = run.squares.first();
    run.squares.reset(run.squares.first());
    ASSERT_EQ(from_run, placement) << n;
  }
  // Orbits cover all placements.
  std::vector<SquareSet> squares;
  for (int i = 0; i < kSquares; ++i) squares.push_back(Square::from_index(i));
  EXPECT_EQ(placements, ways(index.order(), moves, squares));
}

TEST(Index, KnownSizes) {
  EXPECT_EQ(Index::make(*Ending::parse("CRvR"), movement("burroughs")).size(), 121'455U);
  EXPECT_EQ(Index::make(*Ending::parse("CRvCR"), movement("burroughs")).size(), 11'764'935U);
}

TEST(Index, IsABijectionForEveryEndingOfUpToThreePieces) {
  for (const char* rules : {"burroughs", "free"}) {
    for (const Ending& ending : endings_of_game(RuleSet::load("cazaux").value(), 3)) {
      if (std::string(rules) == "free" && !ending.has_panthans()) continue;  // as under the other rules
      expect_bijection(ending, movement(rules));
    }
  }
}

TEST(Index, IsABijectionForSeveralEndingsOfFourPieces) {
  for (const char* name : {"DDRvR", "PPRvR"}) expect_bijection(*Ending::parse(name), movement("burroughs"));
}

TEST(Index, SizeAgreesWithTheOrbitCountingLemmaForAllEndingsOfUpToSixPieces) {
  int endings = 0;
  for (const char* rules : {"cazaux", "free"}) {
    for (const Ending& ending : endings_of_game(RuleSet::load("cazaux").value(), 6)) {
      if (std::string(rules) == "free" && !ending.has_panthans()) continue;
      ASSERT_EQ(Index::make(ending, movement(rules)).size(), lemma(ending, movement(rules))) << ending.name();
      ++endings;
    }
  }
  RecordProperty("endings", endings);
}

// Random placements of endings of up to eight pieces: every symmetric image has the same index, and unranking gives
// one of the images.
TEST(Index, RankAndUnrankAgreeOnLargeEndings) {
  const unsigned seed = 20'261'130;
  std::mt19937_64 random(seed);
  for (const char* name : {"CRFFvCRDD", "FFDDRvR", "CRTTWvCRA", "CRPPvCRPP", "PPPRvPPPR", "PPPPPPRvR", "WWRvAATR",
                           "CRDDvCRDD", "FFFFFFRvR"}) {
    const auto ending = Ending::parse(name).value();
    for (const char* rules : {"burroughs", "free"}) {
      const Movement& moves = movement(rules);
      const Index index = Index::make(ending, moves);
      EXPECT_EQ(index.size(), lemma(ending, moves)) << name;
      for (int trial = 0; trial < 3000; ++trial) {
        const PositionIndex n = random() % index.size();
        const Placement placement = index.unrank(n);
        ASSERT_TRUE(is_placement(index, moves, placement)) << name << ' ' << n << " seed " << seed;
        std::set<std::string> images;
        for (const Symmetry symmetry : symmetries(ending)) {
          ASSERT_EQ(index.rank(image(placement, symmetry)), n) << name << " seed " << seed;
          images.insert(index.position_of(image(placement, symmetry)).to_string());
        }
        ASSERT_EQ(static_cast<int>(images.size()), index.orbit(n)) << name << ' ' << n;
      }
    }
  }
}

TEST(Index, TakesAnyOrderThatBeginsWithOnePieceAndEndsWithAPrincess) {
  const auto ending = Ending::parse("CRDDvCR").value();
  const Movement& moves = movement("burroughs");
  PieceOrder order = Index::default_order(ending);
  ASSERT_EQ(order.size(), 5U);
  std::swap(order[1], order[2]);
  const auto index = Index::make(ending, moves, order);
  ASSERT_TRUE(index);
  EXPECT_EQ(index->size(), Index::make(ending, moves).size());
  for (PositionIndex n = 0; n < index->size(); n += 9'999'991) EXPECT_EQ(index->rank(index->unrank(n)), n);

  std::rotate(order.begin(), order.end() - 1, order.end());  // a Princess first: now the last is the other one
  EXPECT_TRUE(Index::make(ending, moves, order));
  std::swap(order.back(), order[1]);
  EXPECT_EQ(Index::make(ending, moves, order).error().kind, ErrorKind::BadArgument);
  order.pop_back();
  EXPECT_EQ(Index::make(ending, moves, order).error().kind, ErrorKind::BadArgument);
}

}  // namespace
}  // namespace jetan
