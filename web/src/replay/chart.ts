// The graph of an analysis as lines over the steps of a replay. Values go from 0 to 1: chances, or
// alone parts of a round number of points.
import type { Analysis, Decision, GraphPoint, Played, TurningPoint } from './messages';
import { stepAfter } from './record';

interface ChartPoint {
  step: number;
  value: number;
}

export interface Line {
  seat: number;
  points: ChartPoint[];
}

export interface Dot {
  step: number;
  value: number;
  turn: TurningPoint;
}

export interface Chart {
  kind: 'alone' | 'two' | 'many';
  steps: number;
  top: number; // what 1 stands for: 1, or points
  lines: Line[];
  dots: Dot[];
}

const LEAST_TOP = 10;

function valuesOf(point: GraphPoint, top: number): number[] {
  return (point.chances ?? [point.points ?? 0]).map((value) =>
    Math.min(1, Math.max(0, value / top)),
  );
}

export function chartOf(
  graph: readonly GraphPoint[],
  turns: readonly TurningPoint[],
  decisions: readonly Played[],
  seats: number,
): Chart {
  const alone = seats === 1;
  const most = Math.max(LEAST_TOP, ...graph.map((point) => point.points ?? 0));
  const top = alone ? Math.ceil(most / 10) * 10 : 1;
  const lines: Line[] = Array.from({ length: seats }, (_, i) => ({ seat: i + 1, points: [] }));
  // Before anybody has decided all are equal; alone what is expected is known only later.
  if (!alone) for (const line of lines) line.points.push({ step: 0, value: 1 / seats });
  for (const point of graph) {
    const step = stepAfter(decisions, point.entry);
    valuesOf(point, top).forEach((value, i) => {
      const points = lines[i]?.points;
      if (!points) return;
      // The result of the game stands for its last step.
      if (points.at(-1)?.step === step) points.pop();
      points.push({ step, value });
    });
  }
  const dots = turns.map((turn): Dot => {
    const step = stepAfter(decisions, turn.entry);
    const line = lines[turn.seat - 1]!.points;
    // Two players share one line: that of the first seat.
    const own = seats === 2 ? lines[0]!.points : line;
    const point = own.find((one) => one.step === step);
    return { step, value: point?.value ?? turn.after / top, turn };
  });
  return {
    kind: alone ? 'alone' : seats === 2 ? 'two' : 'many',
    steps: decisions.length,
    top,
    lines,
    dots,
  };
}

// What is known of the graph while the analysis goes on: each seat's latest own chance, brought to a
// sum of 1 (docs/analysis.md). Decisions that were not told yet are missing.
export function graphSoFar(decisions: readonly Decision[], seats: number): GraphPoint[] {
  const latest = Array.from({ length: seats }, () => 1 / seats);
  return decisions.map((one) => {
    if (seats === 1) return { entry: one.entry, points: one.played.points ?? 0 };
    latest[one.seat - 1] = one.played.chance ?? 0;
    const sum = latest.reduce((a, b) => a + b, 0);
    return {
      entry: one.entry,
      chances: latest.map((value) => (sum > 0 ? value / sum : value)),
    };
  });
}

// The value of a line at a step, also between its points.
export function valueAt(line: Line, step: number): number | null {
  let value: number | null = null;
  for (const point of line.points) {
    if (point.step > step) break;
    value = point.value;
  }
  return value;
}

const round = (n: number) => Math.round(n * 10) / 10;

export function linePath(line: Line, steps: number, width: number, height: number): string {
  const x = (step: number) => round((step / Math.max(1, steps)) * width);
  const y = (value: number) => round((1 - value) * height);
  return line.points
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.step)} ${y(point.value)}`)
    .join('');
}

// The line closed along a level, to be filled.
export function areaPath(
  line: Line,
  level: number,
  steps: number,
  width: number,
  height: number,
): string {
  if (line.points.length === 0) return '';
  const x = (step: number) => round((step / Math.max(1, steps)) * width);
  const base = round((1 - level) * height);
  const first = line.points[0]!;
  const last = line.points.at(-1)!;
  return (
    `M${x(first.step)} ${base}` +
    linePath(line, steps, width, height).replace('M', 'L') +
    `L${x(last.step)} ${base}z`
  );
}

// Labels at the end of lines, pushed apart so that none covers another; in the order of the lines.
export function spread(values: readonly number[], least: number): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((a, b) => b.value - a.value);
  let before = 1 + least;
  for (const one of order) {
    one.value = Math.min(one.value, before - least);
    before = one.value;
  }
  let below = -least;
  for (const one of [...order].reverse()) {
    one.value = Math.max(one.value, below + least);
    below = one.value;
  }
  const out = [...values];
  for (const one of order) out[one.i] = one.value;
  return out;
}

export type { Analysis };
