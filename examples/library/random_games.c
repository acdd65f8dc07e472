/* Plays random games through the C interface and tells how many a second: random_games [GAME [COUNT]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tidelock/tidelock.h>

static void must(int code) {
  if (code == TIDELOCK_OK) return;
  fprintf(stderr, "%s\n", tidelock_last_error());
  exit(1);
}

/* A number below n; any generator does (Marsaglia 2003). */
static size_t below(size_t n, uint64_t* x) {
  *x ^= *x << 13;
  *x ^= *x >> 7;
  *x ^= *x << 17;
  return (size_t)((*x >> 32) * n >> 32);
}

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "solenia";
  const long count = argc > 2 ? atol(argv[2]) : 10000;
  tidelock_game game = 0;
  tidelock_state begin = 0;
  must(tidelock_game_new(name, NULL, NULL, &game));
  must(tidelock_state_new(game, &begin));
  uint32_t actions[1024];
  uint64_t luck = 1;
  long decisions = 0;
  long points = 0;
  const clock_t started = clock();
  for (long i = 0; i < count; ++i) {
    tidelock_state state = 0;
    int node = 0;
    uint32_t seats = 0;
    must(tidelock_state_copy(begin, &state));
    must(tidelock_sample(state, (uint64_t)i, &node, &seats));
    for (; node != TIDELOCK_OVER; ++decisions) {
      int seat = 0;
      size_t legal = 0;
      while ((seats >> seat & 1) == 0) ++seat;
      must(tidelock_legal(state, seat, actions, 1024, &legal));
      must(tidelock_apply(state, seat, actions[below(legal, &luck)], &node, &seats));
      if (node == TIDELOCK_CHANCE) must(tidelock_sample(state, (uint64_t)i, &node, &seats));
    }
    int32_t scores[4];
    must(tidelock_scores(state, scores, 4, NULL));
    points += scores[0];
    must(tidelock_free(state));
  }
  const double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
  printf("%ld games of %s, %ld decisions, %.1f points for the first seat; %.0f games a second\n", count, name, decisions,
         (double)points / (double)count, (double)count / seconds);
  must(tidelock_free(begin));
  must(tidelock_free(game));
  return 0;
}
