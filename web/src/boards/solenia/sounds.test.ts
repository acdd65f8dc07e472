import { describe, expect, it } from 'vitest';
import type { GameEvent, View } from '../../engine/messages';
import type { SoleniaEvent } from '../../engine/schema';
import { ambience, cues } from './sounds';

const table = () => {
  const cue = cues();
  return (event: Partial<SoleniaEvent>) => cue(event as GameEvent, { seat: 1, rounds: 16 } as View);
};

const rows = (...skies: string[]) =>
  ({ rows: skies.map((sky, at) => `${at + 1}${sky}`) }) as unknown as View;

describe('the sounds of Solenia', () => {
  it('follow what happens', () => {
    const cue = table();
    expect(cue({ event: 'got', resource: 'S', from: 'island' })).toBe('stone');
    expect(cue({ event: 'got', resource: 'S', from: 'slot' })).toBe('bonus');
    expect(cue({ event: 'turned', strip: '3dusk' })).toBe('dusk');
    expect(cue({ event: 'turned', strip: '3dawn' })).toBe('dawn');
    expect(cue({ event: 'turned', strip: '2day' })).toBe('strip');
    expect(cue({ event: 'drew-hidden', seat: 2 })).toBeUndefined();
  });

  it('ring a bell for each star, up to three', () => {
    const bells = [1, 2, 5].map((n) => table()({ event: 'stars', seat: 1, n }));
    expect(bells).toEqual([1, 2, 3].map((times) => ({ cue: 'point', times })));
  });

  it('tell once that the last round begins', () => {
    const cue = table();
    const turns = [15, 15, 16, 16].map((round, at) =>
      cue({ event: 'turn', seat: (at % 2) + 1, round }),
    );
    expect(turns).toEqual([undefined, undefined, 'lastround', undefined]);
    expect(table()({ event: 'turn', seat: 1, round: 16 })).toBe('lastround');
  });

  it('go from day to night with the sky', () => {
    const noon = ambience(rows('day', 'day', 'day', 'day', 'day'));
    expect(noon).toEqual({ birds: 1, wind: 1, crickets: 0, waltz: 0 });
    const evening = ambience(rows('day', 'day', 'dusk', 'night', 'night'));
    expect(evening).toEqual({ birds: 0.5, wind: 0.5, crickets: 0.5, waltz: 0.5 });
    const midnight = ambience(rows('night', 'night', 'night', 'night', 'dawn'));
    expect(midnight.crickets).toBeCloseTo(0.9);
    expect(midnight.birds).toBeCloseTo(0.1);
  });
});
