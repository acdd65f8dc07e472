// All that belongs to the seat at the screen: what it sees, what it has laid out, what it was told. Whoever sits
// down next gets a new one, so nothing is left of the player before.
import type { Area, GameEvent, Move, Several, View } from '../engine/messages';
import type { Beat, Recall } from './beats';
import { TableLog } from './log.svelte';
import { isEnough } from './several';
import type { Hint, Shot, TableStatus } from './talk';

// What answers told since something was shown last: all that happened, and what is seen now, if the last one told it.
interface Heard {
  events: GameEvent[];
  shot: Shot | null;
}

export class SeatScreen {
  readonly log: TableLog;

  view = $state.raw<View | null>(null);
  areas = $state.raw<Area[]>([]);
  help = $state.raw<string[]>([]);
  moves = $state.raw<Move[]>([]);
  prompt = $state('');
  status = $state.raw<TableStatus | null>(null);
  canUndo = $state(false);

  pending = $state<string | null>(null);
  draft = $state.raw<string[]>([]); // moves that are laid out together, in the order of laying
  several = $state.raw<Several | null>(null); // items of which several are chosen
  picked = $state.raw<string[]>([]); // those that were, until they are played
  refused = $state.raw<string[] | null>(null); // those that do not go together
  whole = $state.raw<string[] | null>(null); // what they come to when nothing is missing: to be played so
  question = $state(''); // what the board asks in the middle of a decision
  hint = $state.raw<Hint | null>(null);
  error = $state<string | null>(null); // what went wrong with the last wish

  beat = $state.raw<Beat | null>(null);
  recall = $state.raw<Recall | null>(null);

  heard: Heard = { events: [], shot: null };

  turnBegins = $state(true); // the viewer was not asked just before
  private asked = false;

  constructor(readonly viewer: number | null) {
    this.log = new TableLog(viewer);
  }

  asking = $derived.by(() => this.status?.to_act ?? []);
  mine = $derived.by(() => this.isAsked('decision'));
  confirming = $derived.by(() => this.isAsked('confirm'));
  laidOut = $derived.by(
    () => this.pending !== null || this.draft.length > 0 || this.picked.length > 0,
  );
  // Whether so many items are chosen that they can be played: none may be enough. What was refused has to change first.
  enough = $derived.by(
    () =>
      this.mine &&
      this.several !== null &&
      this.picked !== this.refused &&
      isEnough(this.several, this.picked),
  );
  // Whether there is something to confirm.
  playable = $derived.by(
    () => this.pending !== null || this.whole !== null || this.enough || this.confirming,
  );

  private isAsked(at: 'decision' | 'confirm'): boolean {
    return this.viewer !== null && this.status?.at === at && this.asking.includes(this.viewer);
  }

  // Whether a turn of the viewer begins with that.
  see(shot: Shot): boolean {
    this.view = shot.view;
    this.areas = shot.areas;
    this.help = shot.help;
    this.moves = shot.moves;
    this.prompt = shot.prompt;
    this.status = shot.status;
    this.canUndo = shot.undo;
    this.several = shot.several;
    this.pick([]);
    if (this.pending !== null && !this.moves.some((one) => one.move === this.pending)) {
      this.pending = null;
    }
    if (shot.goesOn) return false;
    const asked = shot.moves.length > 0;
    const begins = asked && !this.asked;
    if (asked) this.turnBegins = begins;
    this.asked = asked;
    return begins;
  }

  // These items are chosen: of all, which stay to be chosen or put back.
  pick(items: string[]): void {
    this.picked = items;
    if (this.several !== null) this.moves = this.several.items.map((one) => one.move);
  }

  // What is asked next is asked anew.
  tookBack(): void {
    this.asked = false;
  }

  clearDraft(): void {
    this.draft = [];
    this.whole = null;
  }
}
