export { default as Picture } from './Picture.svelte';
export { rules } from './rules';
export { tutorial } from './tutorial';
