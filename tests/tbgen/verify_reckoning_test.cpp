// One step of the definition of values, as the verifier takes it.
#include "tbgen/verify_reckoning.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/core/rule_files.hpp"
#include "tests/naive/solver.hpp"

namespace jetan {
namespace {

TEST(Reckoning, ReckonsACaptureAsTheNaiveSolverDoes) {
  std::set<std::pair<bool, bool>> counted;
  for (const auto& [name_before, name_after] :
       {std::pair("DRvWR", "DRvR"), std::pair("DRvDR", "DRvR"), std::pair("DDRvDR", "DRvDR")}) {
    const Ending before = Ending::parse(name_before).value();
    const Ending after = Ending::parse(name_after).value();
    for (const Equality equal : {Equality::Any, Equality::Number}) {
      for (const OnCapture on_capture : {OnCapture::Continue, OnCapture::Restart}) {
        RuleSet rules = preset("cazaux");
        rules.count = Count{2, equal, 10, on_capture};
        const bool counted_before = count_runs(rules, before);
        const bool counted_after = count_runs(rules, after);
        counted.emplace(counted_before, counted_after);
        for (ValueCode code = 0; code <= 21; ++code) {
          Reckoning reckoning(counted_before ? rules.count->plies : 0);
          reckoning.leads_to(code, passage_of_capture(rules, before, after));
          const auto to_naive = [](Value v) { return naive::Value{static_cast<naive::Outcome>(v.outcome), v.plies}; };
          EXPECT_EQ(to_text(to_naive(decode(reckoning.value()))),
                    to_text(naive::value_through(rules, counted_before, counted_after, true, to_naive(decode(code)))));
        }
      }
    }
  }
  EXPECT_EQ(counted.size(), 3U) << "left behind, kept, made true";
}

TEST(Reckoning, TakesTheQuickestWinElseADrawElseTheSlowestLoss) {
  Reckoning reckoning(10);
  reckoning.leads_to(encode({Outcome::Win, 4}));
  reckoning.leads_to(encode({Outcome::Win, 8}));
  EXPECT_EQ(decode(reckoning.value()), (Value{Outcome::Loss, 9}));
  reckoning.leads_to(encode({Outcome::Win, 10}));  // more than the count has
  EXPECT_EQ(decode(reckoning.value()), Value{});
  reckoning.leads_to(encode({Outcome::Loss, 6}));
  reckoning.leads_to(encode({Outcome::Loss, 4}));
  EXPECT_EQ(decode(reckoning.value()), (Value{Outcome::Win, 5}));
  reckoning.ends(Outcome::Draw);
  EXPECT_EQ(decode(reckoning.value()), (Value{Outcome::Win, 5}));
  reckoning.ends(Outcome::Win);
  EXPECT_EQ(decode(reckoning.value()), (Value{Outcome::Win, 1}));
}

}  // namespace
}  // namespace jetan
