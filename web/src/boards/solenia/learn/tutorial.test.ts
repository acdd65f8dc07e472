import { describe, expect, it } from 'vitest';
import type { Move } from '../../../engine/messages';
import { anyhow, FirstGame, preferring, testFirstGame, testLessons } from '../../../learn/testing';
import { asSolenia } from '../model';
import { rules } from './rules';
import { tutorial } from './tutorial';

const delivers = (one: Move) => one.kind === 'play' && one.gives.delivery !== undefined;

describe('the first game of Solenia', () => {
  it('is dealt as it was meant', async () => {
    const seen = (await FirstGame.open(tutorial)).seen();
    const view = asSolenia(seen.view);
    const is = Object.fromEntries(view.board.map((one) => [one.space, one.is]));
    expect([is.c2, is.c3, is.c4, is.d3, is.b3]).toEqual(['S', 'A', 'W', 'H', 'day-city']);
    expect(view.players[0]!.hand?.map((card) => card[0]).sort()).toEqual(['0', '1', '2']);
    expect(view.tiles.day.every((tile) => tile.cost.length === 3)).toBe(true);
    expect(seen.status.to_act).toEqual([seen.viewer]);
  });

  testFirstGame(
    tutorial,
    {
      anyhow,
      // Never delivers and never uses a 0 if it can be helped: the least is seen this way.
      shyly: preferring((one) => !delivers(one) && !one.airship),
      eagerly: preferring((one) => delivers(one) || Number(one.voyage) > 0),
    },
    /^(hand|orders|store|slots|deck|prompt|space:[a-e][1-5])$/,
  );
});

describe('the lessons of Solenia', () => testLessons(tutorial, rules));
