// A view follows events while they are shown one by one; in the end the table's own view takes its place. Only what is
// said is done here: nothing is worked out.
import type { GameEvent } from '../../engine/messages';
import type { Tab } from './layout';
import {
  FACTIONS,
  FIRST_CORNER,
  goodOf,
  isAi,
  SPECIALIST,
  STATIONS,
  type CircadiansView,
  type Player,
} from './model';
import type { Pack } from './pack';

type Row = (string | null)[];

const faceOf = (die: unknown): string =>
  die === 'specialist' ? 's' : die === undefined ? 'u' : String(die);
const numberOf = (die: unknown): number => (die === 'specialist' ? SPECIALIST : Number(die));
const put = <T>(list: T[], at: number, one: T): T[] => list.map((old, i) => (i === at ? one : old));
const without = <T>(list: T[], one: T): T[] => {
  const at = list.indexOf(one);
  return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)];
};

type Change = Partial<Pick<Player, keyof Player>>;
function change(
  view: CircadiansView,
  seat: number,
  how: (player: Player) => Change,
): CircadiansView {
  const player = view.players[seat - 1];
  if (!player) return view;
  return { ...view, players: put(view.players, seat - 1, { ...player, ...how(player) } as Player) };
}
const hand = (player: Player, contract: string | null, by: 1 | -1): Player['hand'] => {
  if (typeof player.hand === 'number') return Math.max(0, player.hand + by);
  if (contract === null) return player.hand;
  return by > 0 ? [...player.hand, contract] : without(player.hand, contract);
};

// Where in a row a piece came to stand: where the table has it in the end, else the first free place.
function spot(row: Row, final: Row, piece: string, allowed: (at: number) => boolean): number {
  const free = row.flatMap((one, at) => (one === null && allowed(at) ? [at] : []));
  return free.find((at) => final[at] === piece) ?? free[0] ?? -1;
}

// A piece leaves where it stood.
function leave(view: CircadiansView, seat: number, from: unknown, die: unknown): CircadiansView {
  if (typeof from === 'number')
    return change(view, seat, (player) => ({ garages: put(player.garages, from - 1, 0) }));
  if (from === 'hq') {
    const at = view.hq.indexOf(`${seat}-${faceOf(die)}`);
    return { ...view, hq: put(view.hq, at, null) };
  }
  return view;
}

// A piece arrives.
type Arrival = Pick<
  GameEvent,
  'seat' | 'to' | 'faction' | 'column' | 'row' | 'owner' | 'farm' | 'die' | 'value'
>;
function arrive(
  view: CircadiansView,
  event: Arrival,
  piece: string,
  pack: Pack,
  final: CircadiansView,
): CircadiansView {
  const to = String(event.to ?? (event.faction ? 'negotiation' : ''));
  const station = STATIONS.indexOf(to);
  if (station >= 0) {
    const printed = pack.stations.find((one) => one.id === to);
    const spaces = printed?.spaces[view.seats === 1 ? 'solo' : 'multi'] ?? [];
    const row = view.stations[station]!;
    const at = spot(row, final.stations[station]!, piece, (i) => {
      const space = spaces[i];
      return space !== undefined && (event.column === undefined || space.column === event.column);
    });
    return { ...view, stations: put(view.stations, station, put(row, at, piece)) };
  }
  const column = (list: Row[], ends: Row[], at: number, row: unknown): Row[] => {
    const old = list[at];
    if (!old) return list;
    const place = typeof row === 'number' ? row - 1 : spot(old, ends[at] ?? [], piece, () => true);
    return put(list, at, put(old, place, piece));
  };
  switch (to) {
    case 'hq':
      return {
        ...view,
        hq: put(
          view.hq,
          spot(view.hq, final.hq, piece, () => true),
          piece,
        ),
      };
    case 'depository': {
      const row = typeof event.row === 'number' ? event.row - 1 : 0;
      const seen = view.depository.findIndex(
        (one, i) => one[row] === null && final.depository[i]?.[row] === piece,
      );
      const at = seen >= 0 ? seen : Number(event.column ?? event.die ?? event.value) - 1;
      return { ...view, depository: column(view.depository, final.depository, at, event.row) };
    }
    case 'negotiation': {
      const at = FACTIONS.indexOf(String(event.faction));
      return { ...view, negotiation: column(view.negotiation, final.negotiation, at, event.row) };
    }
    case 'outpost': {
      const owner = Number(event.owner);
      return change(view, owner, (player) => {
        const ends = final.players[owner - 1]?.outpost ?? [null, null];
        const at = spot(player.outpost, ends, piece, () => true);
        const [a, b] = player.outpost;
        return { outpost: [at === 0 ? piece : a, at === 1 ? piece : b] };
      });
    }
    case 'farm':
      return change(view, Number(event.seat), (player) => ({
        farms: put(player.farms, Number(event.farm) - 1, numberOf(event.die)),
      }));
    default:
      return view;
  }
}

// What a seat has for certain is told with whatever brings it.
function scored(view: CircadiansView, seat: number, final: CircadiansView): CircadiansView {
  if (isAi(view, seat)) return { ...view, ai_points: final.ai_points };
  const points = final.points[seat - 1];
  return points === undefined ? view : { ...view, points: put(view.points, seat - 1, points) };
}

function goods(view: CircadiansView, event: GameEvent, sign: number): CircadiansView {
  const good = goodOf(String(event.resource ?? 'G'));
  return change(view, Number(event.seat), (player) => ({
    goods: {
      ...player.goods,
      [good]: Math.max(0, player.goods[good] + sign * Number(event.n ?? 1)),
    },
  }));
}

// Some are only done again: they stay as they are.
const used = (before: string[], one: unknown, final: string[]): string[] =>
  final.filter((id) => before.includes(id) || id === one);

// The dice come home.
const rested = (view: CircadiansView): CircadiansView => ({
  ...view,
  stations: view.stations.map((row) => row.map(() => null)),
  partners: view.partners.map(() => null),
  players: view.players.map((player) => ({
    ...player,
    garages: player.garages.map(() => 0),
    farms: player.farms.map(() => 0),
    canteen: 0,
    canteen_specialists: 0,
  })),
});
const PLAYED = new Set(['planned', 'sent', 'ai-sent', 'harvest', 'round']);

// A Specialist takes the place of a die (the place as the event counts it).
function unlock(view: CircadiansView, event: GameEvent): CircadiansView {
  const place = Number(event.place);
  return change(view, Number(event.seat), (player) => {
    if (place < 8) return { garages: put(player.garages, place, SPECIALIST) };
    if (place < 16) return { farms: put(player.farms, place - 8, SPECIALIST) };
    if (place === 16) return { base_specialists: player.base_specialists + 1 };
    if (place === 17)
      return {
        canteen: Math.max(0, player.canteen - 1),
        canteen_specialists: player.canteen_specialists + 1,
      };
    return {};
  });
}

export function told(
  view: CircadiansView,
  event: GameEvent,
  pack: Pack,
  final: CircadiansView,
  rest: GameEvent[] = [], // what follows it
): CircadiansView {
  // Before the first round nothing is shown step by step.
  if (view.round === 0) return final;
  const seat = Number(event.seat ?? 0);
  const contract = typeof event.contract === 'string' ? event.contract : null;
  switch (event.event) {
    case 'round':
      // A new plan begins, unless nobody has anything to plan.
      return rest.some((one) => PLAYED.has(one.event))
        ? { ...rested(view), round: Number(event.round) }
        : { ...final, event: view.event };
    case 'over':
      return final;
    case 'event':
      return { ...view, event: String(event.card) };
    case 'planned':
      return change({ ...view, phase: 'execute' }, seat, (player) => ({
        garages:
          event.garage === undefined
            ? player.garages
            : put(player.garages, Number(event.garage) - 1, numberOf(event.die)),
        farms:
          event.farm === undefined
            ? player.farms
            : put(player.farms, Number(event.farm) - 1, numberOf(event.die)),
        base: final.players[seat - 1]?.base ?? player.base,
        base_specialists: final.players[seat - 1]?.base_specialists ?? player.base_specialists,
      }));
    case 'canteen': {
      // In Plan nobody sees which die it is; later it comes from a Garage.
      const garages = view.players[seat - 1]?.garages ?? [];
      const at =
        event.die === undefined
          ? -1
          : garages.findIndex(
              (one, i) => one === numberOf(event.die) && final.players[seat - 1]?.garages[i] === 0,
            );
      const left = at < 0 ? view : leave(view, seat, at + 1, event.die);
      return change(left, seat, (player) =>
        event.die === 'specialist'
          ? { canteen_specialists: player.canteen_specialists + 1 }
          : { canteen: player.canteen + 1 },
      );
    }
    case 'sent': {
      const piece = `${seat}-${faceOf(event.die)}`;
      return scored(
        arrive(leave(view, seat, event.from, event.die), event, piece, pack, final),
        seat,
        final,
      );
    }
    case 'ai-sent': {
      const piece = `2-${event.specialist ? 's' : event.value}`;
      return change(scored(arrive(view, event, piece, pack, final), 2, final), 2, (player) => ({
        base: event.specialist ? player.base : Math.max(0, player.base - 1),
      }));
    }
    case 'ai-ahzuri':
      return arrive(
        view,
        { seat: event.seat, faction: 'ahzuri', row: event.row, value: event.value },
        `2-${event.value}`,
        pack,
        final,
      );
    case 'partner': {
      const left = leave(view, seat, event.from, event.die);
      const lab = view.stations[STATIONS.indexOf('laboratory')] ?? [];
      const at = lab.findIndex((one, i) => one?.startsWith(`${seat}-`) && !view.partners[i]);
      return { ...left, partners: put(left.partners, at, `${seat}-${faceOf(event.die)}`) };
    }
    case 'gained':
      return scored(goods(view, event, 1), seat, final);
    case 'ai-gems':
      return goods(view, event, 1);
    case 'paid':
    case 'lost':
      return goods(view, event, -1);
    case 'dice':
    case 'ai-dice':
      return change(view, seat, (player) => ({
        base: player.base + Number(event.n),
        reserve: Math.max(0, player.reserve - Number(event.n)),
      }));
    case 'specialist':
    case 'ai-specialist':
      return scored(
        change(view, seat, (player) => ({
          gained: player.gained | (1 << (Number(event.which) - 1)),
        })),
        seat,
        final,
      );
    case 'unlocked':
      return unlock(view, event);
    case 'ship':
      return scored(
        change(view, seat, (player) => ({
          ships: put(player.ships, Number(event.garage) - 1, String(event.tile)),
          garage_costs: final.players[seat - 1]?.garage_costs,
        })),
        seat,
        final,
      );
    case 'farm-tile':
      return scored(
        change(view, seat, (player) => ({
          farm_tiles: put(player.farm_tiles, Number(event.slot) - 1, String(event.tile)),
        })),
        seat,
        final,
      );
    case 'tile-shown': {
      const at = Number(event.stack) - 1;
      const tile = String(event.tile);
      return event.kind === 'ship'
        ? { ...view, ships_up: put(view.ships_up, at, tile) }
        : { ...view, farms_up: put(view.farms_up, at, tile) };
    }
    case 'breakthrough':
      return {
        ...view,
        breakthroughs: used(view.breakthroughs, event.breakthrough, final.breakthroughs),
        breakthrough_values: final.breakthrough_values,
        breakthrough_tokens: final.breakthrough_tokens,
      };
    case 'setback':
      return {
        ...view,
        setbacks: used(view.setbacks, event.setback, final.setbacks),
        setback_values: final.setback_values,
        setback_tokens: final.setback_tokens,
      };
    case 'moved':
      return change(view, seat, () => ({ harvester: Number(event.space) }));
    case 'ai-moved':
      // Tokens on its way are gone without a word.
      return change({ ...view, planet_tokens: final.planet_tokens }, 2, () => ({
        harvester: Number(event.space),
      }));
    case 'token-taken':
      return { ...view, planet_tokens: put(view.planet_tokens, Number(event.space), 0) };
    case 'ai-progress':
      return change(view, 2, () => ({ progress: Number(event.stars) }));
    case 'scheme':
      return { ...view, scheme_shown: [...view.scheme_shown, String(event.card)] };
    case 'fulfilled':
      return scored(
        change(view, seat, (player) => ({
          hand: hand(player, contract, -1),
          fulfilled: [...player.fulfilled, contract ?? ''],
        })),
        seat,
        final,
      );
    case 'drew':
    case 'drew-hidden':
      return change(view, seat, (player) => ({ hand: hand(player, contract, 1) }));
    case 'discarded':
      return change(view, seat, (player) => ({ hand: hand(player, contract, -1) }));
    case 'hq-roll':
      return {
        ...view,
        hq: put(view.hq, Number(event.space) - 1, `${seat}-${event.value}`),
      };
    case 'farm-placed':
      return change(view, seat, (player) => ({
        farms: put(player.farms, Number(event.farm) - 1, Number(event.value)),
      }));
    case 'harvest':
      return { ...view, phase: 'harvest' };
    case 'radio':
      return { ...view, radio: seat - 1, phase: 'rest' };
    default:
      return view;
  }
}

// Where that which an event told of is seen now: selectors, the best first.
export function whereNow(event: GameEvent, own: number): string[] {
  const seat = Number(event.seat ?? 0);
  const mine = seat === own;
  const home = seat > 0 ? [`[data-seat="${seat}"]`] : [];
  const garage = (n: unknown) =>
    mine ? `[data-garage="${n}"]` : `[data-garage-of="${seat}-${n}"]`;
  const farm = (n: unknown) => (mine ? `[data-farm="${n}"]` : `[data-farm-of="${seat}-${n}"]`);
  switch (event.event) {
    case 'sent':
    case 'ai-sent': {
      const to = String(event.to ?? 'negotiation');
      return STATIONS.includes(to) && event.column === undefined
        ? [`[data-station="${to}"]`]
        : [`[data-place="${placeOf(event)}"]`, ...home];
    }
    case 'planned':
      return [event.garage === undefined ? farm(event.farm) : garage(event.garage), ...home];
    case 'ship':
      return [garage(event.garage), ...home];
    case 'farm-tile':
      return [farm(Number(event.slot) + 3), ...home];
    case 'farm-worked':
    case 'farm-placed':
      return [farm(event.farm), ...home];
    case 'canteen':
      return mine ? ['[data-place="canteen"]'] : home;
    case 'partner':
      return ['[data-station="laboratory"]'];
    case 'gained':
    case 'paid':
    case 'lost':
    case 'ai-gems':
      return [`[data-bank="${seat}-${goodOf(String(event.resource ?? 'G'))}"]`, ...home];
    case 'moved':
    case 'ai-moved':
    case 'token-taken':
      return [`[data-hex="${event.space}"]`];
    case 'peeked':
    case 'cache-seen':
    case 'cache-revealed':
      return [`[data-hex="${FIRST_CORNER + Number(event.corner) - 1}"]`];
    case 'breakthrough':
    case 'setback':
      return [`[data-incident="${event[event.event]}"]`];
    case 'ability':
      return [`[data-ability="${event.faction}"]`];
    case 'ai-ahzuri':
      return [`[data-place="ahzuri-${event.row}"]`];
    case 'tile-shown':
      return [`[data-tile="${event.kind}${event.stack}"]`];
    case 'outpost':
      return [`[data-place="outpost-${event.owner}"]`, ...home];
    case 'hq-roll':
    case 'hq-reward':
      return ['[data-place="hq"]'];
    case 'drew':
    case 'discarded':
      return [`[data-contract="${event.contract}"]`, ...home];
    case 'specialist':
      return [...(mine ? [`[data-spec="${event.which}"]`] : []), ...home];
    case 'trade':
      return ['[data-station="market"]'];
    case 'event':
    case 'scheme':
      return ['[data-event]'];
    case 'round':
      return ['[data-round]'];
    default:
      return home;
  }
}

// Where a piece was sent to, as it stands in data-place.
export function placeOf(event: GameEvent): string {
  const to = String(event.to ?? (event.faction ? 'negotiation' : ''));
  if (to === 'mining_camp' && event.column !== undefined) return `mining_camp-${event.column}`;
  if (to === 'depository') return `depository-${event.row}-${event.column ?? event.die}`;
  if (to === 'negotiation') return `${event.faction}-${event.row}`;
  if (to === 'outpost') return `outpost-${event.owner}`;
  if (to === 'farm') return `farm-${event.farm}`;
  return to;
}

// Which tab of a phone shows it.
export function tabOf(event: GameEvent): Tab | null {
  const to = String(event.to ?? (event.faction ? 'negotiation' : ''));
  switch (event.event) {
    case 'sent':
    case 'ai-sent':
    case 'ai-ahzuri':
    case 'ability':
      if (to === 'negotiation') return 'talks';
      return STATIONS.includes(to) ? 'stations' : to === 'farm' ? null : 'port';
    case 'breakthrough':
    case 'setback':
      return 'talks';
    case 'partner':
    case 'tile-shown':
    case 'trade':
      return 'stations';
    case 'hq-roll':
    case 'hq-reward':
    case 'outpost':
      return 'port';
    case 'moved':
    case 'ai-moved':
    case 'token-taken':
    case 'peeked':
    case 'cache-seen':
    case 'cache-revealed':
      return 'planet';
    case 'drew':
    case 'discarded':
      return 'cards';
    default:
      return null;
  }
}
