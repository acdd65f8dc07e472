import { expect, it } from 'vitest';
import { Replay } from '../../replay/replay.svelte';
import { NodeEngine, playedGame, until } from '../../replay/testing';
import { asCircadians, handOf } from './model';
import { replayParts } from './replay';

it('opens drafts, dice and hands of all seats, or what one of them saw', async () => {
  const game = await playedGame('circadians', { players: 2 }, ['random', 'random']);
  const replay = new Replay(new NodeEngine('circadians'), game, replayParts);
  await replay.open(0);
  expect(replay.viewer).toBe('open');
  const players = () => asCircadians(replay.shown!.view).players;
  const cards = () => players().map((player) => handOf(player).length > 0);
  const dice = () => players().map((player) => (player.rolled ?? []).some((n) => n > 0));
  const choices = () => players().map((player) => (player.leaders ?? []).length > 0);
  expect(choices()).toEqual([true, true]);
  const at = replay.decisions.findIndex((one) => one.move.includes('>')); // the first die that is put somewhere
  replay.goTo(at);
  await until(() => replay.shown?.step === at);
  expect(cards()).toEqual([true, true]);
  expect(dice()).toEqual([true, true]);
  replay.look(1);
  await until(() => replay.shown?.viewer === 1);
  expect(cards()).toEqual([true, false]);
  expect(dice()).toEqual([true, false]);
  replay.close();
});
