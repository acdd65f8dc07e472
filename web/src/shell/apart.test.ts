// A game is known in its own folder alone: nothing else of the page names one, or uses its words.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';
import { aboutOf } from '../boards';
import type { GameSounds } from '../boards/types';
import { allGames } from './games';

const web = join(import.meta.dirname, '../..');
const boards = join(import.meta.dirname, '../boards');
const lang = join(web, '../data/lang');
const read = (path: string) => readFileSync(path, 'utf8');
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const SHARED = ['common', 'generic'];
// Words of games that mean something everywhere.
const EVERYDAY = new Set(
  'card first mode moon off on players rest screen start strip sun'.split(' '),
);
const drawn = folders(boards).filter((name) => !SHARED.includes(name));
const games = new Set([
  ...drawn,
  ...folders(join(web, '../data')).filter((name) => name !== 'lang'),
  ...allGames.map((game) => game.id),
]);

// All that is neither a game's folder nor a test, nor made from the schemas.
const files = [
  ...['src', 'public', '.'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((path) =>
      join(web, folder, path),
    ),
  ),
  ...folders(lang).flatMap((code) =>
    readdirSync(join(lang, code))
      .filter((file) => file.startsWith('page'))
      .map((file) => join(lang, code, file)),
  ),
].filter(
  (path) =>
    /\.(ts|svelte|css|html|json|svg|webmanifest)$/.test(path) &&
    !/(\.test|\/testing)\.ts$|dev-board|package(-lock)?\.json$|schema\.d\.ts$/.test(path) &&
    !drawn.some((name) => path.startsWith(join(boards, name, '/'))),
);
const where = (path: string) => relative(join(web, '..'), path);

// What a game calls its sounds, the symbols of its sheet, its options and their values.
async function wordsOf(game: string): Promise<string[]> {
  const path = join(boards, game, 'sounds.ts');
  const { sounds } = existsSync(path) ? ((await import(path)) as GameSounds) : {};
  const sheet = join(boards, game, 'Icons.svelte');
  const symbols = existsSync(sheet) ? read(sheet).matchAll(/<symbol\s+id="([^"]+)"/g) : [];
  return [
    ...Object.keys({ ...sounds?.recipes, ...sounds?.voices }),
    ...Array.from(symbols, (found) => found[1]!),
    ...Object.entries(aboutOf(game).pictures ?? {}).flatMap(([name, of]) => [
      name,
      ...Object.keys(of),
    ]),
    ...(allGames.find((one) => one.id === game)?.options ?? []).flatMap(({ name, values }) => [
      name,
      ...values.split(', '),
    ]),
  ];
}

// Strings of code, and names in its records.
const saidIn = (text: string) =>
  new Set(
    Array.from(
      text.matchAll(/(['"`])#?([a-z][\w-]*)\1|\b([a-z][\w-]*)(?=:)/gi),
      (found) => found[2] ?? found[3]!,
    ),
  );

describe('outside its folder', () => {
  it('no game is named', () => {
    const name = new RegExp(`\\b(${[...games].join('|')})\\b`, 'i');
    const naming = files.flatMap((path) => {
      const found = name.exec(read(path));
      return found ? [`${where(path)}: ${found[0]}`] : [];
    });
    expect(files.length).toBeGreaterThan(100);
    expect(naming).toEqual([]);
  });

  it('no word of a game is used', async () => {
    const words = new Set((await Promise.all([...games].map(wordsOf))).flat());
    const code = files.filter((path) => /\.(ts|svelte)$/.test(path) && !path.includes('/common/'));
    const using = code.flatMap((path) =>
      [...saidIn(read(path))]
        .filter((word) => words.has(word) && !EVERYDAY.has(word))
        .map((word) => `${where(path)}: ${word}`),
    );
    expect(words.size).toBeGreaterThan(50);
    expect(using).toEqual([]);
  });
});
