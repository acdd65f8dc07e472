import { expect, it } from 'vitest';
import type { View } from '../../engine/messages';
import { Replay } from '../../replay/replay.svelte';
import { NodeEngine, playedGame, until } from '../../replay/testing';
import { asSolenia } from './model';
import { replayParts } from './replay';

it('opens all hands, and has the sky and the turns of the airship behind the chart', async () => {
  const game = await playedGame('solenia', { players: 2 }, ['greedy', 'random']);
  const replay = new Replay(new NodeEngine('solenia'), game, replayParts);
  await replay.open(0);
  const hands = (view: View) => asSolenia(view).players.map((player) => player.hand !== undefined);
  expect(hands(replay.shown!.view)).toEqual([true, true]);
  await until(() => replay.log.length === replay.last + 1);
  expect(replay.backdrops.every((sky) => /^graph-(day|dusk|night|dawn)$/.test(sky ?? ''))).toBe(
    true,
  );
  expect(replay.marks.filter((mark) => mark === 'i-airship').length).toBeGreaterThan(3);
  replay.close();
});
