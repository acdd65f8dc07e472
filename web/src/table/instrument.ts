// A few oscillators and some noise, played into a node.

// A second of noise.
export function noiseOf(context: BaseAudioContext): AudioBuffer {
  const length = context.sampleRate;
  const noise = context.createBuffer(1, length, length);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; ++i) data[i] = Math.random() * 2 - 1;
  return noise;
}

export class Instrument {
  constructor(
    private context: BaseAudioContext,
    private noise: AudioBuffer,
    private out: AudioNode,
  ) {}

  // A tone that falls off; to: where its pitch glides.
  tone(
    at: number,
    pitch: number,
    length: number,
    loud: number,
    wave: OscillatorType = 'sine',
    to?: number,
  ): void {
    const source = this.context.createOscillator();
    source.type = wave;
    source.frequency.setValueAtTime(pitch, at);
    if (to !== undefined) source.frequency.exponentialRampToValueAtTime(to, at + length);
    this.shape(source, at, length, loud, Math.min(0.012, length / 4));
  }

  // Noise through a band; rise: how long it grows.
  rush(
    at: number,
    pitch: number,
    width: number,
    length: number,
    loud: number,
    to?: number,
    rise = Math.min(0.012, length / 4),
  ): void {
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

  bell(at: number, pitch: number, loud: number): void {
    this.tone(at, pitch, 0.9, loud);
    this.tone(at, pitch * 2.76, 0.5, loud * 0.35);
    this.tone(at, pitch * 5.4, 0.2, loud * 0.15);
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
