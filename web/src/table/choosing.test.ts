import { beforeEach, expect, it, vi } from 'vitest';
import type { Move, View } from '../engine/messages';
import { Choosing, type ChoosingTable } from './choosing';
import { SeatScreen } from './screen.svelte';
import { Talk, type Outcome } from './talk';

const moves = ['a', 'b'].map((move) => ({ move, kind: 'play', words: `Place ${move}` }) as Move);
const talk = new Talk({} as never);
const came: Outcome = {
  status: { at: 'decision', to_act: [2], moves: 1 },
  events: [],
  shot: null,
};
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
  vi.spyOn(talk, 'apply').mockResolvedValue(came);
  vi.spyOn(talk, 'applyItems').mockResolvedValue(came);
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

// Of several items; the rules take them in an order of their own, so not each of them is a legal move now.
function askFor([min, max]: [number, number], ...names: (string | [string, number])[]): void {
  const items = names.map((name) => {
    const [item, n] = typeof name === 'string' ? [name, 1] : name;
    return { item, n, move: { move: `keep ${item}`, kind: 'pick', words: `Keep ${item}` } as Move };
  });
  table.screen.see({
    view: { seat: 1 } as View,
    areas: [],
    help: [],
    moves: [items[0]!.move],
    several: { kind: 'pick', items, min, max },
    prompt: 'Keep two',
    status: { at: 'decision', to_act: [1], moves: 0 },
    undo: false,
  });
}
const chosen = () => table.screen.picked.join('');

it.each([true, false])(
  'plays several items together, in any order (confirm: %s)',
  async (confirm) => {
    careful = confirm;
    askFor([2, 2], 'a', 'b', 'c');
    expect(table.screen.moves.map((one) => one.move)).toEqual(['keep a', 'keep b', 'keep c']);
    choosing.choose('keep c');
    expect([chosen(), table.screen.pending, table.screen.playable]).toEqual(['c', null, false]);
    await choosing.confirm();
    await choosing.play('keep a');
    expect(chosen()).toBe('ca');
    expect(table.screen.moves).toHaveLength(3);
    expect(table.screen.playable).toBe(true);
    expect(talk.applyItems).not.toHaveBeenCalled();
    await choosing.confirm();
    expect(talk.applyItems).toHaveBeenCalledWith(1, ['c', 'a']);
    expect(talk.apply).not.toHaveBeenCalled();
    expect(table.applied.mock.calls[0]![2]).toBe(true); // it was confirmed by that
  },
);

it('plays none of them where none is enough', async () => {
  askFor([0, 3], ['1', 2], '2');
  expect(table.screen.playable).toBe(true);
  await choosing.confirm();
  expect(talk.applyItems).toHaveBeenCalledWith(1, []);
});

it('puts items back', async () => {
  askFor([2, 2], 'a', 'b', 'c');
  for (const item of ['b', 'a']) choosing.choose(`keep ${item}`);
  expect(table.screen.laidOut).toBe(true);
  choosing.choose('keep b'); // pressed again
  expect(chosen()).toBe('a');
  choosing.choose('keep b');
  choosing.choose('keep c'); // one too many: in place of the last one
  expect(chosen()).toBe('ac');
  await choosing.undo();
  expect(chosen()).toBe('a');
  choosing.choose(null);
  expect(chosen()).toBe('');
});

it('chooses as many of the like as there are', () => {
  askFor([0, 3], ['1', 2], ['2', 2]);
  for (const item of ['1', '1', '2']) choosing.choose(`keep ${item}`);
  expect(chosen()).toBe('112');
  choosing.putBack('keep 1');
  expect(chosen()).toBe('12');
  for (let times = 0; times < 2; times++) choosing.choose('keep 1'); // once more, then all of it is put back
  expect(chosen()).toBe('2');
});

it('chooses one of those that exclude each other', () => {
  askFor([2, 2], 'a', 'b', 'c');
  const [a, b] = table.screen.several!.items;
  a!.group = b!.group = 1;
  for (const item of ['a', 'b', 'c']) choosing.choose(`keep ${item}`);
  expect(chosen()).toBe('bc');
  choosing.choose('keep a');
  expect(chosen()).toBe('ca');
});

it('reads items that are typed', async () => {
  askFor([2, 2], 'a', 'b', 'c');
  expect(await choosing.command('KEEP B')).toBe(true);
  expect(chosen()).toBe('b');
  expect(await choosing.command('c')).toBe(true);
  expect(talk.applyItems).toHaveBeenLastCalledWith(1, ['b', 'c']);
  askFor([2, 2], 'a', 'b', 'c');
  await choosing.command('c, A');
  expect(talk.applyItems).toHaveBeenLastCalledWith(1, ['c', 'a']);
});

it('keeps what is chosen where it is refused, and wants it changed first', async () => {
  vi.mocked(talk.applyItems).mockRejectedValue(new Error('no'));
  askFor([2, 2], 'a', 'b', 'c');
  for (const item of ['b', 'a']) choosing.choose(`keep ${item}`);
  await choosing.confirm();
  expect([table.screen.error, chosen(), table.screen.playable]).toEqual(['no', 'ba', false]);
  choosing.choose('keep c');
  expect([table.screen.error, table.screen.playable]).toEqual([null, true]);
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
