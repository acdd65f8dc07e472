import type { GameEvent } from '../../engine/messages';

// How long an event wants to be seen, in ms; what is not named passes at once.
const PACE: Record<string, number> = {
  voyage: 330,
  played: 520,
  discarded: 420,
  got: 460,
  stars: 460,
  returned: 320,
  'stood-in': 260,
  delivered: 720,
  'tile-shown': 280,
  capacity: 320,
  activated: 420,
  airship: 700,
  removed: 300,
  turned: 920,
  drew: 260,
  'drew-hidden': 200,
  drafted1: 420,
  drafted3: 420,
  'neutral-card': 320,
  'neutral-die': 520,
  'neutral-played': 520,
  'neutral-discarded': 420,
  'neutral-tile': 500,
};

export const pace = (event: GameEvent): number => PACE[event.event] ?? 0;
