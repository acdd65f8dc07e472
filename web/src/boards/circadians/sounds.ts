// What Circadians sounds like: its events, and the world around the table.
import type { GameEvent, View } from '../../engine/messages';
import type { Voice } from '../../table/ambience';
import { bell, rush, tone, type Recipe } from '../../table/instrument';
import type { Mix, SharedCue } from '../../table/sound';
import { below, birds, dawn, row, water } from '../common/sounds';
import { constant, shippedPack } from './pack';

const recipes = {
  water,
  dawn,
  algae: [rush(0, 1100, 1.6, 0.16, 0.2, 500), rush(0.08, 1500, 1.6, 0.14, 0.16, 600)],
  energy: [tone(0, 160, 0.24, 0.2, 'sawtooth', 420)],
  gem: [tone(0, 2350, 0.22, 0.16), tone(0.02, 3520, 0.14, 0.08)],
  assign: [tone(0, 240, 0.07, 0.35, 'triangle', 170), rush(0.04, 2200, 4, 0.03, 0.16)],
  screen: [rush(0, 1300, 0.6, 0.5, 0.22, 240), tone(0.42, 90, 0.14, 0.35, 'sine', 60)],
  send: [rush(0, 900, 0.9, 0.34, 0.2, 2600, 0.1)],
  crawl: [
    ...row(6, 0.055, (at, i) => rush(at, 150 + (i % 2) * 60, 1.4, 0.06, 0.3)),
    tone(0, 62, 0.36, 0.2, 'sawtooth', 56),
  ],
  accord: [tone(0, 330, 0.3, 0.18, 'triangle'), tone(0.14, 494, 0.42, 0.18, 'triangle')],
  tile: [tone(0, 420, 0.08, 0.3, 'triangle', 300), rush(0.05, 3000, 3, 0.05, 0.2)],
  breakthrough: [659, 784, 988, 1319].map((pitch, i) => bell(i * 0.08, pitch, 0.11)),
  setback: [rush(0, 700, 1.2, 0.09, 0.4, 260), tone(0.03, 120, 0.2, 0.35, 'triangle', 84)],
  seal: [
    tone(0, 105, 0.16, 0.6, 'sine', 66),
    rush(0.01, 900, 1, 0.07, 0.3),
    tone(0.16, 880, 0.3, 0.12, 'triangle'),
  ],
  specialist: [rush(0, 3600, 5, 0.03, 0.3), tone(0.06, 520, 0.12, 0.2, 'triangle', 700)],
  rest: [rush(0, 220, 0.5, 1.5, 0.26, 700, 0.7)],
} satisfies Record<string, Recipe>;

const voices = {
  birds,
  surf: {
    // A wave comes in, and its foam runs out.
    phrase: () => ({
      notes: [
        rush(0, 240 + below(80), 0.5, 5.5, 0.06, 520 + below(160), 2.4),
        rush(2.2, 1500, 0.7, 3.2, 0.016, 700, 0.5),
      ],
      lasts: 4.2 + below(2.4),
    }),
  },
} satisfies Record<string, Voice>;

export const sounds = { recipes, voices };
type Cue = keyof typeof recipes | SharedCue;

const GOODS: Record<string, Cue> = { W: 'water', A: 'algae', E: 'energy', G: 'gem' };
const CUES: Record<string, Cue> = {
  rerolled: 'roll',
  'hq-roll': 'roll',
  'farm-roll': 'roll',
  'ai-exploit': 'roll',
  event: 'pick',
  scheme: 'pick',
  drew: 'pick',
  'drew-hidden': 'pick',
  sent: 'send',
  'ai-sent': 'send',
  partner: 'send',
  canteen: 'assign',
  'farm-placed': 'assign',
  paid: 'pay',
  lost: 'pay',
  fulfilled: 'seal',
  specialist: 'specialist',
  unlocked: 'specialist',
  'ai-specialist': 'specialist',
  ship: 'tile',
  'farm-tile': 'tile',
  'ai-tile': 'tile',
  ability: 'bonus',
  outpost: 'bonus',
  breakthrough: 'breakthrough',
  setback: 'setback',
  moved: 'crawl',
  'ai-moved': 'crawl',
  'ai-ahzuri': 'accord',
  'ai-progress': 'point',
};

const rounds = constant(shippedPack, 'rounds');

// Of one table: it remembers what was heard in this round.
export function cues(): (event: GameEvent) => Cue | undefined {
  let rolled = false;
  let open = false; // the Screens are down
  return (event) => {
    switch (event.event) {
      case 'round':
        rolled = false;
        open = false;
        if (event.round === 1) return 'dawn';
        return event.round === rounds ? 'lastround' : 'rest';
      case 'rolled': {
        const first = !rolled;
        rolled = true;
        return first ? 'roll' : undefined;
      }
      case 'planned': {
        const first = !open;
        open = true;
        return first ? 'screen' : 'assign';
      }
      case 'sent':
      case 'ai-sent':
        return event.faction === undefined ? 'send' : 'accord';
      case 'gained':
        return GOODS[String(event.resource)];
      case 'ai-gems':
        return Number(event.n) < 0 ? 'pay' : 'gem';
      default:
        return CUES[event.event];
    }
  };
}

// Surf all the time; far birds, more of them with every round.
export const ambience = (view: View): Mix<keyof typeof voices> => ({
  surf: 1,
  birds: Math.min(1, Math.max(0, Number(view.round ?? 0)) / rounds),
});
