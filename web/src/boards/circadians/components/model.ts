// A pack of Circadians as it is drawn and corrected (docs/packs.md). Which values are possible is not known here.
import type { PackPath } from '../../types';

export const GOODS = ['water', 'algae', 'energy', 'gem'];
const THINGS = [...GOODS, 'contract', 'die', 'specialist', 'any'];

// --- the numbers of an entry ---

export interface Field {
  path: PackPath; // from the entry on
  value: number;
  part: string; // what it is called
  nth?: number; // or which of its like it is
  write: (n: number) => unknown; // what the pack holds for that number
}
// Fields that belong together: a cost, a gain, the numbers of a row.
export interface FieldSet {
  path: PackPath;
  kind: string;
  trail: [string, number][]; // where it stands: [['rows', 3]]
  fields: Field[];
}

// Names, places and order of things: not what is corrected.
const FIXED = [
  'id',
  'name',
  'tag',
  'tags',
  'q',
  'r',
  'ring',
  'position',
  'row',
  'column',
  'columns',
  'space',
  'garage',
  'stack',
  'slot',
  'peek',
  'stars',
  'roll',
  'else',
  'collected',
  'sides',
];
// Lists whose members are told by their number.
const NUMBERED = [
  'rows',
  'rows_multi',
  'rows_solo',
  'actions',
  'garages',
  'board',
  'choose',
  'replace_cost',
  'cost',
  'value',
  'points',
  'any',
  'exploitation',
];
// Lists of numbers that are printed values.
const NUMBERS = ['value', 'die', 'value_set', 'specialist_points'];
// What may hold any resource, or none.
const OPEN = [
  'cost',
  'give',
  'get',
  'harvest',
  'token',
  'other_stack_cost',
  'step_cost',
  'canteen',
];

type Dict = Record<string, unknown>;
const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (n: number): unknown => n;

// "value+2" and "6-value" have a number to correct, too.
function readAmount(value: unknown): Pick<Field, 'value' | 'write'> | undefined {
  if (typeof value === 'number') return { value, write: same };
  if (typeof value !== 'string') return undefined;
  const minus = /^(\d+)-value$/.exec(value);
  if (minus) return { value: Number(minus[1]), write: (n) => `${n}-value` };
  const plus = /^value(?:\+(\d+))?$/.exec(value);
  if (!plus) return undefined;
  return { value: Number(plus[1] ?? 0), write: (n) => (n === 0 ? 'value' : `value+${n}`) };
}

const numbered = (list: number[], path: PackPath, part: (at: number) => string): Field[] =>
  list.map((value, at) => ({
    path: [...path, at],
    value,
    part: part(at),
    nth: at + 1,
    write: same,
  }));
const ends = (at: number) => (at === 0 ? 'from' : 'to');

export function fieldSets(entry: unknown): FieldSet[] {
  const sets: FieldSet[] = [];
  const add = (path: PackPath, trail: [string, number][], fields: Field[]) => {
    const kind = path.filter((step) => typeof step === 'string').at(-1);
    if (fields.length > 0) sets.push({ path, kind: String(kind ?? ''), trail, fields });
  };
  function list(all: unknown[], path: PackPath, trail: [string, number][]): void {
    const key = String(path.at(-1));
    if (all.every((one) => typeof one === 'number')) {
      if (!NUMBERS.includes(key)) return;
      const isRange = all.length === 2 && ['value', 'die'].includes(key);
      add(
        path,
        trail,
        numbered(all, path, (at) => (isRange ? ends(at) : 'nth')),
      );
      return;
    }
    const least = all.flatMap((one, at) =>
      isDict(one) && typeof one.min_players === 'number'
        ? [
            {
              path: [...path, at, 'min_players'],
              value: one.min_players,
              part: 'nth',
              nth: at + 1,
              write: same,
            },
          ]
        : [],
    );
    add([...path, 'min_players'], trail, least);
    all.forEach((one, at) => {
      const tell = NUMBERED.includes(key) && all.length > 1;
      walk(one, [...path, at], tell ? [...trail, [key, at + 1]] : trail);
    });
  }
  function walk(value: unknown, path: PackPath, trail: [string, number][]): void {
    if (Array.isArray(value)) return list(value, path, trail);
    if (!isDict(value)) return;
    const key = path.filter((step) => typeof step === 'string').at(-1) ?? '';
    const members = Object.entries(value).filter(
      ([name]) => !FIXED.includes(name) && name !== 'min_players',
    );
    const isGoods = members.every(([name]) => THINGS.includes(name));
    const open = isGoods && OPEN.includes(String(key));
    const names = open ? GOODS : members.map(([name]) => name);
    add(
      path,
      trail,
      names.flatMap((name) => {
        const held = value[name] ?? (open ? 0 : undefined);
        const amount = isGoods || typeof held === 'number' ? readAmount(held) : undefined;
        if (!amount) return [];
        const write = open ? (n: number) => (n === 0 ? undefined : amount.write(n)) : amount.write;
        return [{ path: [...path, name], value: amount.value, part: name, write }];
      }),
    );
    for (const [name, inner] of members) walk(inner, [...path, name], trail);
  }
  walk(entry, [], []);
  return sets;
}
