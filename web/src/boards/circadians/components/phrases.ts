// Costs, places and requirements of a pack in words. What its pieces do, the engine says.
import { literal, t, type Args } from '../../../text';
import {
  byId,
  named,
  type Amount,
  type Amounts,
  type Column,
  type Need,
  type Pack,
  type Station,
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

const amount = (what: string, n: Amount): string =>
  say('circadians.count', { n: Number(n), resource: RESOURCE[what] ?? what });
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

  return { place, need };
}
export type Phrases = ReturnType<typeof phrases>;
