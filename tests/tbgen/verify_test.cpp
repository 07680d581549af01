// Verifying: right tables pass, and whatever is wrong in one is found.
#include "tbgen/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

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

VerifyOptions sampled(std::uint64_t positions) {
  VerifyOptions options;
  options.sample = positions;
  return options;
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
  expect_all_verify(GeneratedTables(without_escape(preset_rules("friedlander")), {"DRvWR"}), sampled(50'000));
}
TEST(VerifyCaptures, ThatLeaveTheCountBehind) {
  expect_all_verify(GeneratedTables(without_escape(preset_rules("cazaux")), {"TRvTR"}), sampled(50'000));
}
TEST(VerifyCaptures, ThatMakeTheCountBegin) {
  RuleSet rules = without_escape(preset_rules("cazaux"));
  rules.values[to_index(PieceKind::Dwar)] = 0;
  expect_all_verify(GeneratedTables(rules, {"DRvWR"}), sampled(50'000));
}

TEST(Verify, WithoutMemoryForWholeTables) {
  VerifyOptions options;
  options.memory = kNoMemory;
  expect_all_verify(GeneratedTables(preset_rules("burroughs"), {"RvR"}), options);
  expect_all_verify(GeneratedTables(without_escape(preset_rules("cazaux")), {"ARvR"}), options);
}

// What is stored where the side to move wins at once is nobody's business.
TEST(Verify, PassesOverStoredValuesOfWinsAtOnce) {
  const GeneratedTables tables(preset_rules("burroughs"), {"CRvR"});
  const Tablebase base = tables.open();
  TableContents table = tables.read(tables.ids().front());
  const auto statistics = statistics_of(*table.numbering, table.values);
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
  for (const auto sample : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{20'000}}) {
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
