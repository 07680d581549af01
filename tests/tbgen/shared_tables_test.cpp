// Rule sets that play an ending alike (core/rules_in_play.hpp) have the same table of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/rules_in_play.hpp"
#include "tests/core/random_game.hpp"
#include "tests/scale.hpp"
#include "tests/tbgen/generated_tables.hpp"

namespace jetan {
namespace {

// What the tables of an ending and of all it depends on hold, by table: with 10^5 values or so all of them, else how
// often each occurs and where first.
std::map<std::string, TableContents> tables_of(const RuleSet& rules, const Ending& ending, bool values) {
  const GeneratedTables made(rules, {ending.name()});
  std::map<std::string, TableContents> tables;
  for (const TableId& id : made.ids()) {
    const auto file = TableFile::open(made.path(id), made.game()).value();
    tables.emplace(table_file_name(id), values ? made.read(id) : TableContents{file->info(), nullptr, {}});
  }
  return tables;
}

void expect_equal(const TableContents& one, const TableContents& other, const std::string& what) {
  EXPECT_EQ(one.info.metric, other.info.metric) << what;
  EXPECT_EQ(one.info.ply_limit, other.info.ply_limit) << what;
  EXPECT_EQ(one.info.order, other.info.order) << what;
  EXPECT_EQ(one.info.positions, other.info.positions) << what;
  EXPECT_EQ(one.info.statistics, other.info.statistics) << what;
  EXPECT_TRUE(one.values == other.values) << what;
}

// Compares the tables in every escape state in which the rule sets play alike; returns how many.
int compare(const RuleSet& a, const RuleSet& b, const Ending& ending, bool values, const std::string& what) {
  const RuleComparison rules(a, b);
  const auto states_of_a = escape_states(a);
  const auto states_of_b = escape_states(b);
  std::vector<Escapes> alike;
  for (const Escapes escapes : states_of_a) {
    const bool of_both = std::find(states_of_b.begin(), states_of_b.end(), escapes) != states_of_b.end();
    if (of_both && rules.alike(ending, escapes)) alike.push_back(escapes);
  }
  if (alike.empty()) return 0;
  const auto of_a = tables_of(a, ending, values);
  const auto of_b = tables_of(b, ending, values);
  for (const Escapes escapes : alike) {
    const std::string name = table_file_name({ending, escapes});
    expect_equal(of_a.at(name), of_b.at(name), fmt::format("{} {}\n{}\n{}", what, name, a.to_text(), b.to_text()));
  }
  return static_cast<int>(alike.size());
}

TEST(SharedTables, AreEqualWhicheverKeyIsChanged) {
  constexpr std::uint64_t kSeed = 73;
  Random random(kSeed);
  int compared = 0;
  for (int trial = 0; compared < at_scale(40, 400); ++trial) {
    const RuleSet a = random_rules(random);
    RuleSet b = a;
    for (int change = random_number(random, 1, 3); change > 0; --change) change_a_key(random, b);
    // The values and the array can't matter by themselves.
    RuleSet plain = b;
    plain.values = a.values;
    plain.array = a.array;
    if (plain.plays_like(a) && !one_in(random, 4)) continue;
    const char* const name = random_of(random, {"RvR", "CRvR", "FRvR", "DRvR", "TRvR", "WRvR", "ARvR", "PRvR"});
    compared += compare(a, b, Ending::parse(name).value(), true, fmt::format("seed {}, trial {}", kSeed, trial));
  }
}

// With captures: rule sets that differ in much else than what is in play.
TEST(SharedTables, AreEqualWhereCapturesLeadOn) {
  RuleSet a = RuleSet::load("cazaux").value();
  a.escape = Escape::None;
  a.thoat_count = StepCount::UpTo;
  RuleSet b = RuleSet::load("zillions").value();
  b.escape = Escape::None;
  b.thoat = ThoatMove::StraightFirst;
  b.panthan = PanthanMove::Seven;
  b.stepping[to_index(PieceKind::Flier)].jumps = false;
  b.values[to_index(PieceKind::Flier)] = 9;
  b.array = Array::Mirrored;
  for (const char* name : {"ARvWR", "DRvAR", "CRvCR"}) {
    EXPECT_EQ(compare(a, b, Ending::parse(name).value(), false, name), 1) << name;
  }
}

// Every way in which a Chief taken and the count can turn on a capture, under many of which an ending is alike.
TEST(SharedTables, AreEqualHoweverTheGameEndsAndIsCounted) {
  std::vector<RuleSet> all;
  for (const ChiefTaken chief_taken : {ChiefTaken::PieceLost, ChiefTaken::Win}) {
    RuleSet rules = RuleSet::load("cazaux").value();
    rules.escape = Escape::None;
    rules.chief_taken = chief_taken;
    rules.values[to_index(PieceKind::Chief)] = 0;  // as much as a Princess: by value the count runs after the capture
    for (const Equality equal : {Equality::Any, Equality::Number, Equality::Value, Equality::Same}) {
      for (const OnCapture on_capture : {OnCapture::Continue, OnCapture::Restart}) {
        rules.count = Count{3, equal, 4, on_capture};
        all.push_back(rules);
      }
    }
    rules.count.reset();
    all.push_back(rules);
  }
  const TableId id{Ending::parse("CRvAR").value(), {}};
  std::map<std::string, TableContents> by_rules;  // in play
  std::vector<std::vector<SideStatistics>> different;
  for (const RuleSet& rules : all) {
    const TableContents table = tables_of(rules, id.ending, false).at(table_file_name(id));
    const auto [first, fresh] = by_rules.emplace(rules_in_play(rules, id.ending, id.escapes), table);
    if (!fresh) expect_equal(first->second, table, rules.to_text());
    const auto& statistics = table.info.statistics;
    if (std::find(different.begin(), different.end(), statistics) == different.end()) different.push_back(statistics);
  }
  EXPECT_LT(by_rules.size(), all.size());
  EXPECT_LE(different.size(), by_rules.size());
  EXPECT_GE(different.size(), 6U);  // what is in play shows
}

// What isn't alike can well differ.
TEST(SharedTables, ThatDontPlayAlikeDiffer) {
  const auto burroughs = tables_of(RuleSet::load("burroughs").value(), Ending::parse("CRvR").value(), true);
  for (const char* other : {"cazaux", "friedlander", "free", "chapter2"}) {
    const auto tables = tables_of(RuleSet::load(other).value(), Ending::parse("CRvR").value(), true);
    EXPECT_FALSE(tables.at("CRvR.-r.jtb").info.metric == burroughs.at("CRvR.-r.jtb").info.metric &&
                 tables.at("CRvR.-r.jtb").values == burroughs.at("CRvR.-r.jtb").values)
        << other;
  }
}

}  // namespace
}  // namespace jetan
