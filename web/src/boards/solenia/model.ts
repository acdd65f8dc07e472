// What a view of Solenia holds (docs/schema/solenia-view.json), read for drawing. No rule is known here.
import type { Move, View } from '../../engine/messages';
import type { SoleniaView } from '../../engine/schema';

type Resource = 'W' | 'H' | 'S' | 'A';
export type Terrain = Resource | 'day-city' | 'night-city';
export type Sky = 'day' | 'dusk' | 'night' | 'dawn';
export type Half = 'day' | 'night';

export type { SoleniaView } from '../../engine/schema';
export type Player = SoleniaView['players'][number];
export type Tile = SoleniaView['tiles'][Half][number] & { gone?: boolean }; // on its way to a slot
// How a player stands with an order of the display.
export type Standing = NonNullable<Player['orders']>[Half][number];

export const asSolenia = (view: View): SoleniaView => view as SoleniaView;

export const RESOURCES: Resource[] = ['W', 'H', 'S', 'A'];
export const ICON: Record<Terrain, string> = {
  W: 'i-wood',
  H: 'i-wheat',
  S: 'i-stone',
  A: 'i-water',
  'day-city': 'i-cityday',
  'night-city': 'i-citynight',
};
export const ISLAND: Record<Terrain, string> = {
  W: 'isl-wood',
  H: 'isl-wheat',
  S: 'isl-stone',
  A: 'isl-water',
  'day-city': 'isl-cityday',
  'night-city': 'isl-citynight',
};
export const LETTER: Record<Terrain, string> = {
  W: 'W',
  H: 'H',
  S: 'S',
  A: 'A',
  'day-city': 'D',
  'night-city': 'N',
};
export const iconOf = (letter: string): string => ICON[letter as Resource] ?? 'i-any';
export const isCity = (terrain: Terrain): boolean => terrain.endsWith('city');

export const COLUMNS = ['a', 'b', 'c', 'd', 'e'];
export const ROWS = [1, 2, 3, 4, 5];

export function skyOf(row: string | null | undefined): Sky {
  const word = (row ?? '').replace(/^\d/, '');
  return word === 'dusk' || word === 'night' || word === 'dawn' ? word : 'day';
}

// --- cards ---

export interface Card {
  value: number;
  gain: string; // letters of resources
  space: number; // so many of what lies beneath
  starIf: string; // a star if it lay on this
}

export function readCard(name: string): Card {
  const rest = name.slice(1);
  return {
    value: Number(name[0] ?? 0),
    gain: /^[WHSA]+$/.test(rest) ? rest : '',
    space: rest.startsWith('x') ? Number(rest.slice(1)) : 0,
    starIf: rest.startsWith('*') ? rest.slice(1) : '',
  };
}

export function cardAt(view: SoleniaView, space: string): { seat: number; card: string } | null {
  const text = view.cards[space];
  if (!text) return null;
  const [seat, card] = text.split(':');
  return { seat: Number(seat), card: card ?? '' };
}

// --- players ---

export { liveryOf, type Livery } from '../common/livery';

// The neutral player of the solo game is the one without a score.
export const isNeutral = (view: SoleniaView, seat: number): boolean =>
  view.players[seat - 1] !== undefined && view.players[seat - 1]!.score === undefined;

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
export const starsTaken = (player: Player): number => sum(Object.values(player.stars));
export const handSize = (player: Player): number => player.hand?.length ?? player.hand_size ?? 0;
export const deckSize = (player: Player): number =>
  player.deck ? player.deck.length : (player.unseen?.length ?? 0) - (player.hand_size ?? 0);

export const goodsInOrder = (store: string): Resource[] =>
  RESOURCES.flatMap((one) => [...store].filter((letter) => letter === one).map(() => one));
export const countOf = (store: string, resource: string): number =>
  [...store].filter((letter) => letter === resource).length;

// Which letters of a cost are drawn as missing: of like ones the last.
export const ghosts = (cost: string, missing: string): boolean[] =>
  [...cost].map((letter, at) => countOf(cost.slice(at), letter) <= countOf(missing, letter));

// --- moves ---

export type PlayMove = Extract<Move, { kind: 'play'; card: string }>;
export const isPlay = (move: Move): move is PlayMove => move.kind === 'play';
export const text = (move: Move, part: keyof Move): string => String(move[part] ?? '');
export const number = (move: Move, part: keyof Move): number => Number(move[part] ?? 0);
