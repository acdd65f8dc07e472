// A plan that is being made: every die may be taken up and put elsewhere until its owner is ready. The engine
// asks for the dice one by one and offers each plan once; in that order the finished plan is played.
import { GOODS, LETTER, readGoods, SPECIALIST, type CircadiansView, type Player } from './model';

export type Spot = 'canteen' | `g${number}` | `farm${number}`;
export interface Laid {
  die: number; // 1 to 6, 7 a Specialist
  spot: Spot;
}

const GARAGES = 5;
const FARMS = 7;
const numbers = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
export const SPOTS: Spot[] = [
  ...numbers(GARAGES).map((n): Spot => `g${n}`),
  ...numbers(FARMS).map((n): Spot => `farm${n}`),
  'canteen',
];

const word = (die: number) => (die === SPECIALIST ? 's' : String(die));
export const writeLaid = ({ die, spot }: Laid): string => `${word(die)}>${spot}`;
export function readLaid(text: string): Laid | null {
  const found = /^([1-6s])>(canteen|g\d|farm\d)$/.exec(text);
  if (!found) return null;
  return { die: found[1] === 's' ? SPECIALIST : Number(found[1]), spot: found[2] as Spot };
}

const garageOf = (spot: Spot): number => (/^g\d/.test(spot) ? Number(spot.slice(1)) : 0);
const farmOf = (spot: Spot): number => (spot.startsWith('farm') ? Number(spot.slice(4)) : 0);
const orderOf = (spot: Spot): number =>
  garageOf(spot) || (farmOf(spot) ? 100 + farmOf(spot) : 1000);

// In the engine's order: from the highest piece down, equal ones from left to right.
export const sequence = (plan: Laid[]): string[] =>
  [...plan]
    .sort((a, b) => b.die - a.die || orderOf(a.spot) - orderOf(b.spot))
    .map((one) => writeLaid(one));

// What was rolled and still has no place, the highest first.
export const waitingOf = (player: Player): number[] => [
  ...Array<number>(player.base_specialists).fill(SPECIALIST),
  ...[6, 5, 4, 3, 2, 1].flatMap((value) =>
    Array<number>(player.rolled?.[value - 1] ?? 0).fill(value),
  ),
];

// What the engine has in its places already. In the Canteen dice show nothing.
export const inPlace = (player: Player): number =>
  [...player.garages, ...player.farms].filter((piece) => piece !== 0).length +
  player.canteen +
  player.canteen_specialists;

export const pieceAt = (player: Player, spot: Spot): number =>
  player.garages[garageOf(spot) - 1] ?? player.farms[farmOf(spot) - 1] ?? 0;

// Whether this die may go there, as the base stands.
export function fits(player: Player, die: number, spot: Spot): boolean {
  if (spot === 'canteen') return true;
  if (pieceAt(player, spot) !== 0) return false;
  if (garageOf(spot)) return garageOf(spot) <= player.garages.length;
  const value = Math.min(die, 6);
  return (player.yields?.[farmOf(spot) - 1]?.[value - 1] ?? null) !== null;
}

// The base as it would be with this plan, and those parts of the plan that are possible.
export function sketch(
  view: CircadiansView,
  seat: number,
  plan: Laid[],
): { view: CircadiansView; plan: Laid[] } {
  const before = view.players[seat - 1]!;
  const player: Player = {
    ...before,
    garages: [...before.garages],
    farms: [...before.farms],
    rolled: [...(before.rolled ?? [])],
  };
  const farms = [...(before.harvest?.farms ?? [])];
  const laid: Laid[] = [];
  for (const one of plan) {
    const { die, spot } = one;
    const specialist = die === SPECIALIST;
    const left = specialist ? player.base_specialists : (player.rolled?.[die - 1] ?? 0);
    if (left === 0 || !fits(player, die, spot)) continue;
    laid.push(one);
    if (specialist) player.base_specialists--;
    else player.rolled![die - 1] = left - 1;
    if (spot === 'canteen') {
      if (specialist) player.canteen_specialists++;
      else player.canteen++;
    } else if (garageOf(spot)) player.garages[garageOf(spot) - 1] = die;
    else {
      const at = farmOf(spot) - 1;
      player.farms[at] = die;
      farms[at] = player.yields![at]![Math.min(die, 6) - 1]!;
    }
  }
  player.garages_cost = player.garages.reduce(
    (sum, piece, i) => sum + (piece ? (player.garage_costs?.[i] ?? 0) : 0),
    0,
  );
  if (before.harvest) {
    const parts = [before.harvest.planet, ...farms].map(readGoods);
    const sum = GOODS.flatMap((good) => {
      const n = parts.reduce((all, goods) => all + (goods[good] ?? 0), 0);
      return n > 0 ? [`${n}${LETTER[good]}`] : [];
    }).join('');
    player.harvest = { ...before.harvest, farms, sum: sum || '0' };
  }
  const players = view.players.map((one, i) => (i === seat - 1 ? player : one));
  return { view: { ...view, players }, plan: laid };
}
