// The components of a pack: looked at, corrected, tried, kept, played with.
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, picture, seatPlans, visitor } from './browser.ts';
import type { Pack } from '../src/engine/messages.ts';
import type { CircadiansPack } from '../src/engine/schema.d.ts';
import { ask, text } from './engine.ts';
import { tidelock } from './places.ts';
import { asked, byMouse, Luck, Player } from './player.ts';
import { savedGames } from './saved.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = { game: 'solenia', seats: seatPlans.bot, options: {}, pack: {} };

async function exported(page: Page): Promise<Pack> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text('page.components.export') }).click(),
  ]);
  return JSON.parse(readFileSync(await download.path(), 'utf8')) as Pack;
}

// The bar that tells what is changed.
function changes(page: Page) {
  const bar = page.getByRole('region', { name: text('page.components.changes') });
  const save = bar.getByRole('button', { name: text('page.components.save.short'), exact: true });
  return { bar, save };
}

async function keepAs(page: Page, name: string): Promise<void> {
  await changes(page).save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: text('page.components.save') }).click();
  await page.getByText(`Saved: ${name}`).waitFor();
}

// The sample game, until the mean of all deals is told.
async function tryIt(page: Page): Promise<Locator> {
  await changes(page)
    .bar.getByRole('button', { name: text('page.components.try') })
    .click();
  const sample = page.getByRole('dialog');
  await sample.getByText(/Average score: [\d.]+ before, [\d.]+ now/).waitFor();
  return sample;
}

describe('a pack', () => {
  it('is corrected, tried, saved, exported and played with', async () => {
    const { context, page, wrong } = await visitor(browser, { setup });
    await open(page, '#/components/solenia');
    const order = page.getByRole('listitem').filter({
      has: page.getByRole('button', { name: /^Day order 1\b(?!\d)/ }),
    });
    await order.getByRole('button').first().waitFor();
    await picture(page, 'components');
    const shipped = await exported(page);
    await order.getByRole('button').first().click();
    const stars = order.getByRole('spinbutton', {
      name: text('components.solenia.part.stars'),
    });
    const before = Number(await stars.inputValue());
    const { bar, save } = changes(page);

    // What cannot be is told where it is, and can be neither tried nor saved.
    await stars.fill('999');
    await bar.getByText(/It must be a whole number from \d+ to \d+; this is 999\./).waitFor();
    expect(await save.isDisabled()).toBe(true);

    await stars.fill(String(before + 1));
    await bar.getByText('1 value changed. You can play with it.').waitFor();
    await tryIt(page);
    await page.keyboard.press('Escape');
    await keepAs(page, 'Our box');

    // The engine of the terminal reads what was exported.
    const mine = await exported(page);
    expect(mine.id).not.toBe(shipped.id);
    const file = join(tmpdir(), `tidelock-pack-${process.pid}.json`);
    writeFileSync(file, JSON.stringify(mine));
    const sim = spawnSync(tidelock, ['sim', 'solenia', '--games', '2', '--pack', file, '--json'], {
      encoding: 'utf8',
    });
    expect(sim.status, sim.stderr).toBe(0);
    const [made] = ask({ do: 'new', game: 'solenia', pack: mine, seed: 1 });
    expect(made.pack.id).toBe(mine.id);

    // It is still there after a reload, and a game is played with it.
    await page.reload();
    await page.getByRole('combobox', { name: /^Pack/ }).selectOption({
      label: 'Our box',
    });
    await page.getByRole('button', { name: text('page.components.play') }).click();
    await takeOff(page, 81);
    const player = new Player(page, byMouse, new Luck(3));
    for (let i = 0; i < 3; i++) await player.step();
    await asked(page);
    const [kept] = await savedGames(page);
    expect(kept!.record!.pack.id).toBe(mine.id);
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('that is damaged or impossible is not imported, and it is said why', async () => {
    const { context, page } = await visitor(browser);
    await open(page, '#/components/solenia');
    await page.getByRole('button', { name: text('page.components.export') }).waitFor();
    const shipped = await exported(page);
    const give = (name: string, content: string) =>
      page.locator('input[data-import]').setInputFiles({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      });
    const said = page.getByRole('alert');
    await give('torn.json', JSON.stringify(shipped, null, 1).slice(0, 400));
    await said.filter({ hasText: "Couldn't import torn.json." }).waitFor();
    await give('list.json', '[1, 2]');
    await said.filter({ hasText: text('page.components.import.not-a-pack') }).waitFor();
    await give('odd.json', JSON.stringify({ ...shipped, id: 'odd', cards: [] }));
    await said.filter({ hasText: "Couldn't import odd.json." }).waitFor();
    await context.close();
  });

  it('of Circadians is drawn, corrected, tried, saved and exported', async () => {
    const { context, page, wrong } = await visitor(browser);
    await open(page, '#/components/circadians');
    const contract = page.getByRole('listitem').filter({
      has: page.getByRole('button', { name: /^Ore Sluice / }),
    });
    await contract.getByRole('button').first().waitFor();
    await picture(page, 'components-circadians');
    const shipped = await exported(page);
    const contracts = (pack: Pack) => (pack as CircadiansPack).contracts;
    const cost = (pack: Pack) => contracts(pack)[0]!.cost;
    await contract.getByRole('button').first().click();
    const water = contract
      .getByRole('group', { name: text('components.circadians.of.cost'), exact: true })
      .getByRole('spinbutton', { name: text('components.circadians.part.water') });
    expect(Number(await water.inputValue())).toBe(cost(shipped).water);

    const { bar, save } = changes(page);
    await water.fill('999');
    await bar.getByText(/It must be a whole number from \d+ to \d+; this is 999\./).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await water.fill('5');
    await bar.getByText('1 value changed. You can play with it.').waitFor();
    // What it says follows.
    await contract
      .getByText(/cost 5 water, 1 algae, 1 energy; 3 points/)
      .first()
      .waitFor();

    const sample = await tryIt(page);
    await sample
      .getByText(/^Ore Sluice, in play: \d+ before, \d+ now\./)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await keepAs(page, 'Our crew');

    // Nothing but that value differs, and the engine of the terminal takes it.
    const mine = await exported(page);
    expect(contracts(mine)).toEqual(
      contracts(shipped).map((one, at) =>
        at === 0 ? { ...one, cost: { ...cost(shipped), water: 5 } } : one,
      ),
    );
    const [made] = ask({ do: 'new', game: 'circadians', pack: mine, seed: 1 });
    expect(made.ok).toBe(true);
    expect(wrong).toEqual([]);
    await context.close();
  });
});
