import { describe, expect, it } from 'vitest';
import type { GameEvent, View } from '../../engine/messages';
import { pace } from './pace';
import { ambience, cues } from './sounds';

describe('the sounds of Circadians', () => {
  const events = (cue: (event: GameEvent) => unknown, ...all: Record<string, unknown>[]) =>
    all.map((one) => cue(one as unknown as GameEvent));

  it('follow what happens', () => {
    expect(
      events(
        cues(),
        { event: 'sent', seat: 1, to: 'foundry' },
        { event: 'sent', seat: 1, to: 'negotiation', faction: 'zcharo' },
        { event: 'gained', seat: 1, resource: 'G' },
        { event: 'moved', seat: 2 },
        { event: 'fulfilled', seat: 2 },
        { event: 'ai-gems', seat: 2, n: -1 },
        { event: 'sides' },
      ),
    ).toEqual(['send', 'accord', 'gem', 'crawl', 'seal', 'pay', undefined]);
  });
  it('tell of a roll and of the Screens once a round', () => {
    const cue = cues();
    const round = (n: number) =>
      events(
        cue,
        { event: 'round', round: n },
        { event: 'rolled', seat: 1, value: 3 },
        { event: 'rolled', seat: 1, value: 5 },
        { event: 'planned', seat: 1 },
        { event: 'planned', seat: 2 },
      );
    expect(round(1)).toEqual(['dawn', 'roll', undefined, 'screen', 'assign']);
    expect(round(2)).toEqual(['rest', 'roll', undefined, 'screen', 'assign']);
    expect(round(7)[0]).toBe('lastround');
  });
  it('have more birds with every round', () => {
    const birds = [0, 1, 4, 7].map((round) => ambience({ round } as View).birds);
    expect(birds).toEqual([0, 1 / 7, 4 / 7, 1]);
  });
});

describe('the pace of Circadians', () => {
  it('gives time to whatever changes what is seen', () => {
    const seen = ['planned', 'sent', 'gained', 'paid', 'moved', 'ship', 'fulfilled', 'round'];
    for (const event of seen) expect(pace({ event } as GameEvent)).toBeGreaterThan(0);
    expect(pace({ event: 'first' } as GameEvent)).toBe(0);
  });
});
