// What the printed pieces show (docs/packs.md). A table with a pack of its own gives it to the board.
import shipped from '../../../../data/circadians/reconstruction-2.json';
import { language } from '../../text';

export type Amount = number | string; // "value+2", "6-value", "all"
export type Amounts = Record<string, Amount>;
export type Effect = Record<string, unknown>;
export type Range = [number, number];

export interface Rule {
  on: string;
  to?: string[];
  with?: string;
  by?: string;
  from?: string;
  at?: string;
  if?: Record<string, unknown>;
  do: Effect[];
}
export interface Item {
  id: string;
  name: Record<string, string>;
  expansion?: boolean;
}
export interface Tile extends Item {
  points: number;
  slot?: boolean;
  rules: Rule[];
}
export interface Contract extends Item {
  kind: 'ongoing' | 'end';
  cost: Record<string, number>;
  points: number;
  rules: Rule[];
}
export interface Leader extends Item {
  rules: Rule[];
}
export interface Space {
  column?: number;
  value?: Range;
  min_players?: number;
}
export interface StationAction {
  column?: number;
  value: Range;
  cost: Amounts | Amounts[];
  do: Effect[];
}
export interface Station extends Item {
  pair?: boolean;
  spaces: { multi: Space[]; solo: Space[] };
  actions: StationAction[];
  free_steps?: number;
  max_steps?: number;
  step_cost?: Amounts;
}
export interface Need {
  count?: string;
  at_least?: number;
  any?: Need[];
}
export interface Row {
  row: number;
  cost?: Amounts;
  need?: Need;
  points: number;
  sides?: string[];
}
export interface Column extends Item {
  rows?: Row[];
  rows_multi?: Row[];
  rows_solo?: Row[];
}
export interface Incident extends Item {
  leader?: string;
  do: Effect[];
  solo_do?: Effect[];
}
export interface Hex {
  q: number;
  r: number;
  harvest: Record<string, number>;
  token?: Record<string, number>;
}
export interface Pack {
  constants: Record<string, { value: unknown }>;
  planet: {
    directions: { value: number; q: number; r: number; name: Record<string, string> }[];
    cache_corners: { q: number; r: number }[];
    sides: { spaces: Hex[] }[];
  };
  caches: { front: string; harvest: Record<string, number> }[];
  negotiation: Column[];
  factions: (Item & { faction: string; side: string; do: Effect[] })[];
  breakthroughs: Incident[];
  setbacks: Incident[];
  spaceport: {
    depository: Item & {
      columns: number[];
      rows: { row: number; min_players: number; do: Effect[] }[];
    };
    hq: Item & { spaces: { space: number; min_players: number }[]; do: Effect[] };
  };
  stations: Station[];
  trades: (Item & { give: Amounts; get: Amounts })[];
  research_base: {
    garages: { garage: number; cost: Amounts }[];
    farms: Tile[];
    farm_tile_slots: number;
    canteen: Amounts;
  };
  ships: Tile[];
  farms: Tile[];
  contracts: Contract[];
  events: (Item & { rules: Rule[] })[];
  leaders: Leader[];
  outposts: (Item & { do: Effect[] })[];
  specialists: (Item & { space: number; rules: Rule[]; points?: number })[];
  specialist_pair_points: { points: number };
  schemes: (Item & { value: number; gems: number; places: string[] })[];
}

export const shippedPack = shipped as unknown as Pack;

const others = import.meta.glob<Pack>(
  ['../../../../data/circadians/reconstruction-*.json', '!**/reconstruction-2.json'],
  { import: 'default' },
);
// A shipped pack that is not the usual one.
export const packNamed = (id: string): Promise<Pack> | undefined =>
  others[`../../../../data/circadians/${id}.json`]?.();

export const named = (item: { name: Record<string, string> } | undefined): string =>
  item ? (item.name[language()] ?? item.name.en ?? '') : '';

// What the n-th Farm of a base is: printed, or a tile.
export const farmAt = (pack: Pack, tiles: (string | null)[], n: number) => {
  const { farms } = pack.research_base;
  return farms[n - 1] ?? byId(pack.farms, tiles[n - 1 - farms.length]);
};

export function byId<T extends { id: string }>(
  list: T[],
  id: string | null | undefined,
): T | undefined {
  return id ? list.find((one) => one.id === id) : undefined;
}
export const constant = (pack: Pack, name: string): number =>
  Number(pack.constants[name]?.value ?? 0);
