// Circadians, played on its drawn table.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, PHONE, picture, seatPlans, visitor } from './browser.ts';
import { Crew } from './crew.ts';
import { text } from './engine.ts';
import { Luck, readSheet, rests } from './player.ts';
import { open, takeOff } from './start.ts';
import { sameAsEngine } from './sheet.ts';
import { LANGUAGES, violations, wordsAreThere } from './checks.ts';
import { cutWords } from './cut.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = (seats: unknown, options = {}) => ({
  game: 'circadians',
  seats,
  options: { circadians: options },
  pack: {},
});

describe('a whole game of Circadians', () => {
  it('against a bot by mouse', async () => {
    const { context, page, wrong } = await visitor(browser, { settings: { confirm: true } });
    await open(page);
    await page.getByRole('button', { name: text('circadians.name') }).click();
    await takeOff(page, 71);
    const player = new Crew(page, 'mouse', new Luck(2));
    for (let i = 0; i < 24; i++) await player.step();
    await picture(page, 'circadians-desktop');
    expect(await cutWords(page)).toEqual([]);
    await player.finish();
    await picture(page, 'circadians-scores');
    // Leaders, draft, planning, places and follow-ups were all there to be pressed.
    for (const kind of ['choice', 'contract', 'garage', 'place', 'confirm'])
      expect(player.pressed).toContain(kind);
    const sheet = await readSheet(page);
    expect(sheet.totals.length).toBe(2);
    await sameAsEngine(page, 'circadians');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('by keyboard alone', async () => {
    const { context, page, wrong } = await visitor(browser, {
      setup: setup(seatPlans.bot),
      settings: { confirm: true },
    });
    await open(page);
    await takeOff(page, 12);
    const player = new Crew(page, 'keys', new Luck(4));
    await player.finish();
    await sameAsEngine(page, 'circadians');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('on a phone by touch, without scrolling', async () => {
    const { context, page, wrong } = await visitor(
      browser,
      { setup: setup(seatPlans.bot), settings: { confirm: true } },
      PHONE,
    );
    await open(page);
    await takeOff(page, 72);
    const player = new Crew(page, 'touch', new Luck(5));
    for (let i = 0; i < 30; i++) await player.step();
    await picture(page, 'circadians-phone');
    expect(await cutWords(page)).toEqual([]);
    const over = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(over[0]).toBeLessThanOrEqual(0);
    expect(over[1]).toBeLessThanOrEqual(0);
    await player.finish();
    await sameAsEngine(page, 'circadians');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('of four without the expansion, on a middle screen', async () => {
    const bot = { kind: 'bot', name: '', level: 'novice' };
    const { context, page, wrong } = await visitor(
      browser,
      {
        setup: setup([...seatPlans.bot, bot, bot], { expansion: 'off' }),
        settings: { confirm: false },
      },
      { viewport: { width: 1024, height: 768 } },
    );
    await open(page);
    await takeOff(page, 22);
    const player = new Crew(page, 'mouse', new Luck(8));
    await player.finish();
    await sameAsEngine(page, 'circadians');
    expect(wrong).toEqual([]);
    await context.close();
  });
});

// Every language on another screen: together they are all.
const SCREENS = [
  [DESKTOP, 'light'],
  [{ viewport: { width: 1024, height: 768 } }, 'dark'],
  [PHONE, 'light'],
  [DESKTOP, 'dark'],
] as const;

const SIZES = [
  [844, 390],
  [360, 640],
  [1024, 768],
  [1440, 900],
  [740, 360],
  [412, 915],
].map(([width, height]) => ({ width: width!, height: height! }));
let turn = 0;

describe.each(LANGUAGES.map((lang, i) => [lang, SCREENS[i]!] as const))(
  'the table of Circadians in %s',
  (lang, [options, theme]) => {
    it('is whole, and axe finds nothing', async () => {
      const { context, page, wrong } = await visitor(
        browser,
        { setup: setup(seatPlans.bot), language: lang, settings: { confirm: true, theme } },
        options,
      );
      await open(page);
      await takeOff(page, 43, { lang });
      const player = new Crew(page, 'mouse', new Luck(6));
      const found: string[] = [];
      // Leaders, then the draft, then the plan, then the first piece that is sent.
      for (const until of ['choice', 'contract', 'garage', 'place']) {
        while (!player.pressed.has(until)) {
          expect(await player.step()).toBe(true);
          expect(player.steps).toBeLessThan(90);
        }
        await wordsAreThere(page);
        for (const one of await violations(page)) found.push(`${until}: ${one}`);
        // Here, and on one of the other screens: in turn they are all.
        const home = page.viewportSize()!;
        for (const size of [home, SIZES[turn++ % SIZES.length]!]) {
          await page.setViewportSize(size);
          await rests(page);
          // Until the board is drawn for it.
          await page.evaluate(
            () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
          );
          for (const one of await cutWords(page))
            found.push(`${until}, ${size.width} x ${size.height}: ${one}`);
        }
        await page.setViewportSize(home);
      }
      expect([...new Set(found)]).toEqual([]);
      expect(wrong).toEqual([]);
      await context.close();
    });
  },
);
