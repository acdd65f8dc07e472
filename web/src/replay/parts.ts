// What a game's board may add to a replay. All of it may be missing: then seats are looked at one by
// one, and nothing lies behind the graph.
import type { Component } from 'svelte';
import type { GameEvent, View } from '../engine/messages';

export interface ReplayParts {
  // All hands open: what each seat sees of itself, in one view. views[i] is that of seat i + 1.
  open?: (views: View[]) => View;
  // Draws what the view holds of hands, except the viewer's own that the board shows.
  Hands?: Component<{ view: View; names: string[]; viewer: number }>;
  // The class of what lies behind the graph at this position.
  backdrop?: (view: View) => string | null;
  // The board draws the sky itself: nothing else is put behind it.
  ownSky?: boolean;
  // The symbol of the game's sheet that stands below the graph for what happened in a step.
  mark?: (events: GameEvent[]) => string | null;
}
