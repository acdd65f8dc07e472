// Effects of the pack as short sentences of numbers and symbols. What is not known here is left to words.
import { t } from '../../text';
import { STATION_ICON } from './model';
import type { Amount, Amounts, Effect, Need, Range, Rule } from './pack';

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
      const n = all[thing]!;
      const one = n === 1 && sign === '' && (thing === 'specialist' || thing === 'die');
      const known = THINGS[thing];
      const number = n === 'all' ? `${sign}` : `${sign}${amount(n)}`;
      return [...(one && thing === 'specialist' ? [] : [number]), ...(known ? [icon(known)] : [])];
    });
}
export const costs = (cost: Amounts | Amounts[]): Bit[][] =>
  (Array.isArray(cost) ? cost : [cost]).map((one) => amounts(one));

// What changes a price, told apart from what is gained: "+3 water to pay".
const HERE = '\u0000';
function toPay(change: Bit[]): Bit[] {
  const [before = '', after = ''] = t('board.circadians.to-pay', { amount: HERE }).split(HERE);
  return [before.trim(), ...change, after.trim()].filter((bit) => bit !== '');
}

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
function per(what: Record<string, unknown>): Bit[] {
  const count = String(what.per ?? what.count);
  const each = Number(what.each ?? 1);
  if (count === 'column_die') return [icon(`f-${String(what.column)}`)];
  if (count === 'ship_farm_pair') return [icon('i-ship'), icon('i-farm')];
  return [...(each > 1 ? [`${each}`] : []), icon(PER[count] ?? 'i-star')];
}

export function need(what: Need): Bit[] {
  if (what.any) return what.any.flatMap((one, i) => [...(i > 0 ? ['/'] : []), ...need(one)]);
  const count = what.count ?? '';
  const n = what.at_least ?? 1;
  return [...(n > 1 ? [`${n}`] : []), icon(PER[count] ?? 'i-star')];
}

type Parts = Record<string, unknown>;
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

function values([from, to]: Range): string {
  if (from === 0) return `+${to}`;
  if (to === 0) return `${MINUS}${-from}`;
  return `±${to}`;
}

export function effect(one: Effect): Bit[] {
  const [kind, raw] = Object.entries(one)[0] ?? ['', null];
  const what = raw as Parts;
  switch (kind) {
    case 'gain':
      return amounts(raw as Amounts);
    case 'lose':
      return amounts(raw as Amounts, MINUS);
    case 'discount':
      return toPay(amounts(raw as Amounts, MINUS));
    case 'surcharge':
      return toPay(amounts(raw as Amounts, '+'));
    case 'pay':
      return [...amounts(raw as Amounts), ARROW];
    case 'replace_cost':
      return toPay(
        (raw as Amounts[]).flatMap((cost, i) => [...(i > 0 ? ['/'] : []), ...amounts(cost)]),
      );
    case 'tile':
      return [icon(what.kind === 'ship' ? 'i-ship' : 'i-farm')];
    case 'trades':
      return [raw === 'value' ? 'v' : `${raw as number}`, icon('i-trade')];
    case 'value':
      return [values(raw as Range)];
    case 'value_set':
      return [(raw as number[]).join('/')];
    case 'value_as':
      return [`=${raw as number}`];
    case 'garage_cost':
      return [`${raw as number}`, icon('i-algae')];
    case 'garage_discount':
      return [icon('i-garage'), ...toPay([`${MINUS}${raw as number}`, icon('i-algae')])];
    case 'free_order':
      return [icon('i-arrow')];
    case 'allow':
      return [icon('i-outpost')];
    case 'move':
      return [...(Number(what.steps) > 1 ? [`${what.steps as number}`] : []), icon('i-hexstep')];
    case 'harvest':
      return [icon('i-planet')];
    case 'peek':
      return [icon('i-eye'), icon('i-cache')];
    case 'fulfil':
      return [
        icon('i-check'),
        icon('i-contract'),
        ...(what.less ? amounts(what.less as Amounts, MINUS) : []),
      ];
    case 'use_outpost':
      return [icon('i-outpost')];
    case 'per':
      return [...effects(what.do as Effect[]), '/', ...per(what)];
    case 'by_value': {
      const cases = raw as { value: Range; do: Effect[] }[];
      const gains = cases.map((part) => (part.do[0] as { gain?: Amounts }).gain ?? {});
      const thing = Object.keys(gains[0] ?? {})[0];
      if (thing === undefined) return [];
      const all = gains.map((gain) => Number(gain[thing]));
      return [range([Math.min(...all), Math.max(...all)]), icon(THINGS[thing] ?? 'i-star')];
    }
    case 'points': {
      return [`${what.n as number}`, icon('i-star'), '/', ...per(what)];
    }
    case 'limit':
      return Object.entries(raw as Amounts).flatMap(([of, n]) => [
        icon({ dice: 'i-die', hand: 'i-contract', specialists: 'i-spec' }[of] ?? 'i-star'),
        Number(n) < 0 ? `${MINUS}${-Number(n)}` : `+${n}`,
      ]);
    case 'extra':
      return Object.entries(raw as Amounts).flatMap(([of, n]) =>
        of === 'max_steps'
          ? []
          : [
              `+${n}`,
              icon(
                { trades: 'i-trade', free_steps: 'i-hexstep', planet_water: 'i-water' }[of] ??
                  'i-star',
              ),
            ],
      );
    case 'others':
      return [icon('i-person'), ...effects(raw as Effect[])];
    case 'optional':
      return effects(raw as Effect[]);
    case 'choose':
      return (raw as Effect[][]).flatMap((way, i) => [...(i > 0 ? ['/'] : []), ...effects(way)]);
    case 'reroll':
      return [icon('i-ongoing'), icon('i-die')];
    case 'raise':
      return [`+${what.by as number}`, icon('i-die')];
    case 'breakthrough':
      return [icon('i-bt')];
    case 'ability':
      return [icon('s-nego')];
    case 'substitute': {
      const [thing, cost] = Object.entries(raw as Record<string, Amounts>)[0]!;
      return [...amounts(cost), '=', icon(THINGS[thing] ?? 'i-gem')];
    }
    case 'uncounted':
      return [icon('i-spec'), icon('i-die'), '0'];
    case 'special':
      return SPECIAL[String(raw)] ?? [];
    default:
      return [];
  }
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
export const isPassive = (tile: { slot?: boolean; rules: Rule[] }): boolean => tile.slot === false;
export const farmValues = (rules: Rule[]): Range | null => {
  const die = rules[0]?.if?.die as Range | undefined;
  return die && (die[0] > 1 || die[1] < 6) ? die : null;
};
