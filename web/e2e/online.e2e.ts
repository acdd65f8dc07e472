// People in browsers of their own, at one table of the server.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, openBrowser, PHONE, picture, visitor } from './browser.ts';
import { everything, violations, wordsAreThere } from './checks.ts';
import { text } from './engine.ts';
import { asked, byMouse, byTouch, hand, Luck, Player, readSheet, type Press } from './player.ts';
import { open } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// So that a test can cut what is connected: without a network no new connection comes about.
const CUT = () => {
  const all: WebSocket[] = [];
  const Real = WebSocket;
  (window as unknown as { cut(): void }).cut = () => all.splice(0).forEach((one) => one.close());
  window.WebSocket = class extends Real {
    constructor(url: string | URL) {
      super(url);
      all.push(this);
    }
  };
};

// Opens a table on the start page; the link that is to be sent.
async function makeTable(page: Page, press: Press, seats = 2): Promise<string> {
  await open(page);
  await press(page.getByRole('button', { name: text('page.preset.far') }));
  for (let n = 2; n < seats; n++) {
    await press(page.getByRole('button', { name: text('page.seat.add') }).first());
  }
  await picture(page, `online-make-${seats}`);
  await press(page.getByRole('button', { name: text('page.online.make') }));
  await page.waitForURL(/#\/online\/./);
  return page.getByLabel(text('page.online.invite')).inputValue();
}

async function sitDown(page: Page, link: string, name: string, press: Press): Promise<void> {
  await page.goto(link);
  await page.getByLabel(text('page.online.your-name')).fill(name);
  await picture(page, `online-sit-${name}`);
  await press(page.getByRole('button', { name: text('page.online.sit') }));
}

// Everybody plays what is asked of them, all at once, until the game is over.
const playOut = (players: Player[]) => Promise.all(players.map((one) => one.finish()));

const expected = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;

it('two play a whole game by link, and one loses the network in between', async () => {
  const ada = await visitor(browser, { settings: { name: 'Ada', confirm: true } }, PHONE);
  const bo = await visitor(browser, {}, DESKTOP);
  await bo.context.addInitScript(CUT);
  const link = await makeTable(ada.page, byTouch);
  await picture(ada.page, 'online-wait');
  expect(await violations(ada.page)).toEqual([]);
  await sitDown(bo.page, link, 'Bo', byMouse);
  await hand(ada.page).first().waitFor();
  await hand(bo.page).first().waitFor();

  const players = [
    new Player(ada.page, byTouch, new Luck(3)),
    new Player(bo.page, byMouse, new Luck(4)),
  ];
  let steps = 0;
  const both = players.map(async (player) => {
    while (await player.step()) {
      if (++steps > 1000) throw new Error('the game does not end');
      if (player !== players[1] || player.steps !== 12) continue;
      // The network is gone in the middle of the game; what is played now waits.
      await bo.context.setOffline(true);
      await bo.page.evaluate(() => (window as unknown as { cut(): void }).cut());
      await bo.page.getByText(text('page.online.reconnecting')).waitFor();
      await picture(bo.page, 'online-lost');
      await bo.context.setOffline(false);
      await bo.page.getByText(text('page.online.reconnecting')).waitFor({ state: 'detached' });
    }
  });
  await Promise.all(both);

  const sheets = [await readSheet(ada.page), await readSheet(bo.page)];
  expect(sheets[0]!.names).toEqual(['Ada', 'Bo']);
  expect(sheets[1]).toEqual(sheets[0]);
  await picture(bo.page, 'online-over');
  // Where the luck came from is worked out again.
  await bo.page.getByRole('button', { name: text('page.online.luck') }).click();
  await bo.page.getByText(text('page.online.luck.right')).waitFor();
  await picture(bo.page, 'online-luck');
  await wordsAreThere(bo.page);
  expect(ada.wrong).toEqual([]);
  expect(bo.wrong.filter((one) => !expected.test(one))).toEqual([]);
  await ada.context.close();
  await bo.context.close();
});

const CARD = /Card \d(?:\.|: moves the airship\.) When lifted: [^.]*\./g;

it('four play a whole game, and who looks on sees no hand', async () => {
  const people = [];
  for (let n = 0; n < 4; n++) people.push(await visitor(browser, {}, DESKTOP));
  const [first, ...others] = people;
  const link = await makeTable(first!.page, byMouse, 4);
  for (const [i, one] of others.entries()) await sitDown(one.page, link, `P${i + 2}`, byMouse);
  for (const one of people) await hand(one.page).first().waitFor();

  const watcher = await visitor(browser, {}, DESKTOP);
  await watcher.page.goto(link);
  await watcher.page.getByRole('grid').waitFor();
  const players = people.map((one, i) => new Player(one.page, byMouse, new Luck(i + 5)));
  let over = false;
  const look = async () => {
    let looks = 0;
    while (!over) {
      const all = await everything(watcher.page);
      if (over) break;
      expect(all.match(CARD)).toBeNull();
      expect(await hand(watcher.page).count()).toBe(0);
      looks++;
      await watcher.page.waitForTimeout(400);
    }
    return looks;
  };
  const looking = look();
  await playOut(players);
  over = true;
  expect(await looking).toBeGreaterThan(3);
  const sheet = await readSheet(first!.page);
  expect(sheet.totals).toHaveLength(4);
  expect((await asked(watcher.page)) === 'over').toBe(true);
  expect((await readSheet(watcher.page)).totals).toEqual(sheet.totals);
  for (const one of [...people, watcher]) {
    expect(one.wrong).toEqual([]);
    await one.context.close();
  }
});
