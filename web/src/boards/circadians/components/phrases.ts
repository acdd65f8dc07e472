// What the pieces of a pack do, in sentences of the game's own catalogue, as the engine puts them together
// for a table. A pack that is being changed is on no table yet, so its pieces are read here.
import { literal, t, type Args } from '../../../text';
import { range } from '../bits';
import { STATIONS } from '../model';
import {
  byId,
  named,
  type Amount,
  type Amounts,
  type Column,
  type Effect,
  type Need,
  type Range,
  type Station,
} from '../pack';
import type { CircadiansPack, LeaderEntry, RuleEntry as Rule } from './model';

type Dict = Record<string, unknown>;

const RESOURCE: Record<string, string> = {
  water: '@circadians.water',
  algae: '@circadians.algae',
  energy: '@circadians.energy',
  gem: '@circadians.gem',
  contract: '@circadians.contract',
  die: '@circadians.die',
  specialist: '@circadians.specialist',
};
const THINGS = Object.keys(RESOURCE);
const COUNTS: Record<string, string> = {
  supply_die: 'supply-die',
  fulfilled_contract: 'fulfilled',
  contract_in_hand: 'in-hand',
  ship_tile: 'ship-tile',
  farm_tile: 'farm-tile',
  ship_farm_pair: 'ship-farm-pair',
  column_die: 'column-die',
  negotiation_die: 'negotiation',
  faction_with_die: 'faction',
  depository_die: 'depository',
  depository_row_die: 'depository-row',
  specialist_gained: 'gained',
  specialist_out: 'out',
  missing_die: 'missing-die',
  harvester_on_cache: 'on-cache',
  progress_removed: 'progress-removed',
};
const LOOKUPS = [
  'discount',
  'surcharge',
  'replace_cost',
  'garage_discount',
  'garage_cost',
  'free_order',
  'allow',
  'value',
  'value_set',
  'value_as',
  'extra',
  'limit',
  'uncounted',
  'substitute',
  'points',
  'reroll',
  'raise',
];
// Places are named in the order of the boards, whatever the order in the pack.
const PLACES = [...STATIONS, 'hq', 'depository', 'negotiation', 'outpost', 'farm'];
const byPlace = (a: string, b: string) => PLACES.indexOf(a) - PLACES.indexOf(b);
const dashed = (word: unknown) => String(word).replaceAll('_', '-');

const say = (key: string, args: Args = {}): string =>
  t(
    key,
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'string' && name !== 'resource' ? literal(value) : value,
      ]),
    ),
  );
export const list = (parts: string[], key = 'circadians.list'): string =>
  parts.length === 0 ? '' : parts.reduce((a, b) => say(key, { a, b }));
export const nothing = (): string => say('circadians.nothing');
export const points = (n: number): string => say('circadians.points', { n });

const resource = (what: string) => RESOURCE[what] ?? what;
function amount(what: string, n: Amount): string {
  if (typeof n === 'number') return say('circadians.count', { n, resource: resource(what) });
  const minus = /^(\d+)-value$/.exec(n);
  if (minus)
    return say('circadians.count.minus', { n: Number(minus[1]), resource: resource(what) });
  return say('circadians.count.value', {
    n: Number(n.split('+')[1] ?? 0),
    resource: resource(what),
  });
}
const amounts = (all: Amounts): string[] =>
  THINGS.filter((what) => all[what] !== undefined && all[what] !== 0).map((what) =>
    amount(what, all[what]!),
  );
export const goods = (all: Amounts): string => list(amounts(all)) || nothing();
export const anyGoods = (costs: Amounts | Amounts[]): string =>
  list((Array.isArray(costs) ? costs : [costs]).map(goods), 'circadians.list.or') || nothing();

// The sentences of one pack: places and factions have the names it gives them.
export function phrases(pack: CircadiansPack) {
  const faction = (id: unknown): string => named(byId<Column>(pack.negotiation, String(id)));
  function place(id: string): string {
    const station = byId<Station>(pack.stations, id);
    if (station) return named(station);
    if (id === 'hq') return named(pack.spaceport.hq);
    if (id === 'depository') return named(pack.spaceport.depository);
    if (['negotiation', 'outpost', 'farm'].includes(id)) return say(`circadians.place.${id}`);
    return faction(id);
  }
  const counted = (what: unknown, n: number, column?: unknown, row?: unknown): string =>
    say(`circadians.per.${COUNTS[String(what)] ?? String(what)}`, {
      n,
      faction: faction(column),
      row: Number(row ?? 1),
    });
  const need = (what: Need): string =>
    list(
      (what.any ?? [what]).map((one) =>
        say('circadians.need', { what: counted(one.count, one.at_least ?? 1) }),
      ),
      'circadians.list.or',
    );

  function effect(one: Effect): string {
    const [kind, raw] = Object.entries(one)[0] ?? ['', null];
    const what = raw as Dict;
    switch (kind) {
      case 'lose':
        return list(
          amounts(raw as Amounts).map((part) => say('circadians.do.lose', { what: part })),
        );
      case 'pay': {
        const { contract, ...rest } = raw as Amounts;
        return list([
          ...(amounts(rest).length > 0 ? [say('circadians.do.pay', { what: goods(rest) })] : []),
          ...(contract ? [say('circadians.do.discard', { n: Number(contract) })] : []),
        ]);
      }
      case 'others':
      case 'optional':
        return say(`circadians.do.${kind}`, { what: effects(raw as Effect[]) });
      case 'choose':
        return list((raw as Effect[][]).map(effects), 'circadians.list.or');
      case 'by_value':
        return list(
          (raw as { value: Range; do: Effect[] }[]).map((part) =>
            say('circadians.do.case', { values: range(part.value), what: effects(part.do) }),
          ),
          'circadians.list.long',
        );
      case 'per':
        return say(what.max ? 'circadians.do.per.most' : 'circadians.do.per', {
          per: counted(what.count, 1),
          what: effects(what.do as Effect[]),
          n: Number(what.max ?? 0),
        });
      case 'move':
        if (what.dir === 'value') return say('circadians.do.move.value');
        if (what.dir === 'back') return say('circadians.do.move.back');
        return say(what.up_to ? 'circadians.do.move.up-to' : 'circadians.do.move', {
          n: Number(what.steps),
        });
      case 'harvest':
        return say(`circadians.do.harvest.${String(raw)}`);
      case 'trades':
        return raw === 'value'
          ? say('circadians.do.trades.value')
          : say('circadians.do.trades', { n: Number(raw) });
      case 'tile': {
        const tile = byId([...pack.ships, ...pack.farms], what.id as string | undefined);
        const type = String(what.kind);
        if (!tile)
          return say('circadians.do.tile', {
            kind: type,
            n: typeof what.stack === 'number' ? what.stack : 0,
          });
        return say('circadians.do.start-tile', {
          kind: type,
          tile: named(tile),
          n: Number(what.slot ?? 1),
          what: rules(tile.rules, type),
        });
      }
      case 'fulfil':
        if (what.less)
          return say('circadians.do.fulfil.less', {
            kind: String(what.kind),
            what: goods(what.less as Amounts),
          });
        return say(what.full_cost ? 'circadians.do.fulfil.full' : 'circadians.do.fulfil', {
          kind: String(what.kind),
        });
      case 'peek':
      case 'breakthrough':
        return say(`circadians.do.${kind}`);
      case 'use_outpost':
        return say('circadians.do.use-outpost');
      case 'ability':
        return say('circadians.do.other-ability');
      case 'special':
        return say(
          `circadians.special.${raw === 'radio_to_left_neighbour' ? 'radio-left' : dashed(raw)}`,
        );
      default:
        return '';
    }
  }
  // Several things gained one after the other are said together.
  function effects(all: Effect[]): string {
    const parts: string[] = [];
    let gains: string[] = [];
    const flush = () => {
      if (gains.length > 0) parts.push(say('circadians.do.gain', { what: list(gains) }));
      gains = [];
    };
    for (const one of all) {
      if (one.gain) {
        gains.push(...amounts(one.gain as Amounts));
        continue;
      }
      flush();
      parts.push(effect(one));
    }
    flush();
    return list(parts.filter(Boolean)) || nothing();
  }

  // What holds without happening.
  function lookup(one: Effect): string[] {
    const [kind, raw] = Object.entries(one)[0] ?? ['', null];
    const what = raw as Dict;
    switch (kind) {
      case 'discount': {
        const { any, ...rest } = raw as Amounts;
        const some = Object.fromEntries(Object.entries(rest).filter(([, n]) => n !== 'all'));
        return [
          ...THINGS.filter((thing) => rest[thing] === 'all').map((thing) =>
            say('circadians.look.discount-all', { resource: resource(thing), n: 0 }),
          ),
          ...(amounts(some).length > 0
            ? [say('circadians.look.discount', { what: goods(some) })]
            : []),
          ...(any ? [say('circadians.look.discount-any', { n: Number(any) })] : []),
        ];
      }
      case 'surcharge':
        return [say('circadians.look.surcharge', { what: goods(raw as Amounts) })];
      case 'replace_cost':
        return [say('circadians.look.replace', { what: anyGoods(raw as Amounts[]) })];
      case 'garage_discount':
      case 'garage_cost':
        return [say(`circadians.look.${dashed(kind)}`, { what: amount('algae', Number(raw)) })];
      case 'free_order':
        return [say('circadians.look.free-order')];
      case 'allow':
        return [say('circadians.look.outpost')];
      case 'value': {
        const [least, most] = raw as Range;
        return [
          say('circadians.look.value', {
            way: least === 0 ? 'up' : most === 0 ? 'down' : 'both',
            n: Math.max(-least, most),
          }),
        ];
      }
      case 'value_set':
        return [
          say('circadians.look.value-set', {
            values: list((raw as number[]).map(String), 'circadians.list.or'),
          }),
        ];
      case 'value_as':
        return [say('circadians.look.value-as', { n: Number(raw) })];
      case 'extra':
        return Object.entries(raw as Record<string, number>).map(([of, n]) =>
          of === 'planet_water'
            ? say('circadians.look.planet-water', { what: amount('water', n) })
            : say(`circadians.look.${dashed(of)}`, { n }),
        );
      case 'limit':
        return Object.entries(raw as Record<string, number>).map(([which, n]) =>
          say('circadians.look.limit', { which, change: `${n > 0 ? '+' : '−'}${Math.abs(n)}` }),
        );
      case 'uncounted':
        return [say('circadians.look.uncounted')];
      case 'substitute':
        return Object.entries(raw as Record<string, Amounts>).map(([thing, cost]) =>
          say('circadians.look.substitute', { what: goods(cost), for: amount(thing, 1) }),
        );
      case 'points':
        return [
          say(what.max ? 'circadians.look.points.most' : 'circadians.look.points', {
            points: points(Number(what.n)),
            per: counted(what.per, Number(what.each ?? 1), what.column, what.row),
            n: Number(what.max ?? 0),
          }),
        ];
      case 'reroll':
        return [say('circadians.look.reroll')];
      case 'raise':
        return [say('circadians.look.raise', { n: Number(what.dice), by: Number(what.by) })];
      default:
        return [];
    }
  }

  // When it happens; nothing for what always holds.
  function occasion(rule: Rule, of: string): string {
    const by = rule.by ?? 'self';
    const on = `circadians.on.${dashed(rule.on)}`;
    switch (rule.on) {
      case 'always':
      case 'score':
        return '';
      case 'send': {
        const args = {
          by,
          piece: of === 'ship' ? 'ship' : rule.if?.specialist ? 'specialist' : 'any',
          from: rule.from ?? 'any',
          first: rule.if?.first ? 'yes' : 'no',
        };
        const to = rule.to ?? [];
        if (to.length === 0) return say(on, args);
        const every =
          to.length === pack.stations.length && to.every((id) => byId(pack.stations, id));
        return say(`${on}.to`, {
          ...args,
          places: every
            ? say('circadians.place.station')
            : list([...to].sort(byPlace).map(place), 'circadians.list.or'),
        });
      }
      case 'negotiate':
        return rule.with ? say(`${on}.with`, { by, faction: faction(rule.with) }) : say(on, { by });
      case 'fulfil':
        return say(rule.at === 'depository' ? `${on}.depository` : on);
      case 'harvest': {
        const die = rule.if?.die as Range | undefined;
        if (die) {
          const any = die[0] === 1 && die[1] === 6;
          return say(any ? `${on}.any-die` : `${on}.die`, { values: range(die) });
        }
        if (rule.if?.outpost) return say(`${on}.outpost-empty`);
        return say(rule.if?.collected ? `${on}.no-water` : on);
      }
      default:
        return say(on, { by });
    }
  }

  function oneRule(rule: Rule, of: string): string {
    const exchange =
      rule.on === 'plan' && rule.do[0]?.pay && rule.do[1]?.gain
        ? say('circadians.look.exchange', {
            out: goods(rule.do[0].pay as Amounts),
            in: goods(rule.do[1].gain as Amounts),
          })
        : '';
    // A choice between two ways to raise dice holds, like the ways themselves.
    const raises = rule.do.flatMap((one) =>
      Array.isArray(one.choose) ? (one.choose as Effect[][]).flat().filter((way) => way.raise) : [],
    );
    const rest = rule.do.filter((one) => !LOOKUPS.includes(Object.keys(one)[0] ?? ''));
    const parts = [
      ...rule.do.flatMap(lookup),
      ...(raises.length > 0 ? [list(raises.flatMap(lookup), 'circadians.list.or')] : []),
    ];
    if (exchange) parts.push(exchange);
    else if (raises.length === 0 && rest.length > 0) parts.push(effects(rest));
    if (parts.length === 0) return '';
    let what = list(parts);
    const changesValue = rule.do.some((one) => one.value || one.value_set || one.value_as);
    if (rule.may && !changesValue) what = say('circadians.rule.may', { what });
    if (rule.when === 'either') what = say('circadians.rule.either', { what });
    if (rule.once && !rule.if?.first) what = say('circadians.rule.once', { what });
    const when = occasion(rule, of);
    return when === '' ? what : say('circadians.rule', { when, what });
  }
  function rules(all: Rule[], of = ''): string {
    return (
      list(all.map((one) => oneRule(one, of)).filter(Boolean), 'circadians.list.long') ||
      say('circadians.rule.none')
    );
  }

  function leader(one: LeaderEntry): string {
    const board = pack.outpost_boards.find((entry) => entry.id === one.outpost_board);
    const more = (one.breakthroughs ?? []).map((id) =>
      effects(byId(pack.breakthroughs, id)?.do ?? []),
    );
    return list(
      [
        rules(one.rules),
        ...(one.board ?? []).map((part) =>
          say('circadians.leader.board', { n: part.column, what: effects(part.do) }),
        ),
        ...(board
          ? [
              say('circadians.leader.outpost', {
                n: board.spaces,
                what: effects(board.sender_gain ?? []),
              }),
            ]
          : []),
        ...(more.length > 0
          ? [say('circadians.leader.breakthroughs', { what: list(more, 'circadians.list.long') })]
          : []),
      ],
      'circadians.list.long',
    );
  }
  const station = (one: Station): string =>
    list(
      one.actions.map((action) =>
        say(action.column ? 'circadians.explain.action.column' : 'circadians.explain.action', {
          n: action.column ?? 0,
          values: range(action.value),
          cost: anyGoods(action.cost),
          what: effects(action.do),
        }),
      ),
      'circadians.list.long',
    );

  return { place, need, effects, rules, leader, station };
}
export type Phrases = ReturnType<typeof phrases>;
