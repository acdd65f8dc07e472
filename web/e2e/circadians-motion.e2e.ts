// What moves at the table of Circadians, what does not, and what points at something.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, seatPlans, visitor } from './browser.ts';
import { Crew } from './crew.ts';
import { text } from './engine.ts';
import { Luck, rests } from './player.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = {
  game: 'circadians',
  seats: seatPlans.bot,
  options: { circadians: {} },
  pack: {},
};

interface Seen {
  travelled: string[];
}

// At the table, with everything noted that is told to travel.
async function atTable(motion: string, options: BrowserContextOptions = DESKTOP) {
  const one = await visitor(browser, { setup, settings: { motion, confirm: false } }, options);
  await one.context.addInitScript(() => {
    const note: Seen = { travelled: [] };
    (window as unknown as { seen: Seen }).seen = note;
    document.addEventListener(
      'transitionrun',
      ({ propertyName }) => note.travelled.push(`transition of ${propertyName}`),
      true,
    );
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
      const list = Array.isArray(frames) ? (frames as Keyframe[]) : [];
      const moves = list.some((frame) =>
        /translate|rotate|scale/.test(String(frame.transform ?? '')),
      );
      const what = this as HTMLElement;
      const names = ['of', 'harvester', 'base', 'night'].filter((name) => name in what.dataset);
      if (moves) note.travelled.push(names[0] ?? String(what.className));
      const about = ['transform', 'opacity', 'offset', 'transformOrigin'];
      for (const frame of list)
        for (const key of Object.keys(frame))
          if (!about.includes(key)) note.travelled.push(`wrong: ${key}`);
      return animate.call(this, frames, how);
    };
  });
  await open(one.page);
  await takeOff(one.page, 31);
  return { ...one, player: new Crew(one.page, 'mouse', new Luck(3)) };
}
const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen.travelled);
const round = (page: Page) => page.locator('[data-round] b').innerText();

// A whole round: planned, sent, harvested, rested.
async function playRound(page: Page, player: Crew): Promise<void> {
  const second = text('board.circadians.round').replace('{round}', '2').replace('{rounds}', '7');
  while ((await round(page)) !== second) {
    expect(await player.step()).toBe(true);
    await rests(page);
  }
}

describe('a round of Circadians', () => {
  it('is seen to happen: dice fall, fly and come home, the Screens drop', async () => {
    const { context, page, wrong, player } = await atTable('full');
    await playRound(page, player);
    const travelled = await seen(page);
    expect(travelled.filter((one) => one.startsWith('wrong'))).toEqual([]);
    // Dice of the table, the base that goes to its place, and what flies above.
    for (const what of ['of', 'base', 'flying'])
      expect(travelled.some((one) => one.includes(what))).toBe(true);
    expect(await page.locator('.fx .flying').count()).toBeLessThan(40);
    // A line of the log points at its place, for a moment.
    const noted = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          new MutationObserver(() => {
            const ring = document.querySelector('.pointer')?.getBoundingClientRect();
            if (ring) resolve(ring.width > 10 && ring.top >= 0);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press('l');
    await page
      .getByRole('region', { name: text('page.table.log') })
      .last()
      .getByRole('button')
      .last()
      .click();
    expect(await noted).toBe(true);
    // What moves for ever is a layer that is only shifted, turned or faded.
    const floating = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime === Infinity)
        .map((one) => {
          const node = (one.effect as KeyframeEffect).target!;
          return node instanceof SVGElement && node.ownerSVGElement !== null;
        }),
    );
    expect(floating.length).toBeGreaterThan(0);
    expect(floating).not.toContain(true);
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('moves nothing where less is asked for', async () => {
    const { context, page, wrong, player } = await atTable('full', {
      ...DESKTOP,
      reducedMotion: 'reduce',
    });
    await playRound(page, player);
    expect(await seen(page)).toEqual([]);
    const floating = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.effect?.getComputedTiming().endTime === Infinity).length,
    );
    expect(floating).toBe(0);
    expect(wrong).toEqual([]);
    await context.close();
  });
});
