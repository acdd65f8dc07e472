// What Solenia sounds like: its events, and the world around the table.
import type { GameEvent, View } from '../../engine/messages';
import type { Cue, Heard, Mix } from '../types';
import { asSolenia, skyOf, type Sky } from './model';

const GOODS: Record<string, Cue> = { W: 'wood', H: 'wheat', S: 'stone', A: 'water' };
const SOUND: Record<string, Cue> = {
  voyage: 'pay',
  returned: 'pay',
  played: 'place',
  'neutral-played': 'place',
  discarded: 'pick',
  'neutral-discarded': 'pick',
  drafted1: 'pick',
  drafted3: 'pick',
  delivered: 'deliver',
  'neutral-tile': 'deliver',
  capacity: 'bonus',
  activated: 'bonus',
  airship: 'ship',
  removed: 'lift',
};

const BELLS = 3; // at most

// Of one table: it remembers which round it is.
export function cues(): (event: GameEvent, view: View) => Heard | undefined {
  let round = 0;
  return (event, view) => {
    switch (event.event) {
      case 'got':
        return event.from === 'slot' ? 'bonus' : GOODS[String(event.resource)];
      // A bell for each.
      case 'stars':
        return { cue: 'star', times: Math.min(BELLS, Number(event.n ?? 1)) };
      case 'turned': {
        const sky = skyOf(String(event.strip));
        return sky === 'dusk' || sky === 'dawn' ? sky : 'strip';
      }
      case 'turn': {
        const begins = round !== event.round && event.round === view.rounds;
        round = Number(event.round);
        return begins ? 'lastround' : undefined;
      }
      default:
        return SOUND[event.event];
    }
  };
}

const LIGHT: Record<Sky, number> = { day: 1, dawn: 0.5, dusk: 0.5, night: 0 };

// Birds and wind by day, crickets and a far waltz by night, as much of each as there is of its sky.
export function ambience(view: View): Mix {
  const rows = asSolenia(view).rows;
  const day = rows.reduce((sum, row) => sum + LIGHT[skyOf(row)], 0) / rows.length;
  const night = 1 - day;
  return { birds: day, wind: day, crickets: night, waltz: night };
}
