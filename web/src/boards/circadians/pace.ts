import type { GameEvent } from '../../engine/messages';

// How long an event wants to be seen, in ms; what is not named passes at once.
const PACE: Record<string, number> = {
  event: 700,
  planned: 140,
  canteen: 360,
  sent: 620,
  partner: 300,
  gained: 380,
  paid: 220,
  lost: 380,
  fulfilled: 560,
  specialist: 420,
  ship: 460,
  'farm-tile': 460,
  'tile-shown': 160,
  trade: 320,
  breakthrough: 450,
  setback: 450,
  moved: 320,
  'token-taken': 320,
  'ai-sent': 620,
  'ai-moved': 420,
  'ai-gems': 380,
  'ai-progress': 420,
  scheme: 620,
  'farm-worked': 120,
  radio: 300,
  round: 500,
};

export const pace = (event: GameEvent): number => PACE[event.event] ?? 0;
