/* Asks tables for the truth about positions of Jetan: the C interface of the probe library (C99, and C++).
 *
 *     jetan_error error;
 *     jetan_tables *tables;
 *     const char *folders[] = {"tables"};
 *     if (jetan_open(folders, 1, "burroughs", JETAN_DEFAULT_CACHE_BYTES, &tables, &error) != JETAN_OK) ...
 *     jetan_position position;
 *     jetan_value value;
 *     if (jetan_parse_position(tables, "9r/10/10/10/10/10/3C6/10/10/R9 b - -", &position, &error) == JETAN_OK &&
 *         jetan_probe(tables, &position, &value, &error) == JETAN_OK) ...
 *     jetan_close(tables);
 *
 * Functions return a status: JETAN_OK, or why they failed; then, if `error` isn't NULL, it says so in words. What
 * pointers lead to is written only if all went well, unless a function says otherwise. No pointer but `error` may be
 * NULL where a function doesn't say so; one that is gives JETAN_BAD_ARGUMENT. Nothing is printed, and no exception
 * leaves the library.
 *
 * Threads: any number of them may use one jetan_tables at once; only jetan_close must come after all else. The library
 * has no state but what a jetan_tables holds.
 *
 * Lists. A function that lists something takes room for `capacity` things and tells in `*count` how many there are; of
 * those, it writes as many as there is room for. With capacity 0 the room may be NULL.
 *
 * What is binary about it stays: functions keep their meaning, and structs their layout, within a version 0.x; symbols
 * of the shared library are versioned (JETAN_0.1). */
#ifndef JETAN_PROBE_H
#define JETAN_PROBE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define JETAN_API __attribute__((visibility("default")))
#else
#define JETAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define JETAN_PROBE_VERSION_MAJOR 0
#define JETAN_PROBE_VERSION_MINOR 1
#define JETAN_PROBE_VERSION_PATCH 0

/* The library's version as text, such as "0.1.0". */
JETAN_API const char *jetan_version(void);

/* ---- Errors ---- */

typedef enum jetan_status {
  JETAN_OK = 0,
  JETAN_BAD_POSITION = 1,  /* a position, square or move that can't be read or can't be */
  JETAN_BAD_ENDING = 2,    /* an ending's name that can't be read, or an ending of more than 8 pieces */
  JETAN_BAD_RULES = 3,     /* a rule set that can't be read or contradicts itself */
  JETAN_BAD_ARGUMENT = 4,  /* any other wrong argument */
  JETAN_TABLE_MISSING = 5, /* an answer needs a table that isn't there; the message names the command that makes it */
  JETAN_TABLE_DAMAGED = 6, /* a table's bytes are not what its writer wrote */
  JETAN_WRONG_RULES = 7,   /* a table was made under another rule set */
  JETAN_OUT_OF_MEMORY = 8,
  JETAN_IO = 9,            /* the operating system refused to read */
  JETAN_INTERRUPTED = 10,
  JETAN_NOT_IN_MEMORY = 11 /* jetan_probe_in_memory: the answer would have to be unpacked */
} jetan_status;

#define JETAN_MESSAGE_BYTES 1024

/* Why a function failed: one sentence or two for people, cut to the room there is. A function that succeeds leaves it as
 * it is. */
typedef struct jetan_error {
  jetan_status status;
  char message[JETAN_MESSAGE_BYTES]; /* ends with a zero byte */
} jetan_error;

/* ---- Positions and moves ---- */

/* A piece is a kind, with JETAN_ORANGE_PIECE added if it is Orange's. */
enum {
  JETAN_CHIEF = 0,
  JETAN_PRINCESS = 1,
  JETAN_FLIER = 2,
  JETAN_DWAR = 3,
  JETAN_THOAT = 4,
  JETAN_WARRIOR = 5,
  JETAN_PADWAR = 6,
  JETAN_PANTHAN = 7,
  JETAN_ORANGE_PIECE = 8
};
enum { JETAN_BLACK = 0, JETAN_ORANGE = 1 };
/* Escapes that are left: one, both (added) or none. */
enum { JETAN_NO_ESCAPE = 0, JETAN_BLACK_ESCAPE = 1, JETAN_ORANGE_ESCAPE = 2 };

#define JETAN_MAX_PIECES 40 /* a game begins with so many */
#define JETAN_NO_COUNT (-1)

/* Squares are numbered rank by rank from Black's side: a1 is 0, b1 1, j1 9, a2 10, j10 99. */
typedef struct jetan_position {
  uint8_t to_move;                   /* JETAN_BLACK or JETAN_ORANGE */
  uint8_t escapes;                   /* JETAN_..._ESCAPE */
  int16_t count;                     /* plies left on the count, or JETAN_NO_COUNT: none runs, or it is full */
  uint16_t pieces;                   /* how many; in any order */
  uint8_t piece[JETAN_MAX_PIECES];
  uint8_t square[JETAN_MAX_PIECES];  /* of each piece */
} jetan_position;

typedef struct jetan_move {
  uint8_t from;
  uint8_t to;
  uint8_t capture; /* 1 or 0 */
  uint8_t escape;  /* 1 or 0 */
} jetan_move;

enum { JETAN_LOSS = -1, JETAN_DRAW = 0, JETAN_WIN = 1 };

/* For the side to move; of a move, for the mover. */
typedef struct jetan_value {
  int32_t outcome; /* JETAN_LOSS, JETAN_DRAW or JETAN_WIN */
  int32_t plies;   /* 0 for a draw. How they are to be read, the ending's jetan_metric says */
} jetan_value;

enum jetan_metric {
  JETAN_METRIC_WIN = 0,  /* plies to the end of the game with best play */
  JETAN_METRIC_COUNT = 1 /* the least number of plies left on the count with which the side to move wins (loses) */
};

typedef struct jetan_ranked_move {
  jetan_move move;
  jetan_value value;
} jetan_ranked_move;

/* Tables of one rule set. */
typedef struct jetan_tables jetan_tables;

/* Text: a position is written `placement to-move escapes count` (README.md, "Notation"), a move e1-e4, e1xe4 (a capture)
 * or f1~b7 (an escape). The array is "startpos". Errors: JETAN_BAD_POSITION. */
#define JETAN_POSITION_TEXT_BYTES 160 /* enough for every position */
#define JETAN_MOVE_TEXT_BYTES 8
JETAN_API jetan_status jetan_parse_position(const jetan_tables *tables, const char *text, jetan_position *position,
                                            jetan_error *error);
JETAN_API jetan_status jetan_format_position(const jetan_position *position, char text[JETAN_POSITION_TEXT_BYTES],
                                             jetan_error *error);
JETAN_API jetan_status jetan_parse_move(const jetan_tables *tables, const jetan_position *position, const char *text,
                                        jetan_move *move, jetan_error *error);
JETAN_API jetan_status jetan_format_move(const jetan_move *move, char text[JETAN_MOVE_TEXT_BYTES], jetan_error *error);

/* Whether a position can be under the rules, as every function but jetan_probe_unchecked looks first: pieces on squares
 * of their own, one Princess and at most one Chief a side, Panthans where they can come to stand, escapes and a count
 * only where the rules have them. Errors: JETAN_BAD_POSITION. */
JETAN_API jetan_status jetan_check_position(const jetan_tables *tables, const jetan_position *position,
                                            jetan_error *error);

/* The legal moves of the side to move, in no special order. */
JETAN_API jetan_status jetan_legal_moves(const jetan_tables *tables, const jetan_position *position, jetan_move *moves,
                                         size_t capacity, size_t *count, jetan_error *error);

/* Makes a legal move. If it ends the game, `*ended` is 1 and `*outcome` the mover's; else `*ended` is 0 and `*after` the
 * position, the opponent to move. Errors: JETAN_BAD_POSITION. */
JETAN_API jetan_status jetan_play(const jetan_tables *tables, const jetan_position *position, const jetan_move *move,
                                  jetan_position *after, int *ended, int *outcome, jetan_error *error);

/* ---- Opening ---- */

#define JETAN_DEFAULT_CACHE_BYTES ((uint64_t)256 << 20)

/* Opens tables folders, as `jetan gen` fills them, under a rule set: a preset's name or a rule file's path; NULL for
 * "burroughs". Of two files of the same table the one in the earlier folder counts; a folder that doesn't exist holds
 * none. Tables are listed now and opened when first asked. cache_bytes: how much memory unpacked blocks may take, for
 * all tables together. Errors: JETAN_BAD_RULES, JETAN_IO, JETAN_OUT_OF_MEMORY. */
JETAN_API jetan_status jetan_open(const char *const *folders, size_t folder_count, const char *rules,
                                  uint64_t cache_bytes, jetan_tables **tables, jetan_error *error);
/* NULL: does nothing. */
JETAN_API void jetan_close(jetan_tables *tables);

/* ---- Probing ----
 * Errors of all of these: JETAN_BAD_POSITION, JETAN_BAD_ENDING (more than 8 pieces), JETAN_TABLE_MISSING,
 * JETAN_TABLE_DAMAGED, JETAN_WRONG_RULES, JETAN_IO, JETAN_OUT_OF_MEMORY. */

/* The value of a position, given its count (none stated: full). */
JETAN_API jetan_status jetan_probe(const jetan_tables *tables, const jetan_position *position, jetan_value *value,
                                   jetan_error *error);
/* Likewise without looking whether the position can be: it must be one that jetan_check_position accepts. */
JETAN_API jetan_status jetan_probe_unchecked(const jetan_tables *tables, const jetan_position *position,
                                             jetan_value *value, jetan_error *error);
/* The outcome alone: a table of outcomes is enough while the count is full or doesn't run. */
JETAN_API jetan_status jetan_probe_outcome(const jetan_tables *tables, const jetan_position *position, int *outcome,
                                           jetan_error *error);
/* The value if memory has it. JETAN_NOT_IN_MEMORY: a block would have to be unpacked for it; `error` is left as it is. */
JETAN_API jetan_status jetan_probe_in_memory(const jetan_tables *tables, const jetan_position *position,
                                             jetan_value *value, jetan_error *error);
/* The values of many positions, in their order; quicker than one by one. `statuses`, if not NULL, tells of each whether
 * it has one. Returns the first failure; values before and after it are written all the same. */
JETAN_API jetan_status jetan_probe_many(const jetan_tables *tables, const jetan_position *positions, size_t count,
                                        jetan_value *values, jetan_status *statuses, jetan_error *error);
/* Asks the processor, ahead of time, for what jetan_probe will need. Does nothing for a position that can't be asked. */
JETAN_API void jetan_prefetch(const jetan_tables *tables, const jetan_position *position);

/* Every legal move with its value, best first: wins by fewest plies, draws, losses by most; then by text. None if the
 * game is over. `*value`, if not NULL, is the position's. */
JETAN_API jetan_status jetan_rank_moves(const jetan_tables *tables, const jetan_position *position, jetan_value *value,
                                        jetan_ranked_move *moves, size_t capacity, size_t *count, jetan_error *error);
/* Best play to the end of the game or, in a draw, of max_plies moves. */
JETAN_API jetan_status jetan_best_line(const jetan_tables *tables, const jetan_position *position, int max_plies,
                                       jetan_move *moves, size_t capacity, size_t *count, jetan_error *error);

/* ---- What there is ---- */

/* A table: an ending, like "CRDvCR", in an escape state. BLACK_ESCAPE is the escape of the side named first. */
typedef struct jetan_table_id {
  char ending[12];  /* ends with a zero byte */
  uint8_t escapes;  /* JETAN_..._ESCAPE */
  uint8_t outcomes; /* 1: a table of outcomes alone; 0: of values */
} jetan_table_id;

/* All tables, smaller endings first; by their names, without opening them. */
JETAN_API jetan_status jetan_list_tables(const jetan_tables *tables, jetan_table_id *ids, size_t capacity, size_t *count,
                                         jetan_error *error);

typedef struct jetan_ending {
  char ending[12];
  uint8_t present; /* escape states with a table of values: bit 0 no escape, 1 the first side's, 2 the second's, 3 both */
  uint8_t missing; /* those without */
  uint8_t lacking; /* how many tables are not there that moves from those present lead to; 255 for more */
  uint8_t complete; /* 1: every position can be asked, and all that its moves lead to */
} jetan_ending;

/* Every ending with a table of values, smaller ones first. */
JETAN_API jetan_status jetan_list_endings(const jetan_tables *tables, jetan_ending *endings, size_t capacity,
                                          size_t *count, jetan_error *error);
/* The tables not there that moves from an ending's tables lead to. Errors: JETAN_BAD_ENDING, JETAN_TABLE_MISSING. */
JETAN_API jetan_status jetan_list_lacking(const jetan_tables *tables, const char *ending, jetan_table_id *ids,
                                          size_t capacity, size_t *count, jetan_error *error);

typedef struct jetan_table_summary {
  uint64_t positions; /* up to symmetry, for each side to move */
  uint64_t bytes;     /* of the file */
  int32_t metric;     /* enum jetan_metric */
  int32_t ply_limit;  /* JETAN_METRIC_COUNT: plies beyond which nothing is won; else 0 */
  int32_t max_plies;  /* the longest win or loss */
  int32_t sides;      /* sides to move it holds: 2, or 1 with equal sides (Black's stands for both) */
} jetan_table_summary;

/* Opens the table. Errors: as probing. */
JETAN_API jetan_status jetan_summarize_table(const jetan_tables *tables, const jetan_table_id *id,
                                             jetan_table_summary *summary, jetan_error *error);

typedef struct jetan_value_count {
  jetan_value value;
  uint64_t positions;  /* up to symmetry */
  uint64_t placements; /* each weighted by how many it stands for */
} jetan_value_count;

/* How many positions of a table have each value, with the side named first (JETAN_BLACK) or second (JETAN_ORANGE) to
 * move; each value once. Errors: as probing; JETAN_BAD_ARGUMENT for a side that the table doesn't hold. */
JETAN_API jetan_status jetan_count_values(const jetan_tables *tables, const jetan_table_id *id, int to_move,
                                          jetan_value_count *counts, size_t capacity, size_t *count,
                                          jetan_error *error);

/* ---- The cache of unpacked blocks ---- */

typedef struct jetan_cache_statistics {
  uint64_t hits;
  uint64_t misses;
  uint64_t bytes;  /* kept now */
  uint64_t budget; /* bytes that may be kept */
} jetan_cache_statistics;

JETAN_API jetan_status jetan_get_cache_statistics(const jetan_tables *tables, jetan_cache_statistics *statistics,
                                                  jetan_error *error);
/* At any time, from any thread. */
JETAN_API jetan_status jetan_set_cache_bytes(const jetan_tables *tables, uint64_t bytes, jetan_error *error);

#ifdef __cplusplus
}
#endif

#endif
