// Going on, taking back, looking back.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, origin, picture, seatPlans, visitor } from './browser.ts';
import { violations } from './checks.ts';
import { playedGame, text } from './engine.ts';
import { asked, byMouse, hand, Luck, Player, readSheet, rests } from './player.ts';
import { linkOf, savedGames } from './saved.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };

// The table as it is read out: spaces, hand, store and orders.
const tableWords = (page: Page): Promise<string[]> =>
  page
    .locator('[role="gridcell"], [data-hand], [data-store], [data-tile]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
const logWords = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: text('page.table.log') })
    .getByRole('listitem')
    .allInnerTexts();

// Until a turn of one's own begins and nothing is picked.
async function untilTurn(player: Player): Promise<void> {
  while ((await asked(player.page)) !== 'card') {
    if (!(await player.step())) throw new Error('the game is over');
  }
}

describe('a game that is being played', () => {
  it('goes on where it was after a reload', async () => {
    const { context, page, wrong } = await visitor(browser, { setup });
    await open(page);
    await takeOff(page, 21);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 12; i++) await player.step();
    await untilTurn(player);
    const [table, log] = [await tableWords(page), await logWords(page)];
    await page.reload();
    await asked(page);
    expect(await tableWords(page)).toEqual(table);
    expect(await logWords(page)).toEqual(log);
    // And from the start page, as if the tab had been closed.
    await page.goto(`${origin()}/`);
    await page.getByRole('link', { name: text('page.start.continue') }).click();
    await asked(page);
    expect(await tableWords(page)).toEqual(table);
    await player.step();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('takes back what was played, to the first move', async () => {
    const { context, page, wrong } = await visitor(browser, { setup });
    await open(page);
    await takeOff(page, 22);
    const player = new Player(page, byMouse, new Luck(5));
    await untilTurn(player);
    const tables = [await tableWords(page)];
    for (let turn = 0; turn < 3; turn++) {
      await player.step();
      do await player.step();
      while ((await asked(page)) !== 'card');
      tables.push(await tableWords(page));
    }
    expect(tables[3]).not.toEqual(tables[0]);
    const undo = page.getByRole('button', { name: text('page.table.undo'), exact: true });
    // Decisions within a turn are taken back one by one; the begin of the game is the end of it.
    const seen: string[][] = [];
    const left = async (): Promise<boolean> => {
      await rests(page);
      return undo.isEnabled();
    };
    while (await left()) {
      expect(seen.length).toBeLessThan(40);
      const before = (await tableWords(page)).join() + (await logWords(page)).join();
      await undo.click();
      await expect
        .poll(async () => (await tableWords(page)).join() + (await logWords(page)).join())
        .not.toBe(before);
      await rests(page);
      seen.push(await tableWords(page));
    }
    expect(seen.at(-1)).toEqual(tables[0]);
    expect(seen).toContainEqual(tables[1]);
    await player.step();
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe('a game that was played', () => {
  const record = playedGame('solenia', { seed: 23, bots: ['novice', 'easy'] });

  it('opens from a link in a browser that never saw it', async () => {
    // Made by the page itself, from a game that it keeps.
    const giver = await visitor(browser);
    await open(giver.page, '#/library');
    await giver.page.locator('input[type="file"]').setInputFiles({
      name: 'ours.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(record)),
    });
    await giver.page
      .getByRole('link', { name: text('page.library.replay') })
      .first()
      .click();
    await giver.page.getByRole('button', { name: text('page.replay.share') }).click();
    const field = giver.page.getByRole('textbox', { name: text('page.replay.share.link') });
    await expect.poll(() => field.inputValue()).toContain('#/replay/');
    const link = await field.inputValue();
    await giver.context.close();

    const { context, page, wrong } = await visitor(browser);
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const slider = page.getByRole('slider', { name: text('page.replay.slider') });
    await slider.waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Ada – Bo');
    // Arrows and the scrubber.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('2');
    await page.getByRole('button', { name: text('page.replay.last') }).click();
    const end = await slider.getAttribute('aria-valuemax');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(end);
    await page.getByRole('button', { name: text('page.replay.back') }).click();
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(String(Number(end) - 1));
    // Nothing was kept of it: it was only looked at.
    expect(await savedGames(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('is analysed: the graph, the turning points, how well each played', async () => {
    const { context, page, wrong } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    await page
      .getByRole('button', { name: text('page.replay.analyse') })
      .first()
      .click();
    await page.getByRole('columnheader', { name: text('page.replay.column.accuracy') }).waitFor({
      timeout: 150_000,
    });
    const panel = page.getByRole('tabpanel');
    const accuracy = await panel
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => (row as HTMLTableRowElement).cells[1]!.innerText),
      );
    expect(accuracy).toHaveLength(2);
    for (const one of accuracy) expect(Number(one)).toBeGreaterThan(0);
    expect(await panel.getByRole('heading', { name: text('page.replay.turns') }).count()).toBe(1);
    const turns = panel.locator('li button');
    const slider = page.getByRole('slider', { name: text('page.replay.slider') });
    // The curve goes up and down over its whole length.
    const curve = await slider
      .locator('path')
      .evaluateAll((all) =>
        Math.max(...all.map((one) => (one as SVGPathElement).getTotalLength())),
      );
    expect(curve).toBeGreaterThan(300);
    expect(await turns.count()).toBeGreaterThan(0);
    expect(await turns.first().innerText()).toMatch(/Move \d+, (Ada|Bo): .*from \d+% to \d+%/);
    await turns.first().click();
    const move = Number(/Move (\d+)/.exec(await turns.first().innerText())![1]);
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(String(move));
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/\d+%/);
    await picture(page, 'replay-analysis');
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('is played on from any point', async () => {
    const { context, page, wrong } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    const slider = page.getByRole('slider', { name: text('page.replay.slider') });
    await slider.waitFor();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('4');
    await page.getByRole('button', { name: text('page.replay.playon') }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: text('page.replay.playon.go') }).click();
    await page.waitForURL(/#\/table\//);
    await asked(page);
    const [kept] = await savedGames(page);
    expect(kept!.record!.moves.length).toBeLessThan(record.moves.length);
    const player = new Player(page, byMouse, new Luck(2));
    await player.step();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('shows its score sheet when it is opened at the table', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page, '#/library');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'ours.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(record)),
    });
    await page.getByText('ours').first().waitFor();
    const [kept] = await savedGames(page);
    await page.goto(`${origin()}/#/table/${kept!.id}`);
    await page.getByRole('dialog').waitFor();
    const sheet = await readSheet(page);
    expect(sheet.names).toEqual(['Ada', 'Bo']);
    expect(sheet.totals).toEqual(record.result!.scores);
    expect(await hand(page).count()).toBe(0);
    // How the chances went is reckoned meanwhile, and leads to the whole analysis.
    const strip = page.getByRole('link', { name: text('page.table.chances') });
    await strip.waitFor({ timeout: 90_000 });
    const length = () =>
      strip
        .locator('path')
        .evaluateAll((all) =>
          Math.max(0, ...all.map((one) => (one as SVGPathElement).getTotalLength())),
        );
    expect(await length()).toBeGreaterThan(600);
    expect(await violations(page)).toEqual([]);
    await strip.click();
    await page
      .getByRole('tabpanel')
      .getByRole('columnheader', { name: text('page.replay.column.accuracy') })
      .waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });
});
