// Games that have no board of their own: areas, counters, pieces and choices. TIDELOCK_GAME says which is played.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, picture, PHONE, visitor } from './browser.ts';
import { violations, wordsAreThere } from './checks.ts';
import { DEMO } from '../src/testing.ts';
import { ask, gameName, text } from './engine.ts';
import { Luck, rests } from './player.ts';
import { open, takeOff } from './start.ts';

const GAME = process.env.TIDELOCK_GAME ?? DEMO;
// Whether one person can play it.
function alone(): boolean {
  const [{ games }] = ask({ do: 'games' });
  const facts = games.find((one) => one.id === GAME);
  return facts?.options.some((one) => one.name === 'players' && /^1\b/.test(one.values)) ?? false;
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const choices = (page: Page) => page.locator('button[data-move]');
const over = (page: Page) => page.getByRole('dialog').locator('#score-title');

// Whether there was something to choose.
async function choose(page: Page, luck: Luck): Promise<boolean> {
  await rests(page);
  if ((await over(page).count()) > 0) return false;
  const count = await choices(page).count();
  expect(count).toBeGreaterThan(0);
  await choices(page).nth(luck.below(count)).click();
  return true;
}

// From the first choice to the last; how many there were.
async function playOn(page: Page, seed: number): Promise<number> {
  const luck = new Luck(seed);
  await choices(page).first().waitFor();
  let n = 0;
  while (await choose(page, luck)) {
    await wordsAreThere(page);
    if (++n > 300) throw new Error('the game does not end');
  }
  await wordsAreThere(page);
  return n;
}

describe('a game without a board of its own', () => {
  it('is played to its end', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page);
    await page.getByRole('button', { name: gameName(GAME) }).click();
    await takeOff(page, 73);
    await choices(page).first().waitFor();
    // Areas with labels, counters and pieces.
    const table = page.getByRole('region', { name: text('page.table.board') });
    expect(await table.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
    await picture(page, 'generic');
    expect(await playOn(page, 4)).toBeGreaterThan(1);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'generic-over');
    expect(await over(page).innerText()).not.toBe('');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it.runIf(alone())('is played alone', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page);
    await page.getByRole('button', { name: gameName(GAME) }).click();
    await page.getByRole('button', { name: text('page.preset.solo'), exact: true }).click();
    await takeOff(page, 74);
    expect(await playOn(page, 5)).toBeGreaterThan(1);
    expect(await over(page).innerText()).not.toBe('');
    await picture(page, 'generic-alone-over');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('on a phone, too', async () => {
    const { context, page, wrong } = await visitor(
      browser,
      { settings: { confirm: false } },
      PHONE,
    );
    await open(page);
    await page.getByRole('button', { name: gameName(GAME) }).click();
    await takeOff(page, 72);
    const luck = new Luck(3);
    for (let i = 0; i < 3; i++) await choose(page, luck);
    await picture(page, 'generic-phone');
    expect(wrong).toEqual([]);
    await context.close();
  });
});
