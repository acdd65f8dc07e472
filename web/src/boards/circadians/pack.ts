// What the printed pieces show (docs/packs.md, docs/schema/circadians-pack.json). A table with a pack of its own gives
// it to the board.
import type {
  CircadiansPack,
  CircadiansPackAmount,
  CircadiansPackColumn,
  CircadiansPackNeed,
  CircadiansPackPlanEffect,
  CircadiansPackRule,
  CircadiansPackRuleEffect,
  CircadiansPackStation,
  CircadiansPackValues,
  OneOf,
} from '../../engine/schema';
import { language } from '../../text';

export type {
  CircadiansPackColumn as Column,
  CircadiansPackContract as Contract,
  CircadiansPackLeader as Leader,
  CircadiansPackNeed as Need,
  CircadiansPackPlanetSpace as Hex,
  CircadiansPackStation as Station,
} from '../../engine/schema';
export type Pack = CircadiansPack;
export type Amount = CircadiansPackAmount; // "value+2", "6-value", "all"
// So much of whatever it is: a price, a gain, a discount.
export type Amounts = Readonly<Record<string, Amount | undefined>>;
export type Range = CircadiansPackValues;
// One thing that a piece does, or that holds while it lies there: it has one of the members.
export type Effect = OneOf<CircadiansPackPlanEffect | CircadiansPackRuleEffect>;
export type Rule = CircadiansPackRule;
export type Space = CircadiansPackStation['spaces']['multi'][number];
export type StationAction = CircadiansPackStation['actions'][number];
export type Tile = Pack['ships'][number] | Pack['farms'][number];
export type Incident = OneOf<Pack['breakthroughs'][number] | Pack['setbacks'][number]>;

const files = import.meta.glob<Pack>('../../../../data/circadians/reconstruction-2.json', {
  eager: true,
  import: 'default',
});
export const shippedPack = Object.values(files)[0]!;

const others = import.meta.glob<Pack>(
  ['../../../../data/circadians/reconstruction-*.json', '!**/reconstruction-2.json'],
  { import: 'default' },
);
// A shipped pack that is not the usual one.
export const packNamed = (id: string): Promise<Pack> | undefined =>
  others[`../../../../data/circadians/${id}.json`]?.();

// What only people read, no engine has looked at: it may be anything.
const isDict = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asGoods = (value: unknown): Amounts =>
  isDict(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (one): one is [string, Amount] =>
            typeof one[1] === 'number' || typeof one[1] === 'string',
        ),
      )
    : {};

export function named(item: { name?: unknown } | undefined): string {
  const names = isDict(item?.name) ? item.name : {};
  return String(names[language()] ?? names.en ?? '');
}

export const choicesOf = ({ choose }: Effect): Effect[][] => choose ?? [];

// A row of the Negotiation board, by its number.
export interface Row {
  row: number;
  points: number;
  cost?: Amounts;
  need?: CircadiansPackNeed;
  aiNeed?: CircadiansPackNeed; // of the AI
}
const numbered = <T>(rows: T[]) => rows.map((one, i) => ({ ...one, row: i + 1 }));
export function rowsOf(column: CircadiansPackColumn, side: 'multi' | 'solo'): Row[] {
  if (column.rows) return numbered(column.rows.filter((row) => row.sides.includes(side)));
  if (side === 'multi')
    return numbered(column.rows_multi.map(({ need, points }) => ({ need, points })));
  return numbered(
    column.rows_solo.map(({ need, points, ai_need: aiNeed }) => ({ need, points, aiNeed })),
  );
}

// What the n-th Farm of a base is: printed, or a tile.
export const farmAt = (pack: Pack, tiles: (string | null)[], n: number) => {
  const { farms } = pack.research_base;
  return farms[n - 1] ?? byId(pack.farms, tiles[n - 1 - farms.length]);
};

export function byId<T extends { id?: unknown }>(
  list: readonly T[],
  id: string | null | undefined,
): T | undefined {
  return id ? list.find((one) => one.id === id) : undefined;
}
export const constant = (pack: Pack, name: string): number =>
  Number(pack.constants[name]?.value ?? 0);
