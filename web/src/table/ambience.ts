// What is heard around a table all the time, very quietly: each voice plays phrase after phrase, and what changes is how
// loud it is. Nothing is heard while nobody looks at the page.
import { Instrument, type Recipe } from './instrument';

const AHEAD = 1.2; // seconds that are written down in advance
const FADE = 0.6; // seconds, about as long as a sky takes

// The nth phrase of a voice, and how many seconds it is until the next one.
export interface Voice {
  phrase: (n: number) => { notes: Recipe; lasts: number };
  far?: boolean; // heard from far away: nothing shrill
}

interface Playing {
  instrument: Instrument;
  loud: GainNode;
  next: number;
  phrases: number;
}

export class Ambience {
  private playing = new Map<Voice, Playing>();
  private mix: Map<Voice, number> | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private far: BiquadFilterNode;

  constructor(
    private context: AudioContext,
    private noise: AudioBuffer,
    private out: AudioNode,
  ) {
    this.far = context.createBiquadFilter();
    this.far.type = 'lowpass';
    this.far.frequency.value = 900;
    this.far.connect(out);
    document.addEventListener('visibilitychange', () => this.follow());
  }

  // How loud each voice is from now on; null: silence.
  play(mix: Map<Voice, number> | null): void {
    this.mix = mix;
    for (const voice of mix?.keys() ?? []) {
      if (!this.playing.has(voice)) this.playing.set(voice, this.begin(voice));
    }
    this.follow();
  }

  private begin(voice: Voice): Playing {
    const loud = this.context.createGain();
    loud.gain.value = 0;
    loud.connect(voice.far ? this.far : this.out);
    const instrument = new Instrument(this.context, this.noise, loud);
    return { instrument, loud, next: 0, phrases: 0 };
  }

  private follow(): void {
    const mix = document.hidden ? null : this.mix;
    const now = this.context.currentTime;
    for (const [voice, { loud }] of this.playing) {
      loud.gain.setTargetAtTime(mix?.get(voice) ?? 0, now, mix ? FADE : 0.1);
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
    for (const [voice, one] of this.playing) {
      if (!this.mix?.get(voice)) continue;
      one.next = Math.max(one.next, now + 0.1);
      while (one.next < now + AHEAD) {
        const { notes, lasts } = voice.phrase(one.phrases++);
        one.instrument.play(notes, one.next);
        one.next += lasts;
      }
    }
  }
}
