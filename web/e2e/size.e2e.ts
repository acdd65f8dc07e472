import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, seatPlans, visitor } from './browser.ts';
import { Crew } from './crew.ts';
import { asked } from './player.ts';
import { text } from './engine.ts';
import { open, takeOff } from './start.ts';
import { sizesOf } from './sizes.ts';

const MOST = 400_000; // bytes, compressed: page, engine and packs in one language

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('a table of Solenia is there with at most 400 KB', async () => {
  const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };
  // Without the service worker, which fetches ahead what this table does not need.
  const { context, page } = await visitor(browser, { setup }, { serviceWorkers: 'block' });
  const sizes = sizesOf(page);
  await open(page);
  await takeOff(page, 41);
  await asked(page);
  const { first } = await sizes();
  const sum = first.reduce((all, one) => all + one.bytes, 0);
  expect(sum, first.map((one) => `${one.bytes} ${one.file}`).join('\n')).toBeLessThanOrEqual(MOST);
  expect(first.some((one) => one.file.endsWith('.wasm'))).toBe(true);
  await context.close();
});

const ADDED = 135_000; // bytes, compressed: what the board of Circadians adds, drawings and words too

it('the table of Circadians adds at most 135 KB to the page', async () => {
  const { context, page } = await visitor(browser, {}, { serviceWorkers: 'block' });
  const sizes = sizesOf(page);
  await open(page);
  // What every visitor has by now, and what comes when the game is chosen.
  const before = new Set((await sizes()).first.map((one) => one.file));
  await page.getByRole('button', { name: text('circadians.name') }).click();
  await takeOff(page, 41);
  const player = new Crew(page);
  while (!player.pressed.has('place')) await player.step();
  const { first } = await sizes();
  const seen = new Set(before);
  // Tables of all games, and the packs of the engine, are no part of it.
  const added = first.filter(({ file }) => {
    const fresh = !seen.has(file);
    seen.add(file);
    return fresh && /\.(js|css|svg|json)$/.test(file) && !/TablePage|worker|n-\d-.*json/.test(file);
  });
  const list = added.map((one) => `${one.bytes} ${one.file}`).join('\n');
  expect(
    added.reduce((all, one) => all + one.bytes, 0),
    list,
  ).toBeLessThanOrEqual(ADDED);
  expect(added.some((one) => /Board/.test(one.file))).toBe(true);
  await context.close();
});
