// What the printed pieces show and a view only numbers (docs/schema/solenia-pack.json): stars on delivered tiles,
// bonuses of slots, improvements. A table with a pack of its own gives it to the board.
import type {
  OneOf,
  SoleniaPack,
  SoleniaPackHalves,
  SoleniaPackLevel1,
  SoleniaPackSide,
  SoleniaPackTwilightSide,
  SoleniaView,
} from '../../engine/schema';
import type { Half } from './model';

export type Pack = SoleniaPack;
export type Mode = SoleniaView['mode'];
type Improvements = OneOf<SoleniaPackLevel1 | SoleniaPackHalves[number]>;
// What is drawn of one.
export type Improvement = Pick<Improvements, 'kind' | 'n' | 'cost'>;

const files = import.meta.glob<Pack>('../../../../data/solenia/reconstruction-2.json', {
  eager: true,
  import: 'default',
});
export const shippedPack = Object.values(files)[0]!;

// A side of a strip, with the piece of sky above it.
export type Side = OneOf<SoleniaPackSide | SoleniaPackTwilightSide>;
export const sideOf = (
  strip: Pack['strips'][number] | undefined,
  sky: string,
): Side | undefined => {
  const sides: Record<string, Side> = strip ?? {};
  return sides[sky];
};

export const bonusOf = (pack: Pack, mode: Mode, half: Half, slot: number): string =>
  pack.slots[mode === 'summer' ? 'summer' : 'winter'][half][slot]?.bonus ?? '';
export const starsOf = (pack: Pack, half: Half, tile: number): number =>
  pack.tiles[half][tile - 1]?.stars ?? 0;
export const costOf = (pack: Pack, half: Half, tile: number): string =>
  pack.tiles[half][tile - 1]?.cost ?? '';
export const improvementOf = (
  pack: Pack,
  where: 'level1' | Half,
  tile: number | null | undefined,
): Improvement | null => (tile ? (pack.improvements[where][tile - 1] ?? null) : null);
