// The engines of the page play the very games that every other build plays: the number that
// `tidelock bench --signature` prints is theirs as well.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { WasmEngine } from './wasm';

const root = resolve(import.meta.dirname, '../../..');
const GAMES = ['solenia', 'circadians']; // in the order of the registry

it('the signature is the native one', async () => {
  const kept = readFileSync(resolve(root, 'src/games/games_test.cpp'), 'utf8');
  const native = /kSignature = (\d+)ULL/.exec(kept)![1]!;
  let mark = 0n;
  for (const game of GAMES) {
    const bytes = readFileSync(resolve(root, `build-wasm/${game}.wasm`));
    const engine = await WasmEngine.start(await WebAssembly.compile(bytes));
    for (const file of readdirSync(resolve(root, 'data', game))) {
      const content = new Uint8Array(readFileSync(resolve(root, 'data', game, file)));
      engine.provide(`${game}/${file}`, content);
    }
    mark = engine.signature(mark);
  }
  expect(String(mark)).toBe(native);
}, 300_000);
