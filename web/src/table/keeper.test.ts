import { expect, it } from 'vitest';
import type { TableRecord, View } from '../engine/messages';
import { newGame, type SavedGame } from '../store';
import { Keeper, withRecord } from './keeper';

const record = (...moves: string[]) =>
  ({ format: 'tidelock-record/1', game: 'g', moves }) as unknown as TableRecord;
const saved = (...moves: string[]): SavedGame => ({
  ...newGame({ game: 'g', seats: [{}, {}] }),
  record: record(...moves),
});

it('keeps what is played over what it knows to be there', async () => {
  const over: (TableRecord | null)[] = [];
  const keeper = new Keeper((_game, before) => {
    over.push(before);
    return Promise.resolve({ ok: true });
  }, null);
  const [one, two] = [saved('a'), saved('a', 'b')];
  expect([await keeper.keep(one), await keeper.keep(two)]).toEqual([true, true]);
  keeper.keepDraft(two);
  expect(over).toEqual([null, one.record, two.record]);
});

it('gives way where another tab played on, and to nothing else', async () => {
  const declined = new Keeper(() => Promise.resolve({ ok: false, why: 'declined' }), record('a'));
  expect(await declined.keep(saved('a', 'b'))).toBe(false);
  const full = new Keeper(() => Promise.resolve({ ok: false, why: 'full' }), record('a'));
  expect(await full.keep(saved('a', 'b'))).toBe(true);
});

it('agrees with what it wrote itself, also while it is being written', async () => {
  const drawer: SavedGame[] = [saved('a')];
  const keeper = new Keeper(async (game) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    drawer.push(game);
    return { ok: true };
  }, record('a'));
  const read = () => Promise.resolve(drawer.at(-1));
  const keeping = keeper.keep(saved('a', 'b'));
  expect(await keeper.agrees(read)).toBe(true);
  await keeping;
  drawer.push(saved('a', 'c'));
  expect(await keeper.agrees(read)).toBe(false);
  expect(await keeper.agrees(() => Promise.resolve(undefined))).toBe(true);
});

it.each([
  [{ seat: 1, points: [3, 5] }, [3, 5]],
  [{ seat: 1, players: [{ score: 2 }, { score: 4 }] }, [2, 4]],
  [{ seat: 1, players: [{ score: 2 }, {}] }, []],
  [{ seat: 1 }, []],
  [null, []],
] as [View | null, number[]][])(
  'tells of a game that goes on what everybody may know',
  (view, scores) => {
    const status = { at: 'decision', to_act: [1], moves: 7 } as const;
    const { summary } = withRecord(saved(), record('a'), view, { ...status, to_act: [1] });
    expect(summary).toMatchObject({ scores, over: false, moves: 7 });
  },
);
