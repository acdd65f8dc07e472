// What the seat at the screen was told: the lines of the log, what is read aloud of them, and the recap.
import type { GameEvent } from '../engine/messages';

// An event, and which of those the viewer was told it is.
export interface Told {
  n: number;
  event: GameEvent;
}

export interface LogLine {
  n: number; // which event it was, of those the viewer was told
  seat: number | null; // null: nobody's
  text: string;
  event: GameEvent;
}

const SPOKEN = 40; // lines kept for the live region

function linesOf({ event, n }: Told): LogLine[] {
  // Seat 0 is nobody's.
  return event.text ? [{ n, seat: event.seat || null, text: event.text, event }] : [];
}

export class TableLog {
  lines = $state.raw<LogLine[]>([]);
  spoken = $state.raw<{ id: number; text: string }[]>([]);
  told = 0; // events the engine has told; the lines may be behind
  recapFrom = $state(0); // the first event of the recap

  constructor(private readonly viewer: number | null) {}

  // What happened since the viewer's last turn.
  recap = $derived.by(() =>
    this.viewer === null ? [] : this.lines.filter((line) => line.n >= this.recapFrom),
  );

  // Everything anew, and nothing of it aloud.
  rewrite(told: Told[]): void {
    this.lines = told.flatMap(linesOf);
  }

  tell(told: Told): void {
    const lines = linesOf(told);
    if (lines.length === 0) return;
    this.lines = [...this.lines, ...lines];
    const id = (this.spoken.at(-1)?.id ?? 0) + 1;
    this.spoken = [...this.spoken.slice(1 - SPOKEN), { id, text: lines[0]!.text }];
  }

  // What was taken back was not told.
  cutAt(next: number): void {
    this.told = next;
    this.lines = this.lines.filter((line) => line.n < next);
    this.recapFrom = next;
  }
  without(gone: Set<number>): void {
    this.lines = this.lines.filter((line) => !gone.has(line.n));
  }

  // The event after the last one of a seat's own.
  afterLastOf(seat: number): number {
    return (this.lines.findLast((line) => line.seat === seat)?.n ?? -1) + 1;
  }
}
