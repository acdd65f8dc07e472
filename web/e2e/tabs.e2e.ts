// One person, two tabs.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, origin, seatPlans, visitor } from './browser.ts';
import { text } from './engine.ts';
import { asked, byMouse, Luck, Player } from './player.ts';
import { savedGames } from './saved.ts';
import { open, takeOff, visit } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };

it('a game that is played on in another tab says so, and nothing is overwritten', async () => {
  const { context, page, wrong } = await visitor(browser, { setup });
  await open(page);
  await takeOff(page, 91);
  const player = new Player(page, byMouse, new Luck(3));
  for (let i = 0; i < 4; i++) await player.step();
  await asked(page);

  const other = await context.newPage();
  await other.goto(page.url());
  await asked(other);
  const there = new Player(other, byMouse, new Luck(4));
  const before = (await savedGames(page))[0]!.record!.moves.length;
  const kept = async () => (await savedGames(other))[0]!.record!.moves;
  while ((await kept()).length === before) await there.step();
  await asked(other);
  const moves = await kept();

  // The first tab is out of date: it says so, and goes on with the game as it stands.
  const told = page.getByRole('heading', { name: text('page.table.elsewhere') });
  await told.waitFor();
  expect(await kept()).toEqual(moves);
  await page.getByRole('button', { name: text('page.table.elsewhere.here') }).click();
  await asked(page);
  expect(await other.getByRole('heading', { name: text('page.table.elsewhere') }).count()).toBe(0);
  while ((await kept()).length === moves.length) await player.step();
  expect((await kept()).slice(0, moves.length)).toEqual(moves);
  await other.getByRole('heading', { name: text('page.table.elsewhere') }).waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

it('lists follow what another tab does', async () => {
  const { context, page } = await visitor(browser, { setup });
  await open(page);
  const library = await context.newPage();
  await visit(library, 'library');
  await library.getByText(text('page.library.none')).waitFor();
  await takeOff(page, 92);
  await asked(page);
  const start = await context.newPage();
  await start.goto(`${origin()}/`);
  const goOn = start.getByRole('link', { name: text('page.start.continue') });
  await goOn.waitFor();
  await library.getByRole('link', { name: text('page.start.continue') }).waitFor();
  await library.getByRole('button', { name: text('page.library.delete') }).click();
  await goOn.waitFor({ state: 'detached' });
  await context.close();
});
