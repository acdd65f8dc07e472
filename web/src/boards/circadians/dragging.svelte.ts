// A piece is dragged: to where it is sent, or in a plan to its place.
import { wasDrag } from '../common/drag';
import { hideTip } from '../common/tips.svelte';
import type { BoardProps } from '../types';
import type { Value } from './model';
import type { Spot } from './plan';
import type { Planner } from './planner.svelte';
import type { Refusal } from './refusal.svelte';
import type { Sender } from './sender.svelte';
import { best, type From } from './targets';

const FAR = 9; // pixels a pointer moves before it drags
const SPOT = '[data-garage], [data-farm], [data-place="canteen"]';

const spotOf = ({ garage, farm }: DOMStringMap): Spot =>
  garage ? `g${Number(garage)}` : farm ? `farm${Number(farm)}` : 'canteen';

interface Given {
  readonly props: Pick<BoardProps, 'play'>;
  readonly root: HTMLElement | undefined;
  readonly planner: Planner;
  readonly sender: Sender;
  readonly refusal: Refusal;
  declined(spot: Spot): void;
}

export class Dragging {
  piece = $state<{ piece: Value; x: number; y: number } | null>(null);

  constructor(private readonly given: Given) {}

  start(start: PointerEvent, piece: Value, source: From | null, spot: Spot | null = null): void {
    if (start.button !== 0) return;
    this.given.refusal.said = '';
    const move = (moved: PointerEvent) => {
      if (!this.piece) {
        if (Math.hypot(moved.clientX - start.clientX, moved.clientY - start.clientY) < FAR) return;
        hideTip();
        if (source !== null) this.given.sender.take(source);
      }
      const home = this.given.root!.getBoundingClientRect();
      this.piece = { piece, x: moved.clientX - home.left, y: moved.clientY - home.top };
    };
    const end = (moved: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      if (!this.piece) return;
      this.piece = null;
      wasDrag();
      if (moved.type === 'pointerup') this.drop(moved, piece, spot);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  // What is under the pointer.
  private under<T>(
    event: PointerEvent,
    which: string,
    read: (data: DOMStringMap) => T,
  ): T | undefined {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const spot = element.closest<HTMLElement>(which);
      if (spot && this.given.root?.contains(spot)) return read(spot.dataset);
    }
    return undefined;
  }

  private drop(event: PointerEvent, piece: Value, spot: Spot | null): void {
    const { planner, sender } = this.given;
    if (planner.active) {
      const to = this.under(event, SPOT, spotOf);
      if (to === undefined || typeof piece !== 'number') return;
      void planner.drop(piece, spot, to).then((done) => {
        if (!done) this.given.declined(to);
      });
      return;
    }
    const target = this.under(event, '[data-lit]', ({ place }) =>
      place ? sender.lit(place) : null,
    );
    if (target) this.given.props.play(best(target).move);
  }
}
