// What a view of Circadians holds (docs/schema/circadians-view.json), read for drawing. No rule is known here.
import type { View } from '../../engine/messages';
import type { CircadiansView as CircadiansAsTold } from '../../engine/schema';
import { liveryOf, type Livery } from '../common/livery';
import {
  rowsOf as printedRows,
  type Column,
  type Pack,
  type Range,
  type Row,
  type Space,
  type Station,
} from './pack';

export type Good = 'water' | 'algae' | 'energy' | 'gem';
export const GOODS: Good[] = ['water', 'algae', 'energy', 'gem'];
export const LETTER: Record<Good, string> = { water: 'W', algae: 'A', energy: 'E', gem: 'G' };
const GOOD_OF: Record<string, Good> = { W: 'water', A: 'algae', E: 'energy', G: 'gem' };

export const SPECIALIST = 7;
export type Value = number | 'u' | 'sal'; // a piece: 1 to 6, 7 a Specialist; u: not rolled
export interface Piece {
  seat: number;
  value: Value;
}

// A replay of all hands looks as somebody all the same.
export type CircadiansView = CircadiansAsTold & { seat?: number | null };
export type Player = CircadiansView['players'][number];
export const asCircadians = (view: View): CircadiansView => view as CircadiansView;

export const bit = (bits: number, at: number): boolean => ((bits >> at) & 1) === 1;
export const isSolo = (view: CircadiansView): boolean => view.seats === 1;
export const isAi = (view: CircadiansView, seat: number): boolean => isSolo(view) && seat === 2;
export const livery = (view: CircadiansView, seat: number): Livery =>
  liveryOf(seat, isAi(view, seat));
export const bodyOf = (seat: number): string => ['kite', 'gull', 'anchor', 'fern'][(seat - 1) % 4]!;
export const tintOf = (view: CircadiansView, seat: number): string =>
  isAi(view, seat) ? 'pn' : ['pk', 'pg', 'pa', 'pf'][(seat - 1) % 4]!;

// "2-4", "1-s", "1-sal"
export function readPiece(text: string | null | undefined): Piece | null {
  if (!text) return null;
  const [seat, what] = text.split('-');
  return {
    seat: Number(seat),
    value: what === 's' ? SPECIALIST : what === 'sal' ? 'sal' : Number(what) || 'u',
  };
}

// "10W2A"; "0" is nothing.
export function readGoods(text: string): Partial<Record<Good, number>> {
  const goods: Partial<Record<Good, number>> = {};
  for (const [, n, letter] of text.matchAll(/(\d+)([WAEG])/g)) goods[GOOD_OF[letter!]!] = Number(n);
  return goods;
}
export const goodOf = (letter: string): Good => GOOD_OF[letter] ?? 'water';

export const handSize = (player: Player): number =>
  typeof player.hand === 'number' ? player.hand : player.hand.length;
export const handOf = (player: Player): string[] =>
  typeof player.hand === 'number' ? [] : player.hand;

// --- boards ---

export const inRange = (n: number, [from, to]: Range): boolean => n >= from && n <= to;

const multi = (view: CircadiansView): 'multi' | 'solo' => (isSolo(view) ? 'solo' : 'multi');

export interface Berth {
  at: number; // its place in the station
  space: Space;
  piece: Piece | null;
  partner: Piece | null;
}
export const STATIONS = [
  'mining_camp',
  'laboratory',
  'foundry',
  'control_room',
  'market',
  'academy',
  'temple',
];
export const STATION_ICON: Record<string, string> = {
  mining_camp: 's-mining',
  laboratory: 's-lab',
  foundry: 's-foundry',
  control_room: 's-control',
  market: 's-market',
  academy: 's-academy',
  temple: 's-temple',
  hq: 's-hq',
  depository: 's-depo',
  negotiation: 's-nego',
  outpost: 'i-outpost',
  canteen: 'i-canteen',
};
export const openAt = (view: CircadiansView, least: number | undefined): boolean =>
  (least ?? 1) <= Math.max(view.seats, isSolo(view) ? 1 : 2);

export function berthsOf(view: CircadiansView, station: Station): Berth[] {
  const at = STATIONS.indexOf(station.id);
  return station.spaces[multi(view)].flatMap((space, i) =>
    openAt(view, space.min_players)
      ? [
          {
            at: i,
            space,
            piece: readPiece(view.stations[at]?.[i]),
            partner: station.pair ? readPiece(view.partners[i]) : null,
          },
        ]
      : [],
  );
}

export const FACTIONS = ['oxataya', 'leyrien', 'zcharo', 'jrayek', 'ahzuri'];
export const sideOf = (view: CircadiansView, faction: string): 'A' | 'B' =>
  bit(view.sides, 1 + FACTIONS.indexOf(faction)) ? 'B' : 'A';
export const rowsOf = (view: CircadiansView, column: Column): Row[] =>
  printedRows(column, multi(view));
// What an automatic opponent has stands beside the seats' points.
export const pointsOf = (view: CircadiansView, seat: number): number | undefined =>
  isAi(view, seat) ? view.ai_points : view.points[seat - 1];

// --- the Planet ---

export interface PlanetSpace {
  at: number;
  q: number;
  r: number;
  harvest: Record<string, number>;
  token: Record<string, number> | null; // still there
  cache: { points?: number } | null;
  harvesters: number[];
}
export const FIRST_CORNER = 31;
export function spacesOf(view: CircadiansView, pack: Pack): PlanetSpace[] {
  const side = pack.planet.sides[bit(view.sides, 0) ? 1 : 0]!;
  const standing = (at: number) =>
    view.players.flatMap((player, i) => (player.harvester === at ? [i + 1] : []));
  const printed = side.spaces.map((hex, at) => ({
    at,
    q: hex.q,
    r: hex.r,
    harvest: hex.harvest,
    token: view.planet_tokens[at] ? (hex.token ?? null) : null,
    cache: null,
    harvesters: standing(at),
  }));
  const corners = pack.planet.cache_corners.map(({ q, r }, i) => {
    const cache = view.caches[i];
    const front = cache?.front === 'energy' ? 'power' : 'gem';
    return {
      at: FIRST_CORNER + i,
      q,
      r,
      harvest: pack.caches.find((one) => one.front === front)?.harvest ?? {},
      token: null,
      cache: cache?.points === undefined ? {} : { points: cache.points },
      harvesters: standing(FIRST_CORNER + i),
    };
  });
  return [...printed, ...corners];
}
// The space one step away, if there is one.
export function neighbour(spaces: PlanetSpace[], from: number, direction: number, pack: Pack) {
  const start = spaces.find((one) => one.at === from);
  const step = pack.planet.directions.find((one) => one.value === direction);
  if (!start || !step) return undefined;
  return spaces.find((one) => one.q === start.q + step.q && one.r === start.r + step.r);
}

// --- the round ---

export type Phase = CircadiansView['phase'];
