// Writes what the page of a release keeps in a browser: run once for each release, with that release built.
//
//   FIXTURES=tests/fixtures/0.1.0 npm run fixtures
//
// browser.json.gz holds every entry and links that people have sent each other, profile.tar.gz the profile as Chromium keeps it.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seatPlans } from './browser.ts';
import { Crew } from './crew.ts';
import { playedGame, text } from './engine.ts';
import { byMouse, Luck, Player } from './player.ts';
import { HOME, newFolder, openProfile } from './profile.ts';
import { linkOf } from './saved.ts';
import { takeOff } from './start.ts';

const folder = resolve(import.meta.dirname, '../..', process.env.FIXTURES ?? 'build-fixtures');

interface Game {
  game: 'solenia' | 'circadians';
  seats: unknown;
  options?: Record<string, unknown>;
  settings?: Record<string, unknown>;
  steps: number; // none: to its end
}

const games: Game[] = [
  { game: 'solenia', seats: seatPlans.bot, steps: 24 },
  {
    game: 'solenia',
    seats: seatPlans.friends,
    options: { mode: 'winter' },
    settings: { confirm: true },
    steps: 31,
  },
  { game: 'solenia', seats: seatPlans.solo, options: { mode: 'improvements' }, steps: 0 },
  {
    game: 'solenia',
    seats: [...seatPlans.bot, seatPlans.bot[1]],
    options: { mode: 'improvements' },
    steps: 12,
  },
  { game: 'circadians', seats: seatPlans.bot, settings: { confirm: true }, steps: 44 },
  { game: 'circadians', seats: seatPlans.bot, options: { expansion: 'off' }, steps: 7 },
  { game: 'circadians', seats: seatPlans.solo, options: { ai: 2 }, steps: 60 },
  { game: 'circadians', seats: seatPlans.friends, settings: { confirm: true }, steps: 35 },
  { game: 'circadians', seats: seatPlans.solo, options: { expansion: 'off' }, steps: 0 },
];

// All of it, as it lies there.
const dump = (
  page: Page,
): Promise<{ tables: Record<string, unknown[]>; local: Record<string, string> }> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('tidelock');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    const tables: Record<string, unknown[]> = {};
    for (const name of db.objectStoreNames) {
      tables[name] = await new Promise<unknown[]>((resolve) => {
        const all = db.transaction(name).objectStore(name).getAll();
        all.onsuccess = () => resolve(all.result as unknown[]);
      });
    }
    db.close();
    return { tables, local: { ...localStorage } };
  });

it('writes what the page keeps', async () => {
  const profile = newFolder();
  const { context, page } = await openProfile(profile);
  for (const [at, { game, seats, options, settings, steps }] of games.entries()) {
    await page.goto(HOME);
    await page.evaluate(
      (entries) => entries.forEach(([key, value]) => localStorage.setItem(key!, value!)),
      [
        ['tidelock.settings', JSON.stringify({ motion: 'off', sound: 0, ...settings })],
        [
          'tidelock.setup',
          JSON.stringify({ game, seats, options: { [game]: options ?? {} }, pack: {} }),
        ],
      ],
    );
    await page.reload();
    await page.locator('h1').first().waitFor();
    await takeOff(page, 40 + at);
    const player =
      game === 'solenia'
        ? new Player(page, byMouse, new Luck(at))
        : new Crew(page, 'mouse', new Luck(at));
    if (steps === 0) await player.finish();
    for (let i = 0; i < steps; i++) await player.step();
    await page.waitForTimeout(1000); // until it is kept
  }
  // A component corrected, and kept as a pack of one's own.
  await page.goto(`${HOME}/#/components/circadians`);
  const contract = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Ore Sluice / }) });
  await contract.getByRole('button').first().click();
  await contract
    .getByRole('group', { name: text('components.circadians.of.cost'), exact: true })
    .getByRole('spinbutton', { name: text('components.circadians.part.water') })
    .fill('5');
  await keepPack(page, 'Our crew');
  // A seat at a table of the server.
  await page.goto(HOME);
  await page.getByRole('button', { name: text('page.preset.far') }).click();
  await page.getByRole('button', { name: text('page.online.make') }).click();
  await page.waitForURL(/#\/online\/./);
  await expect.poll(async () => (await dump(page)).tables.seats?.length).toBe(1);
  await page.evaluate(() => localStorage.setItem('tidelock.language', 'pl'));
  const records = [
    playedGame('solenia', { seed: 5 }),
    playedGame('circadians', { seed: 6 }),
    playedGame('circadians', { seed: 7, bots: ['greedy', 'random', 'random'] }),
  ];
  const challenge = {
    challenge: 1,
    game: 'circadians',
    options: { players: 2, expansion: 'on' },
    seed: 8,
    pack: 'reconstruction-2',
    bots: ['medium'],
    name: 'Ada',
    score: 61,
  };
  const links = { replay: records.map(linkOf), challenge: [linkOf(challenge)] };
  const kept = await dump(page);
  expect(kept.tables.games).toHaveLength(games.length);
  expect(kept.tables.packs).toHaveLength(1);
  await context.close();
  const data = JSON.stringify({ origin: HOME, links, ...kept });
  writeFileSync(join(folder, 'browser.json.gz'), gzipSync(data, { level: 9 }));
  const parts = ['IndexedDB', 'Local Storage'].map((name) => join('Default', name));
  const logs = readdirSync(join(profile, 'Default/Local Storage/leveldb')).length;
  expect(logs).toBeGreaterThan(0);
  const tar = spawnSync(
    'tar',
    [
      '-C',
      profile,
      '--owner=0',
      '--group=0',
      '--mtime=@0',
      '--sort=name',
      '--exclude=LOG*',
      '--exclude=LOCK',
      '-c',
      ...parts,
    ],
    { maxBuffer: 1 << 28 },
  );
  expect(tar.status).toBe(0);
  writeFileSync(join(folder, 'profile.tar.gz'), gzipSync(tar.stdout, { level: 9 }));
});

async function keepPack(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: text('page.components.changes') });
  await bar.getByRole('button', { name: text('page.components.save.short'), exact: true }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('textbox').fill(name);
  await window.getByRole('button', { name: text('page.components.save') }).click();
  await page.getByText(`Saved: ${name}`).waitFor();
}
