import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// Every element that a component styles carries the component's name: a short one, and one for each.
const named = new Map();
function cssHash({ hash, filename, css }) {
  const name = `s${hash(filename ?? css).slice(0, 4)}`;
  const first = named.get(name) ?? filename;
  if (first !== filename) throw new Error(`${first} and ${filename} would share their styles`);
  named.set(name, filename);
  return name;
}

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    discloseVersion: false, // nobody asks the page for it
    cssHash,
  },
};
