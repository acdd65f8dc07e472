// The sounds of the table, made of a few oscillators and some noise. Nothing sounds before the first
// gesture.
import type { Air, Cue } from '../boards/types';
import { Ambience } from './ambience';
import { Instrument, noiseOf } from './instrument';

class Sounds {
  private context: AudioContext | undefined;
  private out: GainNode | undefined;
  private instrument: Instrument | undefined;
  private around: Ambience | undefined;
  private mix: Record<Air, number> | null = null;
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
  surround(mix: Record<Air, number> | null): void {
    this.mix = mix;
    this.around?.play(this.level === 0 ? null : mix);
  }

  play(cue: Cue): void {
    const context = this.context;
    if (!context || !this.instrument || this.level === 0) return;
    if (context.state === 'suspended') return;
    // The same sound twice within a blink is one.
    const now = context.currentTime;
    if (now - (this.last.get(cue) ?? -1) < 0.06) return;
    this.last.set(cue, now);
    score[cue](this.instrument, now);
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
