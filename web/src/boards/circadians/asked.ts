// Where on the table each legal move is offered: yes, no and enough in the slip, large cards over the table,
// what has a place of its own there, and the rest on a sheet of buttons. On a phone, which tab has that place.
import type { Move } from '../../engine/messages';
import type { Tab } from './layout';
import { STATIONS } from './model';
import { isSend, placeOf, type From } from './targets';

const ANSWERS = new Set(['done', 'keep', 'yes', 'harvest']);
const CHOICES = new Set(['leader', 'token', 'pick']);
const CARDS = new Set(['contract', 'discard', 'exchange']);
const IN_PLACE = new Set([
  ...['send', 'assign', 'garage', 'stack', 'step', 'peek'],
  ...['ability', 'outpost', 'farm'],
]);
// Laid out first where it can be taken back by nothing else; what has a place is played at once.
const CAREFUL = new Set([...CHOICES, ...CARDS, 'end-card']);

export const isCareful = (move: Move): boolean => CAREFUL.has(move.kind);

interface Sorted {
  answers: Move[];
  choices: Move[];
  sheet: Move[];
}

export function sortMoves(
  moves: Move[],
  from: From | null, // the piece in hand
  hand: unknown, // one's own cards, as the view tells them
  phone: boolean,
): Sorted {
  const inPlace = (move: Move): boolean => {
    if (move.kind === 'partner') return /^with-g\d$/.test(move.move);
    if (move.kind === 'ability') return !phone;
    if (CARDS.has(move.kind)) return Array.isArray(hand) && hand.includes(String(move.contract));
    return IN_PLACE.has(move.kind);
  };
  return {
    answers: moves.filter((move) => ANSWERS.has(move.kind)),
    choices: moves.filter((move) => CHOICES.has(move.kind)),
    sheet: moves.filter(
      (move) =>
        !ANSWERS.has(move.kind) &&
        !CHOICES.has(move.kind) &&
        !inPlace(move) &&
        (move.kind !== 'trade-first' || move.from === from),
    ),
  };
}

function tabOf(move: Move): Tab | null {
  if (isSend(move)) {
    if (move.to === 'negotiation') return 'talks';
    if (move.to === 'hq' || move.to === 'depository' || move.to === 'outpost') return 'port';
    return STATIONS.includes(move.to) ? 'stations' : null;
  }
  if (move.kind === 'step' || move.kind === 'peek') return 'planet';
  if (move.kind === 'outpost') return 'port';
  if (CARDS.has(move.kind)) return 'cards';
  return move.kind === 'stack' ? 'stations' : null;
}

// How many places of each tab are lit.
export function countTabs(moves: Move[], from: From | null): Record<Tab, number> {
  const places: Record<Tab, Set<string>> = {
    stations: new Set(),
    talks: new Set(),
    port: new Set(),
    planet: new Set(),
    cards: new Set(),
  };
  for (const move of moves) {
    const to = tabOf(move);
    if (!to || (isSend(move) && move.from !== from)) continue;
    places[to].add(isSend(move) ? placeOf(move) : move.move);
  }
  const sizes = Object.entries(places).map(([tab, { size }]) => [tab, size]);
  return Object.fromEntries(sizes) as Record<Tab, number>;
}
