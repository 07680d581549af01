// The C interface says what the C++ interface says, and refuses what it must.
#include "probe/c_api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

#include "probe/table_format.hpp"
#include "tests/c_api/usage.h"
#include "tests/core/random_game.hpp"
#include "tests/probe/solved_table.hpp"

namespace jetan {
namespace {

using ::testing::HasSubstr;

struct Closer {
  void operator()(jetan_tables* tables) const { jetan_close(tables); }
};
using Tables = std::unique_ptr<jetan_tables, Closer>;

Tables opened() {
  static const std::string folder = SolvedTable::once().tables.path().string();
  const char* folders[] = {folder.c_str()};
  jetan_tables* tables = nullptr;
  jetan_error error{};
  EXPECT_EQ(jetan_open(folders, 1, "burroughs", JETAN_DEFAULT_CACHE_BYTES, &tables, &error), JETAN_OK) << error.message;
  return Tables(tables);
}

jetan_position parsed(const Tables& tables, const char* text) {
  jetan_position position{};
  jetan_error error{};
  EXPECT_EQ(jetan_parse_position(tables.get(), text, &position, &error), JETAN_OK) << error.message;
  return position;
}

bool same(jetan_value a, Value b) { return a.outcome == c_api::outcome_for_c(b.outcome) && a.plies == b.plies; }

TEST(CApi, WorksFromC) {
  const char* failed = use_from_c(SolvedTable::once().tables.path().c_str());
  EXPECT_STREQ(failed, nullptr);
}

TEST(CApi, PositionsComeBackAsTheyWere) {
  const Tables tables = opened();
  const RuleSet rules = RuleSet::load("burroughs").value();
  Random random(3);
  for (int n = 0; n < 5000; ++n) {
    const Position position = random_position(random, rules, 20);
    const jetan_position in_c = c_api::position_for_c(position).value();
    ASSERT_EQ(c_api::position_of(in_c).value(), position) << position.to_string();
    char text[JETAN_POSITION_TEXT_BYTES];
    ASSERT_EQ(jetan_format_position(&in_c, text, nullptr), JETAN_OK);
    ASSERT_EQ(text, position.to_string());
    const jetan_position again = parsed(tables, text);
    ASSERT_EQ(c_api::position_of(again).value(), position);
  }
  EXPECT_EQ(parsed(tables, "startpos").pieces, 40);
}

TEST(CApi, SquaresAndPiecesAreNumberedAsTheHeaderSays) {
  const Tables tables = opened();
  const jetan_position position = parsed(tables, "p8r/10/10/10/10/10/10/10/C9/1R8 o - -");
  std::map<int, int> pieces;
  for (int i = 0; i < position.pieces; ++i) pieces[position.square[i]] = position.piece[i];
  EXPECT_EQ(pieces, (std::map<int, int>{{1, JETAN_PRINCESS},
                                        {10, JETAN_CHIEF},
                                        {90, JETAN_PANTHAN + JETAN_ORANGE_PIECE},
                                        {99, JETAN_PRINCESS + JETAN_ORANGE_PIECE}}));
  EXPECT_EQ(position.to_move, JETAN_ORANGE);
}

// Positions of the table, both ways round, and some that have none.
std::vector<Position> asked_positions() {
  const SolvedTable& solved = SolvedTable::once();
  std::mt19937_64 random(8);
  std::vector<Position> positions;
  for (int n = 0; n < 2000; ++n) {
    const Position position = solved.position(random() % 121'455, random() % 2 == 0 ? Side::Black : Side::Orange);
    positions.push_back(random() % 2 == 0 ? position : turned_over(position));
    if (n % 100 == 0) positions.push_back(*Position::parse("10/10/10/10/4r5/10/10/4R5/10/C9 b r"));
    if (n % 100 == 50) positions.push_back(*Position::parse("10/10/10/10/4r5/10/10/4R5/10/CD8 b"));
  }
  return positions;
}

TEST(CApi, SaysWhatTheCppInterfaceSays) {
  const Tables tables = opened();
  const Tablebase tablebase = SolvedTable::once().open();
  for (const Position& position : asked_positions()) {
    const jetan_position in_c = c_api::position_for_c(position).value();
    const Result<Value> value = tablebase.value(position);
    jetan_value found{};
    jetan_error error{};
    const jetan_status status = jetan_probe(tables.get(), &in_c, &found, &error);
    int outcome = 7;
    ASSERT_EQ(jetan_probe_outcome(tables.get(), &in_c, &outcome, nullptr), status);
    if (!value) {
      ASSERT_EQ(status, c_api::status_of(value.error().kind));
      ASSERT_EQ(error.status, status);
      ASSERT_EQ(error.message, value.error().message);
      ASSERT_EQ(outcome, 7);
      continue;
    }
    ASSERT_TRUE(same(found, *value)) << position.to_string();
    ASSERT_EQ(outcome, found.outcome);
    ASSERT_EQ(jetan_probe_unchecked(tables.get(), &in_c, &found, nullptr), JETAN_OK);
    ASSERT_TRUE(same(found, *value)) << position.to_string();

    const Answer answer = tablebase.ask(position).value();
    std::array<jetan_ranked_move, 200> moves;
    std::size_t count = 0;
    ASSERT_EQ(jetan_rank_moves(tables.get(), &in_c, nullptr, moves.data(), moves.size(), &count, nullptr), JETAN_OK);
    ASSERT_EQ(count, answer.moves.size());
    for (std::size_t i = 0; i < count; ++i) {
      char text[JETAN_MOVE_TEXT_BYTES];
      ASSERT_EQ(jetan_format_move(&moves[i].move, text, nullptr), JETAN_OK);
      ASSERT_EQ(text, answer.moves[i].move.to_string());
      ASSERT_TRUE(same(moves[i].value, answer.moves[i].value));
      jetan_move again{};
      ASSERT_EQ(jetan_parse_move(tables.get(), &in_c, text, &again, nullptr), JETAN_OK);
      ASSERT_EQ(c_api::move_of(again).value(), answer.moves[i].move);
    }
    std::size_t legal = 0;
    ASSERT_EQ(jetan_legal_moves(tables.get(), &in_c, nullptr, 0, &legal, nullptr), JETAN_OK);
    ASSERT_EQ(legal, tablebase.game().legal_moves(position).size());
  }
}

TEST(CApi, ManyAtOnceAreWhatEachIs) {
  const Tables tables = opened();
  std::vector<jetan_position> positions;
  for (const Position& position : asked_positions()) positions.push_back(c_api::position_for_c(position).value());
  positions[5].square[0] = 100;
  positions.back().pieces = 60'000;
  std::vector<jetan_value> values(positions.size(), {9, 9});
  std::vector<jetan_status> statuses(positions.size());
  jetan_error error{};
  const jetan_status first =
      jetan_probe_many(tables.get(), positions.data(), positions.size(), values.data(), statuses.data(), &error);
  jetan_status first_of_singles = JETAN_OK;
  jetan_error of_first{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    jetan_value value{9, 9};
    jetan_error single{};
    ASSERT_EQ(statuses[i], jetan_probe(tables.get(), &positions[i], &value, &single)) << i;
    ASSERT_EQ(values[i].outcome, value.outcome) << i;
    ASSERT_EQ(values[i].plies, value.plies) << i;
    if (first_of_singles == JETAN_OK && statuses[i] != JETAN_OK) {
      first_of_singles = statuses[i];
      of_first = single;
    }
  }
  EXPECT_EQ(first, first_of_singles);
  EXPECT_STREQ(error.message, of_first.message);
  EXPECT_EQ(jetan_probe_many(tables.get(), nullptr, 0, nullptr, nullptr, nullptr), JETAN_OK);
}

TEST(CApi, APositionThatCantBeIsRefusedWithWords) {
  const Tables tables = opened();
  const jetan_position good = parsed(tables, "9r/10/10/10/10/10/10/10/10/RC8 b - -");
  const auto refused = [&](const auto& change, const char* why) {
    jetan_position position = good;
    change(position);
    jetan_value value{};
    jetan_error error{};
    EXPECT_EQ(jetan_probe(tables.get(), &position, &value, &error), JETAN_BAD_POSITION) << why;
    EXPECT_THAT(error.message, HasSubstr(why));
    EXPECT_EQ(jetan_check_position(tables.get(), &position, nullptr), JETAN_BAD_POSITION) << why;
    jetan_prefetch(tables.get(), &position);
  };
  refused([](jetan_position& p) { p.pieces = JETAN_MAX_PIECES + 1; }, "more than 40 pieces");
  refused([](jetan_position& p) { p.to_move = 2; }, "side to move");
  refused([](jetan_position& p) { p.escapes = 4; }, "escapes");
  refused([](jetan_position& p) { p.count = -2; }, "count");
  refused([](jetan_position& p) { p.count = 11; }, "count");
  refused([](jetan_position& p) { p.piece[0] = 16; }, "a piece that is none");
  refused([](jetan_position& p) { p.square[2] = 100; }, "a square beyond 99");
  refused([](jetan_position& p) { p.square[2] = p.square[0]; }, "two pieces on a square");
  refused([](jetan_position& p) { p.pieces = 2; }, "Princess");
  refused([](jetan_position& p) { p.pieces = 0; }, "Princess");
}

TEST(CApi, NullIsRefused) {
  const Tables tables = opened();
  const jetan_position position = parsed(tables, "9r/10/10/10/10/10/10/10/10/RC8 b - -");
  jetan_value value{};
  jetan_error error{};
  std::size_t count = 0;
  jetan_tables* none = nullptr;
  const char* folders[] = {nullptr};
  EXPECT_EQ(jetan_probe(nullptr, &position, &value, &error), JETAN_BAD_ARGUMENT);
  EXPECT_THAT(error.message, HasSubstr("NULL"));
  EXPECT_EQ(jetan_probe(tables.get(), nullptr, &value, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_probe(tables.get(), &position, nullptr, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_probe_unchecked(tables.get(), nullptr, &value, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_probe_many(tables.get(), nullptr, 1, &value, nullptr, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_rank_moves(tables.get(), &position, nullptr, nullptr, 1, &count, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_rank_moves(tables.get(), &position, nullptr, nullptr, 0, nullptr, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_open(nullptr, 1, nullptr, 0, &none, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_open(folders, 1, nullptr, 0, &none, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_list_tables(tables.get(), nullptr, 3, &count, nullptr), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_set_cache_bytes(nullptr, 1, nullptr), JETAN_BAD_ARGUMENT);
  jetan_prefetch(nullptr, nullptr);
  jetan_close(nullptr);
}

TEST(CApi, WrongNamesAndRulesAreRefusedWithWords) {
  const Tables tables = opened();
  jetan_tables* none = nullptr;
  jetan_error error{};
  EXPECT_EQ(jetan_open(nullptr, 0, "no-such-rules", 0, &none, &error), JETAN_BAD_RULES);
  EXPECT_EQ(none, nullptr);
  TemporaryFolder folder;
  const std::string file = folder.path() / "file";
  std::ofstream(file) << "no folder";
  const char* folders[] = {file.c_str()};
  EXPECT_EQ(jetan_open(folders, 1, nullptr, 0, &none, &error), JETAN_IO);
  EXPECT_THAT(error.message, HasSubstr(file));

  jetan_table_id id{};
  jetan_table_summary summary{};
  std::memset(id.ending, 'C', sizeof(id.ending));  // no zero byte
  EXPECT_EQ(jetan_summarize_table(tables.get(), &id, &summary, &error), JETAN_BAD_ENDING);
  id = {"CRvR", JETAN_BLACK_ESCAPE, 0};
  EXPECT_EQ(jetan_summarize_table(tables.get(), &id, &summary, &error), JETAN_TABLE_MISSING);
  id = {"CRvR", 4, 0};
  EXPECT_EQ(jetan_summarize_table(tables.get(), &id, &summary, &error), JETAN_BAD_ARGUMENT);
  id = {"CRvR", 0, 1};
  EXPECT_EQ(jetan_summarize_table(tables.get(), &id, &summary, &error), JETAN_TABLE_MISSING);
  EXPECT_THAT(error.message, HasSubstr("--outcomes"));
  id = {"CRvR", 0, 0};
  std::size_t count = 0;
  EXPECT_EQ(jetan_count_values(tables.get(), &id, 2, nullptr, 0, &count, &error), JETAN_BAD_ARGUMENT);
  EXPECT_EQ(jetan_list_lacking(tables.get(), "CRDvR", nullptr, 0, &count, &error), JETAN_TABLE_MISSING);
  EXPECT_EQ(jetan_list_lacking(tables.get(), "CRvR", nullptr, 0, &count, &error), JETAN_OK);

  const jetan_position position = parsed(tables, "9r/10/10/10/10/10/10/10/10/RC8 b - -");
  jetan_move move{0, 99, 0, 0};
  jetan_position after{};
  int ended = 0;
  int outcome = 0;
  EXPECT_EQ(jetan_play(tables.get(), &position, &move, &after, &ended, &outcome, &error), JETAN_BAD_POSITION);
  EXPECT_THAT(error.message, HasSubstr("a1-j10"));
  move.from = 100;
  EXPECT_EQ(jetan_play(tables.get(), &position, &move, &after, &ended, &outcome, &error), JETAN_BAD_POSITION);
  char text[JETAN_MOVE_TEXT_BYTES];
  EXPECT_EQ(jetan_format_move(&move, text, &error), JETAN_BAD_POSITION);
  EXPECT_EQ(jetan_parse_move(tables.get(), &position, "a1-j10", &move, &error), JETAN_BAD_POSITION);
}

jetan_status asked_in(const std::filesystem::path& path, const char* rules, jetan_error& error) {
  const std::string folder = path.string();
  const char* folders[] = {folder.c_str()};
  jetan_tables* raw = nullptr;
  EXPECT_EQ(jetan_open(folders, 1, rules, 0, &raw, &error), JETAN_OK) << error.message;
  const Tables tables(raw);
  const jetan_position position = parsed(tables, "10/10/10/10/4r5/10/10/4R5/10/10 b - -");
  jetan_value value{};
  return jetan_probe(tables.get(), &position, &value, &error);
}

TEST(CApi, DamageAndOtherRulesAreErrorsOfTheirOwn) {
  const TemporaryFolder folder;
  TableMaker maker(preset_rules("burroughs"), folder.path());
  const TableId id = maker.make("RvR").front();
  jetan_error error{};
  EXPECT_EQ(asked_in(folder.path(), "burroughs", error), JETAN_OK);

  const auto of_others = folder / rules_folder_name(preset_rules("free"));
  std::filesystem::create_directory(of_others);
  std::filesystem::copy_file(maker.path(id), of_others / table_file_name(id));
  EXPECT_EQ(asked_in(folder.path(), "free", error), JETAN_WRONG_RULES);
  EXPECT_THAT(error.message, HasSubstr("burroughs"));

  const std::byte spoilt{0x55};
  OpenFile(maker.path(id)).overwrite(table_format::kPreludeBytes + 3, std::span(&spoilt, 1));
  EXPECT_EQ(asked_in(folder.path(), "burroughs", error), JETAN_TABLE_DAMAGED);
  EXPECT_THAT(error.message, HasSubstr(maker.path(id).string()));
}

TEST(CApi, ACountThatHasRunOutOrIsTooLongIsNoMissingCount) {
  const Tables tables = opened();
  const jetan_position position = parsed(tables, "10/3r6/10/10/10/3C6/10/10/10/3cR5 b - 0");
  EXPECT_EQ(position.count, 0);
  jetan_position after{};
  jetan_error error{};
  jetan_move move{4, 17, 0, 0};  // e1-h2
  int ended = 0;
  int outcome = 0;
  EXPECT_EQ(jetan_play(tables.get(), &position, &move, &after, &ended, &outcome, &error), JETAN_BAD_POSITION);
  EXPECT_THAT(error.message, HasSubstr("count has run out"));
  EXPECT_EQ(jetan_parse_position(tables.get(), "10/3r6/10/10/10/3C6/10/10/10/3cR5 b - 65535", &after, &error),
            JETAN_BAD_POSITION);
}

TEST(CApi, ALongMessageIsCut) {
  jetan_error error{};
  const std::string longer(3 * JETAN_MESSAGE_BYTES, 'x');
  c_api::fail(&error, JETAN_IO, longer);
  EXPECT_EQ(std::strlen(error.message), JETAN_MESSAGE_BYTES - 1U);
}

TEST(CApi, ManyThreadsAskOneWhileTheCacheChanges) {
  const Tables tables = opened();
  const Tablebase tablebase = SolvedTable::once().open();
  std::vector<jetan_position> positions;
  std::vector<Value> values;
  for (const Position& position : asked_positions()) {
    const auto value = tablebase.value(position);
    if (!value) continue;
    positions.push_back(c_api::position_for_c(position).value());
    values.push_back(*value);
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 4 * positions.size(); ++i) {
        const std::size_t at = (i * (t + 1)) % positions.size();
        jetan_value value{};
        if (jetan_probe(tables.get(), &positions[at], &value, nullptr) != JETAN_OK || !same(value, values[at])) ++wrong;
        if (i % 500 == 0) jetan_set_cache_bytes(tables.get(), (i / 500 % 3) * 100'000, nullptr);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace jetan
