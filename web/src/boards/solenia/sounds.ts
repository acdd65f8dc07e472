// What Solenia sounds like: its events, and the world around the table.
import type { GameEvent, View } from '../../engine/messages';
import type { Voice } from '../../table/ambience';
import { rush, tone, type Recipe } from '../../table/instrument';
import type { Heard, Mix, SharedCue } from '../../table/sound';
import { below, birds, dawn, row, water } from '../common/sounds';
import { asSolenia, skyOf, type Sky } from './model';

const recipes = {
  wood: [tone(0, 320, 0.09, 0.5, 'triangle', 240), rush(0, 900, 3, 0.05, 0.25)],
  wheat: [rush(0, 5200, 0.8, 0.22, 0.16, 3000)],
  stone: [tone(0, 1400, 0.05, 0.22, 'triangle', 900), rush(0, 2600, 4, 0.05, 0.3)],
  water,
  deliver: [
    tone(0, 110, 0.18, 0.6, 'sine', 70),
    rush(0.02, 1200, 1, 0.08, 0.3),
    rush(0.16, 4200, 1, 0.2, 0.12, 6400),
  ],
  ship: [
    tone(0, 95, 0.35, 0.14, 'sawtooth', 70),
    ...row(14, 0.07, (at) => rush(0.2 + at, 220, 1.2, 0.08, 0.16)),
  ],
  lift: [rush(0, 700, 0.6, 0.4, 0.2, 2400)],
  strip: [rush(0, 300, 0.7, 0.8, 0.3, 110), tone(0.55, 240, 0.12, 0.14, 'triangle', 180)],
  dusk: [tone(0, 147, 1.1, 0.3, 'triangle'), tone(0, 110, 1.2, 0.3)],
  dawn,
} satisfies Record<string, Recipe>;

const BEAT = 0.64;
// Bass, chord and melody of a bar.
const WALTZ: [number, number[], number[]][] = [
  [110, [262, 330], [659, 0, 523]],
  [98, [247, 294], [587, 0, 494]],
  [87, [220, 262], [523, 440, 523]],
  [82, [208, 247], [494, 0, 0]],
  [110, [262, 330], [440, 523, 659]],
  [147, [220, 349], [698, 0, 587]],
  [82, [208, 294], [587, 494, 415]],
  [110, [220, 262], [440, 0, 0]],
];

const voices = {
  birds,
  wind: {
    phrase: () => ({
      notes: [rush(0, 260 + below(160), 0.6, 8, 0.045, 420 + below(200), 3.5)],
      lasts: 4,
    }),
  },
  crickets: {
    phrase: () => {
      const pitch = 4100 + below(350);
      return {
        notes: row(3, 0.05, (at) => tone(at, pitch, 0.04, 0.018)),
        lasts: 0.32 + below(0.5),
      };
    },
  },
  waltz: {
    far: true,
    phrase: (n) => {
      const [bass, chord, melody] = WALTZ[n % WALTZ.length]!;
      return {
        notes: [
          tone(0, bass, 0.7, 0.07, 'triangle'),
          ...[1, 2].flatMap((beat) =>
            chord.map((pitch) => tone(beat * BEAT, pitch, 0.32, 0.022, 'triangle')),
          ),
          ...melody.flatMap((pitch, beat) =>
            pitch ? [tone(beat * BEAT, pitch, 1.1, 0.04, 'triangle')] : [],
          ),
        ],
        lasts: 3 * BEAT,
      };
    },
  },
} satisfies Record<string, Voice>;

export const sounds = { recipes, voices };
type Cue = keyof typeof recipes | SharedCue;

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
export function cues(): (event: GameEvent, view: View) => Heard<Cue> | undefined {
  let round = 0;
  return (event, view) => {
    switch (event.event) {
      case 'got':
        return event.from === 'slot' ? 'bonus' : GOODS[String(event.resource)];
      // A bell for each.
      case 'stars':
        return { cue: 'point', times: Math.min(BELLS, Number(event.n ?? 1)) };
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
export function ambience(view: View): Mix<keyof typeof voices> {
  const rows = asSolenia(view).rows;
  const day = rows.reduce((sum, row) => sum + LIGHT[skyOf(row)], 0) / rows.length;
  const night = 1 - day;
  return { birds: day, wind: day, crickets: night, waltz: night };
}
