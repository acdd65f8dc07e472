// A pack of Solenia as it is drawn and corrected (docs/packs.md). Which values are possible is not known here.
import type { SoleniaPackCard } from '../../../engine/schema';
import { RESOURCES, type Half, type Sky, type Terrain } from '../model';
import { sideOf, type Improvement, type Pack, type Side } from '../pack';

type Card = SoleniaPackCard;
export type Board = keyof Pack['slots'];

export const HALVES: Half[] = ['day', 'night'];
export const BOARDS: Board[] = ['summer', 'winter'];
export const SIDES: Sky[] = ['day', 'night', 'dawn', 'dusk'];
type Kind = Improvement['kind'];
export const LEVEL1: Kind[] = [
  'gain-choice',
  'gain-each',
  'stars',
  'voyage-discount',
  'stand-in',
  'delivery-stars',
  'zero-gain',
  'diagonal',
];
export const LEVEL3: Kind[] = [
  'row',
  'opposite-row',
  'pairs',
  'leftovers',
  'cost-exactly',
  'cost-at-least',
  'cards',
  'flat',
];
// The sides of a strip, each with the sky above it.
export const sidesOf = (strip: Pack['strips'][number]): [Sky, Side][] =>
  SIDES.flatMap((sky) => {
    const side = sideOf(strip, sky);
    return side ? [[sky, side] as [Sky, Side]] : [];
  });
export const hasCost = (kind: string): boolean => kind.startsWith('cost-');

export const inOrder = (letters: string): string =>
  RESOURCES.flatMap((one) => [...letters].filter((letter) => letter === one)).join('');

// As the notation names it: 0WS, 1x1, 2*A.
export function cardName(card: Card): string {
  if (card.gain !== undefined) return `${card.value}${inOrder(card.gain)}`;
  if (card.space !== undefined) return `${card.value}x${card.space}`;
  return `${card.value}*${card.starIf ?? ''}`;
}

export type Effect = 'gain' | 'space' | 'starIf';
export const effectOf = (card: Card): Effect =>
  card.gain !== undefined ? 'gain' : card.space !== undefined ? 'space' : 'starIf';
// The same card with another kind of effect, as close as can be.
export function withEffect(card: Card, effect: Effect): object {
  const letters = card.gain ?? card.starIf ?? 'W';
  const { value, from } = card;
  const what =
    effect === 'gain'
      ? { gain: letters }
      : effect === 'space'
        ? { space: 1 }
        : { starIf: letters.charAt(0) || 'W' };
  return { value, ...what, from };
}

export function terrainOf(letter: string, side: Sky, entry: Side): Terrain {
  if (letter !== 'C') return letter as Terrain;
  const half = entry.city ?? (side === 'night' || side === 'dusk' ? 'night' : 'day');
  return `${half}-city`;
}

export type BonusKind = 'goods' | 'either' | 'stars' | 'room';
export function bonusKind(bonus: string): BonusKind {
  if (bonus.startsWith('+')) return 'room';
  if (bonus.endsWith('*')) return 'stars';
  return bonus.includes('|') ? 'either' : 'goods';
}
export function withKind(bonus: string, kind: BonusKind): string {
  const letters = bonus.replace(/[^WHSA]/g, '');
  if (kind === 'room') return '+1';
  if (kind === 'stars') return '5*';
  if (kind === 'either') {
    const two = [...new Set(letters)];
    return (two.length > 1 ? two : ['W', 'H']).join('|');
  }
  return letters || 'W';
}
