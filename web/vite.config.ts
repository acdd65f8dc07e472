import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { gameFacts, pageWords, precompress, serviceWorker } from './vite-plugins.ts';

export default defineConfig({
  base: './',
  plugins: [svelte(), gameFacts(), pageWords(), serviceWorker(), precompress()],
  server: { fs: { allow: ['..'] } },
  worker: { format: 'es' },
  build: {
    outDir: '../build-web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' }, // of all npm packages in the page, for tools/licences
    rolldownOptions: {
      output: {
        // What every page of the shell shares comes in one piece instead of a dozen.
        codeSplitting: {
          groups: [
            {
              name: 'sound',
              test: /src\/(table\/(sound|ambience|instrument)|boards\/common\/sounds)\.ts/,
            },
            { name: 'drawn', test: /src\/boards\/common\/(?!components\/)/ },
            {
              name: 'base',
              priority: 1,
              test: /node_modules\/(svelte|esm-env|clsx)\/|src\/(text|store)\/|src\/boards\/(\w+\/about|index)\.ts|src\/shell\/(ui\/|learn\/games\.ts|[a-z][\w.]*\.ts$)|virtual:|preload-helper/,
            },
          ],
        },
        // Words are named by their language, so that the service worker can tell them apart.
        assetFileNames: ({ originalFileNames }) => {
          const language = /data\/lang\/([^/]+)\//.exec(originalFileNames[0] ?? '')?.[1];
          return `assets/${language ? `${language}-` : ''}[name]-[hash][extname]`;
        },
      },
    },
  },
  // How fast the machine is decides nothing.
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    execArgv: ['--experimental-websocket'], // as browsers have it
  },
});
