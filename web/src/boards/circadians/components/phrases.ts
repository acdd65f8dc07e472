// What the pieces of a pack do, in sentences of the game's own catalogue, as the engine puts them together
// for a table. A pack that is being changed is on no table yet, so its pieces are read here.
import { literal, t, type Args } from '../../../text';
import { range } from '../bits';
import { STATIONS } from '../model';
import {
  byId,
  choicesOf,
  named,
  type Amount,
  type Amounts,
  type Column,
  type Effect,
  type Leader,
  type Need,
  type Pack,
  type Rule,
  type Station,
  type Tile,
} from '../pack';

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
  THINGS.flatMap((what) => (all[what] ? [amount(what, all[what])] : []));
export const goods = (all: Amounts): string => list(amounts(all)) || nothing();
export const anyGoods = (costs: Amounts | Amounts[]): string =>
  list([costs].flat().map(goods), 'circadians.list.or') || nothing();

// The sentences of one pack: places and factions have the names it gives them.
export function phrases(pack: Pack) {
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
    if (one.lose)
      return list(amounts(one.lose).map((part) => say('circadians.do.lose', { what: part })));
    if (one.pay) {
      const { contract, ...rest }: Amounts = one.pay;
      return list([
        ...(amounts(rest).length > 0 ? [say('circadians.do.pay', { what: goods(rest) })] : []),
        ...(contract ? [say('circadians.do.discard', { n: Number(contract) })] : []),
      ]);
    }
    if (one.others) return say('circadians.do.others', { what: effects(one.others) });
    if (one.optional) return say('circadians.do.optional', { what: effects(one.optional) });
    if (one.choose) return list(choicesOf(one).map(effects), 'circadians.list.or');
    if (one.by_value)
      return list(
        one.by_value.map((part) =>
          say('circadians.do.case', { values: range(part.value), what: effects(part.do) }),
        ),
        'circadians.list.long',
      );
    if (one.per) {
      const { count, max, do: what } = one.per;
      return say(max ? 'circadians.do.per.most' : 'circadians.do.per', {
        per: counted(count, 1),
        what: effects(what),
        n: max ?? 0,
      });
    }
    if (one.move) {
      const { dir, steps, up_to: upTo } = one.move;
      if (dir !== 'any') return say(`circadians.do.move.${dir}`);
      return say(upTo ? 'circadians.do.move.up-to' : 'circadians.do.move', { n: steps });
    }
    if (one.harvest) return say(`circadians.do.harvest.${one.harvest}`);
    if (one.trades !== undefined)
      return one.trades === 'value'
        ? say('circadians.do.trades.value')
        : say('circadians.do.trades', { n: Number(one.trades) });
    if (one.tile) {
      const { kind, id, slot, stack } = one.tile;
      const tile = byId<Tile>([...pack.ships, ...pack.farms], id);
      if (!tile)
        return say('circadians.do.tile', { kind, n: typeof stack === 'number' ? stack : 0 });
      return say('circadians.do.start-tile', {
        kind,
        tile: named(tile),
        n: slot ?? 1,
        what: rules(tile.rules, kind),
      });
    }
    if (one.fulfil) {
      const { kind, less, full_cost: full } = one.fulfil;
      if (less) return say('circadians.do.fulfil.less', { kind, what: goods(less) });
      return say(full ? 'circadians.do.fulfil.full' : 'circadians.do.fulfil', { kind });
    }
    if (one.peek) return say('circadians.do.peek');
    if (one.breakthrough) return say('circadians.do.breakthrough');
    if (one.use_outpost) return say('circadians.do.use-outpost');
    if (one.ability) return say('circadians.do.other-ability');
    if (one.special === 'radio_to_left_neighbour') return say('circadians.special.radio-left');
    return one.special ? say(`circadians.special.${dashed(one.special)}`) : '';
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
        gains.push(...amounts(one.gain));
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
    if (one.discount) {
      const { any, ...rest } = one.discount;
      const priced: Amounts = rest;
      const some = Object.fromEntries(Object.entries(priced).filter(([, n]) => n !== 'all'));
      return [
        ...THINGS.filter((thing) => priced[thing] === 'all').map((thing) =>
          say('circadians.look.discount-all', { resource: resource(thing), n: 0 }),
        ),
        ...(amounts(some).length > 0
          ? [say('circadians.look.discount', { what: goods(some) })]
          : []),
        ...(any ? [say('circadians.look.discount-any', { n: any })] : []),
      ];
    }
    if (one.surcharge) return [say('circadians.look.surcharge', { what: goods(one.surcharge) })];
    if (one.replace_cost)
      return [say('circadians.look.replace', { what: anyGoods(one.replace_cost) })];
    if (one.garage_discount !== undefined)
      return [
        say('circadians.look.garage-discount', { what: amount('algae', one.garage_discount) }),
      ];
    if (one.garage_cost !== undefined)
      return [say('circadians.look.garage-cost', { what: amount('algae', one.garage_cost) })];
    if (one.free_order) return [say('circadians.look.free-order')];
    if (one.allow) return [say('circadians.look.outpost')];
    if (one.value) {
      const [least, most] = one.value;
      return [
        say('circadians.look.value', {
          way: least === 0 ? 'up' : most === 0 ? 'down' : 'both',
          n: Math.max(-least, most),
        }),
      ];
    }
    if (one.value_set)
      return [
        say('circadians.look.value-set', {
          values: list(one.value_set.map(String), 'circadians.list.or'),
        }),
      ];
    if (one.value_as !== undefined) return [say('circadians.look.value-as', { n: one.value_as })];
    if (one.extra)
      return Object.entries(one.extra).map(([of, n]) =>
        of === 'planet_water'
          ? say('circadians.look.planet-water', { what: amount('water', n) })
          : say(`circadians.look.${dashed(of)}`, { n }),
      );
    if (one.limit)
      return Object.entries(one.limit).map(([which, n]) =>
        say('circadians.look.limit', { which, change: `${n > 0 ? '+' : '−'}${Math.abs(n)}` }),
      );
    if (one.uncounted) return [say('circadians.look.uncounted')];
    if (one.substitute)
      return Object.entries(one.substitute).map(([thing, cost]) =>
        say('circadians.look.substitute', { what: goods(cost), for: amount(thing, 1) }),
      );
    if (one.points) {
      const { n, per, each, max, column, row } = one.points;
      return [
        say(max ? 'circadians.look.points.most' : 'circadians.look.points', {
          points: points(n),
          per: counted(per, each ?? 1, column, row),
          n: max ?? 0,
        }),
      ];
    }
    if (one.reroll) return [say('circadians.look.reroll')];
    if (one.raise) return [say('circadians.look.raise', { n: one.raise.dice, by: one.raise.by })];
    return [];
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
        const die = rule.if?.die;
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
    const does: Effect[] = rule.do;
    const [first, second] = does;
    const exchange =
      rule.on === 'plan' && first?.pay && second?.gain
        ? say('circadians.look.exchange', { out: goods(first.pay), in: goods(second.gain) })
        : '';
    // A choice between two ways to raise dice holds, like the ways themselves.
    const raises = does.flatMap((one) =>
      choicesOf(one)
        .flat()
        .filter((way) => way.raise),
    );
    const rest = does.filter((one) => !LOOKUPS.includes(Object.keys(one)[0] ?? ''));
    const parts = [
      ...does.flatMap(lookup),
      ...(raises.length > 0 ? [list(raises.flatMap(lookup), 'circadians.list.or')] : []),
    ];
    if (exchange) parts.push(exchange);
    else if (raises.length === 0 && rest.length > 0) parts.push(effects(rest));
    if (parts.length === 0) return '';
    let what = list(parts);
    const changesValue = does.some((one) => one.value || one.value_set || one.value_as);
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

  function leader(one: Leader): string {
    const board = pack.outpost_boards.find((entry) => entry.id === one.outpost_board);
    const { breakthroughs } = one; // that they are there counts: which ones is for people
    const more = (Array.isArray(breakthroughs) ? breakthroughs : []).map((id) =>
      effects(byId(pack.breakthroughs, String(id))?.do ?? []),
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
          n: Number(action.column ?? 0),
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
