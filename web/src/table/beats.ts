// An event while it is shown, and one that is pointed at again.
import type { GameEvent, View } from '../engine/messages';

// What just happened, being shown; the view is already final.
export interface Beat {
  id: number;
  event: GameEvent;
  rest: GameEvent[]; // what follows it in its batch
  view: View; // right after the batch
  ms: number;
}

// An earlier event, to be pointed at where its result is seen now.
export interface Recall {
  id: number;
  event: GameEvent;
  since: GameEvent[]; // what happened after it
}
