import type { Move } from '../../engine/messages';
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { needWords } from '../../text';
import { askOf } from './ask';

const root = new URL('../../../../', import.meta.url);
// The words of the page come from the server by language, all others as files.
vi.stubGlobal('fetch', (url: string) => {
  const page = /@words\/(.*)\.json/.exec(url)?.[1];
  const file = page ? `data/lang/${page}/page-table.json` : /data\/lang\/[^?]*/.exec(url)![0];
  return Promise.resolve(new Response(readFileSync(new URL(file, root))));
});
await needWords('board-circadians');

const asked = (prompt: string, ...kinds: string[]) =>
  askOf('circadians', {
    prompt,
    several: null,
    moves: kinds.map((kind) => ({ kind, move: kind, words: '' }) as Move),
  });

it('asks in the words of the page where it has some', () => {
  expect(asked('Keep one leader, as in eden', 'leader', 'leader').what).toBe('Keep one leader');
});
it('asks what the engine asks otherwise, and says how if it can', () => {
  expect(asked('Use the ability of Leyrien?', 'ability', 'done')).toEqual({
    what: 'Use the ability of Leyrien?',
    how: 'There are 2 choices.',
  });
  expect(asked('Depository, row 1 · Fulfil a Contract', 'contract', 'contract')).toEqual({
    what: 'Depository, row 1 · Fulfil a Contract',
    how: 'You can pay for the ringed ones.',
  });
});
it('says whose turn it is when there is no question', () => {
  expect(asked('', 'trade').what).toBe('Your turn');
});
it('says how many are chosen of several', () => {
  const askFor = (kind: string, min: number) => {
    const move = { kind, move: kind, words: '' } as Move;
    const items = [{ item: kind, n: 3, move }];
    const several = { kind, items, min, max: 3 };
    return askOf('circadians', { prompt: 'Discard 3 Contracts', moves: [move], several });
  };
  expect(askFor('pick', 3)).toEqual({ what: 'Keep 3 Contracts', how: 'Choose 3 in any order.' });
  expect(askFor('discard', 3).what).toBe('Discard 3 Contracts');
  expect(askFor('reroll', 0).how).toBe('Choose up to 3 in any order, or none.');
});
