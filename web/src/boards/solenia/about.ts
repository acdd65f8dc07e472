// Solenia as the start page shows it.
import type { GameAbout } from '../types';

const sun =
  '<circle cx="12" cy="12" r="5" fill="currentColor" stroke="none"/><path stroke-width="2.2" d="M12 1.8v2.6M12 19.6v2.6M1.8 12h2.6M19.6 12h2.6M4.8 4.8l1.8 1.8M17.4 17.4l1.8 1.8M4.8 19.2l1.8-1.8M17.4 6.6l1.8-1.8"/>';
const moon =
  '<path fill="currentColor" stroke="none" d="M15.5 2.5A10 10 0 1 0 21.5 16 8.5 8.5 0 0 1 15.5 2.5z"/>';
const dawn =
  '<path fill="currentColor" stroke="none" d="M5.5 14.5a6.5 6.5 0 0 1 13 0z"/><path d="M2 14.5h20M5 18.5h14M12 6V1M9.3 3.6 12 1l2.7 2.6"/>';
const dusk =
  '<path fill="currentColor" stroke="none" d="M5.5 14.5a6.5 6.5 0 0 1 13 0z"/><path d="M2 14.5h20M5 18.5h14M12 .8v5M9.3 3.6 12 6.2l2.7-2.6"/>';

export const about: GameAbout = {
  order: 1,
  icon: '<path fill="currentColor" stroke="none" d="M1.5 5.5 5 8C8 5.8 11 5.2 14 5.2c4.6 0 8 2.4 8.8 4.6C22 12 18.6 14.4 14 14.4c-3 0-6-.6-9-2.8l-3.5 2.6c-.5-2.5-.5-6.2 0-8.7z"/><path fill="currentColor" stroke="none" d="M10 16h8c0 2.5-1.5 3.8-3.6 3.8h-1.8C11 19.8 10 18 10 16z"/><path stroke-width="1.2" d="M11 14v2.5M17 14v2.5"/>',
  pictures: { mode: { summer: sun, winter: moon }, start: { dawn, dusk } },
};
