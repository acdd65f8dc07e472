// The page as it was installed: when it can be played, and a whole game.
import { expect, it } from 'vitest';
import { openBrowser, visitor } from './browser.ts';
import { text } from './engine.ts';
import { asked, byMouse, Luck, Player, readSheet } from './player.ts';
import { open, takeOff } from './start.ts';

it('is playable, and a game comes to its end', async () => {
  const browser = await openBrowser();
  const { page, wrong } = await visitor(browser);
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(new URL(answer.url()).pathname);
  });
  await open(page);
  await takeOff(page, 11);
  await asked(page);
  const began = Number(process.env.TIDELOCK_BEGAN ?? Date.now());
  console.log(`playable after ${Date.now() - began} ms`);
  const player = new Player(page, byMouse, new Luck(3));
  await player.finish();
  const sheet = await readSheet(page);
  expect(sheet.names[0]).toBe(text('page.you'));
  expect(sheet.totals).toHaveLength(2);
  // A static site has no tables of a server, and the page asks whether it has.
  expect(missing.filter((path) => !path.startsWith('/api/'))).toEqual([]);
  expect(wrong.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([]);
  await browser.close();
});
