// A real Chromium, and pages in it that tell what went wrong inside them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { inject, onTestFailed } from 'vitest';
import { pictures } from './places.ts';

export const origin = (): string => inject('origin');

export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const openBrowser = (): Promise<Browser> => chromium.launch(LAUNCH);

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

interface Kept {
  settings?: Record<string, unknown>;
  setup?: unknown;
  language?: string;
}

// A person whom the page has never seen, but who has set what is told here.
export async function visitor(
  browser: Browser,
  kept: Kept = {},
  options: BrowserContextOptions = DESKTOP,
): Promise<{ context: BrowserContext; page: Page; wrong: string[] }> {
  const context = await browser.newContext({ locale: 'en', ...options });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries) {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      }
    },
    [
      ['tidelock.settings', JSON.stringify({ motion: 'off', sound: 0, ...kept.settings })],
      ...(kept.setup ? [['tidelock.setup', JSON.stringify(kept.setup)]] : []),
      ...(kept.language ? [['tidelock.language', kept.language]] : []),
    ] as [string, string][],
  );
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`${error.message}\n${error.stack ?? ''}`));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  onTestFailed(async ({ task }) => {
    const name = `failed ${task.name}`.replaceAll(/[^\w]+/g, '-');
    await page.screenshot({ path: join(pictures, `${name}.png`) }).catch(() => undefined);
    const seen = await page
      .locator('body')
      .innerText()
      .catch(() => 'a page that is closed');
    console.log([page.url(), ...wrong, seen.slice(0, 1500)].join('\n'));
  });
  return { context, page, wrong };
}

export const seatPlans = {
  bot: [
    { kind: 'person', name: '', level: 'novice' },
    { kind: 'bot', name: '', level: 'novice' },
  ],
  friends: [
    { kind: 'person', name: 'Ada', level: 'novice' },
    { kind: 'person', name: 'Bo', level: 'novice' },
  ],
  solo: [{ kind: 'person', name: '', level: 'novice' }],
};

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  // What moves comes to rest; what floats for ever does not.
  await page.evaluate(() => {
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const rest = Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    return Promise.race([rest, new Promise((resolve) => setTimeout(resolve, 3000))]).then(
      () => undefined,
    );
  });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
