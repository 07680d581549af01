// The bit-row solver against the naive solver under random rules, on whole endings of three pieces.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/random_game.hpp"
#include "tests/naive/solver.hpp"
#include "tests/scale.hpp"
#include "tests/tbgen/naive_agreement.hpp"

namespace jetan {
namespace {

TEST(RandomRulesAgreement, OnWholeEndings) {
  constexpr std::uint64_t kSeed = 20'261'130;
  const int sets = at_scale(4, 60);
  std::size_t compared = 0;
  for (int set = 0; set < sets && !HasFailure(); ++set) {
    Random random(kSeed + static_cast<std::uint64_t>(set));
    RuleSet rules = random_rules(random);
    rules.name = fmt::format("random-{}", set);
    const auto kinds = std::array{PieceKind::Chief,   PieceKind::Flier,  PieceKind::Dwar,   PieceKind::Thoat,
                                  PieceKind::Warrior, PieceKind::Padwar, PieceKind::Panthan};
    const PieceKind kind = kinds[static_cast<std::size_t>(set) % kinds.size()];
    const bool is_black = one_in(random, 2);
    SCOPED_TRACE(fmt::format("seed {} + {}, a {} of {}\n{}", kSeed, set, name(kind),
                             name(is_black ? Side::Black : Side::Orange), rules.to_text()));
    std::vector<PieceKind> black{PieceKind::Princess};
    std::vector<PieceKind> orange{PieceKind::Princess};
    (is_black ? black : orange).push_back(kind);
    naive::NaiveSolver judge(rules);
    compared += expect_agreement(rules, judge.solve(black, orange));
  }
  RecordProperty("positions", std::to_string(compared));
}

}  // namespace
}  // namespace jetan
