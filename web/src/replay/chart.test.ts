import { describe, expect, it } from 'vitest';
import { areaPath, chartOf, graphSoFar, linePath, spread, valueAt } from './chart';
import type { Decision, Played } from './messages';

const played: Played[] = [3, 5, 6, 9].map((entry, i) => ({ entry, seat: (i % 2) + 1, move: 'x' }));

describe('a chart', () => {
  const chart = chartOf(
    [
      { entry: 3, chances: [0.6, 0.4] },
      { entry: 5, chances: [0.3, 0.7] },
      { entry: 9, chances: [0.2, 0.8] },
      { entry: 12, chances: [0, 1] },
    ],
    [{ entry: 5, seat: 2, before: 0.4, after: 0.7, lost: { chance: 0, points: 0 } }],
    played,
    2,
  );

  it('begins with equal chances and ends with the result', () => {
    expect(chart.kind).toBe('two');
    expect(chart.lines[0]!.points).toEqual([
      { step: 0, value: 0.5 },
      { step: 1, value: 0.6 },
      { step: 2, value: 0.3 },
      { step: 4, value: 0 },
    ]);
  });

  it('puts a turning point on the line that two players share', () => {
    expect(chart.dots).toMatchObject([{ step: 2, value: 0.3 }]);
  });

  it('holds a value until the next one is known', () => {
    expect(valueAt(chart.lines[0]!, 3)).toBe(0.3);
    expect(valueAt({ seat: 1, points: [] }, 3)).toBeNull();
  });

  it('draws lines and areas in the room it is given', () => {
    expect(linePath(chart.lines[0]!, 4, 400, 100)).toBe('M0 50L100 40L200 70L400 100');
    expect(areaPath(chart.lines[0]!, 0.5, 4, 400, 100)).toBe(
      'M0 50L0 50L100 40L200 70L400 100L400 50z',
    );
    expect(areaPath({ seat: 1, points: [] }, 0.5, 4, 400, 100)).toBe('');
  });

  it('shows points alone, up to a round number', () => {
    const solo = chartOf([{ entry: 3, points: 31 }], [], played, 1);
    expect(solo).toMatchObject({ kind: 'alone', top: 40 });
    expect(solo.lines[0]!.points).toEqual([{ step: 1, value: 31 / 40 }]);
  });

  it('pushes labels apart and keeps them inside', () => {
    const [a, b, c] = spread([0, 0.02, 1], 0.2) as [number, number, number];
    expect(b - a).toBeGreaterThanOrEqual(0.2 - 1e-9);
    expect(a).toBeGreaterThanOrEqual(0);
    expect(c).toBe(1);
    expect(Math.max(...spread([1, 1, 1, 1], 0.2))).toBeLessThanOrEqual(1);
  });
});

it('follows an analysis while it goes on', () => {
  const decision = (entry: number, seat: number, chance: number) =>
    ({ entry, seat, played: { move: 'x', chance } }) as Decision;
  const graph = graphSoFar([decision(3, 1, 0.75), decision(5, 2, 0.25)], 2);
  expect(graph[0]!.chances![0]).toBeCloseTo(0.6);
  expect(graph[1]!.chances).toEqual([0.75, 0.25]);
});
