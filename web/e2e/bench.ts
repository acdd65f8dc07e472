// How large and how fast the page is. It prints what it measured; only the tests judge.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { WasmEngine } from '../src/engine/wasm.ts';
import { openBrowser, origin, seatPlans, visitor } from './browser.ts';
import { Crew } from './crew.ts';
import { text } from './engine.ts';
import { builtPage, tidelock } from './places.ts';
import { asked, hand, Luck } from './player.ts';
import { sizesOf } from './sizes.ts';
import { open, takeOff } from './start.ts';

const SLOW = 4;
const rows: [string, string, string][] = [];
const note = (what: string, measured: string, wanted = '') => rows.push([what, measured, wanted]);
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const ms = (time: number) => `${Math.round(time)} ms`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  const width = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map(([what, measured, wanted]) =>
    `${what.padEnd(width[0]!)}  ${measured.padStart(width[1]!)}  ${wanted}`.trimEnd(),
  );
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
});

const setup = (level: string) => ({
  game: 'solenia',
  seats: seatPlans.bot.map((seat) => ({ ...seat, level })),
  options: { solenia: { first: '1' } },
  pack: {},
});

it('size', async () => {
  const { context, page } = await visitor(
    browser,
    { setup: setup('novice') },
    { serviceWorkers: 'block' },
  );
  const sizes = sizesOf(page);
  await open(page);
  await takeOff(page, 1);
  await asked(page);
  const { first, demand } = await sizes();
  const sum = (of: number[]) => of.reduce((all, one) => all + one, 0);
  const packed = (ending: string, files = first) =>
    sum(
      files.map(({ file }) => {
        const path = join(builtPage, file === '/' ? 'index.html' : file);
        const small = `${path}.${ending}`;
        return statSync(existsSync(small) ? small : path).size;
      }),
    );
  note('start page and a table, as sent', kb(sum(first.map((one) => one.bytes))), 'at most 400 KB');
  note('  the same as brotli', kb(packed('br')), 'at most 400 KB');
  note('  the same as gzip', kb(packed('gz')));
  for (const { file, bytes } of [...first].sort((a, b) => b.bytes - a.bytes).slice(0, 8)) {
    note(`    ${file.split('/').pop() || 'index.html'}`, kb(bytes));
  }
  note('networks of the bots, on demand', kb(sum(demand.map((one) => one.bytes))));
  await context.close();
});

// Told late: the entry comes some time after the paint.
const paint = async (page: Page): Promise<number> => {
  const name = 'first-contentful-paint';
  await page.waitForFunction((one) => performance.getEntriesByName(one).length > 0, name);
  return page.evaluate((one) => performance.getEntriesByName(one)[0]!.startTime, name);
};

it('start', async () => {
  const best = { paint: Infinity, ready: Infinity, table: Infinity, again: Infinity };
  for (let round = 0; round < 3; round++) {
    const { context, page } = await visitor(browser, { setup: setup('novice') });
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    const now = () => page.evaluate(() => performance.now());
    await page.goto(`${origin()}/`, { waitUntil: 'commit' });
    await page.waitForFunction(
      (name) =>
        [...document.querySelectorAll('button')].some(
          (one) => one.innerText === name && !one.disabled,
        ),
      text('page.start.go'),
      { polling: 'raf' },
    );
    best.ready = Math.min(best.ready, await now());
    best.paint = Math.min(best.paint, await paint(page));
    const from = await now();
    await page.getByRole('button', { name: text('page.start.go') }).click();
    await asked(page);
    best.table = Math.min(best.table, (await now()) - from);
    await page.reload({ waitUntil: 'commit' });
    await asked(page);
    best.again = Math.min(best.again, await now());
    await context.close();
  }
  note(`first paint of the start page, CPU ${SLOW} times slower`, ms(best.paint), 'under 1000 ms');
  note('  ready: one can take off', ms(best.ready), 'under 2000 ms');
  note('  from there to the first card', ms(best.table));
  note('  a saved table, loaded again, ready to play', ms(best.again), 'under 2000 ms');
});

// From now on: how long the frames are while a bot thinks.
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { frames: [] as number[], tasks: [] as number[] };
    (window as unknown as { seen: typeof seen }).seen = seen;
    let last = performance.now();
    // A frame counts if the bot thinks from its begin to its end.
    const thinks = () => document.querySelector('[data-thinking]') !== null;
    let thought = false;
    const frame = (time: number) => {
      const now = thinks();
      if (thought && now) seen.frames.push(time - last);
      thought = now;
      last = time;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      if (!thinks()) return;
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
}

async function tellFrames(page: Page, what: string): Promise<void> {
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { frames: number[]; tasks: number[] } }).seen,
  );
  const frames = seen.frames.sort((a, b) => a - b);
  const at = (share: number) => frames[Math.floor((frames.length - 1) * share)] ?? Number.NaN;
  note(`${what}, while master thinks: longest frame`, ms(at(1)), 'at most 50 ms');
  note('  99 of 100 frames', ms(at(0.99)));
  note('  frames seen', String(frames.length));
  note('  longest task of the page itself', ms(Math.max(0, ...seen.tasks)), 'none over 50 ms');
}

it('frames', async () => {
  const { context, page } = await visitor(browser, {
    setup: setup('master'),
    settings: { motion: 'full' },
  });
  await open(page);
  await takeOff(page, 2);
  await asked(page);
  await hand(page).first().click();
  await watch(page);
  await page.locator('[role="gridcell"].can').first().click();
  await page.locator('.prompt.waiting').waitFor();
  await page.locator('.prompt.active').waitFor({ timeout: 120_000 });
  await tellFrames(page, 'Solenia');
  await context.close();
});

it('frames of Circadians', async () => {
  const { context, page } = await visitor(browser, {
    setup: { ...setup('master'), game: 'circadians' },
    settings: { motion: 'full', confirm: false },
  });
  context.setDefaultTimeout(120_000);
  await open(page);
  await takeOff(page, 31);
  const player = new Crew(page, 'mouse', new Luck(3));
  // Until the first piece is sent: from then on the bot has something to think about.
  while (!player.pressed.has('place')) await player.step();
  await watch(page);
  for (let i = 0; i < 4; i++) await player.step();
  await tellFrames(page, 'Circadians');
  await context.close();
});

it('engine', async () => {
  const root = resolve(builtPage, '..');
  const bytes = readFileSync(resolve(root, 'build-wasm/solenia.wasm'));
  const engine = await WasmEngine.start(await WebAssembly.compile(bytes));
  for (const file of readdirSync(resolve(root, 'data/solenia'))) {
    const content = new Uint8Array(readFileSync(resolve(root, 'data/solenia', file)));
    engine.provide(`solenia/${file}`, content);
  }
  // In turns, so that both meet the same machine.
  const [native, wasm]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    const run = spawnSync(tidelock, ['bench', 'solenia', '--seconds', '0.3', '--json'], {
      encoding: 'utf8',
    });
    const { results } = JSON.parse(run.stdout) as {
      results: { games_per_second: number; players: number; mode: string }[];
    };
    native.push(results[0]!.games_per_second);
    wasm.push(engine.gamesPerSecond(0, 0.3));
  }
  const [best, bestWasm] = [Math.max(...native), Math.max(...wasm)];
  note('random games of two in a second, native', Math.round(best).toLocaleString('en'));
  note('  WebAssembly', Math.round(bestWasm).toLocaleString('en'));
  note('  share', (bestWasm / best).toFixed(2), 'at least 0.7');
});
