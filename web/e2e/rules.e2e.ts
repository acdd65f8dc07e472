// The rules as they are read: every picture is drawn, no id is to be seen, and they are the same book in
// every language and on paper.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, openBrowser, origin, PHONE, picture, visitor } from './browser.ts';
import { LANGUAGES } from './checks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// What CONTRIBUTING.md calls the id of a rule.
const ID = /\b(CIR|[A-Z]{3,5})-[A-Z]?\d|\bQ\d{1,2}\b/;

async function read(page: Page, game: string) {
  await page.goto(`${origin()}/#/rules/${game}`);
  await page.locator('[data-picture]').first().waitFor();
  return page.evaluate(() => {
    const all = <T extends Element>(what: string) => [...document.querySelectorAll<T>(what)];
    const there = (use: Element) => document.querySelector(use.getAttribute('href')!) !== null;
    const pictures = all<HTMLElement>('[data-picture]');
    for (const one of all<HTMLDetailsElement>('details')) one.open = true;
    return {
      sections: all('h3').map((one) => one.id),
      pictures: pictures.map((one) => one.dataset.picture!),
      empty: pictures.filter((one) => one.offsetHeight < 30).map((one) => one.dataset.picture),
      wide: pictures
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.dataset.picture),
      missing: all('[data-picture] use')
        .filter((one) => !there(one))
        .map((one) => one.getAttribute('href')),
      text: document.querySelector<HTMLElement>('.rules')!.innerText,
    };
  });
}

it.each([
  ['circadians', 15],
  ['solenia', 2],
])('%s is the same book in every language', async (game, least) => {
  for (const size of [DESKTOP, PHONE]) {
    let first: Awaited<ReturnType<typeof read>> | undefined;
    for (const language of LANGUAGES) {
      const { context, page, wrong } = await visitor(browser, { language }, size);
      const seen = await read(page, game);
      first ??= seen;
      expect(seen.pictures.length).toBeGreaterThanOrEqual(least);
      expect(seen.pictures, language).toEqual(first.pictures);
      expect(seen.sections, language).toEqual(first.sections);
      expect(seen.empty, language).toEqual([]);
      expect(seen.wide, language).toEqual([]);
      expect(seen.missing, language).toEqual([]);
      expect(seen.text, language).not.toMatch(ID);
      expect(wrong).toEqual([]);
      if (size === DESKTOP) await picture(page, `rules-${game}-${language}`);
      await context.close();
    }
  }
});

it('nothing is folded on paper', async () => {
  const { context, page } = await visitor(browser);
  await page.goto(`${origin()}/#/rules/circadians`);
  const folded = page.locator('details:not([open])');
  await folded.first().waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await folded.count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(await folded.count()).toBeGreaterThan(0);
  await context.close();
});
