// Sounds of more than one game, for a game's own set.
import { tone, type Note, type Recipe } from '../../table/instrument';
import type { Voice } from '../../table/ambience';

export const water: Recipe = [tone(0, 620, 0.14, 0.35, 'sine', 1300)];
export const dawn: Recipe = [523, 659, 784, 1047].map((pitch, i) =>
  tone(i * 0.09, pitch, 0.6, 0.16, 'triangle'),
);

export const below = (n: number) => Math.random() * n;

export const birds: Voice = {
  phrase: () => {
    const pitch = 2300 + below(1500);
    const notes = Array.from({ length: 2 + Math.floor(below(4)) }, (_, i): Note => {
      const one = pitch * (0.92 + below(0.16));
      return tone(i * 0.14, one, 0.1, 0.05, 'sine', one * (below(1) < 0.5 ? 1.22 : 0.86));
    });
    return { notes, lasts: 1.8 + below(4.5) };
  },
};

// Times in a row, each a little later than the one before.
export const row = (times: number, apart: number, note: (at: number, i: number) => Note): Note[] =>
  Array.from({ length: times }, (_, i) => note(i * apart, i));
