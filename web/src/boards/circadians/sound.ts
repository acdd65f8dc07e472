// What Circadians sounds like: its events, and the world around the table.
import type { GameEvent, View } from '../../engine/messages';
import type { Cue, Mix } from '../types';
import { constant, shippedPack } from './pack';

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
  'ai-progress': 'star',
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
export const ambience = (view: View): Mix => ({
  surf: 1,
  birds: Math.min(1, Math.max(0, Number(view.round ?? 0)) / rounds),
});
