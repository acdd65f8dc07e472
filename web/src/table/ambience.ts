// What is heard around a table all the time, very quietly: each voice plays phrase after phrase, and what changes is how
// loud it is. Nothing is heard while nobody looks at the page.
import type { Air, Mix } from '../boards/types';
import { Instrument } from './instrument';

const AHEAD = 1.2; // seconds that are written down in advance
const FADE = 0.6; // seconds, about as long as a sky takes

const below = (n: number) => Math.random() * n;
const BEAT = 0.64;
// Bass, chord and melody of a bar.
const WALTZ: [number, number[], number[]][] = [
  [110, [262, 330], [659, 0, 523]],
  [98, [247, 294], [587, 0, 494]],
  [87, [220, 262], [523, 440, 523]],
  [82, [208, 247], [494, 0, 0]],
  [110, [262, 330], [440, 523, 659]],
  [147, [220, 349], [698, 0, 587]],
  [82, [208, 294], [587, 494, 415]],
  [110, [220, 262], [440, 0, 0]],
];

// A phrase of each voice; it says how long it is until the next one.
type Phrase = (s: Instrument, at: number, n: number) => number;
const PHRASES: Record<Air, Phrase> = {
  birds: (s, at) => {
    const pitch = 2300 + below(1500);
    const notes = 2 + Math.floor(below(4));
    for (let i = 0; i < notes; ++i) {
      const one = pitch * (0.92 + below(0.16));
      s.tone(at + i * 0.14, one, 0.1, 0.05, 'sine', one * (below(1) < 0.5 ? 1.22 : 0.86));
    }
    return 1.8 + below(4.5);
  },
  wind: (s, at) => {
    s.rush(at, 260 + below(160), 0.6, 8, 0.045, 420 + below(200), 3.5);
    return 4;
  },
  crickets: (s, at) => {
    const pitch = 4100 + below(350);
    for (let i = 0; i < 3; ++i) s.tone(at + i * 0.05, pitch, 0.04, 0.018);
    return 0.32 + below(0.5);
  },
  surf: (s, at) => {
    // A wave comes in, and its foam runs out.
    s.rush(at, 240 + below(80), 0.5, 5.5, 0.06, 520 + below(160), 2.4);
    s.rush(at + 2.2, 1500, 0.7, 3.2, 0.016, 700, 0.5);
    return 4.2 + below(2.4);
  },
  waltz: (s, at, n) => {
    const [bass, chord, melody] = WALTZ[n % WALTZ.length]!;
    s.tone(at, bass, 0.7, 0.07, 'triangle');
    for (const beat of [1, 2])
      for (const pitch of chord) s.tone(at + beat * BEAT, pitch, 0.32, 0.022, 'triangle');
    melody.forEach((pitch, beat) => {
      if (pitch) s.tone(at + beat * BEAT, pitch, 1.1, 0.04, 'triangle');
    });
    return 3 * BEAT;
  },
};

interface Voice {
  instrument: Instrument;
  loud: GainNode;
  next: number;
  phrases: number;
}

export class Ambience {
  private voices: Record<Air, Voice>;
  private mix: Mix | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private context: AudioContext,
    noise: AudioBuffer,
    out: AudioNode,
  ) {
    // From far away: nothing shrill.
    const far = context.createBiquadFilter();
    far.type = 'lowpass';
    far.frequency.value = 900;
    far.connect(out);
    const voice = (through: AudioNode): Voice => {
      const loud = context.createGain();
      loud.gain.value = 0;
      loud.connect(through);
      return { instrument: new Instrument(context, noise, loud), loud, next: 0, phrases: 0 };
    };
    this.voices = {
      birds: voice(out),
      wind: voice(out),
      crickets: voice(out),
      waltz: voice(far),
      surf: voice(out),
    };
    document.addEventListener('visibilitychange', () => this.follow());
  }

  // How loud each voice is from now on; null: silence.
  play(mix: Mix | null): void {
    this.mix = mix;
    this.follow();
  }

  private follow(): void {
    const mix = document.hidden ? null : this.mix;
    const now = this.context.currentTime;
    for (const [air, voice] of Object.entries(this.voices) as [Air, Voice][]) {
      voice.loud.gain.setTargetAtTime(mix?.[air] ?? 0, now, mix ? FADE : 0.1);
    }
    if (mix && this.timer === undefined) {
      this.timer = setInterval(() => this.write(), 400);
      this.write();
    } else if (!mix) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private write(): void {
    const now = this.context.currentTime;
    for (const [air, voice] of Object.entries(this.voices) as [Air, Voice][]) {
      if (!this.mix?.[air]) continue;
      voice.next = Math.max(voice.next, now + 0.1);
      while (voice.next < now + AHEAD)
        voice.next += PHRASES[air](voice.instrument, voice.next, voice.phrases++);
    }
  }
}
