import { expect, it } from 'vitest';
import type { Move } from '../../engine/messages';
import { countTabs, isCareful, sortMoves } from './asked';

const move = (kind: string, more: object = {}) =>
  ({ kind, move: kind, words: '', ...more }) as Move;
const kinds = (moves: Move[]) => moves.map((one) => one.kind);

it('offers every move in one place', () => {
  const moves = [
    ...['done', 'keep', 'leader', 'token', 'send', 'step', 'end-card', 'never-heard-of'].map(
      (kind) => move(kind),
    ),
  ];
  const { answers, choices, sheet } = sortMoves(moves, null, [], false);
  expect(kinds(answers)).toEqual(['done', 'keep']);
  expect(kinds(choices)).toEqual(['leader', 'token']);
  expect(kinds(sheet)).toEqual(['end-card', 'never-heard-of']);
});

it('puts on the sheet what is not drawn where one looks', () => {
  const contract = move('contract', { contract: 'c7' });
  const sheetOf = (moves: Move[], hand: unknown, phone = false) =>
    kinds(sortMoves(moves, 2, hand, phone).sheet);
  expect(sheetOf([contract], ['c7'])).toEqual([]);
  expect(sheetOf([contract], ['c8'])).toEqual(['contract']);
  expect(sheetOf([contract], 3)).toEqual(['contract']); // only how many: another player's
  expect(sheetOf([move('ability')], [])).toEqual([]);
  expect(sheetOf([move('ability')], [], true)).toEqual(['ability']);
  expect(sheetOf([move('partner', { move: 'with-g2' })], [])).toEqual([]);
  expect(sheetOf([move('partner', { move: 'with-sal' })], [])).toEqual(['partner']);
  const trades = [move('trade-first', { from: 2 }), move('trade-first', { from: 3 })];
  expect(sheetOf(trades, [])).toEqual(['trade-first']);
});

it('asks again before what nothing takes back', () => {
  expect(['leader', 'contract', 'end-card', 'send'].map((kind) => isCareful(move(kind)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

it('counts the lit places of each tab, of the piece in hand', () => {
  const send = (from: number, to: string, more: object = {}) =>
    move('send', { move: `g${from}>${to}`, from, piece: 3, to, ...more });
  const counts = countTabs(
    [
      send(1, 'market', { value: 3 }),
      send(1, 'market', { value: 4 }), // the same place
      send(2, 'academy'),
      send(1, 'negotiation', { faction: 'g', row: 1 }),
      send(1, 'hq'),
      send(1, 'depository', { row: 1, column: 2 }),
      move('step', { move: 'n' }),
      move('contract', { move: 'c7' }),
    ],
    1,
  );
  expect(counts).toEqual({ stations: 1, talks: 1, port: 2, planet: 1, cards: 1 });
});
