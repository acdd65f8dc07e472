// How fast the engines of the page are, without a browser: `node tools/bench_page.mjs ENGINES TREE SECONDS GAMES [GAME]`
// prints JSON. ENGINES holds NAME.wasm of each of GAMES (names joined by commas, in the order of the command, as the
// signature goes through them); from TREE come the packs and the loader, which is the page's own.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from '../web/node_modules/typescript/lib/typescript.js';

const [engines, tree, seconds, games, only] = process.argv.slice(2);
const { outputText } = ts.transpileModule(readFileSync(join(tree, 'web/src/engine/wasm.ts'), 'utf8'), {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
});
const { WasmEngine } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

let mark = 0n;
const results = [];
for (const game of games.split(',')) {
  const module = join(engines, `${game}.wasm`);
  if (!existsSync(module)) continue; // one that is there to show how a game is made, and not measured
  const engine = await WasmEngine.start(await WebAssembly.compile(readFileSync(module)));
  for (const file of readdirSync(join(tree, 'data', game))) {
    engine.provide(`${game}/${file}`, new Uint8Array(readFileSync(join(tree, 'data', game, file))));
  }
  mark = engine.signature(mark);
  if (only && only !== game) continue;
  for (let n = 0; ; n++) {
    const speed = engine.gamesPerSecond(n, Number(seconds));
    if (speed === 0) break; // there is no such case
    results.push({ game, games_per_second: speed });
  }
}
console.log(JSON.stringify({ signature: String(mark), results }));
