import { expect, it } from 'vitest';
import { DEMO } from '../testing';
import type { Result } from '../store';
import { groupsOf, partsOf } from './averages';

const result = (more: Partial<Result>): Result => ({
  id: 'x',
  game: DEMO,
  mode: 'mode=a',
  players: 2,
  seats: [{ name: 'Mira' }, { bot: 'easy' }],
  scores: [10, 8],
  winners: [1],
  mine: 1,
  finished: 0,
  ...more,
});

it('compares like with like', () => {
  const groups = groupsOf(
    [
      result({}),
      result({ scores: [5, 9], winners: [2] }),
      result({ mode: 'mode=b' }),
      result({ seats: [{ bot: 'hard' }, { name: 'Mira' }], mine: 2 }),
      result({ seats: [{ name: 'Mira' }, { name: 'Tove' }] }),
      result({ seats: [{ bot: 'easy' }, { bot: 'hard' }], mine: 0 }),
    ],
    ['easy', 'hard'],
  );
  expect(groups.map(({ mode, games }) => [mode, games])).toEqual([
    ['mode=a', 3],
    ['mode=b', 1],
  ]);
  expect(groups[0]!.lines).toEqual([
    { against: 'easy', games: 2, wins: 1, average: 7.5, best: 10 },
    { against: 'hard', games: 1, wins: 0, average: 8, best: 8 },
  ]);
});
it('reads what was kept of the options', () => {
  expect(partsOf('')).toEqual([]);
  expect(partsOf('mode=winter start=dawn')).toEqual([
    ['mode', 'winter'],
    ['start', 'dawn'],
  ]);
});
