/* What an engine in C does, from opening to closing; called by usage_test.cpp. */
#include "tests/c_api/usage.h"

#include <string.h>

#include "probe/jetan_probe.h"

#define EXPECT(condition)                \
  do {                                   \
    if (!(condition)) return #condition; \
  } while (0)

/* Plays best moves from a position to the game's end; every value must be a ply less than the one before. */
static const char* play_out(const jetan_tables* tables, jetan_position position, int32_t plies, jetan_error* error) {
  for (;;) {
    jetan_ranked_move moves[1];
    jetan_value value;
    size_t count = 0;
    int ended = 0;
    int outcome = JETAN_DRAW;
    EXPECT(jetan_rank_moves(tables, &position, &value, moves, 1, &count, error) == JETAN_OK);
    EXPECT(value.plies == plies);
    if (count == 0) return NULL; /* no legal move: the game is over */
    EXPECT(moves[0].value.plies == plies);
    EXPECT(jetan_play(tables, &position, &moves[0].move, &position, &ended, &outcome, error) == JETAN_OK);
    --plies;
    if (ended) {
      EXPECT(outcome == JETAN_WIN && plies == 0);
      return NULL;
    }
  }
}

const char* use_from_c(const char* folder) {
  const char* folders[] = {"no-such-folder", folder};
  jetan_error error = {JETAN_OK, ""};
  jetan_tables* tables = NULL;
  jetan_position position;
  jetan_value value = {JETAN_DRAW, 0};
  jetan_value again = {JETAN_DRAW, 0};
  jetan_cache_statistics cache;
  jetan_table_id ids[8];
  jetan_table_summary summary;
  jetan_value_count counts[32];
  jetan_ending endings[2];
  jetan_move line[64];
  char text[JETAN_POSITION_TEXT_BYTES];
  size_t count = 0;
  uint64_t positions = 0;
  size_t i;
  int outcome = JETAN_DRAW;
  const char* failed;

  EXPECT(jetan_open(folders, 2, NULL, JETAN_DEFAULT_CACHE_BYTES, &tables, &error) == JETAN_OK);
  EXPECT(jetan_list_tables(tables, ids, 8, &count, &error) == JETAN_OK);
  EXPECT(count == 1 && strcmp(ids[0].ending, "CRvR") == 0 && ids[0].escapes == JETAN_NO_ESCAPE);
  EXPECT(jetan_summarize_table(tables, &ids[0], &summary, &error) == JETAN_OK);
  EXPECT(summary.positions == 121455 && summary.sides == 2 && summary.metric == JETAN_METRIC_WIN);
  EXPECT(jetan_count_values(tables, &ids[0], JETAN_BLACK, counts, 32, &count, &error) == JETAN_OK);
  for (i = 0; i < count; ++i) positions += counts[i].positions;
  EXPECT(positions == summary.positions);
  EXPECT(jetan_list_endings(tables, endings, 2, &count, &error) == JETAN_OK);
  EXPECT(count == 1 && strcmp(endings[0].ending, "CRvR") == 0);
  EXPECT(endings[0].present == 1 && endings[0].missing == 14 && !endings[0].complete);

  EXPECT(jetan_parse_position(tables, "9r/10/10/10/10/10/10/10/10/RC8 b - -", &position, &error) == JETAN_OK);
  EXPECT(position.pieces == 3 && position.to_move == JETAN_BLACK && position.count == JETAN_NO_COUNT);
  EXPECT(jetan_probe_in_memory(tables, &position, &value, &error) == JETAN_NOT_IN_MEMORY);
  EXPECT(jetan_probe(tables, &position, &value, &error) == JETAN_OK);
  EXPECT(value.outcome == JETAN_WIN && value.plies > 1);
  EXPECT(jetan_probe_in_memory(tables, &position, &again, &error) == JETAN_OK);
  EXPECT(again.outcome == value.outcome && again.plies == value.plies);
  EXPECT(jetan_probe_unchecked(tables, &position, &again, &error) == JETAN_OK && again.plies == value.plies);
  EXPECT(jetan_probe_outcome(tables, &position, &outcome, &error) == JETAN_OK && outcome == JETAN_WIN);
  jetan_prefetch(tables, &position);
  EXPECT(jetan_best_line(tables, &position, 100, line, 64, &count, &error) == JETAN_OK);
  EXPECT(count == (size_t)value.plies);
  failed = play_out(tables, position, value.plies, &error);
  if (failed != NULL) return failed;
  EXPECT(jetan_format_position(&position, text, &error) == JETAN_OK);
  EXPECT(strcmp(text, "9r/10/10/10/10/10/10/10/10/RC8 b - -") == 0);

  EXPECT(jetan_get_cache_statistics(tables, &cache, &error) == JETAN_OK);
  EXPECT(cache.misses > 0 && cache.bytes > 0 && cache.budget == JETAN_DEFAULT_CACHE_BYTES);
  EXPECT(jetan_set_cache_bytes(tables, 0, &error) == JETAN_OK);
  EXPECT(jetan_get_cache_statistics(tables, &cache, &error) == JETAN_OK && cache.bytes == 0);

  position.square[1] = position.square[0];
  EXPECT(jetan_probe(tables, &position, &value, &error) == JETAN_BAD_POSITION);
  EXPECT(error.status == JETAN_BAD_POSITION && strstr(error.message, "two pieces on a square") != NULL);
  jetan_close(tables);
  return NULL;
}
