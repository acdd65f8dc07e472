import 'fake-indexeddb/auto';
import type { TableRecord } from '../engine/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEMO } from '../testing';
import {
  LinkError,
  closeDatabase,
  decodeChallengeLink,
  decodeRecordLink,
  encodeChallengeLink,
  type ChallengeLink,
  encodeRecordLink,
  gameFromRecord,
  games,
  keepPlayed,
  keepResult,
  modeOf,
  newGame,
  parseRecordFile,
  results,
  seedOfDay,
  storage,
  today,
} from '.';

const record = {
  format: 'tidelock-record/1',
  game: DEMO,
  rules: 1,
  options: { players: 3, mode: 'long' },
  names: ['Mira', 'Żółw', '輪'],
  seed: 7,
  moves: Array.from({ length: 200 }, (_, i) => `m${i % 9}`),
} as unknown as TableRecord; // of a game that nobody knows
const sample = () => newGame({ game: DEMO, seats: [{ name: 'Mira' }, { bot: 'medium' }] });

async function putRaw(value: unknown): Promise<void> {
  await games.list();
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('tidelock');
    request.onsuccess = () => resolve(request.result);
  });
  await new Promise<void>((resolve) => {
    const transaction = db.transaction('games', 'readwrite');
    transaction.objectStore('games').put(value);
    transaction.oncomplete = () => resolve();
  });
  db.close();
}

beforeEach(async () => {
  await games.clear();
  await results.clear();
  storage.trouble = null;
  storage.damaged = [];
});
afterEach(() => vi.restoreAllMocks());

describe('saved games', () => {
  it('are kept, read, listed and removed', async () => {
    const game = sample();
    expect(await games.put(game)).toEqual({ ok: true });
    expect(await games.get(game.id)).toEqual(game);
    expect(await games.list()).toEqual([game]);
    await games.remove(game.id);
    expect(await games.get(game.id)).toBeUndefined();
    expect(await games.list()).toEqual([]);
  });

  it('tell of changes', async () => {
    const heard = vi.fn();
    const stop = games.onChange(heard);
    await games.put(sample());
    stop();
    await games.put(sample());
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('tell of changes made in another tab', async () => {
    const heard = vi.fn();
    const stop = games.onChange(heard);
    const tab = new BroadcastChannel('tidelock.changes');
    const game = sample();
    tab.postMessage({ table: 'results', id: 'x', elsewhere: false });
    tab.postMessage({ table: 'games', id: game.id, elsewhere: false });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls).toEqual([[{ table: 'games', id: game.id, elsewhere: true }]]);
    const told = new Promise((resolve) => (tab.onmessage = (event) => resolve(event.data)));
    await games.put(game);
    expect(await told).toMatchObject({ table: 'games', id: game.id });
    tab.close();
    stop();
  });

  it('are not overwritten by a tab that knows them from before', async () => {
    const game = { ...sample(), record };
    await games.put(game);
    const on = { ...game, record: { ...record, moves: [...record.moves, 'a'] } };
    expect(await keepPlayed(on, record)).toEqual({ ok: true });
    const late = { ...game, record: { ...record, moves: [...record.moves, 'b'] } };
    expect(await keepPlayed(late, record)).toEqual({ ok: false, why: 'declined' });
    expect(await games.get(game.id)).toEqual(on);
    // A name that was given meanwhile stays, and what was deleted is kept again.
    await games.change(game.id, (one) => one && { ...one, title: 'ours' });
    await keepPlayed(on, on.record);
    expect((await games.get(game.id))!.title).toBe('ours');
    await games.remove(game.id);
    expect(await keepPlayed(late, record)).toEqual({ ok: true });
  });

  it('that are damaged are skipped and reported, the others untouched', async () => {
    const game = sample();
    await games.put(game);
    await putRaw({ id: 'bad', game: DEMO, record: 'x' });
    expect(await games.list()).toEqual([game]);
    expect(await games.get('bad')).toBeUndefined();
    expect(storage.damaged).toEqual([{ table: 'games', key: 'bad' }]);
    await games.remove('bad');
    expect(storage.damaged).toEqual([]);
    expect(await games.list()).toEqual([game]);
  });

  it('stay in memory when storage is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const game = sample();
    expect(await games.put(game)).toEqual({ ok: false, why: 'full' });
    expect(storage.trouble).toBe('full');
    expect(await games.get(game.id)).toEqual(game);
    expect(await games.list()).toEqual([game]);
    vi.restoreAllMocks();
    expect(await games.put(game)).toEqual({ ok: true });
  });

  it('stay in memory when storage is refused', async () => {
    await closeDatabase();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const game = sample();
    expect(await games.put(game)).toEqual({ ok: false, why: 'refused' });
    expect(await games.list()).toEqual([game]);
    await games.remove(game.id);
    expect(await games.list()).toEqual([]);
    expect(storage.trouble).toBe('refused');
    vi.restoreAllMocks();
    await closeDatabase();
  });

  it('are made from records, and not from anything else', () => {
    const game = gameFromRecord(record)!;
    expect(game.seats).toEqual([{ name: 'Mira' }, { name: 'Żółw' }, { name: '輪' }]);
    expect(game.summary).toEqual({ scores: [], over: false, moves: 200 });
    expect(parseRecordFile(JSON.stringify(record))?.game).toBe(DEMO);
    for (const text of ['', '{}', '[]', 'null', '{"format":"tidelock-record/1"}', '{"format":']) {
      expect(parseRecordFile(text)).toBeUndefined();
    }
  });
});

describe('results', () => {
  it('are kept once for each game', async () => {
    const game = sample();
    await keepResult(game, { players: 2, mode: 'short', first: 1 }, [3, 4], [2]);
    await keepResult(game, { players: 2, mode: 'short', first: 1 }, [3, 4], [2]);
    const [only, ...more] = await results.list();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ mode: 'mode=short', mine: 1, scores: [3, 4], winners: [2] });
  });
  it('are compared by their options', () => {
    expect(modeOf({ players: 2, first: 1 })).toBe('');
    expect(modeOf({ b: 'x', a: ['p', 'q'] })).toBe('a=p+q b=x');
  });
});

describe('links', () => {
  it('carry a whole record', async () => {
    const text = await encodeRecordLink(record);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(text.length).toBeLessThan(JSON.stringify(record).length / 2);
    expect(await decodeRecordLink(text)).toEqual(record);
  });
  it('that are damaged say so', async () => {
    const text = await encodeRecordLink(record);
    const why = (link: string) =>
      decodeRecordLink(link).then(
        () => 'read',
        (error: unknown) => (error as LinkError).why,
      );
    for (const link of ['', '!', 'a', text.slice(0, 40), text.slice(5), '%00']) {
      expect(await why(link)).toBe('damaged');
    }
    expect(await why(await encodeRecordLink({ ...record, format: 'other' as never }))).toBe(
      'damaged',
    );
    const bomb = { ...record, moves: [' '.repeat(9 << 20)] };
    expect(await why(await encodeRecordLink(bomb))).toBe('too-large');
  });
  it('carry a challenge', async () => {
    const challenge = {
      game: DEMO,
      rules: 2,
      options: {},
      seed: 7,
      pack: null,
      bots: ['medium'],
      name: 'Mira',
      score: 12,
    };
    expect(await decodeChallengeLink(await encodeChallengeLink(challenge))).toEqual(challenge);
    await expect(decodeChallengeLink(await encodeRecordLink(record))).rejects.toThrow(LinkError);
    for (const wrong of [{ seed: -1 }, { rules: 0 }, { rules: 1.5 }]) {
      const bad = await encodeChallengeLink({ ...challenge, ...wrong });
      await expect(decodeChallengeLink(bad)).rejects.toThrow(LinkError);
    }
  });
  it('carry a challenge from before there were versions of the rules', async () => {
    const old = { game: DEMO, options: {}, seed: 7, pack: null, name: 'Mira', score: null };
    const link = await encodeChallengeLink(old as unknown as ChallengeLink);
    expect((await decodeChallengeLink(link)).rules).toBe(1);
  });
});

describe('the deal of the day', () => {
  it('follows from game and day alone', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(seedOfDay(DEMO, '2026-11-16')).toBe(seedOfDay(DEMO, '2026-11-16'));
    expect(seedOfDay(DEMO, '2026-11-16')).not.toBe(seedOfDay(DEMO, '2026-11-17'));
    expect(seedOfDay(DEMO, '2026-11-16')).not.toBe(seedOfDay(`${DEMO}s`, '2026-11-16'));
    expect(Number.isSafeInteger(seedOfDay(DEMO, '2026-11-16'))).toBe(true);
  });
});
