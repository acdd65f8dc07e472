// What an event sounds like.
import type { GameEvent } from '../../engine/messages';
import type { Cue } from '../types';

const GOODS: Record<string, Cue> = { W: 'water', A: 'wheat', E: 'bonus', G: 'stone' };
const CUES: Record<string, Cue> = {
  rolled: 'pick',
  planned: 'place',
  sent: 'place',
  'ai-sent': 'place',
  canteen: 'water',
  paid: 'pay',
  lost: 'pay',
  drew: 'pick',
  fulfilled: 'deliver',
  specialist: 'bonus',
  ship: 'ship',
  'farm-tile': 'bonus',
  trade: 'pay',
  breakthrough: 'star',
  setback: 'lift',
  moved: 'ship',
  'token-taken': 'stone',
  round: 'dawn',
};

const cue = (event: GameEvent): Cue | undefined =>
  event.event === 'gained' ? GOODS[String(event.resource)] : CUES[event.event];
export const cues = () => cue;
