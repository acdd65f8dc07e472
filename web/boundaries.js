// The modules of the page, each with what it may use besides itself, and why no more. A module uses only what
// stands above it, so the page can be read from the top, and a part be taken out without what is below it.
// `npm run check` holds it (eslint.config.js); README.md has the same table.
const under = ['engine', 'text', 'store', 'table'];

export const modules = {
  engine: { uses: [], why: 'It asks an engine, for whatever page.' },
  text: { uses: [], why: 'Words are read without knowing what they are about.' },
  store: { uses: ['engine'], why: 'What is kept outlives the pages that show it.' },
  table: {
    uses: ['engine', 'text', 'store'],
    why: 'A table is played without anything being drawn.',
  },
  online: { uses: under, why: 'A table of a server is a table: how it looks is for the shell.' },
  replay: {
    uses: ['engine', 'text', 'store'],
    why: 'A game is looked back at without anything being drawn.',
  },
  learn: {
    uses: ['engine'],
    why: 'Books and lessons are data: a game writes them, the shell shows them.',
  },
  'boards/types.ts': {
    uses: ['engine', 'table'],
    why: 'This is all that shell and boards know of each other.',
  },
  'boards/common': {
    uses: ['text', 'table', 'boards/types.ts'],
    why: 'What several games draw with knows none of them.',
  },
  'boards/NAME': {
    uses: ['engine', 'text', 'table', 'replay', 'learn', 'boards/types.ts', 'boards/common'],
    why: 'A game is drawn without knowing the shell around it or another game.',
  },
  'boards/index.ts': {
    uses: ['engine', 'text', 'replay', 'learn', 'boards/types.ts'],
    why: 'Games are found by the names of their folders; nobody names one.',
  },
  shell: {
    uses: [...under, 'online', 'replay', 'learn', 'boards/types.ts', 'boards/index.ts'],
    why: 'All games are played in one shell, which asks boards/index.ts for what one brings.',
  },
};
