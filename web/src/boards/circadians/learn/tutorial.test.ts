import { describe, expect, it } from 'vitest';
import type { Move } from '../../../engine/messages';
import { anyhow, FirstGame, preferring, testFirstGame, testLessons } from '../../../learn/testing';
import { asCircadians } from '../model';
import { rules } from './rules';
import { tutorial } from './tutorial';

const stays = (one: Move) => one.to === 'negotiation' || one.to === 'depository';
const eats = (one: Move) => one.canteen !== undefined || one.to === 'canteen';

describe('the first game of Circadians', () => {
  it('is dealt as it was meant', async () => {
    const table = await FirstGame.open(tutorial);
    const kinds = table.seen().moves.map((one) => String(one.contract));
    // From B21 on they count at the end.
    expect(kinds.sort()).toEqual(['B17', 'B19', 'B23', 'B26']);
    for (let picks = 0; picks < 3; ++picks) table.play(table.seen().moves[0]!);
    const { events, view } = table.seen();
    expect(events).toContainEqual(expect.objectContaining({ event: 'first', seat: 1 }));
    const rolled = events.filter((one) => one.event === 'rolled').map((one) => one.value);
    expect(rolled.sort()).toEqual([2, 4, 5]);
    expect(asCircadians(view).event).toBe('E1');
  });

  testFirstGame(
    tutorial,
    {
      anyhow,
      // All dice stay at home: no action is ever seen.
      lazily: preferring(eats),
      // Every die is sent, and where it stays for good if possible: soon none is left.
      eagerly: preferring((one) => stays(one) || one.garage !== undefined),
      // Dice come home again.
      carefully: preferring(
        (one) => one.garage !== undefined || (one.kind === 'send' && !stays(one)),
      ),
    },
    /^(hand|bank|garages|farms|canteen|planet|hq|depository|negotiation|incidents|event|prompt|station:[a-z_]+)$/,
    ['anyhow', 'eagerly'],
  );
});

describe('the lessons of Circadians', () => testLessons(tutorial, rules));
