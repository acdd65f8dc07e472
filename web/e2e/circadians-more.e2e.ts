// Circadians: every leader's own control, secrets, taking back, going on, looking back.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, origin, PHONE, picture, seatPlans, visitor } from './browser.ts';
import { everything } from './checks.ts';
import { Crew } from './crew.ts';
import type { CircadiansView } from '../src/engine/schema.d.ts';
import { ask, playedGame, text, type GameRecord } from './engine.ts';
import { controlOf, positionFor, type Wish } from './leaders.ts';
import { words } from './places.ts';
import { Luck, rests } from './player.ts';
import { linkOf, putRaw, savedGames } from './saved.ts';
import { sameAsEngine } from './sheet.ts';
import { open, takeOff, visit } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// A game that goes on where the record ends: Ada is a person, Bo a bot.
const keep = (
  page: Page,
  record: GameRecord,
  id: string,
  seats: { name: string; bot?: string }[] = [{ name: 'Ada' }, { name: 'Bo', bot: 'random' }],
): Promise<void> =>
  putRaw(page, {
    id,
    game: 'circadians',
    options: record.options,
    pack: null,
    seats,
    seed: 5,
    undo: 'free',
    confirm: false,
    record,
    summary: { scores: [], over: false, moves: record.moves.length },
    created: 1,
    updated: 1,
  });
async function goOn(page: Page, id: string): Promise<void> {
  await page.goto(`${origin()}/#/table/${id}`);
  await page.locator('.prompt.active').waitFor();
  await rests(page);
}
const movesOf = async (page: Page, id: string): Promise<string[]> =>
  (await savedGames(page)).find((one) => one.id === id)!.record!.moves;

const STEP = /^[ns]?[ew]?$/;
const WISHES: Wish[] = [
  { leader: 'ul_kah_tal', move: /^g2>oxataya.*@/ },
  { leader: 'sunari', move: /^\d>farm4/ },
  { leader: 'bjorg', move: /^sal>/ },
  { leader: 'oru_ven', move: /^yes$/, event: 'farm-roll' },
  { leader: 'oru_ven', move: /^farm\d/ },
  { leader: 'ines_marchetti', move: STEP },
  { leader: 'tobias_okoro', move: /^g\d>market@6/ },
  { leader: 'sanna_lindqvist', move: /^reroll-/ },
  { leader: 'sanna_lindqvist', move: /^keep$/ },
  { leader: 'priya_raman', move: /^pay-/ },
  { leader: 'amos', move: /^harvest$/ },
  { leader: 'charlene', move: /^raise-/ },
  { leader: 'charlene', move: /^leader-/ },
  { leader: 'corey', move: /^g\d>out1/, seed: 38 },
  { leader: 'eden', move: /^-#/ },
  { leader: 'garmon', move: /^pay-6W/ },
  { leader: 'hikaru', move: /^(oxataya|leyrien|zcharo|jrayek|ahzuri)$/, among: 6 },
  { leader: 'luna', move: STEP },
  { leader: 'melvan', move: /^spec/ },
  { leader: 'michela', move: /^bt(9|10)$/ },
  { leader: 'peyton', move: /^leader-/ },
  { leader: 'tariq', move: /^yes$/, event: 'repeat' },
  { leader: 'bjorg', move: /^with-sal/, bot: 'greedy' },
  // Not of a leader: a Ship that trades before and after its piece is sent, the second die.
  { leader: 'bjorg', move: /^g\d-t/, bot: 'greedy', seed: 12 },
  { leader: 'bjorg', move: /^ship-t/, bot: 'greedy', seed: 16 },
  { leader: 'bjorg', move: /^with-g/, bot: 'greedy', seed: 113 },
];

describe('what only some leaders may do', () => {
  it('has a control for each', async () => {
    const { context, page, wrong } = await visitor(browser, { settings: { confirm: false } });
    await open(page, '#/library');
    const positions = WISHES.map(positionFor);
    for (const [n, { record }] of positions.entries()) await keep(page, record, `own-${n}`);
    await page.reload();
    for (const [n, { record, move }] of positions.entries()) {
      const { leader, move: wanted } = WISHES[n]!;
      await visit(page, 'library');
      await goOn(page, `own-${n}`);
      for (const selector of controlOf(move)) {
        const control = page.locator(`.circadians ${selector}`).first();
        await control.click({ timeout: 10_000 }).catch((error: unknown) => {
          throw new Error(`${leader}, ${move.move}: ${String(error)}`);
        });
      }
      // Bo may plan at the same time; what is planned is laid out at first.
      const own = async () => {
        const saved = (await savedGames(page)).find((one) => one.id === `own-${n}`)!;
        const played = saved.record!.moves.slice(record.moves.length);
        return (
          played.find((one) => one.startsWith('1: '))?.slice(3) ?? saved.draft?.moves.at(-1) ?? ''
        );
      };
      await expect.poll(own, { message: `${leader}: ${move.move}` }).toMatch(wanted);
    }
    expect(wrong).toEqual([]);
    await context.close();
  });
});

// The table as it is read out, and what is lit.
const table = (page: Page): Promise<string[]> =>
  page
    .locator('.circadians :is([data-place], [data-garage], [data-farm])')
    .or(page.locator('.circadians :is([data-bank], [data-contract], [data-ask], [data-hex])'))
    .evaluateAll((all) =>
      all.map((one) =>
        [
          one.getAttribute('aria-label') ?? one.textContent?.trim(),
          one.hasAttribute('data-lit') ? '*' : '',
        ].join(' '),
      ),
    );

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = await Promise.all(
    [from, to].map(
      async (one) => (await page.locator(`.circadians ${one}`).first().boundingBox())!,
    ),
  );
  await page.mouse.move(start!.x + start!.width / 2, start!.y + start!.height / 2);
  await page.mouse.down();
  await page.mouse.move(end!.x + end!.width / 2, end!.y + end!.height / 2, { steps: 4 });
  await page.mouse.up();
}

describe('a plan', () => {
  it('is made in any order, changed until one is ready, and then played', async () => {
    const { context, page, wrong } = await visitor(browser, { settings: { confirm: false } });
    await open(page, '#/library');
    const { record } = positionFor({ leader: 'britta', move: /^\d>g\d/, among: 5 });
    await keep(page, record, 'plan');
    await page.reload();
    await goOn(page, 'plan');
    const tray = page.locator('.circadians .tray [data-die]');
    const dice = await tray.evaluateAll((all) => all.map((one) => one.getAttribute('data-die')!));
    expect(dice.length).toBeGreaterThan(2);
    const lies = async (spot: string) =>
      (await page.locator(`.circadians ${spot} .die`).count()) > 0;
    const left = (n: number) => expect.poll(() => tray.count()).toBe(n);
    // The lowest first, to the right.
    await tray.last().click();
    await page.locator('[data-garage="4"][data-lit]').click();
    await left(dice.length - 1);
    // From the tray to a place, from there to another, onto what lies there.
    await drag(page, '.tray [data-die]', '[data-garage="2"]');
    await left(dice.length - 2);
    await drag(page, '[data-garage="2"]', '[data-garage="4"]');
    await expect.poll(() => lies('[data-garage="2"]')).toBe(true);
    expect(await lies('[data-garage="4"]')).toBe(true);
    await drag(page, '[data-garage="2"]', '[data-place="canteen"]');
    await expect.poll(() => lies('[data-garage="2"]')).toBe(false);
    await left(dice.length - 2);
    // Taken up again.
    await page.locator('[data-garage="4"]').click();
    await left(dice.length - 1);
    await page.locator('[data-garage="1"][data-lit]').click();
    const go = page.locator('.prompt .go');
    expect(await go.count()).toBe(0);
    while ((await tray.count()) > 0) {
      const before = await tray.count();
      await page.locator('[data-garage][data-lit]').last().click();
      await left(before - 1);
    }
    // Undo takes up what was put down last.
    await page.locator('.prompt .undo').click();
    await left(1);
    expect(await go.count()).toBe(0);
    await page.locator('[data-garage][data-lit]').last().click();
    const own = async () =>
      (await movesOf(page, 'plan'))
        .slice(record.moves.length)
        .filter((one) => /^1: \d>/.test(one))
        .map((one) => one.slice(3));
    expect(await own()).toEqual([]);
    await go.click();
    await expect.poll(async () => (await own()).length).toBe(dice.length);
    expect(await own()).toContain(`${dice[0]}>g1`);
    expect(await own()).toContain(`${dice.at(-1)}>canteen`);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe.each([
  ['a plan', { leader: 'britta', move: /^\d>g\d/, among: 5 }],
  ['a send and its next choice', { leader: 'britta', move: /^g\d>temple$/, event: 'sent' }],
] as [string, Wish][])('the middle of %s', (_, wish) => {
  it('is kept by a reload, and taken back by Undo', async () => {
    const { context, page, wrong } = await visitor(browser, { settings: { confirm: false } });
    await open(page, '#/library');
    const { record, move } = positionFor({ ...wish, asks: true });
    await keep(page, record, 'middle');
    await page.reload();
    await goOn(page, 'middle');
    const before = await table(page);
    for (const selector of controlOf(move))
      await page.locator(`.circadians ${selector}`).first().click();
    await expect.poll(() => table(page)).not.toEqual(before);
    await rests(page);
    const after = await table(page);
    await expect.poll(async () => JSON.stringify(await savedGames(page))).toContain(move.move);
    const question = await page.locator('.prompt .words').innerText();
    await page.reload();
    await page.locator('.prompt.active').waitFor();
    await expect.poll(() => table(page)).toEqual(after);
    await rests(page);
    expect(await page.locator('.prompt .words').innerText()).toBe(question);
    await page.locator('.prompt .undo').click();
    await expect.poll(() => table(page)).toEqual(before);
    const own = (moves: string[]) => moves.filter((one) => one.startsWith('1: '));
    expect(own(await movesOf(page, 'middle'))).toEqual(own(record.moves));
    expect(wrong).toEqual([]);
    await context.close();
  });
});

const pack = JSON.parse(
  readFileSync(resolve(words('en'), '../../circadians/reconstruction-2.json'), 'utf8'),
) as Record<'leaders' | 'outposts' | 'contracts', { id: string; name: { en: string } }[]>;
const named = new Map(
  [...pack.leaders, ...pack.outposts, ...pack.contracts].map((one) => [one.id, one.name.en]),
);
// Those of these words that can be got from the page in any way.
async function found(page: Page, what: string[]): Promise<string[]> {
  const all = await everything(page);
  return what.filter((one) => all.includes(one));
}
// What `other` holds and `seat` was never told of, by its names.
function secrets(record: GameRecord, seat: number): string[] {
  const other = 3 - seat;
  const [, { view }, { events }, own] = ask(
    { do: 'load', record, seed: 15, seats: [{}, {}] },
    { do: 'observe', seat: other },
    { do: 'events', seat, from: 0 },
    { do: 'observe', seat },
  );
  const theirs = (view as CircadiansView).players[other - 1]!;
  const known = JSON.stringify([events, own.view]);
  return [theirs.hand, theirs.draft, theirs.leaders, theirs.tokens]
    .flatMap((ids) => (typeof ids === 'object' ? ids : []))
    .filter((id) => !known.includes(`"${id}"`))
    .map((id) => named.get(id)!);
}

const friends = {
  game: 'circadians',
  seats: seatPlans.friends,
  options: { circadians: { expansion: 'on' } },
  pack: {},
};

describe('two people at one screen', () => {
  it('never see the hand, the leaders or the draft of the other', async () => {
    const { context, page, wrong } = await visitor(browser, { setup: friends });
    await open(page);
    await takeOff(page, 15);
    const player = new Crew(page, 'mouse', new Luck(8));
    const hidden = { leaders: 0, draft: 0, hand: 0 };
    let curtains = 0;
    const drawn = new Map<string, string>(); // the first curtain of each
    // Through leaders, draft and the first Plan, and some turns.
    while (curtains < 9 && player.steps < 200) {
      await page
        .locator(
          'main.curtain button:not([disabled]), main.table-page:not([data-busy]) .prompt.active',
        )
        .first()
        .waitFor();
      if ((await page.locator('main.curtain').count()) > 0) {
        curtains++;
        const name = /Ada|Bo/.exec(await page.getByRole('heading').innerText())![0];
        const seat = name === 'Ada' ? 1 : 2;
        expect(await found(page, [...named.values()])).toEqual([]);
        // Whatever was played and told before: nothing of it is left in the page.
        const body = await page.locator('body').innerHTML();
        expect(body).toBe(drawn.get(name) ?? body);
        drawn.set(name, body);
        await player.step();
        await page.locator('.prompt.active').waitFor();
        const { record } = (await savedGames(page))[0]!;
        const kept = record ? secrets(record, seat) : [];
        expect(await found(page, kept), name).toEqual([]);
        hidden[
          player.pressed.has('garage')
            ? 'hand'
            : player.pressed.has('contract')
              ? 'draft'
              : 'leaders'
        ] += kept.length;
      } else if (!(await player.step())) break;
    }
    expect(player.pressed).toContain('place');
    expect(curtains).toBe(9);
    for (const n of Object.values(hidden)) expect(n).toBeGreaterThan(2);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe('a plan behind the curtain', () => {
  // The same deal, and what Ada chose in secret: this or that.
  const [, { record: deal }] = ask(
    {
      do: 'new',
      game: 'circadians',
      seed: 15,
      options: { players: 2, expansion: 'on', leaders: ['britta', 'viktor_hale'] },
      seats: [{ name: 'Ada' }, { name: 'Bo' }],
    },
    { do: 'record' },
  );
  // Plays on with the first or the last of what is legal until all of Ada's dice have a place.
  function planned(last: boolean): GameRecord {
    let record = deal;
    for (;;) {
      const load = { do: 'load' as const, record, seed: 15, seats: [{}, {}] };
      const [, { moves: mine }, { moves: theirs }] = ask(
        load,
        { do: 'legal', seat: 1 },
        { do: 'legal', seat: 2 },
      );
      const kind = (mine[0] ?? theirs[0])!.kind;
      const plan = theirs[0]?.kind === 'assign';
      if (plan && mine.length === 0) return record;
      const [seat, moves] = mine.length > 0 ? [1, mine] : [2, theirs];
      const move = (kind === 'assign' && last ? moves.at(-1) : moves[0])!.move;
      record = ask(load, { do: 'apply', seat, move }, { do: 'record' })[2].record;
    }
  }
  it('is the same for the other, whatever it is', async () => {
    const seen: string[] = [];
    const plans = [planned(false), planned(true)];
    const places = plans.map(({ moves }) => moves.filter((one) => /^1: .>/.test(one)));
    expect(places[0]).not.toEqual(places[1]);
    expect(places[0]!.length).toBeGreaterThan(1);
    for (const record of plans) {
      const { context, page, wrong } = await visitor(browser);
      await open(page, '#/library');
      await keep(page, record, 'plan', [{ name: 'Ada' }, { name: 'Bo' }]);
      await page.reload();
      await page.goto(`${origin()}/#/table/plan`);
      await page.locator('main.curtain h1', { hasText: 'Bo' }).waitFor();
      await page.locator('main.curtain button:not([disabled])').click();
      await page.locator('.circadians .tray').waitFor();
      await rests(page);
      // What the page loads comes in any order, and its parts are numbered in that order: until nothing
      // changes any more.
      let last = '';
      const body = async () =>
        (await everything(page)).replace(/^[^]*<body/, '').replaceAll(/"c\d+"/g, '"c"');
      await expect
        .poll(async () => {
          const before = last;
          last = await body();
          return last === before;
        })
        .toBe(true);
      seen.push(last);
      expect(wrong).toEqual([]);
      await context.close();
    }
    const [one, other] = seen.map((all) => all.split('\n'));
    expect(one).toEqual(other);
  });
});

// Somebody alone who is asked for several of this kind.
function askedFor(kind: string): GameRecord {
  const options = { players: 1, leaders: ['sanna_lindqvist'] };
  const seed = 2;
  let [, { record }] = ask({ do: 'new', game: 'circadians', seed, options }, { do: 'record' });
  for (;;) {
    delete record.seed; // it goes on with the luck of `keep`
    const load = { do: 'load' as const, record, seed: 5 };
    const [, { moves, choose }] = ask(load, { do: 'legal', seat: 1 });
    if (choose?.kind === kind) return record;
    const apply = { do: 'apply' as const, seat: 1, move: moves[0]!.move };
    [, , { record }] = ask(load, apply, { do: 'record' });
  }
}

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('several items at once, on a %s', (device, options) => {
  async function sitAt(kind: string) {
    const { context, page, wrong } = await visitor(
      browser,
      { settings: { confirm: false } },
      options,
    );
    await open(page, '#/library');
    await keep(page, askedFor(kind), kind, [{ name: 'Ada' }]);
    await page.reload();
    await goOn(page, kind);
    const count = () => page.locator('.prompt .count').innerText();
    const end = async (...played: string[]) => {
      await expect
        .poll(() => movesOf(page, kind))
        .toEqual(expect.arrayContaining(played.map((one) => `1: ${one}`)));
      expect(wrong).toEqual([]);
      await context.close();
    };
    return { page, count, button: page.locator('.prompt .go'), end };
  }

  it('are the Contracts that are kept, in any order, with one button', async () => {
    const { page, count, button, end } = await sitAt('pick');
    expect(await count()).toBe('0 of 3');
    const cards = page.locator('[data-choice] [data-contract]');
    for (const at of [-1, 0, 1]) await cards.nth(at).click();
    await expect.poll(count).toBe('3 of 3');
    await picture(page, `several-draft-${device}`);
    await cards.nth(0).click();
    await expect.poll(count).toBe('2 of 3');
    expect(await button.count()).toBe(0);
    await cards.nth(2).click();
    const ids = await page
      .locator('[data-choice] [aria-pressed="true"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-contract')!));
    expect(ids).toHaveLength(3);
    await button.click();
    await end(...ids.map((id) => `#${id}`));
  });

  it('are dice to roll again, or none', async () => {
    const { page, count, button, end } = await sitAt('reroll');
    expect(await count()).toBe('0 of 3');
    expect(await button.getAttribute('aria-label')).toBe(text('page.table.choose-none'));
    const dice = page.locator('[data-ask^="reroll-"]');
    expect(await dice.count()).toBe(3);
    await dice.nth(2).click();
    await dice.nth(0).click();
    await expect.poll(count).toBe('2 of 3');
    await picture(page, `several-dice-${device}`);
    await page.locator('.prompt .undo').click();
    await expect.poll(count).toBe('1 of 3');
    const value = (await dice.nth(2).getAttribute('data-ask'))!;
    await button.click();
    await end(value);
  });
});

describe('alone', () => {
  it('against the automatic opponent, with the expansion, to the end', async () => {
    const { context, page, wrong } = await visitor(browser, {
      setup: { ...friends, seats: seatPlans.solo },
      settings: { confirm: false },
    });
    await open(page);
    await takeOff(page, 31);
    const player = new Crew(page, 'mouse', new Luck(9));
    await player.finish();
    await sameAsEngine(page, 'circadians');
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe('a game that was played', () => {
  it('is stepped through, and each seat sees what it saw', async () => {
    const record = playedGame('circadians', { seed: 23, bots: ['random', 'random'] });
    const [{ decisions }] = ask({ do: 'replay', record });
    const { context, page, wrong } = await visitor(browser);
    await page.goto(`${origin()}/#/replay/${linkOf(record)}`);
    const slider = page.getByRole('slider', { name: text('page.replay.slider') });
    await slider.waitFor();
    const eye = page.getByLabel(text('page.replay.view'));
    let hidden = 0;
    for (let n = 1; n <= 20; n++) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(String(n));
      if (n !== 1 && n !== 7 && n !== 20) continue;
      const moves = record.moves.slice(0, decisions[n - 1]!.entry);
      for (const seat of [1, 2]) {
        await eye.selectOption(String(seat));
        await page.locator(`.circadians .you[data-seat="${seat}"]`).waitFor();
        const { result: _, seed: __, ...rest } = record;
        const kept = secrets({ ...rest, moves } as GameRecord, seat);
        // The log beside it tells the whole game, to its end.
        const board = await page.locator('.circadians').evaluate((one) => {
          const copy = one.cloneNode(true) as HTMLElement;
          copy.querySelector('.side')?.remove();
          return copy.outerHTML;
        });
        expect(kept.filter((one) => board.includes(one))).toEqual([]);
        hidden += kept.length;
      }
      await slider.focus();
    }
    expect(hidden).toBeGreaterThan(5);
    await page.getByRole('button', { name: text('page.replay.last') }).click();
    const end = await slider.getAttribute('aria-valuemax');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(end);
    const { scores } = record.result!;
    for (const [i, score] of scores.entries())
      await expect
        .poll(() =>
          page
            .locator(`.circadians [data-score="${i + 1}"]`)
            .first()
            .innerText(),
        )
        .toContain(String(score));
    expect(wrong).toEqual([]);
    await context.close();
  });
});
