// What another player does that is worth telling over the table.
import type { GameEvent } from '../../engine/messages';

// What is worth a headline; what follows from it is seen.
const DEEDS = new Set([
  'sent',
  'partner',
  'canteen',
  'fulfilled',
  'breakthrough',
  'setback',
  'ability',
  'outpost',
  'moved',
  'ship',
  'farm-tile',
  'specialist',
  'trade',
  'harvest-turn',
  'hq-reward',
  'peeked',
  'scheme',
  'ai-sent',
  'ai-moved',
  'ai-progress',
  'ai-outpost',
  'ai-specialist',
  'ai-ahzuri',
  'ai-tile',
  'ai-stuck',
]);
export interface Done {
  seat: number;
  text: string;
  scheme: string | null;
}
// What is said from this event on, if it says something new.
export function deedOf(before: Done | null, event: GameEvent, own: number): Done | null {
  const seat = Number(event.seat ?? 0);
  if (!DEEDS.has(event.event) || !event.text) return before;
  if (seat === own || seat === 0) return null;
  const scheme = event.event === 'scheme' ? String(event.card) : (before?.scheme ?? null);
  return { seat, text: event.text, scheme };
}
