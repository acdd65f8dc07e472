// The pieces of a pack in words.
import { t } from '../../../text';
import type { GameEvent } from '../../../engine/messages';
import type { PackPath } from '../../types';
import { steps } from '../../common/components/places';
import type { Pack } from '../pack';
import { cardName } from './model';

const key = (name: string) => `components.solenia.${name}`;
const nth = (step: string | number | undefined) => Number(step ?? 0) + 1;

// The piece that a place is in, and what is left of the place.
function pieceOf(path: PackPath): [string, PackPath] | undefined {
  const [group, a, b, c] = path;
  switch (group) {
    case 'cards':
      if (a === undefined) return undefined;
      return [t(key('card'), { n: nth(a) }), path.slice(2)];
    case 'strips':
      if (b === undefined) return undefined;
      return [t(key('strip'), { n: nth(a), side: String(b) }), path.slice(3)];
    case 'tiles':
      if (b === undefined) return undefined;
      return [t(key('order'), { row: String(a), n: nth(b) }), path.slice(3)];
    case 'slots':
      if (c === undefined) return undefined;
      return [t(key('slot'), { board: String(a), row: String(b), n: nth(c) }), path.slice(4)];
    case 'improvements':
      if (b === undefined) return undefined;
      return a === 'level1'
        ? [t(key('level1'), { n: nth(b) }), path.slice(3)]
        : [t(key('level3'), { row: String(a), n: nth(b) }), path.slice(3)];
    case 'capacity':
      if (a === undefined) return undefined;
      return [t(key('store'), { board: String(a) }), path.slice(2)];
    case 'start':
      if (a === undefined || a === 'from') return undefined;
      return [t(key('start'), { n: Number(a) }), path.slice(2)];
    case 'display':
    case 'pairs':
    case 'solo':
      return [t(key(group)), path.slice(1)];
    default:
      return undefined;
  }
}

const GROUPS: Record<string, string> = {
  cards: 'cards',
  strips: 'strips',
  tiles: 'orders',
  slots: 'slots',
  improvements: 'improvements',
  capacity: 'numbers',
  start: 'numbers',
};
const PARTS = [
  'value',
  'gain',
  'space',
  'starIf',
  'spaces',
  'city',
  'cost',
  'stars',
  'bonus',
  'kind',
  'n',
];

export const groups = (): { id: string; label: string }[] =>
  ['cards', 'strips', 'orders', 'slots', 'improvements', 'numbers'].map((group) => ({
    id: `pieces-${group}`,
    label: t(key(`group.${group}`)),
  }));
export const pieceName = (path: PackPath): string => pieceOf(path)?.[0] ?? '';
export const partName = (part: string): string => t(key(`part.${part}`));

export function place(where: string): string | undefined {
  const path = steps(where);
  const [piece, rest] = pieceOf(path) ?? [];
  if (piece === undefined || rest === undefined) {
    const group = GROUPS[String(path[0])];
    return group && t(key(`group.${group}`));
  }
  const part = PARTS.find((one) => one === rest[0]);
  return part ? t('page.components.place', { piece, part: partName(part) }) : piece;
}

// A game in which the changed pieces come up.
export function sample(changes: PackPath[]): Record<string, unknown> {
  const has = (...start: string[]) =>
    changes.some((path) => start.every((step, at) => path[at] === step));
  if (has('solo')) return { players: 1 };
  if (has('improvements')) return { mode: 'improvements' };
  if (has('slots', 'winter') || has('capacity', 'winter')) return { mode: 'winter' };
  if (has('start', '4') || has('display', 'players', '4')) return { players: 4 };
  if (has('start', '3') || has('display', 'players', '3')) return { players: 3 };
  return {};
}

// How often the changed pieces came up: orders delivered, cards lifted, slots filled, improvements taken.
export function tally(
  content: Record<string, unknown>,
  changes: PackPath[],
  events: GameEvent[],
): { label: string; n: number }[] {
  const pack = content as Pack;
  const seen = new Map<string, { label: string; n: number }>();
  const count = (label: string, fits: (event: GameEvent) => boolean) => {
    if (!seen.has(label)) seen.set(label, { label, n: events.filter(fits).length });
  };
  for (const path of changes) {
    const [group, a, b, c] = path;
    const piece = pieceName(path);
    if (group === 'tiles' && b !== undefined) {
      count(
        t(key('tally.order'), { piece }),
        (one) => one.event === 'delivered' && one.row === a && one.tile === nth(b),
      );
    } else if (group === 'cards' && a !== undefined && pack.cards?.[Number(a)]) {
      const name = cardName(pack.cards[Number(a)]!);
      count(t(key('tally.card'), { piece }), (one) => one.event === 'removed' && one.card === name);
    } else if (group === 'slots' && c !== undefined) {
      count(
        t(key('tally.slot'), { piece }),
        (one) => one.event === 'delivered' && one.row === b && one.slot === nth(c),
      );
    } else if (group === 'improvements' && b !== undefined) {
      count(t(key('tally.improvement'), { piece }), (one) =>
        a === 'level1'
          ? one.event === 'drafted1' && one.tile === nth(b)
          : one.event === 'drafted3' && one[a === 'day' ? 'day' : 'night'] === nth(b),
      );
    }
  }
  return [...seen.values()];
}
