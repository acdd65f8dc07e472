// Every piece of a pack: what it is called, what it says, how it is drawn.
import { t } from '../../../text';
import type { PackPath } from '../../types';
import { amounts, effects, need, range, rulesBits, tileBits, type Bit } from '../bits';
import { FACTIONS, STATION_ICON } from '../model';
import {
  asGoods,
  named,
  rowsOf,
  type Amounts,
  type Column,
  type Contract,
  type Hex,
  type Pack,
  type Row,
  type Tile,
} from '../pack';
import { GOODS } from './model';
import { anyGoods, goods, list, phrases, points, type Phrases } from './phrases';
import { facts, word, type SectionName } from './words';

type Look =
  | 'ongoing'
  | 'end'
  | 'ship'
  | 'farm'
  | 'event'
  | 'leader'
  | 'token'
  | 'board'
  | 'good'
  | 'bad'
  | 'scheme'
  | 'plain';
export interface Face {
  look: Look;
  icon?: string;
  head?: Bit[];
  points?: number;
  lines: Bit[][];
  foot?: Bit[];
  hex?: Hex;
}
export interface Shown {
  path: PackPath;
  known: PackPath; // where it says how this is known
  entry: unknown; // what says it
  values: unknown; // what can be corrected
  name: string;
  words: string;
  face: Face;
}
interface Kind {
  path: PackPath;
  title: string;
  size: number; // least width of a piece
  pieces: Shown[];
}
export interface Part {
  name: SectionName;
  kinds: Kind[];
}

const ic = (id: string): Bit => ({ icon: id });
const ARROW: Bit = '→';
const pay = (cost: Amounts | Amounts[]): Bit[] =>
  [cost].flat().flatMap((one, i) => [...(i > 0 ? ['/'] : []), ...amounts(one)]);
const action = (cost: Amounts | Amounts[], what: Bit[]): Bit[] => {
  const price = pay(cost);
  return price.length > 0 ? [...price, ARROW, ...what] : what;
};
const placeIcon = (id: string): string =>
  FACTIONS.includes(id) ? `f-${id}` : (STATION_ICON[id] ?? 'i-star');

// The pieces of one list of the pack.
function listed<T extends { name?: unknown }>(
  path: PackPath,
  items: T[],
  words: (item: T, at: number) => string,
  face: (item: T, at: number) => Face,
): Shown[] {
  return items.map((item, at) => ({
    path: [...path, at],
    known: [...path, at],
    entry: item,
    values: item,
    name: named(item),
    words: words(item, at),
    face: face(item, at),
  }));
}
const single = (path: PackPath, item: { name?: unknown }, words: string, face: Face): Shown => ({
  path,
  known: path,
  entry: item,
  values: item,
  name: named(item),
  words,
  face,
});

// How many steps from the middle.
const ringOf = ({ q, r }: Hex): number => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));

const asked = (row: Row): Bit[] => (row.need ? need(row.need) : amounts(row.cost ?? {}));

function constantWords(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return anyGoods(value as Amounts[]);
  const all = value as Amounts;
  return GOODS.some((good) => all[good] !== undefined) ? goods(all) : facts(value);
}
function constantBits(value: unknown): Bit[] {
  if (typeof value === 'number') return [`${value}`];
  if (Array.isArray(value)) return pay(value as Amounts[]);
  const all = value as Amounts;
  return GOODS.some((good) => all[good] !== undefined)
    ? amounts(all)
    : Object.values(all).flatMap((n, i) => [...(i > 0 ? ['+'] : []), `${n}`]);
}

// `said`: what the engine says of a piece, by its list and id.
export function parts(pack: Pack, said: (piece: string) => string): Part[] {
  const say = phrases(pack);
  const does = (list: string) => (one: { id: string | number }) => said(`${list}.${one.id}`);
  const kind = (
    path: PackPath,
    size: number,
    pieces: Shown[],
    title = word(`list.${String(path[0])}`),
  ): Kind => ({ path, title, size, pieces });
  const contracts = listed(
    ['contracts'],
    pack.contracts,
    (one) =>
      word('said.contract', {
        kind: one.kind,
        cost: goods(one.cost),
        points: points(one.points),
        what: does('contracts')(one),
      }),
    (one) => ({
      look: one.kind,
      icon: one.kind === 'end' ? 'i-end' : 'i-ongoing',
      points: one.points,
      lines: [rulesBits(one.rules)],
      foot: amounts(one.cost),
    }),
  );
  const ofKind = (which: string) =>
    contracts.filter((one) => (one.values as Contract).kind === which);
  const tiles = (which: 'ships' | 'farms', type: 'ship' | 'farm') =>
    listed<Tile>(
      [which],
      pack[which],
      (one) =>
        word('said.tile', {
          points: points(one.points),
          n: one.copies,
          what: does(which)(one),
        }),
      (one) => ({
        look: type,
        icon: `i-${type}`,
        points: one.points,
        lines: [tileBits(one.rules)],
        foot: [`×${one.copies}`],
      }),
    );

  return [
    {
      name: 'leaders',
      kinds: [
        kind(
          ['leaders'],
          150,
          listed(['leaders'], pack.leaders, does('leaders'), (one) => ({
            look: 'leader',
            icon: 'i-person',
            lines: [
              ...one.rules.map((rule) => rulesBits([rule])),
              ...(one.board ?? []).map((part) => effects(part.do)),
            ],
          })),
          '',
        ),
      ],
    },
    {
      name: 'contracts',
      kinds: [
        kind(['contracts'], 124, ofKind('ongoing'), word('kind.ongoing')),
        kind(['contracts'], 124, ofKind('end'), word('kind.end')),
      ],
    },
    {
      name: 'tiles',
      kinds: [
        kind(['ships'], 112, tiles('ships', 'ship')),
        kind(['farms'], 112, tiles('farms', 'farm')),
      ],
    },
    {
      name: 'events',
      kinds: [
        kind(
          ['events'],
          130,
          listed(['events'], pack.events, does('events'), (one) => ({
            look: 'event',
            icon: 'i-dawn',
            lines: ['last' in one ? [ic('i-end')] : rulesBits(one.rules)],
          })),
          '',
        ),
      ],
    },
    {
      name: 'outposts',
      kinds: [
        kind(
          ['outposts'],
          130,
          listed(['outposts'], pack.outposts, does('outposts'), (one) => ({
            look: 'token',
            icon: 'i-outpost',
            lines: [effects(one.do)],
          })),
        ),
        kind(
          ['outpost_boards'],
          150,
          listed(
            ['outpost_boards'],
            pack.outpost_boards,
            (one, at) =>
              [
                word('said.outpost', {
                  n: one.spaces,
                  what: said(`outpost_boards.${at + 1}.owner_bonus`),
                }),
                ...(one.sender_gain
                  ? [word('said.sender', { what: said(`outpost_boards.${at + 1}.sender_gain`) })]
                  : []),
              ].join(' '),
            (one) => ({
              look: 'board',
              icon: 'i-outpost',
              head: [`${one.spaces}`, ic('i-spec')],
              lines: [effects(one.owner_bonus), effects(one.sender_gain ?? [])],
            }),
          ),
        ),
      ],
    },
    {
      name: 'stations',
      kinds: [
        kind(
          ['stations'],
          210,
          listed(['stations'], pack.stations, does('stations'), (one) => ({
            look: 'board',
            icon: STATION_ICON[one.id] ?? 'i-dispatch',
            lines: one.actions.map((part) => [
              range(part.value),
              ic('i-die'),
              ...action(part.cost, effects(part.do)),
            ]),
          })),
          '',
        ),
        kind(
          ['trades'],
          112,
          listed(
            ['trades'],
            pack.trades,
            (one) => t('circadians.move.trade', { give: goods(one.give), get: goods(one.get) }),
            (one) => ({
              look: 'plain',
              icon: 'i-trade',
              lines: [action(one.give, amounts(one.get))],
            }),
          ),
        ),
      ],
    },
    {
      name: 'factions',
      kinds: [
        kind(
          ['negotiation'],
          150,
          listed(
            ['negotiation'],
            pack.negotiation,
            (one) => columnWords(say, one),
            (one) => ({
              look: 'board',
              icon: `f-${one.id}`,
              lines: [
                ...usualRows(one).map(rowBits),
                ...(one.rows ? [] : [[ic('i-person'), '1'], ...rowsOf(one, 'solo').map(rowBits)]),
              ],
            }),
          ),
        ),
        kind(
          ['factions'],
          124,
          listed(['factions'], pack.factions, does('factions'), (one) => ({
            look: 'token',
            icon: `f-${one.faction}`,
            head: [one.side],
            lines: [effects(one.do)],
          })),
        ),
      ],
    },
    {
      name: 'incidents',
      kinds: [
        kind(
          ['breakthroughs'],
          112,
          listed(['breakthroughs'], pack.breakthroughs, does('breakthroughs'), (one) => ({
            look: 'good',
            icon: 'i-bt',
            lines: [effects(one.do)],
          })),
        ),
        kind(
          ['setbacks'],
          112,
          listed(
            ['setbacks'],
            pack.setbacks,
            (one) =>
              word('said.setback', {
                what: does('setbacks')(one),
                solo: said(`setbacks.${one.id}.solo_do`),
              }),
            (one) => ({ look: 'bad', icon: 'i-sb', lines: [effects(one.do)] }),
          ),
        ),
      ],
    },
    {
      name: 'planet',
      kinds: [
        ...pack.planet.sides.map((side, n) => {
          const path = ['planet', 'sides', n];
          const pieces = side.spaces.map((space, at) => ({
            path: [...path, 'spaces', at],
            known: path,
            entry: side,
            values: space,
            name: word('space', { ring: ringOf(space), n: at + 1 }),
            words: list([
              goods(space.harvest),
              ...(space.token ? [t('circadians.space.token', { what: goods(space.token) })] : []),
            ]),
            face: {
              look: 'plain' as Look,
              hex: space,
              head: amounts(space.token ?? {}),
              lines: [amounts(space.harvest)],
            },
          }));
          return kind([...path, 'spaces'], 112, pieces, named(side));
        }),
        kind(
          ['caches'],
          124,
          listed(
            ['caches'],
            pack.caches,
            (one) => list([goods(one.harvest), points(one.points)]),
            (one) => ({
              look: 'token',
              icon: 'i-cache',
              points: one.points,
              lines: [amounts(one.harvest)],
            }),
          ),
        ),
      ],
    },
    {
      name: 'spaceport',
      kinds: [
        kind(
          ['spaceport'],
          190,
          [
            single(
              ['spaceport', 'depository'],
              pack.spaceport.depository,
              list(
                pack.spaceport.depository.rows.map((row, i) =>
                  word('said.row', { n: i + 1, what: said(`spaceport.depository.${row.row}`) }),
                ),
                'circadians.sentences',
              ),
              {
                look: 'board',
                icon: 's-depo',
                lines: pack.spaceport.depository.rows.map((row, i) => [
                  `${i + 1}.`,
                  ...effects(row.do),
                ]),
              },
            ),
            single(['spaceport', 'hq'], pack.spaceport.hq, said('spaceport.hq'), {
              look: 'board',
              icon: 's-hq',
              lines: [effects(pack.spaceport.hq.do)],
            }),
          ],
          '',
        ),
      ],
    },
    {
      name: 'research_base',
      kinds: [
        kind(['research_base'], 190, [basePiece(pack)], ''),
        kind(
          ['research_base', 'farms'],
          124,
          listed(
            ['research_base', 'farms'],
            pack.research_base.farms,
            does('research_base.farms'),
            (one) => ({ look: 'farm', icon: 'i-farm', lines: [tileBits(one.rules)] }),
          ),
          word('kind.printed-farms'),
        ),
      ],
    },
    {
      name: 'specialists',
      kinds: [
        kind(
          ['specialists'],
          150,
          [
            ...listed(
              ['specialists'],
              pack.specialists,
              (one) =>
                list(
                  [said(`specialists.${one.space}`), ...(one.points ? [points(one.points)] : [])],
                  'circadians.list.long',
                ),
              (one) => ({
                look: 'board',
                icon: 'i-spec',
                points: one.points,
                lines: one.rules.map((rule) => rulesBits([rule])),
              }),
            ),
            single(
              ['specialist_pair_points'],
              pack.specialist_pair_points,
              points(pack.specialist_pair_points.points),
              {
                look: 'board',
                icon: 'i-spec',
                points: pack.specialist_pair_points.points,
                lines: [[ic('i-spec'), ic('i-spec')]],
              },
            ),
          ],
          '',
        ),
      ],
    },
    {
      name: 'ai',
      kinds: [
        kind(
          ['schemes'],
          112,
          listed(
            ['schemes'],
            pack.schemes,
            (one) =>
              word('said.scheme', {
                value: one.value,
                gems: goods({ gem: one.gems }),
                places: list(one.places.map(say.place)),
              }),
            (one) => ({
              look: 'scheme',
              icon: 'i-die',
              head: [`${one.value}`],
              lines: [one.places.map((id) => ic(placeIcon(id)))],
              foot: amounts({ gem: one.gems }),
            }),
          ),
        ),
        kind(['ai_levels'], 150, listed(['ai_levels'], pack.ai_levels, facts, levelFace)),
        kind(
          ['ai_progress'],
          124,
          listed(['ai_progress'], pack.ai_progress, facts, (one) => ({
            look: 'token',
            lines: [
              Array.from({ length: Math.min(3, Number(one.stars) || 0) }, () => ic('i-star')),
            ],
          })),
        ),
        kind(['ai'], 190, [
          single(['ai'], pack.ai, facts(pack.ai), {
            look: 'scheme',
            icon: 'i-die',
            lines: [[t('circadians.ai')]],
          }),
        ]),
      ],
    },
    {
      name: 'constants',
      kinds: [
        kind(
          ['constants'],
          150,
          Object.entries(pack.constants).map(([name, entry]) => ({
            path: ['constants', name],
            known: ['constants', name],
            entry,
            values: entry,
            name: word(`constant.${name}`),
            words: constantWords(entry.value),
            face: { look: 'plain', lines: [constantBits(entry.value)] },
          })),
          '',
        ),
      ],
    },
  ];
}

const levelFace = (level: Pack['ai_levels'][number]): Face => ({
  look: 'scheme',
  icon: 'i-die',
  lines: [
    [`${level.start_dice}`, ic('i-die'), `${level.start_gems}`, ic('i-gem')],
    [ic('s-depo'), ARROW, `${level.depository_die_points}`, ic('i-star')],
  ],
});

// All that are printed; those of one who plays alone only where they stand beside them.
const usualRows = (column: Column): Row[] =>
  column.rows ? column.rows.map((row, i) => ({ ...row, row: i + 1 })) : rowsOf(column, 'multi');

const rowBits = (row: Row): Bit[] => [...asked(row), ARROW, `${row.points}`, ic('i-star')];
function rowWords(say: Phrases, row: Row): string {
  const need = row.need ? say.need(row.need) : goods(row.cost ?? {});
  const cost = row.aiNeed ? word('said.ai', { you: need, ai: say.need(row.aiNeed) }) : need;
  return word('said.space', { n: row.row, cost, points: points(row.points) });
}
// Some columns ask for something else of one who plays alone.
function columnWords(say: Phrases, one: Column): string {
  const rows = (all: Row[]) =>
    list(
      all.map((row) => rowWords(say, row)),
      'circadians.list.long',
    );
  const usual = rows(usualRows(one));
  if (one.rows) return usual;
  return list(
    [usual, word('said.solo', { what: rows(rowsOf(one, 'solo')) })],
    'circadians.list.long',
  );
}

function basePiece({ research_base: base }: Pack): Shown {
  const { farms: _printed, ...values } = base;
  const canteen = asGoods(base.canteen);
  return {
    path: ['research_base'],
    known: ['research_base'],
    entry: base,
    values,
    name: named(base),
    words: [
      ...base.garages.map((one, i) => word('said.garage', { n: i + 1, cost: goods(one.cost) })),
      word('said.canteen', { what: goods(canteen) }),
      ...base.points.map((one) => word(`said.${one.when}`, { points: points(one.points) })),
    ].join(' '),
    face: {
      look: 'board',
      icon: 'i-garage',
      lines: [
        base.garages.flatMap((one, i) => [
          ...(i > 0 ? ['/'] : []),
          ...(amounts(one.cost).length > 0 ? amounts(one.cost) : ['0']),
        ]),
        [ic('i-canteen'), ARROW, ...amounts(canteen)],
        ...base.points.map((one, i) => [
          ic(i === 0 ? 'i-ship' : 'i-farm'),
          ARROW,
          `${one.points}`,
          ic('i-star'),
        ]),
      ],
    },
  };
}
