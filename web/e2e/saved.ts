// What the page has kept in the browser.
import type { Page } from 'playwright-core';
import { deflateRawSync } from 'node:zlib';
import type { SavedGame } from '../src/store/types.ts';

export type Saved = SavedGame;

export const savedGames = (page: Page): Promise<Saved[]> =>
  page.evaluate(async () => {
    // To open what is not there would make it.
    if (!(await indexedDB.databases()).some((one) => one.name === 'tidelock')) return [];
    return new Promise<Saved[]>((resolve, reject) => {
      const opening = indexedDB.open('tidelock');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const all = opening.result.transaction('games').objectStore('games').getAll();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result as Saved[]);
        };
      };
    });
  });

// Puts an entry there past the page: as damage would.
export const putRaw = (page: Page, entry: unknown): Promise<void> =>
  page.evaluate(
    (one) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tidelock');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('games', 'readwrite');
          change.objectStore('games').put(one);
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          change.onabort = () => reject(change.error);
        };
      }),
    entry,
  );

// What stands behind #/replay/ in a link.
export const linkOf = (record: unknown): string =>
  deflateRawSync(Buffer.from(JSON.stringify(record))).toString('base64url');
