// What the printed pieces show and a view only numbers: stars on delivered tiles, bonuses of slots,
// improvements. A table with a pack of its own gives it to the board.
import shipped from '../../../../data/solenia/reconstruction-2.json';
import type { Half } from './model';

export type Mode = 'summer' | 'winter' | 'improvements';

export interface Improvement {
  kind: string;
  n: number;
  cost?: number;
}
export interface Pack {
  capacity: Record<string, { size: number }>;
  strips?: Record<string, { spaces: string; city?: string } | undefined>[];
  tiles: Record<Half, { cost: string; stars: number }[]>;
  slots: Record<string, Record<Half, { bonus: string }[]>>;
  improvements: Record<'level1' | Half, Improvement[]>;
}

export const shippedPack = shipped as unknown as Pack;

export const bonusOf = (pack: Pack, mode: Mode, half: Half, slot: number): string =>
  pack.slots[mode === 'summer' ? 'summer' : 'winter']?.[half][slot]?.bonus ?? '';
export const starsOf = (pack: Pack, half: Half, tile: number): number =>
  pack.tiles[half][tile - 1]?.stars ?? 0;
export const costOf = (pack: Pack, half: Half, tile: number): string =>
  pack.tiles[half][tile - 1]?.cost ?? '';
export const improvementOf = (
  pack: Pack,
  where: 'level1' | Half,
  tile: number | null | undefined,
): Improvement | null => (tile ? (pack.improvements[where][tile - 1] ?? null) : null);
