// What Solenia adds to a replay: all hands in one view, the sky behind the graph, the airship's marks.
import type { View } from '../../engine/messages';
import type { ReplayParts } from '../../replay/parts';
import { asSolenia, type SoleniaView } from './model';
import ReplayHands from './ReplayHands.svelte';
import './replay.css';

// The strip in the middle of the five is where the airship flies.
const MIDDLE = 2;
const SKIES = ['day', 'dusk', 'night', 'dawn'];

export const replayParts: ReplayParts = {
  open: (views: View[]) => {
    const all = views.map(asSolenia);
    const first = all[0]!;
    return {
      ...first,
      players: first.players.map((player, i) => all[i]?.players[i] ?? player),
    } satisfies SoleniaView as View;
  },
  Hands: ReplayHands,
  ownSky: true,
  backdrop: (view) => {
    const strip = asSolenia(view).rows[MIDDLE] ?? '';
    const sky = SKIES.find((name) => strip.endsWith(name));
    return sky === undefined ? null : `graph-${sky}`;
  },
  mark: (events) => (events.some((event) => event.event === 'airship') ? 'i-airship' : null),
};
