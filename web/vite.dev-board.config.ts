// The board alone, from recorded positions: npx vite build -c vite.dev-board.config.ts
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  server: { fs: { allow: ['..'] } },
  build: {
    outDir: '../build-dev-board',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: 'dev-board.html' },
  },
});
