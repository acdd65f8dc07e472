// What can be said with one tap; each page tells it in its own language.
export const PHRASES = [
  'hello',
  'luck',
  'nice',
  'ouch',
  'thanks',
  'sorry',
  'moment',
  'back-soon',
  'here-again',
  'your-turn',
  'well-played',
  'again',
  'bye',
] as const;
