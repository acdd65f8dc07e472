// What Circadians adds to a replay: all hands, drafts and plans in one view, the light behind the graph, a moon a round.
import type { View } from '../../engine/messages';
import type { ReplayParts } from '../../replay/parts';
import { asCircadians, type CircadiansView } from './model';
import ReplayHands from './ReplayHands.svelte';
import './replay.css';

export const replayParts: ReplayParts = {
  open: (views: View[]) => {
    const all = views.map(asCircadians);
    const first = all[0]!;
    return {
      ...first,
      // Each seat as it sees itself.
      players: first.players.map((player, i) => all[i]?.players[i] ?? player),
      // A Gem Cache that anybody has looked at.
      caches: first.caches.map(
        (cache, i) =>
          all.map((view) => view.caches[i]).find((one) => one?.points !== undefined) ?? cache,
      ),
    } satisfies CircadiansView as View;
  },
  Hands: ReplayHands,
  ownSky: true,
  backdrop: (view) => {
    const { round } = asCircadians(view);
    return `graph-light${Math.min(7, Math.max(1, round))}`;
  },
  mark: (events) => (events.some((event) => event.event === 'round') ? 'i-moon' : null),
};
