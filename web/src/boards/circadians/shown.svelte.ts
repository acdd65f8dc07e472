// What is shown follows the events of a beat, and Fx moves what they move; without a beat it is the table
// itself. Until then nothing is offered: a click or a key comes to the table as it is.
import { tick, untrack } from 'svelte';
import type { GameEvent } from '../../engine/messages';
import { motionFactor } from '../common/motion';
import { hideTip } from '../common/tips.svelte';
import type { Beat, BoardProps } from '../types';
import { deedOf, type Done } from './deeds';
import type { Dragging } from './dragging.svelte';
import { Fx } from './fx';
import { asCircadians, pointsOf, type CircadiansView } from './model';
import type { Pack } from './pack';
import type { Places } from './places.svelte';
import type { Planner } from './planner.svelte';
import { told } from './told';

interface Given {
  readonly props: Pick<BoardProps, 'view' | 'beat'>; // the table as it is, and what is told of its way there
  readonly view: CircadiansView; // what is drawn: shown, or a plan that is made
  readonly planner: Planner;
  readonly dragging: Dragging;
  readonly places: Places;
  readonly me: number;
  readonly pack: Pack;
  readonly root: HTMLElement | undefined;
  readonly layer: HTMLElement | undefined; // over the table
  readonly behind: HTMLElement | undefined;
}

const LET_GO = 300; // ms after which a die no longer counts as dragged to its place

export class Shown {
  view: CircadiansView = $state.raw()!;
  deed = $state.raw<Done | null>(null);
  private fx: Fx | null = null;
  private lastBeat = 0;
  private ahead: GameEvent[] = []; // what followed the last beat
  private skipped: unknown = null; // the batch whose motion was ended
  private seen: CircadiansView | null = null; // the batch whose motion was seen last
  private rolled = false;

  constructor(private readonly given: Given) {
    this.view = untrack(() => asCircadians(given.props.view));
    this.makeFx();
    $effect.pre(() => {
      const { beat } = given.props;
      const final = asCircadians(beat ? beat.view : given.props.view);
      untrack(() => this.follow(beat, final));
    });
  }

  // The table as it is: nothing is still on its way there.
  now = $derived.by(() => this.view === asCircadians(this.given.props.view));

  private makeFx(): void {
    const { given } = this;
    $effect(() => {
      const { root, layer, behind } = given;
      if (!root || !layer || !behind) return;
      const made = new Fx(root, layer, behind, () => given.places.layout.scale);
      this.fx = made;
      return () => {
        made.finish();
        this.fx = null;
      };
    });
  }

  private follow(beat: Beat | null, final: CircadiansView): void {
    if (!beat || this.skipped === beat.view) {
      if (!beat) this.skipped = null;
      this.ahead = [];
      this.deed = null;
      if (this.view !== final) this.arrive(final);
      return;
    }
    if (beat.id === this.lastBeat) return;
    this.lastBeat = beat.id;
    const { event, rest, ms } = beat;
    const { me } = this.given;
    if (this.seen !== final) this.ahead = [];
    this.seen = final;
    const since = this.ahead.slice(0, Math.max(0, this.ahead.length - rest.length - 1));
    this.ahead = rest;
    for (const one of since) this.view = this.next(one, final, rest);
    const before = this.fx?.look(event, me, this.view) ?? {};
    const seat = Number(event.seat);
    const points = pointsOf(this.view, seat) ?? 0;
    if (event.event === 'round') hideTip();
    this.rolled ||= event.event === 'rolled' && event.seat === me;
    this.view = this.next(event, final, rest);
    this.deed = deedOf(this.deed, event, me);
    const more = (pointsOf(this.view, seat) ?? 0) - points;
    void tick().then(() => this.fx?.show(event, before, ms, me, more, rest));
  }

  // What cannot be followed is shown as it came out: the game goes on.
  private next(event: GameEvent, final: CircadiansView, rest: GameEvent[]): CircadiansView {
    try {
      return told(this.view, event, this.given.pack, final, rest);
    } catch (error) {
      console.error(event, error);
      return final;
    }
  }

  // The table as it is. What still moves belongs to it, or is ended.
  private arrive(final: CircadiansView): void {
    const before = this.view;
    const still = motionFactor() === 0;
    if (!still && this.seen !== final) this.fx?.finish();
    const dice = this.rolled;
    this.rolled = false;
    this.view = final;
    void tick().then(() => {
      if (still) this.fx?.settle(before, final);
      else if (dice) this.fx?.roll();
    });
  }

  // A die that is put into its place goes there from the tray; one that was dragged is there already. To be
  // called once the table is put together.
  followPlan(): void {
    const { given } = this;
    let drawn = untrack(() => given.view);
    let dragging = 0;
    $effect.pre(() => {
      if (given.dragging.piece) dragging = performance.now();
      const after = given.view;
      untrack(() => {
        const before = drawn;
        drawn = after;
        if (before === after || !given.planner.active || before.phase !== after.phase) return;
        const from = performance.now() - dragging > LET_GO ? this.fx?.held() : undefined;
        if (from) void tick().then(() => this.fx?.assign(from, before, after, given.me));
      });
    });
  }

  // A click or a key ends what moves.
  hurry(): void {
    const { beat } = this.given.props;
    if (!beat) return;
    this.skipped = beat.view;
    this.rolled = false;
    this.deed = null;
    this.view = asCircadians(beat.view);
    this.fx?.finish();
  }
}
