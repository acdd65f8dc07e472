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
