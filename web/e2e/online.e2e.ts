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
async function makeTable(page: Page, press: Press, seats = 2, clock = ''): Promise<string> {
  await open(page);
  await press(page.getByRole('button', { name: text('page.preset.far') }));
  for (let n = 2; n < seats; n++) {
    await press(page.getByRole('button', { name: text('page.seat.add') }).first());
  }
  if (clock) await page.getByLabel(text('page.online.clock')).selectOption(clock);
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
      // Who opens the page anew sits where they sat.
      if (player === players[0] && player.steps === 20) await ada.page.reload();
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

// Five windows at once: the less there is to paint, the sooner they are done.
const SMALL = { viewport: { width: 1024, height: 640 }, serviceWorkers: 'block' as const };
const CARD = /Card \d(?:\.|: moves the airship\.) When removed: [^.]*\./g;

it('four play a whole game, and who looks on sees no hand', async () => {
  const people = [];
  for (let n = 0; n < 4; n++) people.push(await visitor(browser, {}, SMALL));
  const [first, ...others] = people;
  const link = await makeTable(first!.page, byMouse, 4);
  for (const [i, one] of others.entries()) await sitDown(one.page, link, `P${i + 2}`, byMouse);
  for (const one of people) await hand(one.page).first().waitFor();

  const watcher = await visitor(browser, {}, SMALL);
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
      await watcher.page.waitForTimeout(1500);
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

it('people talk, agree, and play again with seats exchanged', async () => {
  const ada = await visitor(browser, { settings: { name: 'Ada' } }, DESKTOP);
  const bo = await visitor(browser, {}, PHONE);
  const link = await makeTable(ada.page, byMouse, 2, 'calm');
  await sitDown(bo.page, link, 'Bo', byTouch);
  await hand(ada.page).first().waitFor();
  await hand(bo.page).first().waitFor();
  const button = (page: Page, key: string) => page.getByRole('button', { name: text(key) });
  const talk = (page: Page) =>
    page.locator('.chrome').getByRole('button', {
      name: text('page.online.talk'),
    });
  const close = (page: Page) => page.getByRole('dialog').getByLabel(text('page.close')).click();

  // What is said comes as words of each page's own language, or as it was written.
  await talk(ada.page).click();
  await button(ada.page, 'page.online.say.luck').click();
  const field = ada.page.getByLabel(text('page.online.talk.write'));
  await field.fill('<b>see</b> http://example.com/');
  await field.press('Enter');
  const bubble = bo.page.getByText('<b>see</b> http://example.com/');
  await bubble.waitFor();
  await picture(bo.page, 'online-said');
  await byTouch(talk(bo.page));
  await bo.page.getByRole('dialog').getByText(text('page.online.say.luck')).first().waitFor();
  expect(await bo.page.getByRole('dialog').locator('a').count()).toBe(0);
  await picture(bo.page, 'online-talk');
  expect(await violations(bo.page)).toEqual([]);
  await close(bo.page);
  await picture(ada.page, 'online-talk-desktop');

  // A pause, by agreement.
  await button(ada.page, 'page.online.propose.pause').click();
  await byTouch(button(bo.page, 'page.online.ask.yes'));
  await ada.page.getByText(text('page.online.paused')).waitFor();
  await picture(bo.page, 'online-paused');
  await byTouch(button(bo.page, 'page.online.resume'));
  await ada.page.getByText(text('page.online.paused')).waitFor({ state: 'detached' });
  // Ada has to agree if it is her clock that runs then.
  const agree = button(ada.page, 'page.online.ask.yes');
  if (await agree.isVisible()) await agree.click();
  await agree.waitFor({ state: 'detached' });
  await ada.page.getByRole('timer').waitFor();

  // A game that is given up is over, and the next one has the seats exchanged.
  await byTouch(talk(bo.page));
  await byTouch(button(bo.page, 'page.online.resign'));
  await byTouch(button(bo.page, 'page.online.resign.sure'));
  await ada.page.locator('#score-title').waitFor();
  await picture(ada.page, 'online-resigned');
  await button(ada.page, 'page.online.again').click();
  const next = bo.page.getByRole('button', { name: text('page.online.again.join') });
  await byTouch(next.first());
  await hand(ada.page).first().waitFor();
  await hand(bo.page).first().waitFor();
  expect(bo.page.url().split('?')[0]).toBe(ada.page.url());
  await talk(ada.page).click();
  const names = await ada.page.getByRole('dialog').locator('.who b').allInnerTexts();
  expect(names).toEqual(['Bo', 'Ada']);
  await close(ada.page);
  await wordsAreThere(ada.page);

  // The seat goes to another device with its secret link, which leaves no trace in the address.
  await ada.page.evaluate(() => {
    const { clipboard } = navigator;
    clipboard.writeText = (said: string) => {
      (window as unknown as { copied: string }).copied = said;
      return Promise.resolve();
    };
  });
  await ada.page
    .locator('.desk')
    .getByRole('button', { name: text('page.table.menu') })
    .click();
  await button(ada.page, 'page.online.device').click();
  await button(ada.page, 'page.online.device.copy').click();
  const secret = await ada.page.evaluate(() => (window as unknown as { copied: string }).copied);
  const tablet = await visitor(browser, {}, { viewport: { width: 1024, height: 768 } });
  await tablet.page.goto(secret);
  await hand(tablet.page).first().waitFor();
  expect(tablet.page.url()).toBe(ada.page.url());
  await picture(tablet.page, 'online-tablet');
  for (const one of [ada, bo, tablet]) {
    expect(one.wrong).toEqual([]);
    await one.context.close();
  }
});

it("a table in one click, a bot in the free chair, and the way back when it is one's turn", async () => {
  const { context, page, wrong } = await visitor(browser, { settings: { name: 'Ada' } }, DESKTOP);
  let sent = 0;
  page.on('websocket', (socket) => socket.on('framesent', () => sent++));
  const button = (key: string) => page.getByRole('button', { name: text(key) });
  await open(page);
  await button('page.online.together.go').click();
  await page.getByLabel(text('page.online.invite')).waitFor();
  await picture(page, 'online-one-click');
  await button('page.online.chair').click();
  await page.getByRole('dialog').getByText(text('page.online.chair.last')).waitFor();
  expect(await violations(page)).toEqual([]);
  await button('page.done').click();
  await hand(page).first().waitFor();
  await expect.poll(() => page.title()).toContain(text('page.table.your-turn'));

  // Who only waits asks for nothing.
  await page.waitForTimeout(1000);
  const before = sent;
  await page.waitForTimeout(2000);
  expect(sent - before).toBeLessThan(3);

  // Elsewhere in the page the turn is told too, with the way back.
  await open(page, '#/settings');
  await open(page);
  await expect.poll(() => page.title()).toContain(text('page.table.your-turn'));
  const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
  expect(await icon()).toContain('icon-turn');
  await picture(page, 'online-turn-waits');
  expect(await violations(page)).toEqual([]);
  await page.locator('.left a[href^="#/online/"]').first().click();
  await hand(page).first().waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

it('an account is made, found again, and deleted without a trace', async () => {
  const { context, page, wrong } = await visitor(browser, {}, PHONE);
  const { page: other, context: there } = await visitor(browser, {}, DESKTOP);
  const button = (on: Page, key: string) =>
    on.getByRole('button', { name: text(`page.online.account.${key}`), exact: true });
  const fill = async (on: Page, password: string) => {
    await on.getByLabel(text('page.online.account.name'), { exact: false }).fill('Mira_7');
    await on.getByLabel(text('page.online.account.password')).fill(password);
  };
  await open(page, '#/account');
  await page.locator('label', { hasText: text('page.online.account.up') }).tap();
  await fill(page, 'long enough a word');
  await picture(page, 'account-new');
  await byTouch(button(page, 'up'));
  await page.getByRole('heading', { name: 'Mira_7' }).waitFor();
  await picture(page, 'account');
  expect(await violations(page)).toEqual([]);
  await wordsAreThere(page);

  await open(other, '#/account');
  await fill(other, 'another word');
  await button(other, 'in').click();
  await other.getByText(text('page.online.account.wrong.wrong-password')).waitFor();
  await fill(other, 'long enough a word');
  await button(other, 'in').click();
  await other.getByRole('heading', { name: 'Mira_7' }).waitFor();
  await picture(other, 'account-desktop');
  // The session of the phone is ended from here.
  await button(other, 'sessions.end').click();
  await expect.poll(() => button(other, 'sessions.end').count()).toBe(0);
  await page.reload();
  await byTouch(button(page, 'in'));
  await button(other, 'delete').first().click();
  await other.getByLabel(text('page.online.account.password.now')).fill('long enough a word');
  await button(other, 'delete').last().click();
  await other.getByText(text('page.online.account.deleted')).waitFor();
  expect(wrong.filter((one) => !/status of 40[13]/.test(one))).toEqual([]);
  await context.close();
  await there.close();
});
