// Whole games, played by what is shown.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, PHONE, picture, seatPlans, visitor } from './browser.ts';
import { everything } from './checks.ts';
import type { SoleniaView } from '../src/engine/schema.d.ts';
import { ask, text } from './engine.ts';
import { asked, byMouse, byTouch, hand, Luck, Player, readSheet, tabTo } from './player.ts';
import { savedGames } from './saved.ts';
import { sameAsEngine } from './sheet.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = (seats: unknown, options = {}) => ({
  game: 'solenia',
  seats,
  options: { solenia: options },
  pack: {},
});

describe('a whole game', () => {
  it('against a bot by mouse', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page);
    await picture(page, 'start');
    await page.getByRole('button', { name: 'Anselm' }).click();
    const seat = page.getByRole('dialog');
    await seat.locator('label', { hasText: text('page.level.novice') }).click();
    await seat.getByRole('button', { name: text('page.done') }).click();
    await takeOff(page, 11);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 25; i++) await player.step();
    if ((await asked(page)) === 'card') await byMouse(hand(page).first());
    await picture(page, 'table-desktop');
    await player.finish();
    await picture(page, 'scores');
    expect(player.kinds).toContain('space');
    const sheet = await readSheet(page);
    expect(sheet.names).toEqual([text('page.you'), 'Anselm']);
    await sameAsEngine(page, 'solenia');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('by keyboard alone', async () => {
    const { context, page, wrong } = await visitor(browser, { setup: setup(seatPlans.bot) });
    await open(page);
    await tabTo(page, 'summary');
    await page.keyboard.press('Enter');
    await tabTo(page, 'input[inputmode="numeric"]');
    await page.keyboard.type('12');
    await tabTo(page, '.start-game button');
    await page.keyboard.press('Enter');
    const player = new Player(page, 'keys', new Luck(4));
    await player.finish();
    await sameAsEngine(page, 'solenia');
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
    await picture(page, 'start-phone');
    await takeOff(page, 16, { press: byTouch });
    const player = new Player(page, byTouch, new Luck(5));
    for (let i = 0; i < 30; i++) await player.step();
    if ((await asked(page)) === 'card') await byTouch(hand(page).first());
    await picture(page, 'table-phone');
    const over = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(over[0]).toBeLessThanOrEqual(0);
    expect(over[1]).toBeLessThanOrEqual(0);
    // From the menu to the settings, and back to the table.
    const window = page.getByRole('dialog');
    await byTouch(page.getByRole('button', { name: text('page.table.menu') }));
    await byTouch(window.getByRole('button', { name: text('page.title.settings') }));
    await window.getByRole('heading', { name: text('page.title.settings') }).waitFor();
    await byTouch(window.getByRole('button', { name: text('page.close') }));
    await window.waitFor({ state: 'hidden' });
    await player.finish();
    expect(player.kinds).toContain('confirm');
    await sameAsEngine(page, 'solenia');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('alone', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page);
    await page.getByRole('button', { name: text('page.preset.solo') }).click();
    await takeOff(page, 13);
    const player = new Player(page, byMouse, new Luck(6));
    await player.finish();
    const sheet = await readSheet(page);
    expect(sheet.totals).toHaveLength(1);
    await sameAsEngine(page, 'solenia');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('with the improvements of winter, three at the table', async () => {
    const { context, page, wrong } = await visitor(
      browser,
      {
        setup: setup([...seatPlans.bot, seatPlans.bot[1]], { mode: 'improvements' }),
      },
      DESKTOP,
    );
    await open(page);
    await takeOff(page, 14);
    const player = new Player(page, byMouse, new Luck(7));
    await player.finish();
    expect(player.kinds).toContain('draft');
    await sameAsEngine(page, 'solenia');
    expect(wrong).toEqual([]);
    await context.close();
  });
});

// --- two people, one screen ---

const record = async (page: Page) => (await savedGames(page))[0]!.record!;

const CARD = /Card \d(?:\.|: moves the airship\.) When removed: [^.]*\./g;

describe('two people at one screen', () => {
  it('never see the hand of the other', async () => {
    const { context, page, wrong } = await visitor(browser, { setup: setup(seatPlans.friends) });
    await open(page);
    await takeOff(page, 15);
    const player = new Player(page, byMouse, new Luck(8));
    let curtains = 0;
    let checked = 0;
    const drawn = new Map<string, string>(); // the first curtain of each
    for (;;) {
      const kind = await asked(page);
      if (kind === 'over') break;
      if (kind === 'curtain') {
        curtains++;
        if (curtains === 2) await picture(page, 'curtain');
        const name = ((await page.getByRole('heading').innerText()).match(/Ada|Bo/) ?? [''])[0];
        const all = await everything(page);
        expect(all.match(CARD)).toBeNull();
        expect(await hand(page).count()).toBe(0);
        // Whatever was played and told before: nothing of it is left in the page.
        const body = await page.locator('body').innerHTML();
        expect(body).toBe(drawn.get(name) ?? body);
        drawn.set(name, body);
        await player.step();
        // Behind the curtain: one's own cards, and no others.
        await hand(page).first().waitFor();
        if (curtains % 4 === 1) {
          checked++;
          const seat = name === 'Ada' ? 1 : 2;
          const [, seen] = ask(
            { do: 'load', record: await record(page), seed: 15, seats: [{}, {}] },
            { do: 'observe', seat },
          );
          const view = seen.view as SoleniaView;
          const own = view.players[seat - 1]!.hand!;
          expect(view.players[2 - seat]!.hand).toBeUndefined();
          const shown = await hand(page).evaluateAll((cards) =>
            cards.map((card) => card.getAttribute('aria-label') ?? ''),
          );
          expect(shown).toHaveLength(own.length);
          for (const [at, label] of shown.entries()) {
            expect(label).toContain(`Card ${own[at]![0]}`);
          }
          const faces = (await everything(page)).match(CARD) ?? [];
          const mine = shown.flatMap((label) => label.match(CARD) ?? []);
          expect(new Set(faces)).toEqual(new Set(mine));
        }
        continue;
      }
      await player.step();
      if (player.steps > 600) throw new Error('the game does not end');
    }
    expect(curtains).toBeGreaterThan(20);
    expect(checked).toBeGreaterThan(5);
    await sameAsEngine(page, 'solenia');
    expect(wrong).toEqual([]);
    await context.close();
  });
});
