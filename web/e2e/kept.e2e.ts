// What earlier releases of the page have kept in a browser: a real profile, opened with this page.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Crew } from './crew.ts';
import { text } from './engine.ts';
import { fixtures } from './places.ts';
import { byMouse, Luck, Player } from './player.ts';
import { HOME, newFolder, openProfile } from './profile.ts';
import { savedGames, type Saved } from './saved.ts';

interface Kept {
  tables: { games: Saved[]; results: unknown[]; packs: unknown[] };
  links: { replay: string[]; challenge: string[] };
}

const dealOf = (link: string) =>
  JSON.parse(inflateRawSync(Buffer.from(link, 'base64url')).toString()) as { rules?: number };

const profiles = readdirSync(fixtures).filter((name) =>
  existsSync(join(fixtures, name, 'profile.tar.gz')),
);

for (const release of profiles) {
  const file = (name: string) => join(fixtures, release, name);
  const kept = JSON.parse(gunzipSync(readFileSync(file('browser.json.gz'))).toString()) as Kept;

  describe(`a browser that was last here with ${release}`, () => {
    it('has its games, and goes on with them as they began', async () => {
      const profile = newFolder();
      expect(spawnSync('tar', ['-xzf', file('profile.tar.gz'), '-C', profile]).status).toBe(0);
      const { context, page } = await openProfile(profile);
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      await page.goto(HOME);
      await page.locator('h1').first().waitFor();
      await page.evaluate(() => localStorage.setItem('tidelock.language', 'en'));
      await page.reload();
      const before = await savedGames(page);
      expect(before).toEqual(kept.tables.games);

      for (const game of before.filter((one) => !one.summary.over)) {
        await page.goto(`${HOME}/#/table/${game.id}`);
        const luck = new Luck(3);
        const player =
          game.game === 'solenia' ? new Player(page, byMouse, luck) : new Crew(page, 'mouse', luck);
        const moves = game.record!.moves;
        const saved = async () => (await savedGames(page)).find((one) => one.id === game.id)!;
        for (let i = 0; (await saved()).record!.moves.length === moves.length; i++) {
          expect(i).toBeLessThan(60);
          await player.step();
        }
        // One of each game to its end.
        if (game === before.find((one) => one.game === game.game && !one.summary.over)) {
          await player.finish();
          await expect.poll(async () => (await saved()).summary.over).toBe(true);
        }
        const { record } = await saved();
        expect(record!.moves.slice(0, moves.length)).toEqual(moves);
        expect(record!.rules).toBe(game.record!.rules);
      }

      for (const link of kept.links.replay) {
        await page.goto(`${HOME}/#/replay/${link}`);
        await page.getByRole('button', { name: text('page.replay.share') }).waitFor();
      }
      for (const link of kept.links.challenge) {
        await page.goto(`${HOME}/#/challenge/${link}`);
        await page.getByText('Ada').first().waitFor();
        // Played under the version of the rules that it was sent under.
        await page.getByRole('button', { name: text('page.challenge.accept') }).click();
        await page.waitForURL(/#\/table\//);
        const id = page.url().split('/').at(-1);
        const rules = async () =>
          (await savedGames(page)).find((one) => one.id === id)?.record?.rules;
        await expect.poll(rules).toBe(dealOf(link).rules ?? 1);
      }
      expect(wrong).toEqual([]);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    });
  });
}
