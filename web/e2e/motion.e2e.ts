// What moves, what does not, and what points at something.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, openBrowser, seatPlans, visitor } from './browser.ts';
import { text } from './engine.ts';
import { asked, hand } from './player.ts';
import { open, takeOff } from './start.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const setup = {
  game: 'solenia',
  seats: seatPlans.bot,
  options: { solenia: { first: '1' } },
  pack: {},
};
const SEED = 2; // the first card of this hand is a 0: the airship moves and a strip turns

interface Seen {
  travelled: string[];
}
const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen.travelled);

// At the first turn, with everything noted that is told to travel.
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
      const moves = (Array.isArray(frames) ? frames : []).some((frame: Keyframe) =>
        /translate|rotate|scale/.test(String(frame.transform ?? '')),
      );
      const what = this as HTMLElement;
      if (moves) note.travelled.push(what.dataset.strip ? 'strip' : String(what.className));
      return animate.call(this, frames, how);
    };
  });
  await open(one.page);
  await takeOff(one.page, SEED);
  await asked(one.page);
  return one;
}

// The 0 onto the airship's space.
async function play(page: Page): Promise<void> {
  await hand(page).first().click();
  await page.locator('[data-space="c3"].can').click();
}
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');
const pieces = (page: Page) => page.locator('.fx .piece');

describe('a turn with motion', () => {
  it('shows a card that flies and a strip that turns', async () => {
    const { context, page, wrong } = await atTable('full');
    const before = await page.locator('[data-row="5"]').getAttribute('data-strip');
    expect(await icon(page)).toBe('./icon-turn.svg');
    await play(page);
    await page.waitForFunction(() =>
      (window as unknown as { seen: Seen }).seen.travelled.includes('strip'),
    );
    const travelled = await seen(page);
    expect(travelled.indexOf('piece')).toBeGreaterThanOrEqual(0);
    expect(travelled.indexOf('piece')).toBeLessThan(travelled.indexOf('strip'));
    await page.waitForFunction(
      (strip) => document.querySelector('[data-row="5"]')?.getAttribute('data-strip') !== strip,
      before,
    );
    await page.locator('.prompt.active').waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('is final while it plays, and a click ends it', async () => {
    const { context, page, wrong } = await atTable('full');
    const client = await context.newCDPSession(page);
    await client.send('Animation.enable');
    await client.send('Animation.setPlaybackRate', { playbackRate: 0.01 }); // it stays in the air
    await play(page);
    await pieces(page).first().waitFor({ state: 'attached' });
    // The card is there already for whoever asks, and is out of the hand.
    const label = await page.locator('[data-space="c3"]').getAttribute('aria-label');
    expect(label).toContain(text('page.you'));
    expect(await icon(page)).toBe('./icon.svg');
    const left = await page.evaluate(() => {
      const flying = () => document.querySelectorAll('.fx .piece').length;
      const before = flying();
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      return [before, flying()];
    });
    expect(left[0]).toBeGreaterThan(0);
    expect(left[1]).toBe(0);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

// So that a page whose pictures no graphics card draws is smooth while a bot thinks.
describe('what moves for ever', () => {
  it('is a layer that is only shifted, turned or faded', async () => {
    const { context, page } = await atTable('full');
    const floating = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime === Infinity)
        .map((one) => {
          const effect = one.effect as KeyframeEffect;
          const node = effect.target!;
          const { filter, backdropFilter, mixBlendMode } = getComputedStyle(node);
          const about = ['offset', 'computedOffset', 'easing', 'composite'];
          return {
            name: (one as CSSAnimation).animationName.split('-').pop(),
            changes: Object.keys(effect.getKeyframes().at(-1)!).filter(
              (key) => !about.includes(key),
            ),
            painted: [filter, backdropFilter, mixBlendMode].join(' '),
            inDrawing: node instanceof SVGElement && node.ownerSVGElement !== null,
          };
        }),
    );
    expect(floating.map((one) => one.name)).toEqual(
      expect.arrayContaining(['drift', 'bob', 'flicker']),
    );
    for (const one of floating) {
      expect(['transform', 'rotate', 'opacity']).toEqual(expect.arrayContaining(one.changes));
      expect(one).toMatchObject({ painted: 'none none normal', inDrawing: false });
    }
    await context.close();
  });
});

describe('a turn without motion', () => {
  it.each([
    ['because the person wants none', 'off', DESKTOP],
    ['because the system asks for less', 'full', { ...DESKTOP, reducedMotion: 'reduce' as const }],
  ])('moves nothing, %s', async (_, motion, options) => {
    const { context, page, wrong } = await atTable(motion, options);
    const before = await page.locator('[data-row="5"]').getAttribute('data-strip');
    await play(page);
    await page.waitForFunction(
      (strip) => document.querySelector('[data-row="5"]')?.getAttribute('data-strip') !== strip,
      before,
    );
    await asked(page);
    expect(await seen(page)).toEqual([]);
    // Neither does anything float for ever.
    const floating = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime === Infinity)
        .map((one) => (one as CSSAnimation).animationName),
    );
    expect(floating).toEqual([]);
    expect(wrong).toEqual([]);
    await context.close();
  });

  it('points at where the card of a line lies now, and at the cards of an opponent', async () => {
    const { context, page, wrong } = await atTable('off');
    await play(page);
    await asked(page);
    const log = page.getByRole('region', { name: text('page.table.log') });
    const turned = text('solenia.event.turned').split('{')[0]!;
    const lines = await log.getByRole('listitem').allInnerTexts();
    const turns = lines.filter((line) => line.includes(turned)).length;
    expect(turns).toBeGreaterThan(0);
    // It is seen for a moment only: noted when it appears.
    const noted = page.evaluate(
      (at) =>
        new Promise<number[][]>((resolve) => {
          new MutationObserver(() => {
            const both = ['.pointer', `[data-space="${at}"]`].map((one) =>
              document.querySelector(one)?.getBoundingClientRect(),
            );
            if (both[0]) resolve(both.map((box) => [box?.x ?? NaN, box?.y ?? NaN].map(Math.round)));
          }).observe(document.body, { childList: true, subtree: true });
        }),
      `c${3 - turns}`,
    );
    await log.getByRole('button', { name: / c3/ }).first().click();
    const [ring, space] = await noted;
    expect(ring).toEqual(space);
    await page.locator('.pointer').waitFor({ state: 'detached' });

    expect(await page.locator('.theirs').count()).toBe(0);
    await page.locator('section.panel[data-seat="2"]').hover();
    await page.locator('.theirs').first().waitFor();
    const names = await page
      .locator('.theirs')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(names.every((one) => one.includes('Anselm'))).toBe(true);
    expect(wrong).toEqual([]);
    await context.close();
  });
});
