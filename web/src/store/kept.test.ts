// What earlier releases kept in a browser, and the links they made, damaged somewhere: told as damaged, or read as what
// they claim to be. What a record says is the engine's to judge (tests/fixtures_test.py).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gameFromRecord, LinkError, decodeChallengeLink, decodeRecordLink } from '.';
import { isOwnPack, isRecord, isSavedGame } from './checks';
import { rulesOf } from './games';

type Dict = Record<string, unknown>;
interface Kept {
  tables: { games: Dict[]; packs: Dict[] };
  links: { replay: string[]; challenge: string[] };
}

const fixtures = resolve(import.meta.dirname, '../../../tests/fixtures');
const kept = readdirSync(fixtures)
  .map((release) => join(fixtures, release, 'browser.json.gz'))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(gunzipSync(readFileSync(file)).toString()) as Kept);
const { tables, links } = {
  tables: {
    games: kept.flatMap((one) => one.tables.games),
    packs: kept.flatMap((one) => one.tables.packs),
  },
  links: {
    replay: kept.flatMap((one) => one.links.replay),
    challenge: kept.flatMap((one) => one.links.challenge),
  },
};

let state = 1;
const below = (n: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % n;
};
const oneOf = <T>(list: T[]): T => list[below(list.length)]!;

const VALUES = [null, true, -1, 1.5, 1e300, '', 'x', [], {}, [[null]], [1], { bot: 7 }];

// A member somewhere taken away or changed.
function damaged(entry: Dict): Dict {
  const copy = structuredClone(entry);
  let at: Dict = copy;
  for (;;) {
    const key = oneOf(Object.keys(at));
    const inner = at[key];
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length && below(2)) {
      at = inner as Dict;
      continue;
    }
    if (below(3)) at[key] = oneOf(VALUES);
    else delete at[key];
    return copy;
  }
}

describe('what earlier releases kept', () => {
  it('is known for what it is', () => {
    expect(tables.games.every(isSavedGame)).toBe(true);
    expect(tables.packs.every(isOwnPack)).toBe(true);
  });
  it('is refused where it is damaged, or can be used', () => {
    let refused = 0;
    for (let i = 0; i < 400; i++) {
      const game: unknown = damaged(oneOf(tables.games));
      if (!isSavedGame(game)) refused++;
      else {
        expect(['undefined', 'number']).toContain(typeof rulesOf(game));
        if (game.record) expect(gameFromRecord(game.record)?.record).toBe(game.record);
      }
      const pack: unknown = damaged(oneOf(tables.packs));
      if (isOwnPack(pack)) expect(typeof pack.content).toBe('object');
    }
    expect(refused).toBeGreaterThan(100);
  });
  it('as links, says that it is damaged, or is read', async () => {
    let refused = 0;
    for (let i = 0; i < 400; i++) {
      const challenge = i % 4 === 0;
      const link = oneOf(challenge ? links.challenge : links.replay);
      const at = below(link.length);
      const broken =
        link.slice(0, at) + (below(2) ? oneOf(['a', 'Z', '0', '_']) + link.slice(at + 1) : '');
      try {
        if (challenge) expect(typeof (await decodeChallengeLink(broken)).rules).toBe('number');
        else expect(isRecord(await decodeRecordLink(broken))).toBe(true);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});
