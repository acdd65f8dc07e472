// Every page in every language: its words, and what axe has to say.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, origin, PHONE, picture, seatPlans, visitor } from './browser.ts';
import { LANGUAGES, violations, wordsAreThere } from './checks.ts';
import { playedGame, text } from './engine.ts';
import { asked, byMouse, hand, rests } from './player.ts';
import { linkOf, savedGames } from './saved.ts';
import { open, takeOff, visit } from './start.ts';

const NAMES: Record<string, string> = {
  en: 'English',
  pl: 'Polski',
  de: 'Deutsch',
  'zh-Hant': '繁體中文',
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };
const record = playedGame('solenia', { seed: 51 });

describe.each(LANGUAGES)('in %s', (lang) => {
  it('every page is whole, and axe finds nothing', async () => {
    const { context, page, wrong } = await visitor(browser, { setup, language: lang });
    const found: string[] = [];
    const look = async (name: string) => {
      await wordsAreThere(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
      for (const one of await violations(page)) found.push(`${name}: ${one}`);
    };
    await page.goto(`${origin()}/`);
    await page.getByRole('button', { name: text('page.start.go', lang) }).waitFor();
    await look('start');
    await page.getByRole('button', { name: 'Anselm' }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await look('seat');
    await page.keyboard.press('Escape');
    await takeOff(page, 53, { lang });
    await asked(page);
    await look('table');
    await byMouse(hand(page).first());
    await page.locator('[role="gridcell"].can').first().waitFor();
    await look('table, a card picked');
    if (lang !== 'en') await picture(page, `table-${lang}`);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    await page.getByRole('slider').waitFor();
    await look('replay');
    for (const place of ['rules', 'components/solenia', 'components/circadians']) {
      await visit(page, place, lang);
      await look(place);
      if (lang === 'en') await picture(page, place.replace('/', '-'));
    }
    // It deals a game and goes to its table.
    for (const game of ['solenia', 'circadians']) {
      await page.goto(`${origin()}/#/tutorial/${game}`);
      await page.locator('[data-lesson]').waitFor();
      await rests(page);
      await look(`tutorial/${game}`);
    }
    for (const place of [
      'rules/circadians',
      'library',
      'results',
      'settings',
      'about',
      'online',
      'account',
      'nowhere',
      'challenge/x',
    ]) {
      await visit(page, place, lang);
      await look(place);
    }
    expect(found.join('\n')).toBe('');
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe('languages', () => {
  it('change on the start page and at the table, and are kept', async () => {
    const { context, page, wrong } = await visitor(browser, { setup });
    await open(page);
    for (const lang of [...LANGUAGES.slice(1), 'en']) {
      await page.locator('header select').selectOption(lang);
      await page.getByRole('button', { name: text('page.start.go', lang) }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    }
    await takeOff(page, 52);
    await asked(page);
    for (const lang of [...LANGUAGES.slice(1), 'en', 'pl']) {
      const settings = await page.evaluate(() => document.documentElement.lang);
      await page.getByRole('button', { name: text('page.title.settings', settings) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('label', { hasText: NAMES[lang]! }).click();
      await page.waitForFunction((to) => document.documentElement.lang === to, lang);
      await dialog.getByRole('heading', { name: text('page.title.settings', lang) }).waitFor();
      await page.keyboard.press('Escape');
      // What the engine says follows.
      await page
        .getByRole('group', { name: text('page.table.prompt', lang) })
        .getByText(text('page.table.your-turn', lang))
        .waitFor();
    }
    await page.reload();
    await asked(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('pl');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('follow the browser at first', async () => {
    for (const [locale, lang] of [
      ['de-AT', 'de'],
      ['zh-TW', 'zh-Hant'],
      ['fr-FR', 'en'],
    ] as const) {
      const { context, page } = await visitor(browser, {}, { ...DESKTOP, locale });
      await page.goto(`${origin()}/`);
      await page.getByRole('button', { name: text('page.start.go', lang) }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
      await context.close();
    }
  });
});

describe('dark, and on a phone', () => {
  it.each([
    ['dark', { ...DESKTOP, colorScheme: 'dark' as const }],
    ['phone', { ...PHONE, colorScheme: 'light' as const }],
    ['phone, dark', { ...PHONE, colorScheme: 'dark' as const }],
  ])('%s: axe finds nothing', async (name, options) => {
    const { context, page } = await visitor(browser, { setup }, options);
    const found: string[] = [];
    const look = async (place: string) => {
      for (const one of await violations(page)) found.push(`${place}: ${one}`);
    };
    await open(page);
    await look('start');
    await takeOff(page, 54);
    await asked(page);
    await look('table');
    await picture(page, `turn-${name.replace(', ', '-')}`);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    await page.getByRole('slider').waitFor();
    await look('replay');
    const [kept] = await savedGames(page);
    expect(kept).toBeDefined();
    for (const place of [
      'rules',
      'components/solenia',
      'components/circadians',
      'library',
      'settings',
      'online',
      'account',
    ]) {
      await visit(page, place);
      await look(place);
    }
    expect(found.join('\n')).toBe('');
    await context.close();
  });
});
