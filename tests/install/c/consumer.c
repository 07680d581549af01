/* Uses the C interface as another project would; ends with 0 if it answers as it should.
 *   consumer FOLDER    FOLDER: a tables folder with CRvR under `burroughs`; without one, there is nothing to be found */
#include <probe/jetan_probe.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what, const jetan_error *error) {
  fprintf(stderr, "consumer: %s: %s\n", what, error->message);
  return 1;
}

int main(int argc, char **argv) {
  const char *folders[] = {argc > 1 ? argv[1] : "no-such-folder"};
  jetan_error error = {JETAN_OK, ""};
  jetan_tables *tables = NULL;
  jetan_position position;
  jetan_value value;
  jetan_status status;

  if (jetan_open(folders, 1, "burroughs", JETAN_DEFAULT_CACHE_BYTES, &tables, &error) != JETAN_OK) {
    return fail("open", &error);
  }
  if (jetan_parse_position(tables, "9r/10/10/10/10/10/3C6/10/10/R9 b - -", &position, &error) != JETAN_OK) {
    return fail("parse", &error);
  }
  status = jetan_probe(tables, &position, &value, &error);
  if (argc > 1) {
    jetan_ranked_move moves[100];
    size_t count = 0;
    char text[JETAN_MOVE_TEXT_BYTES];
    if (status != JETAN_OK) return fail("probe", &error);
    if (value.outcome != JETAN_WIN || value.plies < 1) return 2;
    if (jetan_rank_moves(tables, &position, NULL, moves, 100, &count, &error) != JETAN_OK) return fail("moves", &error);
    if (count == 0 || moves[0].value.plies != value.plies) return 3;
    if (jetan_format_move(&moves[0].move, text, &error) != JETAN_OK) return fail("move", &error);
    printf("consumer: jetan %s: a win in %d plies by %s\n", jetan_version(), (int)value.plies, text);
  } else {
    if (status != JETAN_TABLE_MISSING || error.status != status) return 4;
    if (strstr(error.message, "jetan gen CRvR") == NULL) return 5;
    printf("consumer: %s\n", error.message);
  }
  jetan_close(tables);
  return 0;
}
