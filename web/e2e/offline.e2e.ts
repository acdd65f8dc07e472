import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, origin, seatPlans, visitor } from './browser.ts';
import { text } from './engine.ts';
import { byMouse, Luck, Player, readSheet } from './player.ts';
import { linkOf } from './saved.ts';
import { playedGame } from './engine.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('after the first visit everything works without a network', async () => {
  const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };
  const { context, page, wrong } = await visitor(browser, { setup });
  await open(page);
  // The service worker is there, and has all it wants to keep.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('tidelock-'));
      const files = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)),
      );
      return files.flat();
    });
  await expect
    .poll(async () => (await kept()).some((file) => file.endsWith('.network')), { timeout: 90_000 })
    .toBe(true);
  await context.setOffline(true);
  await page.goto(`${origin()}/`);
  await takeOff(page, 61);
  const player = new Player(page, byMouse, new Luck(3));
  for (let i = 0; i < 10; i++) await player.step();
  await page.reload();
  await player.finish();
  expect((await readSheet(page)).totals).toHaveLength(2);
  await page.goto(`${origin()}/#/replay/${linkOf(playedGame('solenia', { seed: 62 }))}`);
  await page.getByRole('slider').waitFor();
  await page.goto(`${origin()}/#/rules`);
  await page.locator('h1').first().waitFor();
  expect(await page.getByText(text('page.trouble.load')).count()).toBe(0);
  expect(wrong).toEqual([]);
  await context.close();
});
