import { expect, it } from 'vitest';
import { TableLog, type Told } from './log.svelte';

const told = (n: number, text = `line ${n}`, seat = 1): Told => ({
  n,
  event: { event: 'drew-hidden', seat, text },
});
const numbers = (log: TableLog) => log.lines.map((line) => line.n);

it('tells what has words, and reads it aloud', () => {
  const log = new TableLog(1);
  log.tell(told(0));
  log.tell(told(1, ''));
  log.tell(told(2, 'The moon rises', 0));
  expect(log.lines.map(({ n, seat, text }) => [n, seat, text])).toEqual([
    [0, 1, 'line 0'],
    [2, null, 'The moon rises'],
  ]);
  expect(log.spoken.map((one) => one.text)).toEqual(['line 0', 'The moon rises']);
});

it('reads nothing aloud twice, and keeps no more than is needed for it', () => {
  const log = new TableLog(1);
  log.rewrite([told(0), told(1)]);
  expect(log.spoken).toEqual([]);
  for (let n = 2; n < 102; ++n) log.tell(told(n));
  expect(log.lines).toHaveLength(102);
  expect(log.spoken).toHaveLength(40);
  expect(new Set(log.spoken.map((one) => one.id)).size).toBe(40);
  expect(log.spoken.at(-1)!.text).toBe('line 101');
});

it('has not told what was taken back', () => {
  const log = new TableLog(1);
  log.rewrite([told(0), told(1), told(2), told(4)]);
  log.without(new Set([1]));
  expect(numbers(log)).toEqual([0, 2, 4]);
  log.cutAt(2);
  expect(numbers(log)).toEqual([0]);
  expect([log.told, log.recapFrom]).toEqual([2, 2]);
});

it('sums up what happened since the last turn, for who plays', () => {
  for (const [viewer, expected] of [
    [1, [3]],
    [null, []],
  ] as const) {
    const log = new TableLog(viewer);
    log.rewrite([told(0), told(1), told(3, 'Anselm plays', 2)]);
    log.recapFrom = log.afterLastOf(1);
    expect(log.recap.map((line) => line.n)).toEqual(expected);
  }
});
