// The first game, to its end.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, openBrowser, PHONE, picture, visitor } from './browser.ts';
import { text } from './engine.ts';
import { byMouse, byTouch, Luck, Player, readSheet, rests } from './player.ts';
import { open } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each([
  ['by mouse', DESKTOP, byMouse, 'tutorial'],
  ['on a phone', PHONE, byTouch, 'tutorial-phone'],
])('the tutorial is played %s, and its last word is read before the scores', async (...how) => {
  const [, size, press, name] = how;
  const { context, page, wrong } = await visitor(browser, {}, size);
  await open(page);
  await press(page.getByRole('link', { name: text('page.start.learn') }).first());
  await page.locator('[data-lesson]').waitFor();
  await rests(page);
  await picture(page, name);
  const player = new Player(page, press, new Luck(9));
  while (!player.kinds.has('lesson')) await player.step();
  await page.locator('#score-title').waitFor();
  expect(await page.locator('.coach').count()).toBe(0);
  expect((await readSheet(page)).totals).toHaveLength(2);
  expect(wrong).toEqual([]);
  await context.close();
});
