/* Lets the bot `hard` play against one that moves at random, and prints the moves: play_hard [SEED] */
#include <stdio.h>
#include <stdlib.h>
#include <tidelock/tidelock.h>

#define MUST(call) if ((call) != TIDELOCK_OK) return fprintf(stderr, "%s\n", tidelock_last_error()), 1
int main(int argc, char** argv) {
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t game, state, bots[2];
  int node;
  uint32_t seats, action;
  char text[256];
  MUST(tidelock_game_new("solenia", NULL, "{\"players\":2}", &game));
  MUST(tidelock_state_new(game, &state));
  MUST(tidelock_bot_new(game, "hard", &bots[0]));
  MUST(tidelock_bot_new(game, "random", &bots[1]));
  MUST(tidelock_sample(state, seed, &node, &seats));
  for (uint64_t n = seed; node != TIDELOCK_OVER; ++n) {
    const int seat = seats == 1 ? 0 : 1;
    MUST(tidelock_bot_choose(bots[seat], state, seat, n, &action));
    MUST(tidelock_action_text(state, seat, action, text, sizeof text, NULL));
    printf("%s: %s\n", seat == 0 ? "hard" : "random", text);
    MUST(tidelock_apply(state, seat, action, &node, &seats));
    if (node == TIDELOCK_CHANCE) MUST(tidelock_sample(state, seed, &node, &seats));
  }
  int32_t scores[2];
  MUST(tidelock_scores(state, scores, 2, NULL));
  return printf("hard %d, random %d\n", (int)scores[0], (int)scores[1]) < 0;
}
