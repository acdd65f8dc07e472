import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Every element that has a style of its component carries its name: shorter than svelte-1tyjx3p.
    cssHash: ({ hash, filename, css }) => `s${hash(filename ?? css).slice(0, 5)}`,
  },
};
