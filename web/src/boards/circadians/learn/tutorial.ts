// A first game, without the expansion. The deal is fixed: the learner goes first, the first Event makes
// gems cheap, the first roll has a low, a middle and a high value, and there are Contracts of both kinds
// that can be paid early. The learner plays freely: the first round is explained step by step, later
// lessons come when their rule first matters, and otherwise in the round by which everybody should have
// heard of it.
import type { Lesson, LessonContext, Target, Tutorial } from '../../../learn/types';
import { asCircadians } from '../model';

const DICE = 13;
const START_DICE = 3;

const table = (c: LessonContext) => asCircadians(c.view);
const me = (c: LessonContext) => table(c).players[c.viewer - 1]!;
const asked = (c: LessonContext, kind: string) => c.moves.some((one) => one.kind === kind);
const planning = (c: LessonContext) => asked(c, 'assign');
const sending = (c: LessonContext) => asked(c, 'send');
const over = (c: LessonContext) => c.status.at === 'over';
const told = (c: LessonContext, event: string, who?: 'me') =>
  c.events.filter((one) => one.event === event && (who === undefined || one.seat === c.viewer))
    .length;

// Once so many dice were sent, a place that is open now is worth a word.
const open = (c: LessonContext, place: string, sent: number) =>
  told(c, 'sent', 'me') >= sent && c.moves.some((one) => one.kind === 'send' && one.to === place);

const placed = (c: LessonContext) =>
  [...me(c).garages, ...me(c).farms].filter((one) => one !== 0 && one !== null).length +
  me(c).canteen +
  c.draft.length;
const stayed = (c: LessonContext) =>
  [...table(c).negotiation, ...table(c).depository]
    .flat()
    .filter((one) => one?.startsWith(`${c.viewer}-`)).length;

const short = (c: LessonContext) => DICE - me(c).reserve - stayed(c) < START_DICE;
// Nobody gets beyond this round without the lesson; in its Plan it comes after so many dice. Whoever has
// given all dice away is not asked any more, and hears of the rest at the end.
const due = (c: LessonContext, last: number, after = 0) => {
  const { round } = table(c);
  if (over(c)) return true;
  if (!planning(c) && !sending(c)) return false;
  return round > last || (round === last && (sending(c) || placed(c) >= after));
};

const rule = (...ids: string[]) => ids.map((one) => `CIR-${one}`);
const at = (target: Target) => () => target;

// What is asked within an action, each explained the first time.
const question = (
  id: string,
  kind: string,
  rules: string[],
  target: Target,
  more: string,
): Lesson => ({
  id,
  rules,
  core: false,
  when: (c) => asked(c, kind),
  points: at(target),
  more,
});

// Lessons about what is asked right now come first: they would be late afterwards.
const lessons: Lesson[] = [
  question('fulfil', 'contract', rule('Q46', '2.9'), 'hand', 'depo'),
  question('reward', 'choose', rule('Q54'), 'prompt', 'hq'),
  question('partner', 'partner', rule('Q42'), 'garages', 'lab'),
  question('stack', 'stack', rule('Q21', 'Q48'), 'prompt', 'foundry'),
  question('ship', 'garage', rule('Q22'), 'garages', 'garages'),
  question('step', 'step', rule('Q49', 'Q50'), 'planet', 'control'),
  question('trade', 'trade', rule('Q52'), 'prompt', 'market'),
  question('breakthrough', 'breakthrough', rule('2.5', 'Q44'), 'incidents', 'breakthroughs'),
  question('setback', 'setback', rule('2.5', 'Q45'), 'incidents', 'setbacks'),
  question('ability', 'ability', rule('6.6', 'Q75'), 'negotiation', 'abilities'),
  question('discard', 'discard', rule('Q45', 'Q64'), 'hand', 'rest'),

  {
    id: 'closing',
    rules: rule('2.7', 'Q5'),
    core: true,
    when: over,
    more: 'score',
  },

  // The first round.
  {
    id: 'welcome',
    rules: rule('2.1', '2.3'),
    core: true,
    when: (c) => asked(c, 'pick'),
    more: 'glance',
  },
  {
    id: 'contracts',
    rules: rule('2.9', 'Q17'),
    core: true,
    when: (c) => (asked(c, 'pick') && told(c, 'picked') > 0) || due(c, 1),
    points: at('hand'),
    more: 'kinds',
  },
  {
    id: 'start',
    rules: rule('2.2', '6.10'),
    core: true,
    when: (c) => (asked(c, 'pick') && told(c, 'picked') > 1) || due(c, 1),
    points: at('bank'),
    more: 'setup',
  },
  {
    id: 'plan',
    rules: rule('2.3', 'Q23'),
    core: true,
    when: (c) => due(c, 1),
    points: at('garages'),
    more: 'plan',
  },
  {
    id: 'garages',
    rules: rule('6.3', 'Q30'),
    core: true,
    when: (c) => due(c, 1, 1),
    points: at('garages'),
    more: 'garages',
  },
  {
    id: 'farms',
    rules: rule('6.3', 'Q24', 'Q61'),
    core: true,
    when: (c) => due(c, 1, 2),
    points: at('farms'),
    more: 'farms',
  },
  {
    id: 'send',
    rules: rule('Q30', 'Q36'),
    core: true,
    when: (c) => sending(c) || due(c, 2),
    points: at('prompt'),
    more: 'execute',
  },
  {
    id: 'stations',
    rules: rule('2.4', '6.4'),
    core: true,
    when: (c) => sending(c) || due(c, 2, 1),
    points: at('station:mining_camp'),
    more: 'stations',
  },
  {
    id: 'canteen',
    rules: rule('Q6', 'Q26', 'Q31'),
    core: true,
    when: (c) => open(c, 'canteen', 1) || due(c, 2, 2),
    points: at('canteen'),
    more: 'canteen',
  },
  {
    id: 'harvest',
    rules: rule('2.6', 'Q60'),
    core: true,
    when: (c) => due(c, 2),
    points: at('planet'),
    more: 'harvest',
  },
  {
    id: 'rest',
    rules: rule('Q62', 'Q63', 'Q64', 'Q65'),
    core: true,
    when: (c) => due(c, 2, 1),
    points: at('bank'),
    more: 'rest',
  },

  // What the phases are good for.
  {
    id: 'event',
    rules: rule('6.9', 'Q81'),
    core: true,
    when: (c) => due(c, 2, 2),
    points: at('event'),
    more: 'events',
  },
  {
    id: 'negotiation',
    rules: rule('6.6', 'Q4'),
    core: true,
    when: (c) => open(c, 'negotiation', 1) || due(c, 3),
    points: at('negotiation'),
    more: 'negotiate',
  },
  {
    id: 'incidents',
    rules: rule('2.5'),
    core: true,
    when: (c) => (sending(c) && told(c, 'breakthrough') + told(c, 'setback') > 0) || due(c, 3, 1),
    points: at('incidents'),
    more: 'incidents',
  },
  {
    id: 'depository',
    rules: rule('6.5', 'Q46'),
    core: true,
    when: (c) => open(c, 'depository', 2) || due(c, 3, 2),
    points: at('depository'),
    more: 'depo',
  },
  {
    id: 'hq',
    rules: rule('6.5', 'Q27', 'Q54'),
    core: true,
    when: (c) => open(c, 'hq', 3) || due(c, 4),
    points: at('hq'),
    more: 'hq',
  },
  {
    id: 'harvester',
    rules: rule('6.2', 'Q49', 'Q51'),
    core: true,
    when: (c) => open(c, 'control_room', 4) || due(c, 4, 1),
    points: at('station:control_room'),
    more: 'control',
  },
  {
    id: 'dice',
    rules: rule('6.4', 'Q32'),
    core: true,
    when: (c) => (planning(c) && short(c)) || open(c, 'academy', 5) || due(c, 4, 2),
    points: at('station:academy'),
    more: 'mining',
  },
  {
    id: 'tiles',
    rules: rule('6.3', '6.7', 'Q22'),
    core: true,
    when: (c) => open(c, 'foundry', 5) || due(c, 5),
    points: at('station:foundry'),
    more: 'ships',
  },
  {
    id: 'market',
    rules: rule('6.4', 'Q52'),
    core: true,
    when: (c) => due(c, 5, 1),
    points: at('station:market'),
    more: 'market',
  },
  {
    id: 'caches',
    rules: rule('2.6', '6.2', 'Q2', 'Q3'),
    core: true,
    when: (c) => told(c, 'cache-seen', 'me') > 0 || due(c, 5, 2),
    points: at('planet'),
    more: 'caches',
  },
  {
    id: 'points',
    rules: rule('2.7', 'Q68'),
    core: true,
    when: (c) => due(c, 6),
    points: at('bank'),
    more: 'score',
  },
  {
    id: 'last',
    rules: rule('Q7', 'Q66'),
    core: false,
    when: (c) => (planning(c) || sending(c)) && table(c).round >= 7,
    points: at('event'),
    more: 'end',
  },
  {
    id: 'undo',
    rules: [],
    core: false,
    when: (c) => planning(c) && table(c).round >= 2,
    points: at('prompt'),
  },
  {
    id: 'look',
    rules: [],
    core: false,
    when: (c) => planning(c) && table(c).round >= 3,
    more: 'symbols-places',
  },
];

// Whatever carries data-learn is pointed at; otherwise what the board calls it anyway.
const PLACES: Record<string, string> = {
  hand: '.hand',
  bank: '.you',
  garages: '.base .gs',
  farms: '.base .fs',
  canteen: '[data-place="canteen"]',
  planet: '[data-planet]',
  hq: '[data-hq]',
  depository: '.port .dep',
  negotiation: '.nego',
  incidents: '.nego .inc',
  event: '.ev',
  prompt: '.prompt',
};

export const tutorial: Tutorial = {
  game: 'circadians',
  setup: (name = 'Mira') => ({
    options: {
      players: 2,
      expansion: 'off',
      planet: 'A',
      leyrien: 'A',
      zcharo: 'B',
      jrayek: 'B',
      leaders: 'viktor_hale+tobias_okoro',
    },
    seed: 153,
    seats: [{ name }, { name: 'Anselm', bot: 'novice' }],
    pack: 'reconstruction-2',
  }),
  lessons,
  free: '[data-lit], [data-move], .prompt',
  selector: (target) => {
    const [what, which] = target.split(':');
    const own = `[data-learn="${target}"]`;
    if (what === 'station') return `${own}, [data-station="${which}"]`;
    const known = PLACES[target];
    return known ? `${own}, ${known}` : own;
  },
};
