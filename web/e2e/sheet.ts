// The score sheet beside what the engine of the terminal counts.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Category } from '../src/engine/messages.ts';
import { scoresOf, text, type GameRecord } from './engine.ts';
import { readSheet } from './player.ts';

// The record as a person gets it: the library's export.
export async function exported(page: Page): Promise<GameRecord> {
  await page.goto(`${page.url().split('#')[0]}#/library`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: text('page.library.export') })
      .first()
      .click(),
  ]);
  return JSON.parse(readFileSync(await download.path(), 'utf8')) as GameRecord;
}

// What the sheet says is what the engine of the terminal counts.
export async function sameAsEngine(page: Page, game: string): Promise<void> {
  const sheet = await readSheet(page);
  const scores = scoresOf(await exported(page));
  expect(sheet.totals).toEqual(scores.map((one) => one.total));
  for (const category of Object.keys(scores[0]!.by) as Category[]) {
    const label = text(`${game}.score.${category}`);
    const counted = scores.map((one) => one.by[category]!);
    if (counted.some((n) => n !== 0)) expect(sheet.rows[label], label).toEqual(counted);
    else expect(sheet.rows[label]).toBeUndefined();
  }
}
