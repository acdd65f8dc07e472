// Effects of the pack as short sentences of numbers and symbols. What is not known here is left to words.
import { t } from '../../text';
import { STATION_ICON } from './model';
import {
  choicesOf,
  type Amount,
  type Amounts,
  type Effect,
  type Need,
  type Range,
  type Rule,
} from './pack';

export type Bit = string | { icon: string };
const icon = (id: string): Bit => ({ icon: id });
const THINGS: Record<string, string> = {
  water: 'i-water',
  algae: 'i-algae',
  energy: 'i-energy',
  gem: 'i-gem',
  die: 'i-die',
  contract: 'i-contract',
  specialist: 'i-spec',
  any: 'i-any',
};
const ORDER = ['water', 'algae', 'energy', 'gem', 'any', 'die', 'contract', 'specialist'];
const ARROW: Bit = '→';
const MINUS = '−';

export const range = ([from, to]: Range): string => (from === to ? `${from}` : `${from}–${to}`);

function amount(n: Amount): string {
  if (typeof n === 'number') return `${n}`;
  return n.replace('value', 'v').replace('-', MINUS);
}
export function amounts(all: Amounts, sign = ''): Bit[] {
  return Object.keys(all)
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .flatMap((thing) => {
      const n = all[thing] ?? 0;
      const one = n === 1 && sign === '' && (thing === 'specialist' || thing === 'die');
      const known = THINGS[thing];
      const number = n === 'all' ? `${sign}` : `${sign}${amount(n)}`;
      return [...(one && thing === 'specialist' ? [] : [number]), ...(known ? [icon(known)] : [])];
    });
}
export const costs = (cost: Amounts | Amounts[]): Bit[][] =>
  [cost].flat().map((one) => amounts(one));

// A cost that stands alone says so: a bare "+3 water" would read as a gain.
const toPay = (cost: Bit[]): Bit[] => [...cost, t('board.circadians.to-pay')];

const PER: Record<string, string> = {
  supply_die: 'i-die',
  ship_tile: 'i-ship',
  farm_tile: 'i-farm',
  fulfilled_contract: 'i-contract',
  contract_in_hand: 'i-contract',
  harvester_on_cache: 'i-cache',
  energy: 'i-energy',
  algae: 'i-algae',
  water: 'i-water',
  gem: 'i-gem',
  faction_with_die: 's-nego',
  negotiation_die: 's-nego',
  depository_die: 's-depo',
  depository_row_die: 's-depo',
  specialist_gained: 'i-spec',
  specialist_out: 'i-spec',
  missing_die: 'i-die',
  progress_removed: 'i-star',
};
function per({
  count,
  each = 1,
  column,
}: {
  count: string;
  each?: number;
  column?: string;
}): Bit[] {
  if (count === 'column_die') return [icon(`f-${column}`)];
  if (count === 'ship_farm_pair') return [icon('i-ship'), icon('i-farm')];
  return [...(each > 1 ? [`${each}`] : []), icon(PER[count] ?? 'i-star')];
}

export function need(what: Need): Bit[] {
  if (what.any) return what.any.flatMap((one, i) => [...(i > 0 ? ['/'] : []), ...need(one)]);
  const count = what.count ?? '';
  const n = what.at_least ?? 1;
  return [...(n > 1 ? [`${n}`] : []), icon(PER[count] ?? 'i-star')];
}

const SPECIAL: Record<string, Bit[]> = {
  sal: ['3', icon('i-die')],
  roll_to_farm: [icon('i-die'), ARROW, icon('i-farm')],
  counts_as_other: [icon('i-person')],
  amos_harvest_turn: [icon('i-scoop'), icon('i-farm')],
  charlene_board: [icon('s-mining'), '+'],
  melvan_start: [icon('i-spec')],
  radio_to_left_neighbour: [icon('i-radio')],
  tariq_start: [icon('i-die'), ARROW, icon('s-hq')],
  repeat_action: [icon('s-hq'), '×2'],
  reserve_die_to_hq: [icon('i-die'), ARROW, icon('s-hq')],
  outposts_owner_only: [icon('i-outpost'), icon('i-lock')],
};

const eitherOr = (ways: Bit[][]): Bit[] =>
  ways.flatMap((way, i) => [...(i > 0 ? ['/'] : []), ...way]);
const LIMITS: Record<string, string> = { dice: 'i-die', hand: 'i-contract', specialists: 'i-spec' };
const EXTRAS: Record<string, string> = {
  trades: 'i-trade',
  free_steps: 'i-hexstep',
  planet_water: 'i-water',
};

function values([from, to]: Range): string {
  if (from === 0) return `+${to}`;
  if (to === 0) return `${MINUS}${-from}`;
  return `±${to}`;
}

export function effect(one: Effect): Bit[] {
  if (one.gain) return amounts(one.gain);
  if (one.lose) return amounts(one.lose, MINUS);
  if (one.discount) return amounts(one.discount, MINUS);
  if (one.surcharge) return toPay(amounts(one.surcharge, '+'));
  if (one.pay) return [...amounts(one.pay), ARROW];
  if (one.replace_cost) return toPay(eitherOr(one.replace_cost.map((cost) => amounts(cost))));
  if (one.tile) return [icon(one.tile.kind === 'ship' ? 'i-ship' : 'i-farm')];
  if (one.trades !== undefined)
    return [one.trades === 'value' ? 'v' : `${one.trades}`, icon('i-trade')];
  if (one.value) return [values(one.value)];
  if (one.value_set) return [one.value_set.join('/')];
  if (one.value_as !== undefined) return [`=${one.value_as}`];
  if (one.garage_cost !== undefined) return [`=${one.garage_cost}`, icon('i-algae')];
  if (one.garage_discount !== undefined)
    return [icon('i-garage'), `${MINUS}${one.garage_discount}`, icon('i-algae')];
  if (one.free_order) return [icon('i-arrow')];
  if (one.allow) return [icon('i-outpost')];
  if (one.move) return [...(one.move.steps > 1 ? [`${one.move.steps}`] : []), icon('i-hexstep')];
  if (one.harvest) return [icon('i-planet')];
  if (one.peek) return [icon('i-eye'), icon('i-cache')];
  if (one.fulfil)
    return [icon('i-check'), icon('i-contract'), ...amounts(one.fulfil.less ?? {}, MINUS)];
  if (one.use_outpost) return [icon('i-outpost')];
  if (one.per) return [...effects(one.per.do), '/', ...per(one.per)];
  if (one.by_value) {
    const gains = one.by_value.map((part): Amounts => part.do[0]?.gain ?? {});
    const thing = Object.keys(gains[0] ?? {})[0];
    if (thing === undefined) return [];
    const all = gains.map((gain) => Number(gain[thing]));
    return [range([Math.min(...all), Math.max(...all)]), icon(THINGS[thing] ?? 'i-star')];
  }
  if (one.points) {
    const { n, per: count, each, column } = one.points;
    return [`${n}`, icon('i-star'), '/', ...per({ count, each, column })];
  }
  if (one.limit)
    return Object.entries(one.limit).flatMap(([of, n]) => [
      icon(LIMITS[of] ?? 'i-star'),
      n < 0 ? `${MINUS}${-n}` : `+${n}`,
    ]);
  if (one.extra)
    return Object.entries(one.extra).flatMap(([of, n]) =>
      of === 'max_steps' ? [] : [`+${n}`, icon(EXTRAS[of] ?? 'i-star')],
    );
  if (one.others) return [icon('i-person'), ...effects(one.others)];
  if (one.optional) return effects(one.optional);
  if (one.choose) return eitherOr(choicesOf(one).map(effects));
  if (one.reroll) return [icon('i-ongoing'), icon('i-die')];
  if (one.raise) return [`+${one.raise.by}`, icon('i-die')];
  if (one.breakthrough) return [icon('i-bt')];
  if (one.ability) return [icon('s-nego')];
  if (one.substitute) {
    const [thing, cost] = Object.entries(one.substitute)[0] ?? ['', {}];
    return [...amounts(cost), '=', icon(THINGS[thing] ?? 'i-gem')];
  }
  if (one.uncounted) return [icon('i-spec'), icon('i-die'), '0'];
  return SPECIAL[one.special ?? ''] ?? [];
}
export const effects = (all: Effect[]): Bit[] => all.flatMap(effect);

// What sets an effect off.
function trigger(rule: Rule): Bit[] {
  switch (rule.on) {
    case 'send':
      if (rule.from === 'hq') return [icon('s-hq')];
      if (rule.from === 'garage') return [icon('i-garage')];
      return (rule.to ?? []).length > 3
        ? [icon('s-control')]
        : (rule.to ?? []).map((to) => icon(STATION_ICON[to] ?? 'i-dispatch'));
    case 'negotiate':
      return [
        ...(rule.by === 'opponent' ? [icon('i-person')] : []),
        icon(rule.with ? `f-${rule.with}` : 's-nego'),
      ];
    case 'harvest':
      return rule.if?.die ? [] : [icon('i-scoop')];
    case 'rest':
      return [icon('i-moon')];
    case 'use_outpost':
      return [icon('i-outpost')];
    case 'outpost_used':
      return [icon('i-person'), icon('i-outpost')];
    case 'fulfil':
      return [icon('i-contract')];
    case 'plan':
      return [icon('i-assign')];
    case 'setback':
      return [icon('i-sb')];
    case 'hq_reward':
      return [icon('s-hq')];
    default:
      return [];
  }
}
export function ruleBits(rule: Rule): Bit[] {
  const when = trigger(rule);
  return when.length > 0 ? [...when, ARROW, ...effects(rule.do)] : effects(rule.do);
}
// A tile in its place says when by being there.
export const tileBits = (rules: Rule[]): Bit[] => rules.flatMap((rule) => effects(rule.do));
export const rulesBits = (rules: Rule[]): Bit[] => rules.flatMap(ruleBits);
// A Farm that works by itself.
export const isPassive = (tile: { slot?: unknown; rules: Rule[] }): boolean => tile.slot === false;
export const farmValues = (rules: Rule[]): Range | null => {
  const die = rules[0]?.if?.die;
  return die && (die[0] > 1 || die[1] < 6) ? die : null;
};
