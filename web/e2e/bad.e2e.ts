// What is damaged or missing is told in a plain sentence, and nothing else suffers.
import type { Browser, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, origin, PHONE, seatPlans, visitor } from './browser.ts';
import { playedGame, text } from './engine.ts';
import { asked, byMouse, Luck, Player } from './player.ts';
import { linkOf, putRaw, savedGames } from './saved.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };
const record = playedGame('solenia', { seed: 31 });

// An error that nobody catches ends a worker's work.
const kill = (worker: Worker) =>
  worker.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('struck');
      }),
  );

describe('a damaged link', () => {
  it.each([
    ['cut off', linkOf(record).slice(0, -40)],
    ['changed', `x${linkOf(record).slice(1)}`],
    ['no record', linkOf({ hello: 'world' })],
    ['no link', '%E0%A4%A'],
  ])('%s: says so', async (_, link) => {
    const { context, page } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${link}`);
    await page
      .getByRole('alert')
      .filter({ hasText: text('page.replay.trouble.link') })
      .waitFor();
    await page
      .getByRole('link', { name: text('page.replay.home') })
      .last()
      .click();
    await page.getByRole('button', { name: text('page.start.go') }).waitFor();
    await context.close();
  });

  it('with a move that the rules do not know names the place', async () => {
    const moves = record.moves.map((move, i) => (i === 40 ? '1: 9Z-a9' : move));
    const { context, page } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${linkOf({ ...record, moves })}`);
    const alert = page.getByRole('alert').filter({ hasText: text('page.replay.trouble.record') });
    await alert.waitFor();
    await context.close();
  });

  it('to a challenge says so', async () => {
    const { context, page } = await visitor(browser);
    await page.goto(`${origin()}/#/challenge/abcdef`);
    await page.getByText(text('page.challenge.damaged')).waitFor();
    await context.close();
  });
});

describe('a damaged saved game', () => {
  it('is told about, and the others are untouched', async () => {
    const { context, page } = await visitor(browser, { setup });
    await open(page);
    await takeOff(page, 32);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 4; i++) await player.step();
    await asked(page);
    const [good] = await savedGames(page);
    await page.goto(`${origin()}/#/`);
    const spoiled = [...good!.record!.moves.slice(0, -1), '1: nonsense'];
    await putRaw(page, {
      ...good,
      id: 'spoiled',
      title: 'spoiled',
      updated: 1,
      record: { ...good!.record, moves: spoiled },
    });
    await putRaw(page, { id: 'torn', game: 17, record: 'no' });

    await page.goto(`${origin()}/#/library`);
    await page.reload();
    await page.getByText(/1 saved item is damaged/).waitFor();
    await page.goto(`${origin()}/#/table/spoiled`);
    await page.getByRole('heading', { name: text('page.table.failed.damaged') }).waitFor();
    await page.goto(`${origin()}/#/table/torn`);
    await page.getByRole('heading', { name: text('page.table.missing') }).waitFor();

    await page.goto(`${origin()}/#/table/${good!.id}`);
    await asked(page);
    expect((await savedGames(page)).find((one) => one.id === good!.id)!.record).toEqual(
      good!.record,
    );
    await page.goto(`${origin()}/#/library`);
    await page.getByRole('button', { name: text('page.library.damaged.remove') }).click();
    await expect
      .poll(async () => (await savedGames(page)).map((one) => one.id).sort())
      .toEqual([good!.id, 'spoiled'].sort());
    await context.close();
  });
});

describe('a file', () => {
  it('that holds no record is refused by its name, a good one beside it is taken', async () => {
    const { context, page } = await visitor(browser);
    await open(page, '#/library');
    const file = (name: string, content: string) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    await page
      .locator('input[type="file"]')
      .setInputFiles([
        file('torn.json', JSON.stringify(record).slice(0, 300)),
        file('other.json', '{"a": 1}'),
        file('whole.json', JSON.stringify(record)),
      ]);
    const said = page.getByRole('status');
    for (const name of ['torn.json', 'other.json']) {
      await said.filter({ hasText: name }).or(said.getByText(name)).first().waitFor();
    }
    await page.getByRole('heading', { name: 'whole' }).waitFor();
    expect(await savedGames(page)).toHaveLength(1);
    await context.close();
  });
});

describe('a browser', () => {
  it('without WebAssembly is told that it needs it', async () => {
    const { context, page } = await visitor(browser, { setup });
    await context.addInitScript(() => {
      delete (window as { WebAssembly?: unknown }).WebAssembly;
    });
    await open(page);
    await takeOff(page, 33);
    await page.getByRole('heading', { name: text('page.table.failed.wasm') }).waitFor();
    await page.getByText(text('page.table.failed.wasm.how')).waitFor();
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    await page.getByText(text('page.replay.trouble.wasm')).waitFor();
    await context.close();
  });

  it.each([
    ['wide', DESKTOP],
    ['phone', PHONE],
  ])('(%s) that refuses storage is told, and the game goes on', async (_, size) => {
    const { context, page } = await visitor(browser, { setup }, size);
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    });
    await open(page);
    const said = page.getByRole('status').getByText(text('page.storage.refused'));
    await said.waitFor();
    // What is told lies over nothing that one needs: a click there would not get through.
    await takeOff(page, 34);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 3; i++) await player.step();
    expect(await said.isVisible()).toBe(true);
    await page
      .getByRole('status')
      .getByRole('button', { name: text('page.close') })
      .click();
    await said.waitFor({ state: 'detached' });
    await context.close();
  });

  it('whose storage is full is told, and the game goes on', async () => {
    const { context, page } = await visitor(browser, { setup });
    await context.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await open(page);
    await takeOff(page, 35);
    await page.getByRole('status').getByText(text('page.storage.full')).waitFor();
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 3; i++) await player.step();
    await context.close();
  });
});

describe('an engine that dies', () => {
  it('in the middle of an analysis begins it anew, and it is finished', async () => {
    const { context, page } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    const button = page.getByRole('button', { name: text('page.replay.analyse') }).first();
    await button.waitFor();
    const [worker] = await Promise.all([page.waitForEvent('worker'), button.click()]);
    await page.getByRole('progressbar').first().waitFor();
    await expect
      .poll(() => page.getByRole('progressbar').first().getAttribute('value'), { timeout: 60_000 })
      .not.toBe('0');
    await kill(worker);
    await page.getByText(text('page.replay.analysis.restarted')).waitFor();
    await page.getByRole('heading', { name: text('page.replay.turns') }).waitFor({
      timeout: 150_000,
    });
    await context.close();
  });

  it('at the table is started again, and nothing that was played is lost', async () => {
    const { context, page } = await visitor(browser, { setup });
    await open(page);
    await takeOff(page, 36);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 6; i++) await player.step();
    const [before] = await savedGames(page);
    await asked(page);
    await kill(page.workers()[0]!);
    await page.getByRole('status').getByText(text('page.table.restarted')).waitFor();
    await player.finish();
    const [after] = await savedGames(page);
    expect(after!.record!.moves.slice(0, before!.record!.moves.length)).toEqual(
      before!.record!.moves,
    );
    expect(after!.summary.over).toBe(true);
    await context.close();
  });

  it('without a word is missed after a while, and the game goes on', async () => {
    const { context, page } = await visitor(browser, { setup });
    await open(page);
    await takeOff(page, 37);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 4; i++) await player.step();
    await asked(page);
    const [before] = await savedGames(page);
    page
      .workers()[0]!
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined); // it ends with the worker
    // A hint is asked of it, which never comes.
    await page.keyboard.press('h');
    await page
      .getByRole('status')
      .getByText(text('page.table.restarted'))
      .waitFor({ timeout: 90_000 });
    for (let i = 0; i < 4; i++) await player.step();
    const [after] = await savedGames(page);
    expect(after!.record!.moves.length).toBeGreaterThan(before!.record!.moves.length);
    expect(after!.record!.moves.slice(0, before!.record!.moves.length)).toEqual(
      before!.record!.moves,
    );
    await context.close();
  });
});
