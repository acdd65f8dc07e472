// Somebody who plays Solenia by what is lit on the screen: with a mouse, a finger or the keyboard.
import type { Locator, Page } from 'playwright-core';
import { text } from './engine.ts';

type Asked =
  | 'over'
  | 'lesson'
  | 'curtain'
  | 'recap'
  | 'confirm'
  | 'draft'
  | 'choice'
  | 'order'
  | 'slot'
  | 'goods'
  | 'space'
  | 'card'
  | 'discard';

// Until the table has done what it was asked for and shows how it stands.
export const rests = (page: Page): Promise<void> =>
  page.locator('main.table-page:not([data-busy])').waitFor({ state: 'attached' });

// What a person would do next, from what is shown; waits until there is something.
export async function asked(page: Page): Promise<Asked> {
  const found = await page.waitForFunction(
    (discard) => {
      const visible = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].some(
          (one) => one.offsetParent !== null || one.getClientRects().length > 0,
        );
      if (document.querySelector('[role="dialog"] #score-title')) return 'over';
      if (visible('main.curtain button:not([disabled])')) return 'curtain';
      // What is lit while the table is at work may be gone in a moment.
      if (document.querySelector('main.table-page[data-busy]')) return null;
      if (visible('aside.recap, .recap button')) return 'recap';
      const prompt = document.querySelector('.prompt[role="group"]');
      // The last word of the first game.
      if (prompt?.matches(':not(.active, .waiting)') && visible('.coach .ok')) return 'lesson';
      if (!prompt?.matches('.active')) return null;
      if (visible('.prompt .go:not([disabled])')) return 'confirm';
      if (visible('.draft button.can')) return 'draft';
      if (visible('.ask button')) return 'choice';
      if (visible('.orders button.order.on')) return 'order';
      if (visible('[data-slot].can button')) return 'slot';
      if (visible('[data-store] .can button')) return 'goods';
      if ([...document.querySelectorAll('button')].some((one) => one.innerText === discard))
        return 'discard';
      if (visible('[role="gridcell"].can')) return 'space';
      if (visible('[data-hand]:not([aria-disabled])')) return 'card';
      return null;
    },
    text('board.solenia.discard'),
    { polling: 30 },
  );
  return (await found.jsonValue()) as Asked;
}

const where: Record<Exclude<Asked, 'over' | 'card'>, string> = {
  lesson: '.coach .ok',
  curtain: 'main.curtain button',
  recap: '.recap button',
  confirm: '.prompt .go',
  draft: '.draft button.can',
  choice: '.ask button',
  order: '.orders button.order.on',
  slot: '[data-slot].can button',
  goods: '[data-store] .can button',
  discard: 'button.discard',
  space: '[role="gridcell"].can',
};

// All the same every time, but not always the first.
export class Luck {
  constructor(private seed = 1) {}
  below(n: number): number {
    this.seed = (Math.imul(this.seed, 1103515245) + 12345) >>> 0;
    return (this.seed >>> 16) % n;
  }
}

export type Press = (one: Locator) => Promise<void>;
export const byMouse: Press = (one) => one.click({ timeout: 10_000 });
export const byTouch: Press = (one) => one.tap({ timeout: 10_000 });

// Tab until it has the focus, as one would, then Enter.
export async function tabTo(page: Page, selector: string, most = 90): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((to) => document.activeElement?.matches(to), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not get to ${selector}`);
}

const spaceAt = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-space') ?? '');

// Arrows over the grid to a space that is lit.
async function arrowsTo(page: Page, space: string): Promise<void> {
  let at = await spaceAt(page);
  if (at === '') {
    // The number of the card that is picked leads to the board.
    const picked = await hand(page).evaluateAll((cards) =>
      cards.findIndex((card) => card.getAttribute('aria-pressed') === 'true'),
    );
    if (picked >= 0) await page.keyboard.press(String(picked + 1));
    else await tabTo(page, '[role="gridcell"]');
  }
  at = await spaceAt(page);
  for (let i = 0; at !== space; i++) {
    if (i > 12) throw new Error(`the arrows do not get from ${at} to ${space}`);
    const [column, row] = [at.charCodeAt(0), Number(at[1])];
    const [toColumn, toRow] = [space.charCodeAt(0), Number(space[1])];
    if (row < toRow) await page.keyboard.press('ArrowRight');
    else if (row > toRow) await page.keyboard.press('ArrowLeft');
    else await page.keyboard.press(column < toColumn ? 'ArrowDown' : 'ArrowUp');
    const now = await spaceAt(page);
    if (now === at) throw new Error(`the arrows stop at ${at}`);
    at = now;
  }
}

export const grid = (page: Page) => page.getByRole('grid');
export const hand = (page: Page) => page.locator('[data-hand]');

// The lit spaces of the board.
const litSpaces = (page: Page) =>
  page
    .locator(where.space)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-space') ?? ''));

// All that answers a wish, without what follows the pointer.
const trace = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const labels = [
      ...document.querySelectorAll('[role="gridcell"], [data-hand], [data-store], [data-tile]'),
    ].map((one) => one.getAttribute('aria-label'));
    const lit = document.querySelectorAll('.can, .ask button, .discard, .recap').length;
    const said = [...document.querySelectorAll<HTMLElement>('.prompt, .curtain, #score-title')];
    return [...said.map((one) => one.innerText), lit, ...labels].join('\n');
  });

export class Player {
  steps = 0;
  private ignored = 0;
  kinds = new Set<Asked>();
  constructor(
    readonly page: Page,
    private readonly press: Press | 'keys' = byMouse,
    private readonly luck = new Luck(),
  ) {}

  // One thing that is asked for; whether the game goes on.
  async step(): Promise<boolean> {
    const { page, press, luck } = this;
    const kind = await asked(page);
    this.kinds.add(kind);
    if (kind === 'over') return false;
    this.steps++;
    const before = await trace(page);
    try {
      if (press === 'keys') await this.byKeys(kind);
      else if (kind === 'card') {
        await press(hand(page).nth(luck.below(await hand(page).count())));
      } else {
        const all = page.locator(where[kind]);
        const count = await all.count();
        // Of what is lit anything will do; of several buttons the last one goes on.
        if (count > 0) await press(all.nth(kind === 'recap' ? count - 1 : luck.below(count)));
      }
    } catch (error) {
      // What was lit a moment ago may be gone: then there is something else to do.
      if ((await trace(page)) === before) throw error;
    }
    await this.changed(before);
    return true;
  }

  // What is shown has to answer; that it does not at once is no fault.
  private async changed(before: string): Promise<void> {
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      if ((await trace(this.page)) !== before) {
        this.ignored = 0;
        return;
      }
      await this.page.waitForTimeout(20);
    }
    if (++this.ignored > 4) throw new Error(`the page does not answer: ${before}`);
  }

  private async byKeys(kind: Asked): Promise<void> {
    const { page, luck } = this;
    const { keyboard } = page;
    if (kind === 'card') {
      await keyboard.press(String(1 + luck.below(await hand(page).count())));
    } else if (kind === 'space') {
      const lit = await litSpaces(page);
      await arrowsTo(page, lit[luck.below(lit.length)]!);
      await keyboard.press('Enter');
    } else if (kind === 'confirm') {
      await keyboard.press('Space');
    } else if (kind === 'order') {
      // One tab stop for all orders.
      await tabTo(page, '[data-tile]');
      for (let i = 0; i < 12; i++) {
        if (await page.evaluate((to) => document.activeElement?.matches(to), where.order)) break;
        await keyboard.press(i < 6 ? 'ArrowRight' : 'ArrowLeft');
      }
      await keyboard.press('Enter');
    } else if (kind !== 'over') {
      await tabTo(page, where[kind]);
      await keyboard.press('Enter');
    }
  }

  // To the end of the game.
  async finish(most = 500): Promise<void> {
    while (await this.step()) {
      if (this.steps > most) throw new Error('the game does not end');
    }
  }
}

// The score sheet as it stands there.
interface Sheet {
  title: string;
  names: string[];
  rows: Record<string, number[]>;
  totals: number[];
}
export async function readSheet(page: Page): Promise<Sheet> {
  const dialog = page.getByRole('dialog');
  const cells = (row: Locator) => row.getByRole('cell').allInnerTexts();
  const title = await dialog.getByRole('heading').innerText();
  const names = (await dialog.getByRole('columnheader').allInnerTexts()).map((one) => one.trim());
  const rows: Record<string, number[]> = {};
  let totals: number[] = [];
  for (const row of (await dialog.getByRole('row').all()).slice(1)) {
    const label = (await row.getByRole('rowheader').innerText()).trim();
    const numbers = (await cells(row)).map((one) => Number(one.trim().replace('−', '-')));
    if (label === text('shell.total')) totals = numbers;
    else rows[label] = numbers;
  }
  return { title, names, rows, totals };
}
