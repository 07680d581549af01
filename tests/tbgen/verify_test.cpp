// Verifying: right tables pass, and whatever is wrong in one is found.
#include "tbgen/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>

#include "tbgen/verify_reckoning.hpp"
#include "tests/naive/solver.hpp"
#include "tests/tbgen/generated_tables.hpp"

namespace jetan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kNoMemory = 0;  // for unpacked tables: so that values are looked up batch by batch

RuleSet without_escape(RuleSet rules) {
  rules.escape = Escape::None;
  return rules;
}

// Verifies all tables: wholly, or samples of the larger ones.
void expect_all_verify(const GeneratedTables& tables, const VerifyOptions& options) {
  const Tablebase base = tables.open();
  for (const TableId& id : tables.ids()) {
    const auto report = verify(base, id, options);
    ASSERT_TRUE(report) << report.error().message;
    const TableInfo& info = base.table(id).value()->info();
    const PositionIndex expected = std::min(info.positions, options.sample.value_or(info.positions));
    EXPECT_EQ(report->all, expected == info.positions);
    EXPECT_EQ(report->positions, expected * info.sides.size()) << table_file_name(id);
  }
}

struct Case {
  const char* rules;
  const char* ending;
};
class VerifyGenerated : public testing::TestWithParam<Case> {};

TEST_P(VerifyGenerated, EveryTable) {
  const GeneratedTables tables(preset_rules(GetParam().rules), {GetParam().ending});
  EXPECT_EQ(tables.ids().size(), 4U);
  expect_all_verify(tables, {});
}

INSTANTIATE_TEST_SUITE_P(Presets, VerifyGenerated,
                         testing::Values(Case{"burroughs", "RvR"}, Case{"cazaux", "RvR"}, Case{"burroughs", "CRvR"},
                                         Case{"ag6", "TRvR"}, Case{"cazaux", "CRvR"}, Case{"friedlander", "DRvR"},
                                         Case{"zillions", "PRvR"}, Case{"no-count", "DRvR"}, Case{"free", "PRvR"}),
                         [](const auto& tested) {
                           std::string name = std::string(tested.param.rules) + "_" + tested.param.ending;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Captures that lead on, by what becomes of the count.
TEST(VerifyCaptures, ThatStartTheCountAnew) {
  RuleSet rules = without_escape(preset_rules("friedlander"));
  rules.count->on_capture = OnCapture::Restart;
  expect_all_verify(GeneratedTables(rules, {"DRvWR"}), {});
}
TEST(VerifyCaptures, ThatLetTheCountGoOn) {
  expect_all_verify(GeneratedTables(without_escape(preset_rules("friedlander")), {"DRvWR"}), {.sample = 50'000});
}
TEST(VerifyCaptures, ThatLeaveTheCountBehind) {
  expect_all_verify(GeneratedTables(without_escape(preset_rules("cazaux")), {"TRvTR"}), {.sample = 50'000});
}
TEST(VerifyCaptures, ThatMakeTheCountBegin) {
  RuleSet rules = without_escape(preset_rules("cazaux"));
  rules.values[to_index(PieceKind::Dwar)] = 0;
  expect_all_verify(GeneratedTables(rules, {"DRvWR"}), {.sample = 50'000});
}

TEST(Verify, WithoutMemoryForWholeTables) {
  VerifyOptions options;
  options.memory = kNoMemory;
  expect_all_verify(GeneratedTables(preset_rules("burroughs"), {"RvR"}), options);
  expect_all_verify(GeneratedTables(without_escape(preset_rules("cazaux")), {"ARvR"}), options);
}

TEST(Verify, ReckonsACaptureAsTheNaiveSolverDoes) {
  std::set<std::pair<bool, bool>> counted;
  for (const auto& [name_before, name_after] :
       {std::pair("DRvWR", "DRvR"), std::pair("DRvDR", "DRvR"), std::pair("DDRvDR", "DRvDR")}) {
    const Ending before = Ending::parse(name_before).value();
    const Ending after = Ending::parse(name_after).value();
    for (const Equality equal : {Equality::Any, Equality::Number}) {
      for (const OnCapture on_capture : {OnCapture::Continue, OnCapture::Restart}) {
        RuleSet rules = preset_rules("cazaux");
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

TEST(Verify, TakesTheQuickestWinElseADrawElseTheSlowestLoss) {
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

// Plants wrong values, one at a time, with statistics made to fit: only the moves can tell.
class Planter {
 public:
  Planter(const GeneratedTables& tables, const TableId& id, std::uint64_t seed)
      : tables_(tables), base_(tables.open()), table_(tables.read(id)), random_(seed), seed_(seed) {}

  void expect_found(std::uint64_t memory) {
    const std::size_t side = random_() % table_.values.size();
    PositionIndex index = random_() % table_.info.positions;
    while (tables_.game().wins_at_once(tables_.position(table_, side, index))) {
      index = random_() % table_.info.positions;
    }
    ValueCode& value = table_.values[side][index];
    const ValueCode right = value;
    value = wrong_for(right);
    SCOPED_TRACE("seed " + std::to_string(seed_) + ", " + table_file_name(table_.info.id) + ", " +
                 tables_.position(table_, side, index).to_string() + " from " + std::to_string(right) + " to " +
                 std::to_string(value));
    const auto file = tables_.write(table_);
    value = right;
    VerifyOptions options;
    options.memory = memory;
    const auto verified = verify(base_, *file, options);
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().kind, ErrorKind::TableDamaged);
    EXPECT_THAT(verified.error().message,
                AllOf(HasSubstr(file->path().string()), HasSubstr("to move"), HasSubstr("follows from its moves")));
  }

 private:
  ValueCode wrong_for(ValueCode right) {
    const int limit = table_.info.ply_limit > 0 ? table_.info.ply_limit : 30;
    ValueCode wrong = right;
    while (wrong == right || decode(wrong).plies > limit) {
      const bool near = random_() % 2 == 0;
      wrong = static_cast<ValueCode>(near ? right + random_() % 5 - 2
                                          : random_() % static_cast<std::uint64_t>(2 * limit + 2));
    }
    return wrong;
  }

  const GeneratedTables& tables_;
  Tablebase base_;
  TableContents table_;
  std::mt19937_64 random_;
  std::uint64_t seed_;
};

void expect_planted_values_found(const char* rules, const char* ending, int times, std::uint64_t memory) {
  const GeneratedTables tables(preset_rules(rules), {ending});
  for (const TableId& id : tables.ids()) {
    Planter planter(tables, id, 20'260'901);
    for (int i = 0; i < times; ++i) planter.expect_found(memory);
  }
}

TEST(VerifyPlanted, ValuesAreFoundInTwoPieces) {
  expect_planted_values_found("burroughs", "RvR", 20, VerifyOptions{}.memory);
  expect_planted_values_found("no-count", "RvR", 20, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundInThreePieces) {
  expect_planted_values_found("burroughs", "CRvR", 5, VerifyOptions{}.memory);
  expect_planted_values_found("friedlander", "DRvR", 5, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundWithPanthans) {
  expect_planted_values_found("cazaux", "PRvR", 3, VerifyOptions{}.memory);
}
TEST(VerifyPlanted, ValuesAreFoundWithoutMemoryForWholeTables) {
  expect_planted_values_found("cazaux", "RvR", 10, kNoMemory);
  expect_planted_values_found("ag6", "TRvR", 1, kNoMemory);
}

// What is stored where the side to move wins at once is nobody's business.
TEST(Verify, PassesOverStoredValuesOfWinsAtOnce) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const Tablebase base = tables.open();
  TableContents table = tables.read(tables.ids().front());
  const auto statistics = statistics_of(table.index, table.values);
  int changed = 0;
  for (PositionIndex i = 0; i < table.info.positions; i += 7) {
    if (!tables.game().wins_at_once(tables.position(table, 0, i))) continue;
    table.values[0][i] = encode({Outcome::Loss, 3});
    ++changed;
  }
  EXPECT_GT(changed, 1000);
  const auto file = tables.write(table, statistics);
  const auto verified = verify(base, *file, {});
  EXPECT_TRUE(verified) << verified.error().message;
}

TEST(Verify, FindsWrongStatistics) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const Tablebase base = tables.open();
  const TableContents table = tables.read(tables.ids().front());
  const auto right = statistics_of(table.index, table.values);
  EXPECT_EQ(right, table.info.statistics);
  using Change = void (*)(SideStatistics&);
  for (const Change change :
       std::initializer_list<Change>{[](SideStatistics& s) { ++s.values.begin()->second.placements; },
                                     [](SideStatistics& s) { ++s.values.rbegin()->second.first_index; },
                                     [](SideStatistics& s) {
                                       --s.values.begin()->second.unique;
                                       ++s.values.rbegin()->second.unique;
                                     },
                                     [](SideStatistics& s) {
                                       SideStatistics::Number& last = s.values.rbegin()->second;
                                       s.values[encode({Outcome::Loss, 99})] = {1, 8, last.first_index};
                                       --last.unique;
                                       last.placements -= 8;
                                     }}) {
    for (std::size_t side = 0; side < right.size(); ++side) {
      auto wrong = right;
      change(wrong[side]);
      const auto file = tables.write(table, wrong);
      const auto verified = verify(base, *file, {});
      ASSERT_FALSE(verified);
      EXPECT_EQ(verified.error().kind, ErrorKind::TableDamaged);
      EXPECT_THAT(verified.error().message, AllOf(HasSubstr(file->path().string()), HasSubstr("statistics"),
                                                  HasSubstr(name(table.info.sides[side]))));
    }
  }
}

// A table in which every stored value of Orange to move is wrong: which one is reported tells which were looked at.
TEST(Verify, SampleIsTheSameWhateverTheNumberOfThreads) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const Tablebase base = tables.open();
  TableContents table = tables.read(tables.ids().front());
  for (ValueCode& value : table.values[1]) value = static_cast<ValueCode>(value + 4);
  const auto file = tables.write(table);
  const auto message = [&](std::uint64_t seed, int threads) {
    VerifyOptions options;
    options.sample = 2000;
    options.seed = seed;
    options.threads = threads;
    const auto verified = verify(base, *file, options);
    return verified ? "fine" : verified.error().message;
  };
  std::set<std::string> messages;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    messages.insert(message(seed, 1));
    EXPECT_EQ(message(seed, 1), message(seed, 2));
    EXPECT_EQ(message(seed, 2), message(seed, 7));
    EXPECT_THAT(message(seed, 1), HasSubstr("is stored as"));
  }
  EXPECT_EQ(messages.size(), 5U);
}

TEST(Verify, SampleOfARightTablePasses) {
  const GeneratedTables tables(preset_rules("cazaux"), {"ARvR"});
  const Tablebase base = tables.open();
  for (const TableId& id : tables.ids()) {
    VerifyOptions options;
    options.sample = 1000;
    const auto report = verify(base, id, options);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_FALSE(report->all);
    EXPECT_EQ(report->positions, 2000U);
    options.sample = 1'000'000'000;  // more than there are
    EXPECT_TRUE(verify(base, id, options)->all);
  }
}

TEST(Verify, SaysWhatElseIsWrong) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const TableId with_escape{Ending::parse("CRvR").value(), {true, false}};
  const auto error = [&](const Tablebase& base, const TableFile& file, const VerifyOptions& options = {}) {
    const auto verified = verify(base, file, options);
    EXPECT_FALSE(verified);
    return verified ? Error{} : verified.error();
  };
  const auto file = TableFile::open(tables.path(with_escape), tables.game()).value();

  // Rules that don't play alike.
  const Tablebase other = Tablebase::open({tables.path(with_escape).parent_path()}, preset_rules("cazaux")).value();
  EXPECT_EQ(error(other, *file).kind, ErrorKind::WrongRules);

  std::atomic<bool> stop = true;
  VerifyOptions stopped;
  stopped.stop = &stop;
  EXPECT_EQ(error(tables.open(), *file, stopped).kind, ErrorKind::Interrupted);
  stopped.sample = 1000;
  EXPECT_EQ(error(tables.open(), *file, stopped).kind, ErrorKind::Interrupted);

  // A byte of a block changed after opening.
  std::filesystem::copy_file(tables.path(with_escape), tables.elsewhere());
  const auto copy = TableFile::open(tables.elsewhere(), tables.game()).value();
  OpenFile(tables.elsewhere()).overwrite(copy->bytes() / 2, std::array{std::byte{0}, std::byte{1}, std::byte{2}});
  EXPECT_EQ(error(tables.open(), *copy).kind, ErrorKind::TableDamaged);
  EXPECT_THAT(error(tables.open(), *copy).message, HasSubstr("checksum"));

  // The table without the escape, which this one leads to.
  std::filesystem::remove(tables.path({with_escape.ending, {}}));
  EXPECT_EQ(error(tables.open(), *file).kind, ErrorKind::TableMissing);
  EXPECT_THAT(error(tables.open(), *file).message, HasSubstr("CRvR"));
}

TEST(Verify, ReportsProgressFromTheCallingThread) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const auto caller = std::this_thread::get_id();
  for (const auto sample : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{100'000}}) {
    VerifyOptions options;
    options.sample = sample;
    options.threads = 2;
    std::uint64_t before = 0;
    int calls = 0;
    std::uint64_t expected = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_LE(before, done);
      EXPECT_LE(done, total);
      before = done;
      expected = total;
      ++calls;
    };
    const auto report = verify(tables.open(), tables.ids().front(), options);
    ASSERT_TRUE(report);
    EXPECT_GT(calls, 2);
    EXPECT_EQ(before, expected);
    EXPECT_EQ(report->positions, expected);
  }
}

}  // namespace
}  // namespace jetan
