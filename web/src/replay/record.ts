// Records as they are looked at: where one may stand in them, and what is left of one that is cut.
import type { Played, TableRecord } from './messages';

// What one stops at: every move, but for those that only finish the one before.
export function leadsOf(decisions: readonly Played[]): Played[] {
  return decisions.filter((one, i) => !one.forced || one.seat !== decisions[i - 1]?.seat);
}

// Steps go from decision to decision: what chance brings after a move belongs to it. stops[k] is
// how many entries of the record have happened after k moves; the set-up is over at stops[0].
export function stopsOf(decisions: readonly Played[], entries: number): number[] {
  const stops = decisions.map((one) => one.entry - 1);
  stops.push(entries);
  return stops;
}

// The step at which so many entries have happened, or the last one before.
export function stepAt(stops: readonly number[], entry: number): number {
  let step = 0;
  while (step + 1 < stops.length && stops[step + 1]! <= entry) step++;
  return step;
}

// The step right after this entry, a decision, was played.
export function stepAfter(decisions: readonly Played[], entry: number): number {
  let step = 0;
  while (step < decisions.length && decisions[step]!.entry <= entry) step++;
  return step;
}

// The same game up to here. How it ended and what its luck came from do not belong to it any more.
export function cutRecord(record: TableRecord, entries: number): TableRecord {
  const cut: TableRecord = { ...record, moves: record.moves.slice(0, entries) };
  delete cut['result'];
  delete cut['seed'];
  return cut;
}

// Whether it looks like a record at all; whether it is one is for the engine to say.
function looksLikeRecord(value: unknown): value is TableRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  return (
    record['format'] === 'tidelock-record/1' &&
    typeof record['game'] === 'string' &&
    Array.isArray(record['moves']) &&
    record['moves'].every((move) => typeof move === 'string')
  );
}

// A saved table holds its record.
export function recordIn(value: unknown): TableRecord | null {
  if (looksLikeRecord(value)) return value;
  if (typeof value === 'object' && value !== null) {
    const inner = (value as Record<string, unknown>)['record'];
    if (looksLikeRecord(inner)) return inner;
  }
  return null;
}

// As one seat saw it: can be read, but not played through.
export const isPartial = (record: TableRecord): boolean => 'seat' in record;

export function namesOf(record: TableRecord, seats: number): string[] {
  const given = Array.isArray(record['names']) ? (record['names'] as unknown[]) : [];
  return Array.from({ length: seats }, (_, i) => {
    const name = given[i];
    return typeof name === 'string' && name !== '' ? name : String(i + 1);
  });
}

// The moves of somebody as the record itself writes them: SEAT: MOVE, where chance has STREAM = OUTCOME.
export function playedIn(record: TableRecord): Played[] {
  return record.moves.flatMap((text, i) => {
    const found = /^(\d+): (.*)$/.exec(text);
    return found ? [{ entry: i + 1, seat: Number(found[1]), move: found[2]! }] : [];
  });
}
