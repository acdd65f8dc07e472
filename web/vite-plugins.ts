// What the build of the page does besides bundling.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';
import { WasmEngine } from './src/engine/wasm.ts';

const engines = join(import.meta.dirname, '../build-wasm');

// `virtual:games`: what the engines say about their games, so that the start page need not wait for
// one. An engine that is not built yet is left out.
export function gameFacts(): Plugin {
  const id = 'virtual:games';
  return {
    name: 'tidelock-games',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(loaded) {
      if (loaded !== `\0${id}`) return undefined;
      const facts = new Map<string, unknown>();
      let files: string[] = [];
      try {
        files = readdirSync(engines).filter((file) => file.endsWith('.wasm'));
      } catch {
        this.warn('no engines in build-wasm: the page will have no games');
      }
      for (const file of files) {
        const path = join(engines, file);
        this.addWatchFile(path);
        const engine = await WasmEngine.start(await WebAssembly.compile(readFileSync(path)));
        const [answer] = engine.handle('{"do":"games"}');
        const { games } = JSON.parse(answer ?? '{}') as { games?: { id: string }[] };
        for (const game of games ?? []) facts.set(game.id, game);
      }
      return `export default ${JSON.stringify([...facts.values()])}`;
    },
  };
}

const words = join(import.meta.dirname, '../data/lang');

const readWords = (language: string, file: string) =>
  JSON.parse(readFileSync(join(words, language, file), 'utf8')) as Record<string, string>;

// What the start page says of a game: GAME.name, GAME.tagline, GAME.option.…, GAME.pack.… of GAME.json, and of
// board-GAME.json what stands there in their place.
const SAID_AT_START = /^(board\.)?\w+\.(name|tagline|motto|(option|pack)\..*)$/;

// All words that the page opens with in one language: data/lang/LANGUAGE/page*.json, and those of games.
function wordsOf(language: string): string {
  const all: Record<string, string> = {};
  for (const file of readdirSync(join(words, language)).sort()) {
    const ofPage = /^page(-.*)?\.json$/.test(file);
    if (!ofPage && !/^(board-)?\w+\.json$/.test(file)) continue;
    for (const [key, text] of Object.entries(readWords(language, file))) {
      if (ofPage || SAID_AT_START.test(key)) all[key] = text;
    }
  }
  return JSON.stringify(all);
}

// `virtual:words`: where those are, by language. Files rather than modules: a module that could not
// be had once is not asked for again.
export function pageWords(): Plugin {
  const id = 'virtual:words';
  const languages = readdirSync(words, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  let building = false;
  return {
    name: 'tidelock-words',
    configResolved(config) {
      building = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use('/@words/', (request, answer, next) => {
        const language = /^\/([\w-]+)\.json/.exec(request.url ?? '')?.[1] ?? '';
        if (!languages.includes(language)) return next();
        answer.setHeader('content-type', 'application/json');
        answer.end(wordsOf(language));
      });
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(loaded) {
      if (loaded !== `\0${id}`) return undefined;
      const urls = languages.map((language) => {
        if (!building) return `${JSON.stringify(language)}: '/@words/${language}.json'`;
        const file = this.emitFile({
          type: 'asset',
          name: `words-${language}.json`,
          source: wordsOf(language),
        });
        return `${JSON.stringify(language)}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export default { ${urls.join(', ')} }`;
    },
  };
}

function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, `${path}/`) : [path];
  });
}

const COMPRESSED = /\.(br|gz)$/;
const NOT_OFFLINE = ['sw.js', 'robots.txt', 'licences.md'];

// sw.js, under that very name beside index.html, with the list of all files of this build.
export function serviceWorker(): Plugin {
  let out = '';
  return {
    name: 'tidelock-service-worker',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const files = filesBelow(out)
          .filter((file) => !COMPRESSED.test(file) && !NOT_OFFLINE.includes(file))
          .sort();
        const hash = createHash('sha256');
        for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
        await build({
          configFile: false,
          logLevel: 'warn',
          root: import.meta.dirname,
          publicDir: false,
          define: {
            __FILES__: JSON.stringify(files),
            __VERSION__: JSON.stringify(hash.digest('hex').slice(0, 16)),
          },
          build: {
            outDir: out,
            emptyOutDir: false,
            target: 'es2022',
            lib: {
              entry: join(import.meta.dirname, 'src/sw.ts'),
              formats: ['es'],
              fileName: () => 'sw.js',
            },
          },
        });
      },
    },
  };
}

const TEXT = /\.(js|css|html|json|svg|wasm|webmanifest|txt|network)$/;
const LEAST = 1024;

// Compressed copies beside the files, for servers that hand them out.
export function precompress(): Plugin {
  let out = '';
  return {
    name: 'tidelock-precompress',
    apply: 'build',
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        for (const file of filesBelow(out)) {
          const path = join(out, file);
          if (!TEXT.test(file) || statSync(path).size < LEAST) continue;
          const content = readFileSync(path);
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          };
          writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
          writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        }
      },
    },
  };
}
