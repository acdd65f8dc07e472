// The sounds of the table. Those that every table has are here; a game adds its own. Nothing sounds before
// the first gesture.
import { Ambience, type Voice } from './ambience';
import { bell, Instrument, noiseOf, rush, tone, type Recipe } from './instrument';

const APART = 0.17; // seconds between two of a row

const shared = {
  pick: [rush(0, 3200, 1.5, 0.06, 0.25)],
  place: [tone(0, 150, 0.16, 0.6, 'sine', 80), rush(0, 500, 1, 0.07, 0.3)],
  pay: [rush(0, 1800, 5, 0.06, 0.25, 900), rush(0.07, 1500, 5, 0.06, 0.2, 700)],
  point: [bell(0, 1318, 0.22)],
  bonus: [tone(0, 660, 0.2, 0.22, 'triangle'), tone(0.11, 880, 0.28, 0.22, 'triangle')],
  roll: [0, 0.07, 0.13, 0.24].flatMap((later, i) => [
    tone(later, 900 + i * 130, 0.05, 0.2, 'triangle', 620),
    rush(later, 2400, 3, 0.05, 0.22),
  ]),
  yourturn: [bell(0, 784, 0.22), bell(0.28, 784, 0.18)],
  undo: [rush(0, 1400, 1.5, 0.09, 0.25, 3600)],
  refuse: [tone(0, 130, 0.14, 0.45, 'triangle', 100)],
  lastround: [0, 0.32, 0.64].map((later) => bell(later, 659, 0.2)),
  end: [
    ...[262, 330, 392, 523].map((pitch) => tone(0, pitch, 1.6, 0.16, 'triangle')),
    ...[523, 659, 784, 1047].map((pitch, i) => bell(0.3 + i * 0.16, pitch, 0.12)),
  ],
} satisfies Record<string, Recipe>;

export type SharedCue = keyof typeof shared;

// What a game adds.
export interface SoundSet {
  recipes?: Record<string, Recipe>; // by cue
  voices?: Record<string, Voice>; // of its ambience
}
const NONE: SoundSet = {};

// A sound, or one several times in a row.
export type Heard<Cue extends string = string> = Cue | { cue: Cue; times: number };
// How loud each voice around the table is, 0 to 1.
export type Mix<Name extends string = string> = Partial<Record<Name, number>>;

class Sounds {
  private context: AudioContext | undefined;
  private out: GainNode | undefined;
  private instrument: Instrument | undefined;
  private around: Ambience | undefined;
  private own = NONE;
  private mix: Mix | null = null;
  private level = 0.5;
  private last = new Map<string, number>();

  // Called with the first gesture: browsers want one.
  unlock(): void {
    if (this.context || typeof AudioContext === 'undefined') {
      if (this.context?.state === 'suspended') void this.context.resume();
      return;
    }
    try {
      this.context = new AudioContext();
    } catch {
      return; // no sound here
    }
    const limit = this.context.createDynamicsCompressor();
    limit.threshold.value = -20;
    limit.connect(this.context.destination);
    this.out = this.context.createGain();
    this.out.connect(limit);
    const noise = noiseOf(this.context);
    this.instrument = new Instrument(this.context, noise, this.out);
    this.around = new Ambience(this.context, noise, this.out);
    this.volume(this.level);
  }

  volume(level: number): void {
    this.level = level;
    if (this.out) this.out.gain.value = level * level * 0.7;
    this.follow();
  }

  // The sounds of the game that is on the table.
  use(own: SoundSet = NONE): void {
    this.own = own;
  }

  // What is heard around the table from now on; null: nothing.
  surround(mix: Mix | null): void {
    this.mix = mix;
    this.follow();
  }

  private follow(): void {
    const voices = this.own.voices ?? {};
    const loud = Object.entries(this.mix ?? {}).flatMap(([name, level = 0]): [Voice, number][] => {
      const voice = voices[name];
      return voice ? [[voice, level]] : [];
    });
    this.around?.play(this.mix === null || this.level === 0 ? null : new Map(loud));
  }

  // times: in a row, as bells are rung.
  play(cue: string, times = 1): void {
    const context = this.context;
    const recipe = this.own.recipes?.[cue] ?? (shared as Record<string, Recipe>)[cue];
    if (!recipe || !context || !this.instrument || this.level === 0) return;
    if (context.state === 'suspended') return;
    // The same sound twice within a blink is one.
    const now = context.currentTime;
    if (now - (this.last.get(cue) ?? -1) < 0.06) return;
    this.last.set(cue, now);
    for (let i = 0; i < times; ++i) this.instrument.play(recipe, now + i * APART);
  }
}

export const sounds = new Sounds();
