// What a person set, shown at the root of the page and kept.
import { CALM, settings } from '../store';

const dark = matchMedia('(prefers-color-scheme: dark)');

export function dress(): void {
  const { dataset } = document.documentElement;
  const system = dark.matches ? 'dark' : 'light';
  dataset.theme = settings.theme === 'system' ? system : settings.theme;
  dataset.motion = settings.moves;
  dataset.letters = settings.letters ? 'on' : 'off';
}

export function followSettings(): void {
  dress();
  dark.addEventListener('change', dress);
  matchMedia(CALM).addEventListener('change', dress);
  $effect.root(() => {
    $effect(dress);
    let first = true;
    $effect(() => {
      JSON.stringify(settings);
      if (!first) settings.save();
      first = false;
    });
  });
}
