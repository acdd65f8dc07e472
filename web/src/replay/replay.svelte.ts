// A record that is looked at: where one stands in it, through whose eyes, and what is seen there.
// Positions come from an engine of its own; whatever table is open elsewhere is not touched.
import { codeOf, EngineFailure, RequestError } from '../engine/client';
import type { Area, EngineError, GameEvent, Move, View } from '../engine/messages';
import type { Asks, Played, Position, TableRecord } from './messages';
import type { ReplayParts } from './parts';
import { cutRecord, isPartial, leadsOf, stepAt, stepAfter, stopsOf } from './record';

// A seat, a spectator, or all hands open.
export type Viewer = number | null | 'open';

export type Trouble =
  | { what: 'record'; error: EngineError } // the engine says what is wrong with it
  | { what: 'partial' } // as one seat saw it
  | { what: 'wasm' | 'file' | 'crash' | 'game' };

export interface Shown {
  step: number;
  viewer: Viewer;
  seat: number | null; // whose view the board is given
  view: View;
  areas: Area[];
  lines: string[];
  status: Position['status'];
  events: GameEvent[];
  better: Move | null; // laid out instead of the move that was played
  choices: Move[]; // then all that there were
}

export interface LogLine {
  step: number; // 0: the set-up
  seat: number | null;
  move: string;
  words: string;
  told: string[];
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 1600; // at speed 1
const KEPT = 600; // positions

const troubleOf = (error: unknown): Trouble => {
  if (error instanceof RequestError) return { what: 'record', error: error.error };
  // Anything else: there is no engine for its game.
  return { what: error instanceof EngineFailure ? error.what : 'game' };
};

// Whether the engine died and began anew: then it has to be told the record again.
const isNew = (error: unknown) =>
  (error instanceof EngineFailure && error.what === 'crash') || codeOf(error) === 'no-replay';

export class Replay {
  ready = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  seats = $state(0);
  entries = $state(0);
  decisions = $state.raw<Played[]>([]);
  stops = $state.raw<number[]>([0]);
  step = $state(0);
  viewer = $state<Viewer>(null);
  shown = $state.raw<Shown | null>(null);
  playing = $state(false);
  speed = $state(1);
  // By step; what is missing is not known yet.
  log = $state.raw<LogLine[]>([]);
  backdrops = $state.raw<(string | null)[]>([]);
  marks = $state.raw<(string | null)[]>([]);
  // Instead of the last move, the better one: a move in the notation.
  better = $state<string | null>(null);

  readonly last = $derived(this.stops.length - 1);
  readonly entry = $derived(this.stops[this.step] ?? 0);
  readonly decision = $derived<Played | null>(this.decisions[this.step - 1] ?? null);
  readonly next = $derived<Played | null>(this.decisions[this.step] ?? null);

  private known = new Map<string, Promise<Position>>();
  private legal = new Map<number, Promise<Move[]>>();
  private wanted = 0;
  private filling = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private preparing: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly engine: Asks,
    readonly record: TableRecord,
    readonly parts: ReplayParts = {},
    readonly home = 1, // the seat at the near side when all hands are open
    // While a game is played: whose eyes one may look through. Null: everybody's.
    readonly sees: readonly number[] | null = null,
  ) {}

  get canOpen(): boolean {
    return this.seats > 1 && this.parts.open !== undefined && this.sees === null;
  }

  // Makes it ready, and goes to an entry: without one to the end of the set-up.
  async open(entry = 0, viewer?: Viewer): Promise<void> {
    this.trouble = null;
    if (isPartial(this.record)) {
      this.trouble = { what: 'partial' };
      return;
    }
    try {
      await this.prepare();
    } catch (error) {
      if (!this.closed) this.trouble = troubleOf(error);
      return;
    }
    this.step = stepAt(this.stops, entry);
    const own = this.sees ? (this.sees[0] ?? null) : this.seats === 1 ? 1 : null;
    this.viewer = this.allowed(viewer ?? (this.canOpen ? 'open' : own));
    this.ready = true;
    await this.show();
    void this.fill();
  }

  // The sentences are asked for anew.
  async setLang(lang: string): Promise<void> {
    await this.engine.setLang(lang);
    if (!this.ready) return;
    this.known.clear();
    this.legal.clear();
    try {
      await this.prepare();
    } catch (error) {
      this.trouble = troubleOf(error);
      return;
    }
    await this.show();
    void this.fill();
  }

  // After a failure of the engine.
  async restart(): Promise<void> {
    this.known.clear();
    this.legal.clear();
    await this.open(this.entry, this.ready ? this.viewer : undefined);
  }

  goTo(step: number): void {
    const to = Math.min(this.last, Math.max(0, Math.round(step)));
    if (to === this.step && this.better === null) return;
    this.better = null;
    this.step = to;
    void this.show();
  }

  goToEntry(entry: number): void {
    this.goTo(stepAfter(this.decisions, entry));
  }

  by(steps: number): void {
    this.goTo(this.step + steps);
  }

  look(viewer: Viewer): void {
    this.viewer = this.allowed(viewer);
    void this.show();
    void this.fill();
  }

  // The position before the last move, with another one laid out; none goes back to what happened.
  async showBetter(move: string | null): Promise<void> {
    this.better = move;
    await this.show();
  }

  play(): void {
    if (this.step === this.last) this.goTo(0);
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.tick();
  }

  close(): void {
    this.closed = true;
    this.pause();
    this.wanted++;
    this.filling++;
    this.engine.close();
  }

  // The moves there were before a decision, with their parts and words.
  async choices(step: number): Promise<Move[]> {
    const decision = this.decisions[step - 1];
    if (!decision) return [];
    let asked = this.legal.get(step);
    if (!asked) {
      // Two requests that belong together: the next pair waits for them.
      asked = this.pairs.then(async () => {
        const record = cutRecord(this.record, decision.entry - 1);
        await this.engine.request({ do: 'load', record, autoplay: false, seed: 1 });
        const answer = await this.engine.request({ do: 'legal', seat: decision.seat });
        return (answer['moves'] as Move[] | undefined) ?? [];
      });
      this.pairs = asked.catch(() => undefined);
      this.legal.set(step, asked);
      asked.catch(() => this.legal.delete(step));
    }
    return asked;
  }

  private pairs: Promise<unknown> = Promise.resolve();

  // What was decided, or what was to be seen of it.
  wordsOf(step: number): string {
    const decision = this.decisions[step - 1];
    return decision?.words || decision?.move || this.log[step]?.told[0] || '…';
  }

  // The seats one may look through.
  get eyes(): number[] {
    const all = Array.from({ length: this.seats }, (_, i) => i + 1);
    return all.filter((seat) => this.sees?.includes(seat) ?? true);
  }

  private allowed(viewer: Viewer): Viewer {
    if (viewer === 'open') return this.canOpen ? 'open' : null;
    return viewer !== null && !this.eyes.includes(viewer) ? null : viewer;
  }

  private prepare(): Promise<void> {
    this.preparing ??= (async () => {
      const answer = await this.engine.request({ do: 'replay', record: this.record });
      this.seats = answer.seats;
      this.entries = answer.entries;
      // What others chose is told by what was to be seen of it.
      this.decisions = leadsOf(answer.decisions).map((one) =>
        this.eyes.includes(one.seat) ? one : { ...one, move: '', words: '' },
      );
      this.stops = stopsOf(this.decisions, answer.entries);
      this.step = Math.min(this.step, this.stops.length - 1);
    })().finally(() => (this.preparing = undefined));
    return this.preparing;
  }

  // With all hands open nobody is "you": events name everybody.
  private at(step: number, seat: number | null, named = false): Promise<Position> {
    const key = `${step}/${seat}/${named}`;
    let asked = this.known.get(key);
    if (asked) {
      // Those used last are kept longest.
      this.known.delete(key);
      this.known.set(key, asked);
      return asked;
    }
    const request = {
      do: 'at' as const,
      entry: this.stops[step]!,
      seat,
      from: step === 0 ? 0 : this.stops[step - 1]!,
      named,
    };
    asked = this.engine.request(request).catch(async (error: unknown) => {
      if (this.closed || !isNew(error)) throw error;
      await this.prepare();
      return this.engine.request(request);
    });
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    for (const old of this.known.keys()) {
      if (this.known.size <= KEPT) break;
      this.known.delete(old);
    }
    return asked;
  }

  private async positions(step: number, viewer: Viewer): Promise<Position[]> {
    if (viewer !== 'open') return [await this.at(step, viewer)];
    return Promise.all(Array.from({ length: this.seats }, (_, i) => this.at(step, i + 1, true)));
  }

  private async show(): Promise<void> {
    const wanted = ++this.wanted;
    const { step, viewer, better } = this;
    try {
      const mover = this.decisions[step - 1]?.seat ?? 1;
      let seen: Position[];
      let seat: number | null;
      let choices: Move[] = [];
      if (better !== null) {
        // Another move is looked at through the eyes of who had the choice.
        seat = mover;
        seen = await this.positions(step - 1, viewer === 'open' ? 'open' : mover);
        choices = await this.choices(step);
      } else {
        seat = viewer === 'open' ? this.home : viewer;
        seen = await this.positions(step, viewer);
      }
      if (wanted !== this.wanted) return;
      const main = seen.length > 1 ? seen[seat! - 1]! : seen[0]!;
      this.shown = {
        step,
        viewer,
        seat,
        view:
          viewer === 'open'
            ? ({ ...this.parts.open!(seen.map((one) => one.view)), seat } as View)
            : main.view,
        areas: main.areas ?? [],
        lines: main.lines ?? [],
        status: main.status,
        events: better === null ? mergeEvents(seen, mover) : [],
        better: choices.find((one) => one.move === better) ?? null,
        choices,
      };
      this.trouble = null;
    } catch (error) {
      if (wanted !== this.wanted || this.closed) return;
      this.pause();
      this.trouble = troubleOf(error);
    }
  }

  // The log, and what lies behind the graph, step by step; whoever scrubs in between comes first.
  private async fill(): Promise<void> {
    const filling = ++this.filling;
    const { viewer } = this;
    const log: LogLine[] = [];
    const backdrops: (string | null)[] = [];
    const marks: (string | null)[] = [];
    try {
      for (let step = 0; step <= this.last; step++) {
        const seen = await this.positions(step, viewer);
        if (filling !== this.filling || this.closed) return;
        const decision = this.decisions[step - 1];
        const events = mergeEvents(seen, decision?.seat ?? 1);
        log.push({
          step,
          seat: decision?.seat ?? null,
          move: decision?.move ?? '',
          words: decision?.words ?? '',
          told: events.map((event) => event.text).filter((text) => text !== undefined),
        });
        backdrops.push(this.parts.backdrop?.(seen[0]!.view) ?? null);
        marks.push(step === 0 ? null : (this.parts.mark?.(events) ?? null));
        if (step % 16 === 0 || step === this.last) {
          this.log = [...log];
          this.backdrops = [...backdrops];
          this.marks = [...marks];
        }
      }
    } catch {
      // What is missing is asked for again where it is shown, and told there.
    }
  }

  private tick(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.step >= this.last) {
      this.playing = false;
      return;
    }
    this.timer = setTimeout(() => {
      this.by(1);
      this.tick();
    }, STEP_MS / this.speed);
  }
}

// Of what several seats were told, each event as the seat it is about saw it. Where not all were
// told the same number of things, what the one who decided was told.
export function mergeEvents(seen: readonly Position[], mover: number): GameEvent[] {
  const main = (seen[mover - 1] ?? seen[0])?.events ?? [];
  if (seen.length < 2 || seen.some((one) => one.events.length !== main.length)) return main;
  return main.map((event, i) =>
    event.seat === undefined ? event : (seen[event.seat - 1]?.events[i] ?? event),
  );
}
