// What Solenia adds to a replay: all hands in one view, the sky behind the graph, the airship's marks.
import type { View } from '../../engine/messages';
import type { ReplayParts } from '../../replay/parts';
import ReplayHands from './ReplayHands.svelte';
import './replay.css';

// The strip in the middle of the five is where the airship flies.
const MIDDLE = 2;
const SKIES = ['day', 'dusk', 'night', 'dawn'];

export const replayParts: ReplayParts = {
  open: (views: View[]) => {
    const first = views[0]!;
    const players = first['players'] as unknown[];
    return {
      ...first,
      players: players.map((player, i) => {
        const own = views[i]?.['players'] as unknown[] | undefined;
        return own?.[i] ?? player;
      }),
    };
  },
  Hands: ReplayHands,
  ownSky: true,
  backdrop: (view) => {
    const strip = (view['rows'] as string[] | undefined)?.[MIDDLE] ?? '';
    const sky = SKIES.find((name) => strip.endsWith(name));
    return sky === undefined ? null : `graph-${sky}`;
  },
  mark: (events) => (events.some((event) => event.event === 'airship') ? 'i-airship' : null),
};
