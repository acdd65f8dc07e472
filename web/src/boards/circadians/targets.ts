// Legal moves, sorted to where they are lit.
import type { Move } from '../../engine/messages';
import { inRange, type Berth } from './model';

export type Send = Extract<Move, { kind: 'send' }>;
export type From = Send['from'];
export const isSend = (move: Move): move is Send => move.kind === 'send';

// The name of a place, as it stands in data-place.
export function placeOf(move: Send): string {
  switch (move.to) {
    case 'mining_camp':
      return `mining_camp-${move.column}`;
    case 'depository':
      return `depository-${move.row}-${move.column}`;
    case 'negotiation':
      return `${move.faction}-${move.row}`;
    case 'outpost':
      return `outpost-${move.owner}`;
    case 'farm':
      return `farm-${move.farm}`;
    default:
      return move.to;
  }
}

// How a place is lit: as it is, or only as another value.
export interface Target {
  moves: Send[];
  exact: boolean;
  as: number | null; // the value that leads there, when it is another one
}

export class Targets {
  private readonly at = new Map<string, Send[]>();
  constructor(moves: Move[], from: From | null, value: number | null) {
    for (const move of moves) {
      if (!isSend(move) || move.from !== from) continue;
      if (value !== null && move.value !== undefined && move.value !== value) continue;
      const place = placeOf(move);
      const list = this.at.get(place);
      if (list) list.push(move);
      else this.at.set(place, [move]);
    }
  }
  get size(): number {
    return this.at.size;
  }
  places(): string[] {
    return [...this.at.keys()];
  }
  // `berth`: only what fits its values.
  of(place: string, berth?: Berth): Target | null {
    const all = this.at.get(place) ?? [];
    const range = berth?.space.value;
    const moves = range
      ? all.filter((move) => move.value === undefined || inRange(move.value, range))
      : all;
    if (moves.length === 0) return null;
    const exact = moves.some(
      (move) =>
        typeof move.piece !== 'number' || move.value === undefined || move.value === move.piece,
    );
    return { moves, exact, as: exact ? null : (moves[0]!.value ?? null) };
  }
}

// What a tap on a place sends: with its own value where that fits.
export const best = (target: Target): Send =>
  target.moves.find((move) => move.value === undefined || move.value === move.piece) ??
  target.moves[target.moves.length - 1]!;

export const froms = (moves: Move[]): From[] => [
  ...new Set(
    moves
      .filter((move) => isSend(move) || move.kind === 'trade-first')
      .map((move) => move.from as From),
  ),
];
// The values a piece may count as, where there is more than one.
export function valuesOf(moves: Move[], from: From | null): number[] {
  const all = moves.filter(isSend).filter((move) => move.from === from);
  const values = new Set(all.flatMap((move) => (move.value === undefined ? [] : [move.value])));
  return [...values].sort((a, b) => a - b);
}
