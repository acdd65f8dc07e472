// Pieces that are sent: which one is in hand, where it may go, and the move that is laid out.
import { untrack } from 'svelte';
import type { Move } from '../../engine/messages';
import { hideTip } from '../common/tips.svelte';
import type { BoardProps } from '../types';
import type { Bit } from './bits';
import { gainOf } from './gain';
import { SPECIALIST, type Berth, type Value } from './model';
import type { Refusal } from './refusal.svelte';
import {
  best,
  froms,
  isSend,
  placeOf,
  Targets,
  valuesOf,
  type From,
  type Send,
  type Target,
} from './targets';

interface Given {
  readonly props: Pick<BoardProps, 'pending' | 'play' | 'choose' | 'preview'>;
  readonly moves: Move[];
  readonly me: number;
}

export class Sender {
  gain = $state.raw<Bit[]>([]); // what the move that is laid out would bring
  wished = $state<number | null>(null); // the value the piece should count as
  private taken = $state<From | null>(null);

  constructor(
    private readonly given: Given,
    private readonly refusal: Refusal,
  ) {
    $effect(() => {
      void this.given.moves;
      untrack(() => {
        this.taken = null;
        this.wished = null;
      });
    });
    $effect(() => {
      const move = this.given.props.pending;
      this.gain = [];
      if (move === null) return;
      let late = false;
      void this.given.props.preview(move).then(({ events }) => {
        if (!late) this.gain = gainOf(events, this.given.me);
      });
      return () => {
        late = true;
      };
    });
  }

  // Whether a piece is to be sent.
  live = $derived.by(() => this.given.moves.some(isSend));
  private senders = $derived.by(() => froms(this.given.moves));
  // The move that is laid out.
  laid = $derived.by((): Send | null => {
    const { moves, props } = this.given;
    const move = moves.find((one) => one.move === props.pending);
    return move && isSend(move) ? move : null;
  });
  // The piece in hand.
  from = $derived.by((): From | null => {
    if (this.laid) return this.laid.from;
    if (this.taken !== null && this.senders.includes(this.taken)) return this.taken;
    return this.senders[0] ?? null;
  });
  values = $derived.by(() => valuesOf(this.given.moves, this.from));
  private targets = $derived.by(() => new Targets(this.given.moves, this.from, this.wished));
  // What the piece in hand shows.
  held = $derived.by((): Value | null => {
    const move = this.given.moves.find((one) => isSend(one) && one.from === this.from);
    if (!move || !isSend(move)) return null;
    return move.piece === 'specialist' ? SPECIALIST : move.piece;
  });
  // The value it counts as.
  value = $derived.by((): number | null => {
    const { laid, wished, held } = this;
    return laid?.value ?? wished ?? (typeof held === 'number' && held < SPECIALIST ? held : null);
  });

  // Whether this piece may go now.
  sendable(from: From): boolean {
    return this.senders.includes(from);
  }
  // A place a piece may be sent to.
  lit(place: string, berth?: Berth): Target | null {
    return this.targets.of(place, berth);
  }
  picked(place: string, berth?: Berth): boolean {
    const { laid } = this;
    return (
      laid !== null &&
      placeOf(laid) === place &&
      (this.lit(place, berth)?.moves.includes(laid) ?? false)
    );
  }

  send(place: string, berth?: Berth): void {
    hideTip();
    const target = this.lit(place, berth);
    if (!target) {
      if (this.live) void this.refusal.of(place, this.from);
      return;
    }
    this.refusal.said = '';
    const move = this.laid && target.moves.includes(this.laid) ? this.laid : best(target);
    if (this.given.props.pending === move.move) this.given.props.play(move.move);
    else this.given.props.choose(move.move);
  }

  take(piece: From): void {
    if (this.given.props.pending !== null) this.given.props.choose(null);
    this.taken = piece;
    this.wished = null;
  }

  setValue(value: number): void {
    const { from, laid } = this;
    const place = laid ? placeOf(laid) : null;
    const other = place
      ? this.given.moves.find(
          (move) =>
            isSend(move) && move.from === from && placeOf(move) === place && move.value === value,
        )
      : undefined;
    if (this.given.props.pending !== null) this.given.props.choose(null);
    this.wished = value;
    if (other) this.given.props.choose(other.move);
  }
}
