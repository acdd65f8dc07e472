// Line icons on a grid of 24, stroked in currentColor unless they say otherwise.
export const icons = {
  // Of the page itself: half day, half night.
  mark: '<circle cx="12" cy="12" r="9"/><path fill="currentColor" stroke="none" d="M12 3a9 9 0 0 1 0 18z"/><path fill="currentColor" stroke="none" d="M12 7.5a4.5 4.5 0 0 0 0 9z"/>',
  undo: '<path d="M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11h-3"/>',
  check: '<path stroke-width="3" d="M4.5 12.5 10 18 19.5 6.5"/>',
  close: '<path d="M6 6 18 18M18 6 6 18"/>',
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  sound:
    '<path fill="currentColor" stroke="none" d="M3.5 9.5h4L12.5 5v14L7.5 14.5h-4z"/><path d="M16 9c1.7 1.7 1.7 4.3 0 6M18.7 6.3c3.3 3.2 3.3 8.2 0 11.4"/>',
  gear: '<circle cx="12" cy="12" r="3.2"/><path d="M12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M5.6 18.4l1.9-1.9M16.5 7.5l1.9-1.9"/>',
  help: '<path d="M8 8.8C8 6.4 9.8 5 12 5s4 1.4 4 3.6c0 3-4 2.9-4 6"/><circle fill="currentColor" stroke="none" cx="12" cy="19" r="1.5"/>',
  globe:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c-5 5-5 12 0 17M12 3.5c5 5 5 12 0 17"/>',
  play: '<path fill="currentColor" stroke="none" d="M7 4.5v15l12.5-7.5z"/>',
  step: '<path fill="currentColor" stroke="none" d="M5 5v14l10-7zM16.5 5H19v14h-2.5z"/>',
  graph: '<path d="M3.5 4v16h17M7 15l4-5 3.5 3L20 6"/>',
  link: '<path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7"/>',
  eye: '<path d="M2.5 12C6 6.5 18 6.5 21.5 12 18 17.5 6 17.5 2.5 12z"/><circle fill="currentColor" stroke="none" cx="12" cy="12" r="2.8"/>',
  person:
    '<circle fill="currentColor" stroke="none" cx="12" cy="8" r="4.3"/><path fill="currentColor" stroke="none" d="M3.8 20.5c0-9 16.4-9 16.4 0z"/>',
  bot: '<path d="M5 9.5h14v10H5zM12 9.5V5M9 19.5v0"/><circle fill="currentColor" stroke="none" cx="12" cy="4" r="1.8"/><circle fill="currentColor" stroke="none" cx="9" cy="14" r="1.6"/><circle fill="currentColor" stroke="none" cx="15" cy="14" r="1.6"/>',
  sun: '<circle cx="12" cy="12" r="5" fill="currentColor" stroke="none"/><path stroke-width="2.2" d="M12 1.8v2.6M12 19.6v2.6M1.8 12h2.6M19.6 12h2.6M4.8 4.8l1.8 1.8M17.4 17.4l1.8 1.8M4.8 19.2l1.8-1.8M17.4 6.6l1.8-1.8"/>',
  moon: '<path fill="currentColor" stroke="none" d="M15.5 2.5A10 10 0 1 0 21.5 16 8.5 8.5 0 0 1 15.5 2.5z"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.2l3.6 2.2"/>',
  trophy:
    '<path fill="currentColor" stroke="none" d="M7 3h10v6.5a5 5 0 0 1-10 0z"/><path d="M7 5H3.5c0 4 1.5 5.5 3.8 6M17 5h3.5c0 4-1.5 5.5-3.8 6M12 14.5V19M8 20.5h8"/>',
  kite: '<path fill="currentColor" stroke="none" d="M12 1.5 20 10.5 12 19.5 4 10.5z"/><path stroke-width="1.8" d="M12 19c1.5 1.8-1.5 2.2 0 4"/>',
  gull: '<path fill="currentColor" stroke="none" d="M.8 9.5C5 5 10 6.5 12 11.5c2-5 7-6.5 11.2-2C18.5 9 15 11.5 13.2 18h-2.4C9 11.5 5.5 9 .8 9.5z"/>',
  anchor:
    '<circle stroke-width="2.4" cx="12" cy="5" r="2.8"/><path stroke-width="2.8" d="M12 8.5V21M7.5 12h9M3.5 14c.6 4.5 4 7 8.5 7s7.9-2.5 8.5-7"/>',
  fern: '<path fill="currentColor" stroke="none" d="M20.5 2.5C9 2.5 3.5 8 4.5 17.5l-2 4 1.8.8 2.2-3.8C16 19.5 21.5 13.5 20.5 2.5z"/><path d="M7 17C9.5 12 13 8.8 17 6.5" stroke="var(--vein, #fff8e8)" stroke-width="1.7" fill="none" stroke-linecap="round"/>',
  talk: '<path d="M4 5.5h16v10.5H11.5L7 20v-4H4z"/><path stroke-width="1.8" d="M8 9.2h8M8 12.3h5"/>',
  bell: '<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4"/>',
  flag: '<path d="M6 21V4M6 4.5h11.5l-2.5 4 2.5 4H6"/>',
  pause: '<path stroke-width="3" d="M8.5 5.5v13M15.5 5.5v13"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  trash: '<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5"/>',
  pencil: '<path d="M4.5 19.5 5.6 15 15.8 4.8l3.4 3.4L9 18.4zM13.5 7l3.4 3.4"/>',
  download: '<path d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15"/>',
  upload: '<path d="M12 15.5v-11M7 9l5-5 5 5M4.5 20h15"/>',
  book: '<path d="M12 6.5C9.5 4.8 6.5 4.5 3.5 4.8v13.4c3-.3 6 0 8.50 1.80 2.5-1.80 5.5-2.10 8.5-1.8V4.8c-3-.3-6 0-8.50 1.7zM12 6.5V20"/>',
  cards:
    '<rect x="8.5" y="4" width="11" height="15" rx="2"/><path d="M5.5 7.5v11a2.5 2.5 0 0 0 2.5 2.5h7"/>',
  people:
    '<circle cx="8.5" cy="8" r="3.5" fill="currentColor" stroke="none"/><circle cx="16.5" cy="9" r="3" fill="currentColor" stroke="none"/><path fill="currentColor" stroke="none" d="M1.8 19.5c0-8 13.4-8 13.4 0zM16.5 19.5h5.7c0-5-4-6.6-7.5-5.6 1.4 1.4 2 3.2 1.8 5.6z"/>',
  calendar:
    '<path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7"/><circle cx="12" cy="15" r="1.8" fill="currentColor" stroke="none"/>',
  mute: '<path fill="currentColor" stroke="none" d="M3.5 9.5h4L12.5 5v14L7.5 14.5h-4z"/><path d="M16 9.5l5 5M21 9.5l-5 5"/>',
  back: '<path d="M10.5 5 4 12l6.5 7M4.5 12H20"/>',
  down: '<path d="M6 9.5 12 15.5 18 9.5"/>',
  swords: '<path d="M4 4l10 10M20 4 10 14M5 19l4-4M19 19l-4-4M12.5 16.5l4-4M11.5 16.5l-4-4"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5"/><circle cx="12" cy="7.8" r="1.3" fill="currentColor" stroke="none"/>',
  dice: '<rect x="4" y="4" width="16" height="16" rx="3.5"/><circle cx="8.7" cy="8.7" r="1.5" fill="currentColor" stroke="none"/><circle cx="15.3" cy="15.3" r="1.5" fill="currentColor" stroke="none"/><circle cx="12" cy="12" r="1.5" fill="currentColor" stroke="none"/>',
  warning:
    '<path d="M12 4 2.8 20h18.4zM12 10v4.5"/><circle cx="12" cy="17.3" r="1.2" fill="currentColor" stroke="none"/>',
} as const;

export type IconName = keyof typeof icons;
