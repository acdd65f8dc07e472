import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rush, tone } from './instrument';
import { sounds, type SoundSet } from './sound';

// As much of Web Audio as is used, counting what is started.
let started = 0;
const param = () => ({
  value: 0,
  setValueAtTime: vi.fn(),
  exponentialRampToValueAtTime: vi.fn(),
  setTargetAtTime: vi.fn(),
});
const node = () => ({
  connect: (to: unknown) => to,
  gain: param(),
  frequency: param(),
  threshold: param(),
  Q: param(),
  start: () => void started++,
  stop: vi.fn(),
});
class FakeContext {
  state = 'running';
  sampleRate = 8;
  destination = {};
  get currentTime() {
    return Date.now() / 1000;
  }
  createGain = node;
  createBiquadFilter = node;
  createDynamicsCompressor = node;
  createOscillator = node;
  createBufferSource = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
}
const own: SoundSet = {
  recipes: { splash: [rush(0, 300, 1, 0.5, 0.2), tone(0.2, 600, 0.1, 0.2)] },
  voices: {
    near: { phrase: () => ({ notes: [tone(0, 4100, 0.04, 0.02)], lasts: 0.4 }) },
    distant: { phrase: (n) => ({ notes: [tone(0, 110 + n, 0.7, 0.07)], lasts: 1 }), far: true },
  },
};
let hidden = false;
let seen: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, listen: () => void) => (seen = listen),
  });
});
afterEach(() => {
  sounds.surround(null);
  sounds.use();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// How much is started within some seconds.
function heard(seconds = 5): number {
  const before = started;
  vi.advanceTimersByTime(seconds * 1000);
  return started - before;
}

it('surrounds a table only after a gesture, with sound, and while it is looked at', () => {
  const mix = { near: 1, distant: 1, unknown: 1 };
  sounds.use(own);
  sounds.volume(0.5);
  sounds.surround(mix);
  expect(heard()).toBe(0);
  sounds.unlock();
  expect(heard()).toBeGreaterThan(10);
  sounds.volume(0);
  expect(heard()).toBe(0);
  sounds.volume(0.5);
  expect(heard()).toBeGreaterThan(10);
  hidden = true;
  seen();
  expect(heard()).toBe(0);
  hidden = false;
  seen();
  expect(heard()).toBeGreaterThan(10);
  sounds.surround(null);
  expect(heard()).toBe(0);
});

it('rings as many bells as it is told', () => {
  sounds.volume(0.5);
  sounds.unlock();
  const bells = (times: number) => {
    vi.advanceTimersByTime(1000);
    const before = started;
    sounds.play('point', times);
    return started - before;
  };
  const one = bells(1);
  expect(one).toBeGreaterThan(0);
  expect(bells(3)).toBe(3 * one);
});

it('plays the sounds of the game on the table, and no others', () => {
  sounds.volume(0.5);
  sounds.unlock();
  const played = (cue: string) => {
    vi.advanceTimersByTime(1000);
    const before = started;
    sounds.play(cue);
    return started - before;
  };
  sounds.use(own);
  expect(played('splash')).toBe(2);
  expect(played('nothing')).toBe(0);
  sounds.use();
  expect(played('splash')).toBe(0);
  expect(played('pick')).toBe(1);
});
