import { expect, it } from 'vitest';
import type { Answer, Asking, Request, TableRecord, Verb } from '../engine/messages';
import { newGame, type SavedGame } from '../store';
import { Talk } from './talk';

// An engine that answers by verb, and keeps what it was asked.
function made(answers: Record<string, object>) {
  const asked: Request[] = [];
  const talk = new Talk({
    request: <V extends Verb>(request: Asking<V>) => {
      asked.push(request);
      return Promise.resolve({ status: {}, ...answers[request.do] } as unknown as Answer<V>);
    },
    setLang: () => Promise.resolve(),
    close: () => undefined,
  });
  return { talk, asked };
}
const saved = (more: Partial<SavedGame> = {}): SavedGame => ({
  ...newGame({ game: 'g', seats: [{}, { bot: 'greedy' }], seed: 7 }),
  ...more,
});

it('begins a game as it was set up', async () => {
  const { talk, asked } = made({ new: { options: { players: 2 } } });
  expect((await talk.begin(saved({ rules: 3 }), ['Mira', 'Bot'])).options).toEqual({ players: 2 });
  expect(asked[0]).toMatchObject({
    do: 'new',
    rules: 3,
    seed: 7,
    go: false,
    seats: [{ name: 'Mira' }, { name: 'Bot', bot: 'greedy' }],
  });
  expect(asked[0]).not.toHaveProperty('pack');
});

it('goes on with a game that was kept, by the seed that its record has', async () => {
  const { talk, asked } = made({});
  const record = { game: 'g', moves: [] } as unknown as TableRecord;
  await talk.begin(saved({ record }), []);
  await talk.begin(saved({ record: { ...record, seed: 3 } as TableRecord }), []);
  expect(asked.map((one) => [one.do, 'seed' in one ? one.seed : undefined])).toEqual([
    ['load', 7],
    ['load', undefined],
  ]);
});

it('scores a challenge of before there were versions by the first one', async () => {
  const { talk, asked } = made({});
  await talk.begin(saved({ rules: undefined, challenge: {} as never }), []);
  expect(asked[0]).toMatchObject({ rules: 1 });
});

it('asks for moves only where the seat decides', async () => {
  const at = (status: object) =>
    made({
      observe: { status, view: { seat: 1 } },
      legal: { moves: [{ move: 'a' }], prompt: 'Which?' },
    });
  const mine = at({ at: 'decision', to_act: [1] });
  expect(await mine.talk.shot(1)).toMatchObject({ moves: [{ move: 'a' }], prompt: 'Which?' });
  for (const [status, seat] of [
    [{ at: 'decision', to_act: [2] }, 1],
    [{ at: 'confirm', to_act: [1] }, 1],
    [{ at: 'decision', to_act: [1] }, null],
  ] as const) {
    const { talk, asked } = at(status);
    expect((await talk.shot(seat)).moves).toEqual([]);
    expect(asked.map((one) => one.do)).toEqual(['observe']);
  }
});

it('hears of several items that are chosen in any order', async () => {
  const choose = {
    kind: 'pick',
    items: [{ item: 'a', n: 2, move: { move: 'a' } }],
    min: 2,
    max: 2,
  };
  const { talk } = made({
    observe: { status: { at: 'decision', to_act: [1] }, view: { seat: 1 } },
    legal: { moves: [{ move: 'a' }], choose },
  });
  expect((await talk.shot(1)).several).toEqual(choose);
});

it('hears of a move what came of it, and what its seat sees then', async () => {
  const answer = (seat: number | null) => ({
    events: [{ event: 'played' }],
    status: { at: 'decision', to_act: [1], moves: 3 },
    asked: { seat, view: { seat }, moves: [{ move: 'b' }], prompt: 'Which?', undo: true },
  });
  const { talk, asked } = made({ apply: answer(1), confirm: answer(2), go: answer(null) });
  const { events, shot } = await talk.apply(1, ['a']);
  expect(asked).toEqual([
    { do: 'apply', seat: 1, moves: ['a'], go: false, with: ['view', 'legal'] },
  ]);
  expect(events).toHaveLength(1);
  expect(shot).toMatchObject({ view: { seat: 1 }, moves: [{ move: 'b' }], prompt: 'Which?' });
  // Another's view is not what this seat sees.
  expect((await talk.confirm(1, true)).shot).toBeNull();
  expect((await talk.go(null, true)).shot).toMatchObject({ view: { seat: null }, moves: [] });
  await talk.go(1, false);
  expect(asked.at(-1)).not.toHaveProperty('with');
});

it('says why a text is no move', async () => {
  const reason = { code: 'too-far', message: 'in English', sentence: 'Za daleko.' };
  const { talk } = made({ why: { legal: false, reason } });
  expect(await talk.judge(1, 'x')).toEqual({ why: 'Za daleko.' });
  const legal = made({ why: { legal: true, move: 'X' } });
  expect(await legal.talk.judge(1, 'x')).toEqual({ move: 'X' });
});
