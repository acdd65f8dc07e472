// The engines of the page play the very games that every other build plays: the signature and the
// perft counts are those that src/games/games_test.cpp keeps for g++ and clang.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { WasmEngine } from './wasm';

const root = resolve(import.meta.dirname, '../../..');
const GAMES = ['solenia', 'circadians']; // in the order of the registry
const kept = readFileSync(resolve(root, 'src/games/games_test.cpp'), 'utf8');

async function engineOf(game: string): Promise<WasmEngine> {
  const bytes = readFileSync(resolve(root, `build-wasm/${game}.wasm`));
  const engine = await WasmEngine.start(await WebAssembly.compile(bytes));
  for (const file of readdirSync(resolve(root, 'data', game))) {
    const content = new Uint8Array(readFileSync(resolve(root, 'data', game, file)));
    engine.provide(`${game}/${file}`, content);
  }
  return engine;
}

it('the signature is the native one', async () => {
  const native = /kSignature = (\d+)ULL/.exec(kept)![1]!;
  let mark = 0n;
  for (const game of GAMES) mark = (await engineOf(game)).signature(mark);
  expect(String(mark)).toBe(native);
}, 300_000);

it('perft is the native one', async () => {
  const [solenia, circadians] = await Promise.all(GAMES.map(engineOf));
  // {"mode", players, seed, random decisions before, {counts of 1, 2, 3 and 4 decisions}}
  const rows = [...kept.matchAll(/^ +\{"(\w+)", (\d), (\d+), 0, \{([\d, ]+)\}\},$/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const [, mode, players, seed, counts] of rows) {
    const expansion = { base: 'off', specialists: 'on' }[mode!];
    const engine = expansion === undefined ? solenia! : circadians!;
    const options = { players: Number(players), ...(expansion ? { expansion } : { mode }) };
    const native = counts!.split(', ').filter((count) => count !== '0');
    const here = native.map((_, i) => engine.perft(options, BigInt(seed!), i + 1));
    expect(here, `${mode} with ${players}`).toEqual(native);
  }
}, 300_000);
