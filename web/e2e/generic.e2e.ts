// Games that have no board of their own: areas, counters, pieces and choices.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, picture, PHONE, visitor } from './browser.ts';
import { violations, wordsAreThere } from './checks.ts';
import { DEMO } from '../src/testing.ts';
import { gameName, text } from './engine.ts';
import { Luck, rests } from './player.ts';
import { open, takeOff } from './start.ts';

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

describe('a game without a board of its own', () => {
  it('is played to its end', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page);
    await page.getByRole('button', { name: gameName(DEMO) }).click();
    await takeOff(page, 73);
    const luck = new Luck(4);
    await choices(page).first().waitFor();
    // Areas with labels, counters and pieces.
    const table = page.getByRole('region', { name: text('page.table.board') });
    expect(await table.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
    await picture(page, 'generic');
    let n = 0;
    while (await choose(page, luck)) {
      await wordsAreThere(page);
      if (++n > 300) throw new Error('the game does not end');
    }
    await wordsAreThere(page);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'generic-over');
    expect(n).toBeGreaterThan(1);
    expect(await over(page).innerText()).not.toBe('');
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
    await page.getByRole('button', { name: gameName(DEMO) }).click();
    await takeOff(page, 72);
    const luck = new Luck(3);
    for (let i = 0; i < 3; i++) await choose(page, luck);
    await picture(page, 'generic-phone');
    expect(wrong).toEqual([]);
    await context.close();
  });
});
