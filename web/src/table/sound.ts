// The sounds of the table, made of a few oscillators and some noise. Nothing sounds before the first
// gesture.
import type { Cue, Mix } from '../boards/types';
import { Ambience } from './ambience';
import { Instrument, noiseOf } from './instrument';

const APART = 0.17; // seconds between two of a row

class Sounds {
  private context: AudioContext | undefined;
  private out: GainNode | undefined;
  private instrument: Instrument | undefined;
  private around: Ambience | undefined;
  private mix: Mix | null = null;
  private level = 0.5;
  private last = new Map<Cue, number>();

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
    this.around?.play(level === 0 ? null : this.mix);
  }

  // What is heard around the table from now on; null: nothing.
  surround(mix: Mix | null): void {
    this.mix = mix;
    this.around?.play(this.level === 0 ? null : mix);
  }

  // times: in a row, as bells are rung.
  play(cue: Cue, times = 1): void {
    const context = this.context;
    if (!context || !this.instrument || this.level === 0) return;
    if (context.state === 'suspended') return;
    // The same sound twice within a blink is one.
    const now = context.currentTime;
    if (now - (this.last.get(cue) ?? -1) < 0.06) return;
    this.last.set(cue, now);
    for (let i = 0; i < times; ++i) score[cue](this.instrument, now + i * APART);
  }
}

const score: Record<Cue, (s: Instrument, at: number) => void> = {
  pick: (s, at) => s.rush(at, 3200, 1.5, 0.06, 0.25),
  place: (s, at) => {
    s.tone(at, 150, 0.16, 0.6, 'sine', 80);
    s.rush(at, 500, 1, 0.07, 0.3);
  },
  wood: (s, at) => {
    s.tone(at, 320, 0.09, 0.5, 'triangle', 240);
    s.rush(at, 900, 3, 0.05, 0.25);
  },
  wheat: (s, at) => s.rush(at, 5200, 0.8, 0.22, 0.16, 3000),
  stone: (s, at) => {
    s.tone(at, 1400, 0.05, 0.22, 'triangle', 900);
    s.rush(at, 2600, 4, 0.05, 0.3);
  },
  water: (s, at) => s.tone(at, 620, 0.14, 0.35, 'sine', 1300),
  star: (s, at) => s.bell(at, 1318, 0.22),
  pay: (s, at) => {
    s.rush(at, 1800, 5, 0.06, 0.25, 900);
    s.rush(at + 0.07, 1500, 5, 0.06, 0.2, 700);
  },
  deliver: (s, at) => {
    s.tone(at, 110, 0.18, 0.6, 'sine', 70);
    s.rush(at + 0.02, 1200, 1, 0.08, 0.3);
    s.rush(at + 0.16, 4200, 1, 0.2, 0.12, 6400);
  },
  bonus: (s, at) => {
    s.tone(at, 660, 0.2, 0.22, 'triangle');
    s.tone(at + 0.11, 880, 0.28, 0.22, 'triangle');
  },
  ship: (s, at) => {
    s.tone(at, 95, 0.35, 0.14, 'sawtooth', 70);
    for (let i = 0; i < 14; ++i) s.rush(at + 0.2 + i * 0.07, 220, 1.2, 0.08, 0.16);
  },
  lift: (s, at) => s.rush(at, 700, 0.6, 0.4, 0.2, 2400),
  strip: (s, at) => {
    s.rush(at, 300, 0.7, 0.8, 0.3, 110);
    s.tone(at + 0.55, 240, 0.12, 0.14, 'triangle', 180);
  },
  dusk: (s, at) => {
    s.tone(at, 147, 1.1, 0.3, 'triangle');
    s.tone(at, 110, 1.2, 0.3, 'sine');
  },
  dawn: (s, at) =>
    [523, 659, 784, 1047].forEach((pitch, i) =>
      s.tone(at + i * 0.09, pitch, 0.6, 0.16, 'triangle'),
    ),
  roll: (s, at) =>
    [0, 0.07, 0.13, 0.24].forEach((later, i) => {
      s.tone(at + later, 900 + i * 130, 0.05, 0.2, 'triangle', 620);
      s.rush(at + later, 2400, 3, 0.05, 0.22);
    }),
  assign: (s, at) => {
    s.tone(at, 240, 0.07, 0.35, 'triangle', 170);
    s.rush(at + 0.04, 2200, 4, 0.03, 0.16);
  },
  screen: (s, at) => {
    s.rush(at, 1300, 0.6, 0.5, 0.22, 240);
    s.tone(at + 0.42, 90, 0.14, 0.35, 'sine', 60);
  },
  send: (s, at) => s.rush(at, 900, 0.9, 0.34, 0.2, 2600, 0.1),
  algae: (s, at) => {
    s.rush(at, 1100, 1.6, 0.16, 0.2, 500);
    s.rush(at + 0.08, 1500, 1.6, 0.14, 0.16, 600);
  },
  energy: (s, at) => s.tone(at, 160, 0.24, 0.2, 'sawtooth', 420),
  gem: (s, at) => {
    s.tone(at, 2350, 0.22, 0.16);
    s.tone(at + 0.02, 3520, 0.14, 0.08);
  },
  crawl: (s, at) => {
    for (let i = 0; i < 6; ++i) s.rush(at + i * 0.055, 150 + (i % 2) * 60, 1.4, 0.06, 0.3);
    s.tone(at, 62, 0.36, 0.2, 'sawtooth', 56);
  },
  accord: (s, at) => {
    s.tone(at, 330, 0.3, 0.18, 'triangle');
    s.tone(at + 0.14, 494, 0.42, 0.18, 'triangle');
  },
  tile: (s, at) => {
    s.tone(at, 420, 0.08, 0.3, 'triangle', 300);
    s.rush(at + 0.05, 3000, 3, 0.05, 0.2);
  },
  breakthrough: (s, at) =>
    [659, 784, 988, 1319].forEach((pitch, i) => s.bell(at + i * 0.08, pitch, 0.11)),
  setback: (s, at) => {
    s.rush(at, 700, 1.2, 0.09, 0.4, 260);
    s.tone(at + 0.03, 120, 0.2, 0.35, 'triangle', 84);
  },
  seal: (s, at) => {
    s.tone(at, 105, 0.16, 0.6, 'sine', 66);
    s.rush(at + 0.01, 900, 1, 0.07, 0.3);
    s.tone(at + 0.16, 880, 0.3, 0.12, 'triangle');
  },
  specialist: (s, at) => {
    s.rush(at, 3600, 5, 0.03, 0.3);
    s.tone(at + 0.06, 520, 0.12, 0.2, 'triangle', 700);
  },
  rest: (s, at) => s.rush(at, 220, 0.5, 1.5, 0.26, 700, 0.7),
  yourturn: (s, at) => {
    s.bell(at, 784, 0.22);
    s.bell(at + 0.28, 784, 0.18);
  },
  undo: (s, at) => s.rush(at, 1400, 1.5, 0.09, 0.25, 3600),
  refuse: (s, at) => s.tone(at, 130, 0.14, 0.45, 'triangle', 100),
  lastround: (s, at) => [0, 0.32, 0.64].forEach((later) => s.bell(at + later, 659, 0.2)),
  end: (s, at) => {
    [262, 330, 392, 523].forEach((pitch) => s.tone(at, pitch, 1.6, 0.16, 'triangle'));
    [523, 659, 784, 1047].forEach((pitch, i) => s.bell(at + 0.3 + i * 0.16, pitch, 0.12));
  },
};

export const sounds = new Sounds();
