// The engines of the page play the very games that every other build plays: the signatures and the
// perft counts are those that tests/kept keeps for g++ and clang (src/games/numbers_test.cpp).
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WasmEngine } from './wasm';

const root = resolve(import.meta.dirname, '../../..');

interface Kept {
  signature?: Record<string, string>; // by the version of the rules
  perft?: { options: object; seed: number; after: number; counts: number[] }[];
}
const keptOf = (game: string): Kept => {
  const file = resolve(root, `tests/kept/${game}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};
};
const games = readdirSync(resolve(root, 'build-wasm'))
  .filter((name) => name.endsWith('.wasm'))
  .map((name) => name.replace('.wasm', ''));
const kept = games.map((game) => ({ game, ...keptOf(game) }));

async function engineOf(game: string): Promise<WasmEngine> {
  const bytes = readFileSync(resolve(root, `build-wasm/${game}.wasm`));
  const engine = await WasmEngine.start(await WebAssembly.compile(bytes));
  for (const file of readdirSync(resolve(root, 'data', game))) {
    const content = new Uint8Array(readFileSync(resolve(root, 'data', game, file)));
    engine.provide(`${game}/${file}`, content);
  }
  return engine;
}

describe.each(kept.filter(({ signature }) => signature && Object.keys(signature).length > 0))(
  'the signature of $game',
  ({ game, signature }) => {
    it('is the native one', async () => {
      const newest = Math.max(...Object.keys(signature!).map(Number));
      expect(String((await engineOf(game)).signature(0n))).toBe(signature![newest]);
    }, 300_000);
  },
);

describe.each(kept.filter(({ perft }) => perft && perft.length > 0))(
  'perft of $game',
  ({ game, perft }) => {
    it('is the native one', async () => {
      const engine = await engineOf(game);
      const starts = perft!.filter(({ after }) => after === 0);
      expect(starts.length).toBeGreaterThan(0);
      for (const { options, seed, counts } of starts) {
        const here = counts.map((_, i) => engine.perft(options, BigInt(seed), i + 1));
        expect(here, JSON.stringify(options)).toEqual(counts.map(String));
      }
    }, 300_000);
  },
);

it('there are numbers to compare with', () => {
  expect(kept.some(({ signature, perft }) => signature && perft)).toBe(true);
});
