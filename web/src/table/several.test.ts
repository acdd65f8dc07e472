// Several items that are chosen at once: each kind, at a table with the engine's own module.
import { describe, expect, it } from 'vitest';
import type { Setup } from '../store';
import { around, playNth } from './testing';

const alone: Setup = { game: 'circadians', seats: [{ name: 'Mira' }], options: { players: 1 } };

// The table where the viewer is asked for several items of this kind.
async function asked(kind: string, setup: Setup, n = 0) {
  const it = around(setup);
  await it.table.open();
  for (let i = 0; it.table.screen.several?.kind !== kind; ++i) {
    if (it.table.over) throw new Error(`nobody was asked for ${kind}`);
    await playNth(it.table, i * n);
  }
  const before = it.table.saved.record!.moves.length;
  const played = () =>
    it.table.saved
      .record!.moves.slice(before)
      .flatMap((one) => (one.startsWith('1: ') ? [one.slice(3)] : []));
  return { ...it, played };
}

describe.each([true, false])('where one confirms: %s', (confirm) => {
  it.each([
    ['pick', { ...alone, seed: 7 }, 0],
    ['discard', { ...alone, seed: 11 }, 1],
    [
      'draft',
      { ...alone, game: 'solenia', options: { players: 1, mode: 'improvements' }, seed: 1 },
      0,
    ],
    ['pay', { ...alone, game: 'solenia', seed: 2 }, 3],
  ] as [string, Setup, number][])(
    '%s: all items are there, and taken in any order',
    async (kind, setup, n) => {
      const { table, engine, played, ...it } = await asked(kind, setup, n);
      it.confirm = confirm;
      const { screen, choosing } = table;
      const { items, min, max } = screen.several!;
      expect(min).toBe(max);
      expect(max).toBeGreaterThan(1);
      expect(screen.moves.map((one) => one.move)).toEqual(items.map((one) => one.move.move));
      engine.requests = [];
      // The last first: the rules ask in an order of their own.
      const groups = new Set<number>();
      const apart = ({ group }: (typeof items)[0]) =>
        group === undefined || (!groups.has(group) && groups.add(group).size > 0);
      const wanted = items.toReversed().filter(apart).slice(0, max);
      for (const [i, { move }] of wanted.entries()) {
        expect([screen.picked.length, screen.playable]).toEqual([i, false]);
        choosing.choose(move.move);
      }
      expect(engine.requests).toEqual([]);
      expect([screen.picked.length, screen.playable]).toEqual([max, true]);
      await choosing.confirm();
      expect(screen.error).toBeNull();
      expect(engine.requests[0]).toMatchObject({
        do: 'apply',
        items: wanted.map((one) => one.item),
      });
      expect(engine.requests.filter((one) => one.do === 'apply')).toHaveLength(1);
      const moves = wanted.map((one) => one.move.move);
      expect(played().slice(0, max).sort()).toEqual(moves.sort());
    },
  );
});

describe('dice that are rolled again', () => {
  const leader: Setup = {
    ...alone,
    options: { players: 1, leaders: ['sanna_lindqvist'] },
    seed: 1,
  };

  it('may be none', async () => {
    const { table, played } = await asked('reroll', leader);
    expect(table.screen).toMatchObject({ picked: [], playable: true });
    expect(table.screen.several).toMatchObject({ min: 0 });
    await table.choosing.confirm();
    expect(table.screen.error).toBeNull();
    expect(played()[0]).toBe('keep');
  });

  it('may be any, also of the like', async () => {
    const { table, played } = await asked('reroll', leader);
    const { screen, choosing } = table;
    const { items, max } = screen.several!;
    const dice = items.flatMap(({ n, move }) => Array<string>(n).fill(move.move));
    expect(dice).toHaveLength(max);
    for (const move of dice.toReversed()) choosing.choose(move);
    expect(screen.picked).toHaveLength(max);
    choosing.putBack(dice[0]!);
    await choosing.confirm();
    expect(screen.error).toBeNull();
    const values = dice.slice(1).map((move) => move.replace('reroll-', ''));
    expect(played()[0]).toBe(`reroll-${values.join('-')}`);
  });

  it('are read from one line', async () => {
    const { table, played } = await asked('reroll', leader);
    const [first] = table.screen.several!.items;
    expect(await table.choosing.command(first!.item)).toBe(true);
    expect(played()[0]).toBe(`reroll-${first!.item}`);
  });
});
