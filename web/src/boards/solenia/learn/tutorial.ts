// A first game. The deal is fixed: islands of all four resources and a day city around the airship,
// one card of each value in hand, cheap orders. The learner plays freely: a lesson comes when its rule
// first matters, and otherwise in the round by which everybody should have heard of it.
import type { Lesson, LessonContext, Target, Tutorial } from '../../../learn/types';
import type { Move } from '../../../engine/messages';
import { asSolenia } from '../model';

const table = (c: LessonContext) => asSolenia(c.view);
const me = (c: LessonContext) => table(c).players[c.viewer - 1];
const round = (c: LessonContext) => table(c).round;
const asked = (c: LessonContext, kind: string) => c.moves.some((one) => one.kind === kind);
const playing = (c: LessonContext) => asked(c, 'play');
// Nobody gets beyond this round without the lesson.
const by = (c: LessonContext, last: number) => playing(c) && round(c) >= last;
const told = (c: LessonContext, event: string, who?: 'me' | 'other') =>
  c.events.some(
    (one) =>
      one.event === event && (who === undefined || (who === 'me') === (one.seat === c.viewer)),
  );

const cardsOn = (c: LessonContext, whose: 'mine' | 'others' | 'any') =>
  Object.entries(table(c).cards)
    .filter(
      ([, card]) =>
        whose === 'any' || (whose === 'mine') === (Number(card.split(':')[0]) === c.viewer),
    )
    .map(([space]) => space)
    .sort();
const at = (space: string | undefined): Target | undefined =>
  space === undefined ? undefined : `space:${space}`;
const delivers = (one: Move) => one.kind === 'play' && one.gives.delivery !== undefined;
const isVoyage = (one: Move) => one.kind === 'play' && Number(one.voyage) > 0;
const spaceOf = (c: LessonContext, fits: (one: Move) => boolean) => at(c.moves.find(fits)?.space);

// Lessons about what is asked right now come first: they would be late afterwards.
const lessons: Lesson[] = [
  {
    id: 'tile',
    rules: ['CITY-2', 'CITY-4'],
    core: false,
    when: (c) => asked(c, 'tile'),
    points: () => 'orders',
    more: 'deliver',
  },
  {
    id: 'pay',
    rules: ['VOY-2'],
    core: false,
    when: (c) => asked(c, 'pay'),
    points: () => 'store',
    more: 'voyage-pay',
  },
  {
    id: 'gain',
    rules: ['SLOT-1'],
    core: false,
    when: (c) => asked(c, 'gain'),
    points: () => 'prompt',
    more: 'slots',
  },
  {
    id: 'return',
    rules: ['STO-1'],
    core: false,
    when: (c) => asked(c, 'return'),
    points: () => 'store',
    more: 'store',
  },
  {
    id: 'stuck',
    rules: ['STUCK-1'],
    core: false,
    when: (c) => asked(c, 'discard'),
    points: () => 'prompt',
    more: 'stuck',
  },
  {
    id: 'closing',
    rules: ['END-2', 'END-3'],
    core: true,
    when: (c) => c.status.at === 'over',
    more: 'score',
  },
  {
    id: 'welcome',
    rules: ['TURN-1', 'END-3'],
    core: true,
    when: playing,
    more: 'glance',
  },
  {
    id: 'place',
    rules: ['TURN-2', 'TURN-3', 'TURN-4'],
    core: true,
    when: playing,
    points: () => 'hand',
    more: 'where',
  },
  {
    id: 'islands',
    rules: ['ISL-1'],
    core: true,
    when: (c) =>
      c.events.some(
        (one) => one.event === 'got' && one.from === 'island' && one.seat === c.viewer,
      ) || by(c, 2),
    points: () => 'store',
    more: 'islands',
  },
  {
    id: 'neighbours',
    rules: ['TURN-3'],
    core: true,
    when: (c) => by(c, 2) && (cardsOn(c, 'mine').length > 0 || round(c) >= 4),
    points: (c) => at(cardsOn(c, 'mine')[0]),
    more: 'where',
  },
  {
    id: 'cities',
    rules: ['CITY-1'],
    core: true,
    when: (c) => (playing(c) && c.moves.some(delivers)) || by(c, 7),
    points: (c) => spaceOf(c, delivers) ?? 'orders',
    more: 'cities',
  },
  {
    id: 'slots',
    rules: ['CITY-2', 'CITY-3', 'SLOT-1'],
    core: true,
    when: (c) => told(c, 'delivered', 'me') || by(c, 10),
    points: () => 'slots',
    more: 'slots',
  },
  {
    id: 'zero',
    rules: ['ADV-1', 'ADV-2'],
    core: true,
    when: (c) =>
      told(c, 'airship') ||
      by(c, 5) ||
      (by(c, 3) && (me(c)?.hand ?? []).some((card) => card.startsWith('0'))),
    points: (c) => (told(c, 'airship') ? at('c3') : 'hand'),
    more: 'advance',
  },
  {
    id: 'orders',
    rules: ['CITY-1', 'SET-4'],
    core: true,
    when: (c) => by(c, 3) || (by(c, 2) && (me(c)?.store ?? '').length >= 2),
    points: () => 'orders',
    more: 'deliver',
  },
  {
    id: 'lift',
    rules: ['ADV-2', 'REM-1', 'REM-2', 'REM-3'],
    core: true,
    when: (c) =>
      told(c, 'removed') ||
      by(c, 8) ||
      (playing(c) && cardsOn(c, 'mine').some((space) => space.endsWith('1'))),
    points: (c) =>
      at(cardsOn(c, 'mine').find((space) => space.endsWith('1')) ?? cardsOn(c, 'any')[0] ?? 'c1'),
    more: 'effects',
  },
  {
    id: 'sky',
    rules: ['SET-2', 'ADV-2'],
    core: true,
    when: (c) => told(c, 'turned') || by(c, 6),
    points: () => at('c5'),
    more: 'strips',
  },
  {
    id: 'voyage',
    rules: ['VOY-1', 'VOY-3'],
    core: true,
    when: (c) => (by(c, 4) && c.moves.some(isVoyage)) || by(c, 9),
    points: (c) => spaceOf(c, isVoyage),
    more: 'voyage',
  },
  {
    id: 'store',
    rules: ['STO-1', 'SET-7'],
    core: true,
    when: (c) => (me(c)?.store ?? '').length >= 6 || by(c, 11),
    points: () => 'store',
    more: 'store',
  },
  {
    id: 'pairs',
    rules: ['END-2'],
    core: true,
    when: (c) => (told(c, 'delivered', 'me') && by(c, 5)) || by(c, 12),
    points: () => 'slots',
    more: 'pairs',
  },
  {
    id: 'last',
    rules: ['TURN-6', 'END-1', 'END-2'],
    core: true,
    when: (c) => playing(c) && (me(c)?.deck ?? ['']).length === 0,
    points: () => 'deck',
    more: 'end',
  },
  {
    id: 'undo',
    rules: [],
    core: false,
    when: (c) => by(c, 3),
    points: () => 'prompt',
  },
  {
    id: 'look',
    rules: [],
    core: false,
    when: (c) => by(c, 5),
    more: 'symbols-table',
  },
];

// Whatever carries data-learn is pointed at; otherwise what the board calls it anyway.
const PLACES: Record<string, string> = {
  orders: '.orders',
  store: '.mine .store',
  slots: '.mine :has(> * > [data-slots])',
  hand: '.hand .cards',
  deck: '[data-pile="deck"]',
  prompt: '.prompt',
};

export const tutorial: Tutorial = {
  game: 'solenia',
  setup: (name = 'Mira') => ({
    options: { players: 2, mode: 'summer', start: 'dawn', first: 1 },
    seed: 416,
    seats: [{ name }, { name: 'Anselm', bot: 'novice' }],
    pack: 'reconstruction-2',
  }),
  lessons,
  selector: (target) => {
    const [what, where] = target.split(':');
    const own = `[data-learn="${target}"]`;
    if (what === 'space') return `${own}, [data-space="${where}"]`;
    const known = PLACES[target];
    return known ? `${own}, ${known}` : own;
  },
};
