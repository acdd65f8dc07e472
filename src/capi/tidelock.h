/* The C interface of libtidelock: board games to play, search and learn from any language.
 *
 * Conventions, for all functions:
 * - Each returns a tidelock_code: TIDELOCK_OK, or why it did nothing; tidelock_last_error() has the
 *   sentence. No exception, signal or abort comes out of a call, whatever its arguments are, as
 *   long as each pointer is null or points to as much as is said beside it, and the machine has
 *   memory left.
 * - Games, states, bots and sessions are numbers. They are yours until tidelock_free. A number that
 *   was freed, was never given out or is of another kind is an error (TIDELOCK_BAD_HANDLE). 0 is
 *   never one.
 * - Memory that you pass is yours, and nobody looks at it after the call. The library allocates
 *   nothing that you have to free, but for the numbers.
 * - Any thread may call any function. Calls with the same number wait for each other; with
 *   different ones they do not.
 * - Texts are UTF-8 and end with a zero byte. A text is written into `buffer`, of which `size`
 *   bytes are yours; `*length`, where `length` is not null, becomes its length without the zero
 *   byte. If it does not fit, that is TIDELOCK_SHORT_BUFFER and the buffer, if there is one, holds
 *   an empty text: call again with length + 1 bytes. So a null buffer of size 0 asks for the
 *   length. Lists are written in the same way, but without a zero at their end.
 * - Seats are numbers from 0. In JSON they are numbers from 1, as docs/protocol.md says. A set of
 *   seats is a mask: bit 0 for seat 0.
 * - Moves are actions: numbers below the game's number of actions, the same in every position and
 *   as long as the version of the rules stays. docs/notation.md has their notation.
 *
 * A state knows everything, also what is hidden from its seats; what a seat may know is what
 * tidelock_observe and tidelock_inputs tell, and all that a bot gets to see.
 */
#ifndef TIDELOCK_H
#define TIDELOCK_H

/* NOLINTBEGIN(modernize-*,readability-identifier-naming): this is C */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when something is added. What is here stays as it is until the major version of tidelock
 * changes. */
#define TIDELOCK_API_VERSION 1

typedef uint64_t tidelock_game;    /* rules, components and options; never changes */
typedef uint64_t tidelock_state;   /* a game in progress */
typedef uint64_t tidelock_bot;     /* may keep what it found for its next choice */
typedef uint64_t tidelock_session; /* a table that is asked in JSON, as `tidelock engine` is */

typedef enum tidelock_code {
  TIDELOCK_OK = 0,
  TIDELOCK_BAD_ARGUMENT = 1, /* a null pointer, or a seat that the game does not have */
  TIDELOCK_BAD_HANDLE = 2,   /* there is no such game, state, bot or session */
  TIDELOCK_SHORT_BUFFER = 3, /* what was asked for does not fit */
  TIDELOCK_BAD_INPUT = 4,    /* a text is not what was expected */
  TIDELOCK_ILLEGAL = 5,      /* it cannot be done in this state */
  TIDELOCK_NOTHING = 6,      /* no message waits */
  TIDELOCK_NO_MEMORY = 7,
  TIDELOCK_FAILED = 8 /* a mistake of the library */
} tidelock_code;

/* What a state waits for. */
typedef enum tidelock_node {
  TIDELOCK_DECISION = 0, /* one of its seats applies an action */
  TIDELOCK_CHANCE = 1,   /* resolved, or sampled */
  TIDELOCK_OVER = 2
} tidelock_node;

/* TIDELOCK_API_VERSION of the library that runs; not less than that of the header it is used with.
 */
int tidelock_api_version(void);
/* The version of tidelock, as "0.1.0". The text is the library's, for good. */
const char* tidelock_version(void);
/* What was wrong with the last call of this thread that was not TIDELOCK_OK; empty if there was
 * none. The text is the library's, until the next such call of this thread. */
const char* tidelock_last_error(void);
/* Forgets a game, state, bot or session; waits for calls with it. A game that has states or bots
 * stays for them. */
int tidelock_free(uint64_t handle);

/* --- games ---
 * `name`: the id of a game, as the first message of a session lists them. `pack`: JSON, the id of a
 * shipped component pack in quotation marks or a pack itself; null: the newest shipped one.
 * `options`: a JSON object (docs/protocol.md); null: the usual ones. */
int tidelock_game_new(const char* name, const char* pack, const char* options, tidelock_game* game);
/* How many seats, actions, and inputs of a network it has (0: none). Each pointer may be null. */
int tidelock_game_facts(tidelock_game game, uint32_t* seats, uint32_t* actions, uint32_t* inputs);

/* --- states --- */
int tidelock_state_new(tidelock_game game, tidelock_state* state);
int tidelock_state_copy(tidelock_state state, tidelock_state* copy);
/* What it waits for, a tidelock_node, and which seats may decide. Each pointer may be null. Several
 * seats only where they choose in secret: each of them chooses, in any order. */
int tidelock_state_node(tidelock_state state, int* node, uint32_t* seats);
/* The actions of a seat that may decide, `capacity` at most; `*count` of them. */
int tidelock_legal(tidelock_state state, int seat, uint32_t* actions, size_t capacity,
                   size_t* count);
/* The same as a byte for each action of the game, 1 for those that are legal; `size` is the game's
 * number of actions or more, and the bytes after them become 0. */
int tidelock_mask(tidelock_state state, int seat, uint8_t* mask, size_t size);
/* The notation of a legal action, as "0WS-a1", and back. */
int tidelock_action_text(tidelock_state state, int seat, uint32_t action, char* buffer, size_t size,
                         size_t* length);
int tidelock_action_read(tidelock_state state, int seat, const char* text, uint32_t* action);
/* As all that changes a state, it tells what the state waits for then, as tidelock_state_node does:
 * each of these pointers may be null. */
int tidelock_apply(tidelock_state state, int seat, uint32_t action, int* node, uint32_t* seats);

/* --- chance ---
 * A chance node has `*count` equally likely outcomes, numbers from 0. */
int tidelock_outcomes(tidelock_state state, uint32_t* count);
/* As it stands in a record: "deck-1 = 0WS". */
int tidelock_outcome_text(tidelock_state state, uint32_t outcome, char* buffer, size_t size,
                          size_t* length);
int tidelock_resolve(tidelock_state state, uint32_t outcome, int* node, uint32_t* seats);
/* Resolves chance nodes until a seat decides or the game is over; none if there is none. The same
 * seed deals the same, and what is dealt does not depend on what the seats do. */
int tidelock_sample(tidelock_state state, uint64_t seed, int* node, uint32_t* seats);

/* --- what is known and what it is worth ---
 * The view of a seat, or with -1 of a spectator, in JSON (docs/protocol.md). */
int tidelock_observe(tidelock_state state, int seat, char* buffer, size_t size, size_t* length);
/* What a seat knows as the inputs of a network, a signed byte each with 16 for one; `size` is the
 * game's number of inputs or more, and the bytes after them become 0. */
int tidelock_inputs(tidelock_state state, int seat, int8_t* inputs, size_t size);
/* Of a game that is over: the score of each seat (`size` seats or more) and who has won. Each
 * pointer may be null. */
int tidelock_scores(tidelock_state state, int32_t* scores, size_t size, uint32_t* winners);

/* --- bots ---
 * `spec`: NAME[:LIMIT][*THREADS], as "hard", "medium:200" (iterations), "master:40ms"; names are
 * random, greedy, novice, easy, medium, hard, master and mcts-plain. */
int tidelock_bot_new(tidelock_game game, const char* spec, tidelock_bot* bot);
/* What it would do in a seat that may decide in a state of its game, from what that seat knows. It
 * changes nothing. The same seed gives the same choice, unless the limit is a time. */
int tidelock_bot_choose(tidelock_bot bot, tidelock_state state, int seat, uint64_t seed,
                        uint32_t* action);

/* --- everything else ---
 * A session speaks docs/protocol.md: tables with seats, records, undo, hints, analyses, words in
 * four languages. Its first message waits from the beginning. */
int tidelock_session_new(tidelock_session* session);
/* A request, one line of JSON. What is wrong with it is said in a message, as every answer is. */
int tidelock_session_say(tidelock_session session, const char* request);
/* The next message, which is gone once it fitted; waits for one while the session thinks.
 * TIDELOCK_NOTHING if all was said. */
int tidelock_session_hear(tidelock_session session, char* buffer, size_t size, size_t* length);

/* NOLINTEND(modernize-*,readability-identifier-naming) */
#ifdef __cplusplus
}
#endif

#endif
