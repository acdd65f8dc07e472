// The pieces of a pack in words.
import type { GameEvent } from '../../../engine/messages';
import { hasText, literal, t } from '../../../text';
import { steps } from '../../common/components/places';
import type { PackPath } from '../../types';
import { named, type Pack } from '../pack';
import { fieldSets, type Field, type FieldSet } from './model';

const SECTIONS = [
  'leaders',
  'contracts',
  'tiles',
  'events',
  'outposts',
  'stations',
  'factions',
  'incidents',
  'planet',
  'spaceport',
  'research_base',
  'specialists',
  'ai',
  'constants',
] as const;
export type SectionName = (typeof SECTIONS)[number];

export const word = (name: string, args?: Record<string, string | number>): string =>
  t(`components.circadians.${name}`, args);
// Whether the words of the game and of its pieces are there.
export const ready = (): boolean =>
  hasText('circadians.nothing') && hasText('components.circadians.piece');
export const heading = (section: string): string => word(`group.${section}`);
export const groups = (): { id: string; label: string }[] =>
  ready() ? SECTIONS.map((name) => ({ id: `pieces-${name}`, label: heading(name) })) : [];

// --- numbers ---

export const fieldName = (field: Field): string =>
  word(`part.${field.part}`, { n: field.nth ?? 0 });
export const setName = (set: FieldSet): string =>
  [
    ...set.trail.map(([kind, n]) => word(`nth.${kind}`, { n })),
    ...(set.kind === '' || set.trail.at(-1)?.[0] === set.kind ? [] : [word(`of.${set.kind}`)]),
  ].join(' · ');
// Every number of an entry with its name.
export const facts = (entry: unknown): string =>
  fieldSets(entry)
    .flatMap((set) =>
      set.fields.map((field) =>
        t('page.components.fact', {
          name: [setName(set), fieldName(field)].filter(Boolean).join(' · '),
          value: field.value,
        }),
      ),
    )
    .join('; ');

// --- places ---

const LISTS = [
  'ai',
  'ai_levels',
  'ai_progress',
  'breakthroughs',
  'caches',
  'constants',
  'contracts',
  'events',
  'factions',
  'farms',
  'leaders',
  'negotiation',
  'outpost_boards',
  'outposts',
  'planet',
  'research_base',
  'schemes',
  'setbacks',
  'ships',
  'spaceport',
  'specialist_pair_points',
  'specialists',
  'stations',
  'trades',
];
const PARTS = ['cost', 'points', 'copies', 'rules', 'do', 'harvest', 'token', 'value', 'gems'];

export function place(where: string): string | undefined {
  const path = steps(where);
  const [list, at, part] = path;
  if (!LISTS.includes(String(list))) return undefined;
  const all = word(`list.${String(list)}`);
  const piece =
    typeof at === 'number'
      ? word('piece', { list: literal(all), n: at + 1 })
      : list === 'constants' && at !== undefined
        ? word(`constant.${at}`)
        : all;
  const known = PARTS.find((one) => one === part);
  return known
    ? t('page.components.place', { piece: literal(piece), part: word(`of.${known}`) })
    : piece;
}

// A part that has a source of its own, perhaps a place further in: "rows[3].cost" is "Row 4 · Cost".
export function part(name: string): string | undefined {
  const path = steps(name);
  const said: string[] = [];
  for (const [at, step] of path.entries()) {
    if (typeof step === 'number') continue;
    const nth = path[at + 1];
    const key = (typeof nth === 'number' ? ['nth'] : ['tag', 'of', 'part'])
      .map((kind) => `${kind}.${step}`)
      .find((one) => hasText(`components.circadians.${one}`));
    if (key === undefined) return undefined;
    said.push(word(key, { n: Number(nth) + 1 }));
  }
  return said.join(' · ');
}

// --- sample games ---

const ALONE = ['ai', 'ai_levels', 'ai_progress', 'schemes'];

// A game in which the changed pieces come up.
export function sample(changes: PackPath[]): Record<string, unknown> {
  if (changes.some(([list, , part]) => ALONE.includes(String(list)) || part === 'solo_do'))
    return { players: 1 };
  const side = changes.find(([list, what]) => list === 'planet' && what === 'sides');
  return side ? { planet: side[2] === 0 ? 'A' : 'B' } : {};
}

// The events that tell of a piece, and how they name it.
const TOLD = {
  leaders: ['leader', 'leader'],
  contracts: ['fulfilled', 'contract'],
  ships: ['ship', 'tile'],
  farms: ['farm-tile', 'tile'],
  events: ['event', 'card'],
  outposts: ['outpost', 'token'],
  breakthroughs: ['breakthrough', 'breakthrough'],
  setbacks: ['setback', 'setback'],
  schemes: ['scheme', 'card'],
  stations: ['sent', 'to'],
  trades: ['trade', 'trade'],
} satisfies { [list in keyof Pack]?: [event: GameEvent['event'], member: keyof GameEvent] };
const isTold = (list: string): list is keyof typeof TOLD => Object.hasOwn(TOLD, list);

// How often the changed pieces came up.
export function tally(
  content: Record<string, unknown>,
  changes: PackPath[],
  events: GameEvent[],
): { label: string; n: number }[] {
  const pack = content as Pack;
  const seen = new Map<string, { label: string; n: number }>();
  for (const [first, at] of changes) {
    const list = String(first);
    if (!isTold(list)) continue;
    const item = pack[list]?.[Number(at)];
    if (!item || seen.has(`${list}.${item.id}`)) continue;
    const [event, member] = TOLD[list];
    seen.set(`${list}.${item.id}`, {
      label: word('tally', { piece: literal(named(item)) }),
      n: events.filter((one) => one.event === event && one[member] === item.id).length,
    });
  }
  return [...seen.values()];
}
