// What happened is shown event by event, at a pace; the view is final from the first of them on.
import type { GameEvent } from '../engine/messages';
import type { Motion } from '../store';
import type { LogLine, Told } from './log.svelte';
import { pace } from './pace';
import type { SeatScreen } from './screen.svelte';
import type { Shot } from './talk';

export interface Batch {
  screen: SeatScreen; // of whom it was asked for: nobody else sees it
  shot: Shot;
  told: Told[];
  bot: boolean;
}

const RECALLED = 1200; // ms

export class Show {
  onEvent: ((event: GameEvent) => void) | undefined; // what is shown now
  paceOf: ((event: GameEvent) => number) | undefined; // how long an event wants to be shown, in ms

  private readonly queue: Batch[] = [];
  private showing: Promise<void> | undefined;
  private hurry = false;
  private closed = false;
  private wake: (() => void) | undefined;
  private beats = 0;

  constructor(
    private readonly motion: () => Motion,
    private readonly see: (screen: SeatScreen, shot: Shot) => void,
  ) {}

  present(batch: Batch): void {
    this.queue.push(batch);
    this.showing ??= this.showAll();
  }

  // Everything that is being shown is shown at once.
  skip(): void {
    if (!this.showing) return;
    this.hurry = true;
    this.wake?.();
  }

  async finished(): Promise<void> {
    while (this.showing) await this.showing;
  }

  close(): void {
    this.closed = true;
    this.skip();
  }

  // Points at what a line of the log tells.
  async again(screen: SeatScreen, line: LogLine): Promise<void> {
    const since = screen.log.lines.filter((one) => one.n > line.n).map((one) => one.event);
    const recall = { id: ++this.beats, event: line.event, since };
    screen.recall = recall;
    await new Promise((resolve) => setTimeout(resolve, RECALLED));
    if (screen.recall === recall) screen.recall = null;
  }

  private async showAll(): Promise<void> {
    do await this.showQueue();
    while (this.queue.length > 0 && !this.closed);
    this.showing = undefined;
    this.hurry = false;
  }

  private async showQueue(): Promise<void> {
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      const { screen, shot } = batch;
      this.see(screen, shot);
      const events = batch.told.map((one) => one.event);
      const times = pace(events, this.motion(), batch.bot, this.paceOf);
      for (const [i, told] of batch.told.entries()) {
        if (this.closed) return;
        const { event } = told;
        screen.log.tell(told);
        this.onEvent?.(event);
        const ms = times[i]!;
        if (ms === 0 || this.hurry) continue;
        screen.beat = { id: ++this.beats, event, rest: events.slice(i + 1), view: shot.view, ms };
        await this.pause(ms);
      }
      screen.beat = null;
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wake = done;
    });
  }
}
