// Circadians as the start page shows it.
import type { GameAbout } from '../types';

export const about: GameAbout = {
  order: 2,
  // A planet that never turns, with its ring.
  icon: '<circle cx="12" cy="12" r="6.3"/><path fill="currentColor" stroke="none" d="M14 6a6.3 6.3 0 0 1 0 12c2.4-3.4 2.4-8.6 0-12z"/><path stroke-width="1.7" d="M18.3 8.6c2-.2 3.4.1 3.7.9.6 1.6-3.5 4.3-9.2 6.2S2.5 18 1.9 16.4c-.3-.8.5-2 2.1-3.3"/>',
};
