// A few oscillators and some noise, played into a node.

// What is played: a tone that falls off and may glide, noise through a band that may rise and glide, or a
// bell. Times in seconds, pitches in Hz.
export type Note =
  | {
      kind: 'tone';
      at: number;
      pitch: number;
      length: number;
      loud: number;
      wave: OscillatorType;
      to?: number;
    }
  | {
      kind: 'rush';
      at: number;
      pitch: number;
      width: number;
      length: number;
      loud: number;
      to?: number;
      rise?: number;
    }
  | { kind: 'bell'; at: number; pitch: number; loud: number };

// A sound, as the notes it is made of.
export type Recipe = readonly Note[];

export const tone = (
  at: number,
  pitch: number,
  length: number,
  loud: number,
  wave: OscillatorType = 'sine',
  to?: number,
): Note => ({ kind: 'tone', at, pitch, length, loud, wave, to });
export const rush = (
  at: number,
  pitch: number,
  width: number,
  length: number,
  loud: number,
  to?: number,
  rise?: number,
): Note => ({ kind: 'rush', at, pitch, width, length, loud, to, rise });
export const bell = (at: number, pitch: number, loud: number): Note => ({
  kind: 'bell',
  at,
  pitch,
  loud,
});

// A second of noise.
export function noiseOf(context: BaseAudioContext): AudioBuffer {
  const length = context.sampleRate;
  const noise = context.createBuffer(1, length, length);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; ++i) data[i] = Math.random() * 2 - 1;
  return noise;
}

type Of<Kind> = Extract<Note, { kind: Kind }>;

export class Instrument {
  constructor(
    private context: BaseAudioContext,
    private noise: AudioBuffer,
    private out: AudioNode,
  ) {}

  play(recipe: Recipe, at: number): void {
    for (const note of recipe) {
      if (note.kind === 'tone') this.tone(note, at + note.at);
      else if (note.kind === 'rush') this.rush(note, at + note.at);
      else this.bell(note, at + note.at);
    }
  }

  private tone(note: Of<'tone'>, at: number): void {
    const { pitch, length, loud, wave, to } = note;
    const source = this.context.createOscillator();
    source.type = wave;
    source.frequency.setValueAtTime(pitch, at);
    if (to !== undefined) source.frequency.exponentialRampToValueAtTime(to, at + length);
    this.shape(source, at, length, loud, Math.min(0.012, length / 4));
  }

  private rush(note: Of<'rush'>, at: number): void {
    const { pitch, width, length, loud, to, rise = Math.min(0.012, length / 4) } = note;
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    source.loop = true;
    const band = this.context.createBiquadFilter();
    band.type = 'bandpass';
    band.Q.value = width;
    band.frequency.setValueAtTime(pitch, at);
    if (to !== undefined) band.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(band);
    this.shape(source, at, length, loud, rise, band);
  }

  private bell({ pitch, loud }: Of<'bell'>, at: number): void {
    this.play(
      [
        tone(0, pitch, 0.9, loud),
        tone(0, pitch * 2.76, 0.5, loud * 0.35),
        tone(0, pitch * 5.4, 0.2, loud * 0.15),
      ],
      at,
    );
  }

  private shape(
    source: AudioScheduledSourceNode,
    at: number,
    length: number,
    loud: number,
    rise: number,
    through: AudioNode = source,
  ): void {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    through.connect(gain).connect(this.out);
    source.start(at);
    source.stop(at + length + 0.02);
  }
}
