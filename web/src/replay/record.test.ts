import { describe, expect, it } from 'vitest';
import type { Played, TableRecord } from './messages';
import {
  cutRecord,
  leadsOf,
  namesOf,
  playedIn,
  recordIn,
  stepAfter,
  stepAt,
  stopsOf,
} from './record';

const record = {
  format: 'tidelock-record/1',
  game: 'solenia',
  names: ['Ann', ''],
  moves: ['deal = 1', 'deal = 2', '1: a', 'deck = 3', '2: b', '2: c', 'deck = 4'],
  result: { scores: [1, 2] },
  seed: 7,
} as unknown as TableRecord; // as much of one as is looked at
const played: Played[] = playedIn(record);

describe('steps of a record', () => {
  it('finds the moves of people among the outcomes of chance', () => {
    expect(played).toEqual([
      { entry: 3, seat: 1, move: 'a' },
      { entry: 5, seat: 2, move: 'b' },
      { entry: 6, seat: 2, move: 'c' },
    ]);
  });

  it('gives what chance brings to the move before', () => {
    expect(stopsOf(played, 7)).toEqual([2, 4, 5, 7]);
  });

  it('gives a forced move to the one of the same seat before it, and to no other', () => {
    const forced = played.map((one) => ({ ...one, forced: one.move !== 'a' }));
    expect(leadsOf(forced).map((one) => one.move)).toEqual(['a', 'b']);
  });

  it('knows at which step an entry is', () => {
    const stops = stopsOf(played, 7);
    expect([0, 2, 3, 4, 5, 6, 7, 99].map((entry) => stepAt(stops, entry))).toEqual([
      0, 0, 0, 1, 2, 2, 3, 3,
    ]);
    expect([1, 3, 4, 5, 7].map((entry) => stepAfter(played, entry))).toEqual([0, 1, 1, 2, 3]);
  });
});

describe('parts of a record', () => {
  it('leaves result and luck behind when it is cut', () => {
    const cut = cutRecord(record, 4);
    expect(cut.moves).toEqual(record.moves.slice(0, 4));
    expect(cut).not.toHaveProperty('result');
    expect(cut).not.toHaveProperty('seed');
    expect(record.moves).toHaveLength(7);
  });

  it('names seats without a name by their number', () => {
    expect(namesOf(record, 3)).toEqual(['Ann', '2', '3']);
  });

  it('is found in a saved table, and not in anything else', () => {
    expect(recordIn(record)).toBe(record);
    expect(recordIn({ format: 'tidelock-table/1', record })).toBe(record);
    for (const other of [null, 1, 'x', {}, { format: 'tidelock-record/1', game: 'x', moves: [1] }])
      expect(recordIn(other)).toBeNull();
  });
});
