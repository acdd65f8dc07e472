// What is done on the start page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { origin } from './browser.ts';
import { text } from './engine.ts';
import { byMouse, type Press } from './player.ts';

export async function open(page: Page, place = ''): Promise<void> {
  await page.goto(`${origin()}/${place}`);
  await page.locator('h1').first().waitFor();
}

// Another place of the page that is open; until it stands there.
export async function visit(page: Page, place: string, lang = 'en'): Promise<void> {
  await page.goto(`${origin()}/#/${place}`);
  const name = place.split('/')[0]!;
  await page.locator(`.page[data-page="${name}"] h1`).first().waitFor();
  const loading = page.getByText(text('page.loading', lang), { exact: true });
  await expect.poll(() => loading.count()).toBe(0);
  await page.waitForLoadState('networkidle');
}

// Take off, with this deal.
export async function takeOff(
  page: Page,
  seed: number,
  { press = byMouse, lang = 'en' }: { press?: Press; lang?: string } = {},
): Promise<void> {
  const field = page.getByLabel(text('page.start.seed', lang));
  if (!(await field.isVisible())) await press(page.getByText(text('page.start.more', lang)));
  await field.fill(String(seed));
  await press(page.getByRole('button', { name: text('page.start.go', lang) }));
  await page.waitForURL(/#\/table\//);
}
