import { beforeEach, expect, it, vi } from 'vitest';
import type { Move, View } from '../engine/messages';
import { Choosing, type ChoosingTable } from './choosing';
import { SeatScreen } from './screen.svelte';
import { Talk } from './talk';

const moves = ['a', 'b'].map((move) => ({ move, kind: 'play', words: `Place ${move}` }) as Move);
const talk = new Talk({} as never);
const made = () => ({
  applied: vi.fn<ChoosingTable['applied']>(),
  keepDraft: vi.fn<ChoosingTable['keepDraft']>(),
  takeBack: vi.fn<ChoosingTable['takeBack']>(),
});
let table: ChoosingTable & ReturnType<typeof made>;
let choosing: Choosing;
let careful: boolean; // whether one wants to confirm

beforeEach(() => {
  vi.restoreAllMocks();
  careful = true;
  const screen = new SeatScreen(1);
  screen.see({
    view: { seat: 1 } as View,
    areas: [],
    help: [],
    moves,
    several: null,
    prompt: '',
    status: { at: 'decision', to_act: [1], moves: 0 },
    undo: false,
  });
  vi.spyOn(talk, 'apply').mockResolvedValue({ at: 'decision', to_act: [2], moves: 1 });
  table = {
    screen,
    talk,
    host: { confirm: () => careful },
    skip: () => undefined,
    act: (work) => work().catch((error: Error) => void (screen.error = error.message)),
    confirmed: () => Promise.resolve(),
    ...made(),
  };
  choosing = new Choosing(table);
});

it('lays out a move, and plays it when it is confirmed', async () => {
  choosing.choose('a');
  expect(table.screen.pending).toBe('a');
  expect(talk.apply).not.toHaveBeenCalled();
  await choosing.confirm();
  expect(talk.apply).toHaveBeenCalledWith(1, ['a']);
  expect(table.applied.mock.calls[0]![2]).toBe(true); // it was confirmed by that
  expect(table.screen.pending).toBeNull();
});

it('plays at once where nobody wants to confirm', () => {
  careful = false;
  choosing.choose('a');
  expect(talk.apply).toHaveBeenCalledWith(1, ['a']);
});

// The rules take them in an order of their own, so not each of them is a legal move now.
function askForTwoOf(...names: string[]): void {
  const item = (name: string) => ({
    item: name,
    n: 1,
    move: { move: `keep ${name}`, kind: 'pick', words: `Keep ${name}` } as Move,
  });
  table.screen.see({
    view: { seat: 1 } as View,
    areas: [],
    help: [],
    moves: [item(names[0]!).move],
    several: { kind: 'pick', items: names.map(item), min: 2, max: 2 },
    prompt: 'Keep two',
    status: { at: 'decision', to_act: [1], moves: 0 },
    undo: false,
  });
}

it('takes several items in any order, and plays them together', async () => {
  careful = false;
  vi.spyOn(talk, 'applyItems').mockResolvedValue({ at: 'decision', to_act: [2], moves: 2 });
  askForTwoOf('a', 'b', 'c');
  choosing.choose('keep c');
  expect(talk.apply).not.toHaveBeenCalled();
  expect(table.screen.picked).toEqual(['c']);
  expect(table.screen.moves.map((one) => one.move)).toEqual(['keep a', 'keep b']);
  expect(table.screen.question).toBe('Keep two (1/2)');
  expect(await choosing.command('KEEP A')).toBe(true);
  expect(talk.applyItems).toHaveBeenCalledWith(1, ['c', 'a']);
  expect(talk.apply).not.toHaveBeenCalled();
});

it('puts an item back', async () => {
  askForTwoOf('a', 'b', 'c');
  choosing.choose('keep b');
  expect(table.screen.pending).toBe('keep b');
  await choosing.confirm();
  expect(table.screen.laidOut).toBe(true);
  await choosing.undo();
  expect(table.screen.picked).toEqual([]);
  expect(table.screen.moves).toHaveLength(3);
  expect(table.screen.question).toBe('');
});

it('plays nothing for who is not asked', async () => {
  table.screen.status = { at: 'decision', to_act: [2], moves: 0 };
  await choosing.play('a');
  expect(talk.apply).not.toHaveBeenCalled();
  expect(await choosing.command('a')).toBe(false);
  expect(table.screen.error).not.toBeNull();
  expect(await choosing.why('a')).toBe('');
  expect(await choosing.preview('a')).toEqual({ events: [] });
});

it('offers again what was refused, as it was laid out', async () => {
  vi.mocked(talk.apply).mockRejectedValue(new Error('no'));
  choosing.lay(['a'], ['a', 'b']);
  await choosing.confirm();
  expect(table.screen).toMatchObject({ error: 'no', moves, draft: ['a'], whole: ['a', 'b'] });
});

it('takes back what was laid out last, then what was played', async () => {
  choosing.lay(['a', 'b'], ['a', 'b']);
  choosing.choose('a');
  await choosing.undo();
  expect([table.screen.pending, table.screen.draft]).toEqual([null, ['a', 'b']]);
  await choosing.undo();
  expect([table.screen.draft, table.screen.whole]).toEqual([['a'], null]);
  await choosing.undo();
  expect(table.keepDraft.mock.calls.map(([, draft]) => draft)).toEqual([['a', 'b'], ['a'], []]);
  expect(table.takeBack).not.toHaveBeenCalled();
  await choosing.undo();
  expect(table.takeBack).toHaveBeenCalledWith(1);
});

it('reads notation, and says why it is no move', async () => {
  const judge = vi.spyOn(talk, 'judge').mockResolvedValue({ why: 'Too far.' });
  expect(await choosing.command(' x ')).toBe(false);
  expect(table.screen.error).toBe('Too far.');
  judge.mockResolvedValue({ move: 'b' });
  table.screen.error = null;
  expect(await choosing.command(' B ')).toBe(true);
  expect(judge).toHaveBeenLastCalledWith(1, 'B');
  expect(talk.apply).toHaveBeenCalledWith(1, ['b']);
});
