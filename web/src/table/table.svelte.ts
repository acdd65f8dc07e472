// A table that is played: the engine with its game, what the person at the screen sees of it, and the
// record in the browser's storage.
//
// The engine goes one step at a time: so every bot's turn comes by itself, it is known who thinks, and
// whatever dies in between costs one turn of thinking.
import { EngineFailure, RequestError } from '../engine/client';
import type {
  Area,
  EngineError,
  GameEvent,
  Move,
  Options,
  Pack,
  SeatSetup,
  Status,
  TableRecord,
  View,
} from '../engine/messages';
import type { AnswerWorth } from '../messages';
import { sameMoves, type SavedGame } from '../store';
import type { Beat, Recall } from './beats';
import { hasText, t } from '../text';
import { pageHost, type EngineLike, type Host } from './host';
import { pace } from './pace';

export interface LogLine {
  n: number; // which event it was, of those the viewer was told
  seat: number | null;
  text: string;
  event: GameEvent;
}

type HintMove = AnswerWorth;

interface Hint {
  running: boolean;
  iterations: number;
  moves: HintMove[]; // the best first
  line: string[]; // in words where there are any
}

export type Trouble = 'wasm' | 'file' | 'crash' | 'damaged' | 'missing';

// All that is seen at one moment.
export interface Shot {
  view: View;
  areas: Area[];
  lines: string[];
  help: string[];
  moves: Move[];
  prompt: string;
  status: Status & { verdict?: string[] };
  undo: boolean;
}

// An event, and which of those the viewer was told it is.
export interface Told {
  n: number;
  event: GameEvent;
}

interface Batch {
  shot: Shot;
  told: Told[];
  bot: boolean;
}

const MOST_DEATHS = 2;
const SPOKEN = 40; // lines kept for the live region
const RECALLED = 1200; // ms

// What a server refuses it does not say in every language.
export function sentenceOf({ code, sentence, message }: EngineError): string {
  const key = `page.online.refused.${code}`;
  return sentence ?? (hasText(key) ? t(key) : message);
}

export class TableGame {
  phase = $state<'opening' | 'playing' | 'over' | 'failed'>('opening');
  trouble = $state<Trouble | null>(null);
  troubleDetail = $state('');

  // Whether others play from elsewhere: nobody is handed the screen, and no engine is asked for hints.
  readonly far: boolean = false;

  // What the viewer sees. Nothing of it is there while the curtain is closed.
  viewer = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  areas = $state.raw<Area[]>([]);
  lines = $state.raw<string[]>([]);
  moves = $state.raw<Move[]>([]);
  prompt = $state('');
  status = $state.raw<(Status & { verdict?: string[] }) | null>(null);
  log = $state.raw<LogLine[]>([]);
  spoken = $state.raw<{ id: number; text: string }[]>([]);
  pending = $state<string | null>(null);
  draft = $state.raw<string[]>([]); // moves that are laid out together, in the order of laying
  whole = $state.raw<string[] | null>(null); // what they come to when nothing is missing: to be played so
  question = $state(''); // what the board asks in the middle of a decision
  beat = $state.raw<Beat | null>(null);
  recall = $state.raw<Recall | null>(null);
  hint = $state.raw<Hint | null>(null);
  protected recapFrom = $state(0);
  // What happened since the viewer's last turn.
  recap = $derived.by(() =>
    this.viewer === null ? [] : this.log.filter((line) => line.n >= this.recapFrom),
  );
  helpLines = $state.raw<string[]>([]);

  // To whom the screen is to be handed over.
  curtain = $state<number | null>(null);
  turnBegins = $state(true); // the viewer was not asked just before
  thinking = $state<number | null>(null); // the bot that thinks
  busy = $state(false);
  error = $state<string | null>(null); // what went wrong with the last wish
  notice = $state<string | null>(null); // what happened to the table
  elsewhere = $state(false); // it was played on in another tab: here it ends
  canUndo = $state(false);
  auto = $state(true); // a game of bots alone goes on by itself
  saved = $state.raw<SavedGame>()!;
  options = $state.raw<Record<string, unknown>>({});

  // For sound: what is shown now, and that the viewer is asked.
  onEvent: ((event: GameEvent) => void) | undefined;
  onTurn: (() => void) | undefined;
  onOver: (() => void) | undefined;
  // How much time a seat has left, where there is a clock.
  timeOf = $state.raw<((seat: number) => { text: string; urgent: boolean } | null) | undefined>();
  paceOf: ((event: GameEvent) => number) | undefined;

  protected readonly host: Host;
  protected readonly engine: EngineLike;
  protected kept: TableRecord | null; // as this tab knows it in storage
  private keeping: Promise<unknown> = Promise.resolve();
  protected at: Status | null = null; // the engine's; what is shown may be behind it
  protected told = 0; // events the engine has told the viewer
  private marks: number[] = []; // of each seat: how many events it had seen when its last turn ended
  protected queue: Batch[] = [];
  private showing: Promise<void> | undefined;
  private hurry = false;
  private wake: (() => void) | undefined;
  private beats = 0;
  private deaths = 0;
  protected closed = false;
  protected asked = false; // whether the shown viewer was asked before
  private stepping = false;

  constructor(saved: SavedGame, host: Host = pageHost) {
    this.host = host;
    this.saved = { ...saved, seed: saved.seed ?? freshSeed() };
    this.kept = saved.record;
    this.engine = host.engine(saved.game, host.lang());
    // While something is asked, whoever waits for the answer hears of it.
    this.engine.onDeath = () => {
      if (!this.busy && this.phase === 'playing') {
        void this.act(() => Promise.reject(new EngineFailure('crash', 'idle')));
      }
    };
  }

  // --- who sits here ---

  names = $derived.by(() =>
    this.saved.seats.map(
      (seat, i) => seat.name || t(seat.bot ? 'page.table.bot' : 'page.table.player', { n: i + 1 }),
    ),
  );
  bots = $derived.by(() => this.saved.seats.map((seat) => Boolean(seat.bot)));
  people = $derived.by(() => this.saved.seats.flatMap((seat, i) => (seat.bot ? [] : [i + 1])));
  watching = $derived.by(() => !this.far && this.people.length === 0);
  hotSeat = $derived.by(() => !this.far && this.people.length > 1);
  asking = $derived.by(() => this.status?.to_act ?? []);
  mine = $derived.by(
    () =>
      this.viewer !== null && this.status?.at === 'decision' && this.asking.includes(this.viewer),
  );
  confirming = $derived.by(
    () =>
      this.viewer !== null && this.status?.at === 'confirm' && this.asking.includes(this.viewer),
  );
  laidOut = $derived.by(() => this.pending !== null || this.draft.length > 0);
  // Whether there is something to confirm.
  playable = $derived.by(() => this.pending !== null || this.whole !== null || this.confirming);
  over = $derived.by(() => this.phase === 'over');
  name(seat: number): string {
    return this.names[seat - 1] ?? String(seat);
  }

  // --- opening and ending ---

  async open(): Promise<void> {
    this.phase = 'opening';
    this.trouble = null;
    await this.act(async () => {
      await this.begin();
      this.phase = this.at?.at === 'over' ? 'over' : 'playing';
      await this.sit();
      await this.goOn();
    });
  }

  close(): void {
    this.closed = true;
    this.skip();
    this.engine.close();
  }

  // Storage was changed in another tab: if the game was played on there, it goes on there.
  async meet(read: () => Promise<SavedGame | undefined>): Promise<void> {
    await this.keeping;
    const { kept } = this;
    const stored = await read();
    if (kept !== this.kept) return this.meet(read); // read while it was kept
    if (stored && !sameMoves(stored.record, kept)) this.giveWay();
  }

  private giveWay(): void {
    if (this.closed) return;
    this.elsewhere = true;
    this.close();
  }

  retry(): Promise<void> {
    this.deaths = 0;
    return this.open();
  }

  // --- what the person at the screen does ---

  // Lays out a move; it is played when it is confirmed, or at once where nobody wants to confirm.
  choose(move: string | null): void {
    this.error = null;
    if (move === null) this.pending = null;
    else if (this.host.confirm()) this.pending = move;
    else void this.play(move);
  }

  // Lays out several moves that only make sense together. They may be changed until they are confirmed.
  lay(draft: string[], whole: string[] | null): void {
    this.error = null;
    const changed = draft.join() !== this.draft.join();
    this.draft = draft;
    this.whole = whole;
    if (!changed || this.viewer === null) return;
    this.saved = { ...this.saved, draft: { seat: this.viewer, moves: draft } };
    this.keeping = this.host.save(this.saved, this.kept);
  }

  // Where one confirms, what was laid out and then played was confirmed by that, if the turn ends
  // with it.
  async play(...moves: string[]): Promise<void> {
    const seat = this.viewer;
    if (seat === null || !this.mine) return;
    this.skip();
    await this.act(async () => {
      // Nothing is offered any more while it is being played.
      const { moves: offered, pending, whole } = this;
      const laidOut = whole !== null || pending === moves[0];
      this.moves = [];
      this.pending = null;
      this.whole = null;
      const answer = await this.engine
        .request({ do: 'apply', seat, moves, go: false })
        .catch((error: unknown) => {
          [this.moves, this.pending, this.whole] = [offered, pending, whole];
          throw error;
        });
      this.forget();
      this.hint = null;
      this.deaths = 0;
      this.at = answer.status!;
      if (this.at.at === 'confirm' && laidOut) await this.confirmed(seat);
      await this.goOn(true);
    });
  }

  async confirm(): Promise<void> {
    if (this.whole !== null) return this.play(...this.whole);
    if (this.pending !== null) return this.play(this.pending);
    const seat = this.viewer;
    if (seat === null || !this.confirming) return;
    await this.act(async () => {
      await this.confirmed(seat);
      await this.goOn(true);
    });
  }

  // The last thing that was laid out or played.
  async undo(): Promise<void> {
    if (this.pending !== null) this.pending = null;
    else if (this.draft.length > 0) this.lay(this.draft.slice(0, -1), null);
    else await this.takeBack();
  }

  // The last thing that was played; what is laid out stays.
  async takeBack(): Promise<void> {
    const seat = this.viewer;
    if (seat === null) return;
    this.skip();
    await this.shown();
    await this.act(async () => {
      const answer = await this.engine.request({ do: 'undo', seat });
      this.at = answer.status!;
      this.phase = 'playing';
      this.hint = null;
      this.told = answer.next;
      this.log = this.log.filter((line) => line.n < answer.next);
      this.recapFrom = answer.next;
      this.asked = false;
      await this.goOn(true);
    });
  }

  // A move in notation. Whether it was one.
  async command(text: string): Promise<boolean> {
    const seat = this.viewer;
    const typed = text.trim();
    if (seat === null || typed === '') return false;
    if (!this.mine) {
      this.error = t('page.table.not-asked');
      return false;
    }
    let move: string | undefined;
    try {
      const answer = await this.engine.request({ do: 'why', seat, move: typed });
      if (answer.legal) move = answer.move;
      else this.error = sentenceOf(answer.reason);
    } catch (error) {
      this.error = this.tellable(error);
    }
    if (move === undefined) return false;
    await this.play(move);
    return this.error === null;
  }

  why = async (text: string): Promise<string> => {
    if (this.viewer === null || !this.mine) return '';
    try {
      const answer = await this.engine.request({ do: 'why', seat: this.viewer, move: text });
      return answer.legal ? '' : sentenceOf(answer.reason);
    } catch (error) {
      return this.tellable(error);
    }
  };

  preview = async (move: string): Promise<{ events: GameEvent[] }> => {
    if (this.viewer === null || !this.mine) return { events: [] };
    try {
      const answer = await this.engine.request({
        do: 'preview',
        seat: this.viewer,
        move,
      });
      return { events: answer.events };
    } catch {
      return { events: [] };
    }
  };

  // The one whom the screen was handed over to is there.
  async lift(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return;
    await this.act(async () => {
      this.curtain = null;
      this.viewer = seat;
      await this.refresh();
      this.remember();
      this.recapFrom = this.markOf(seat);
      await this.goOn();
    });
  }

  // Everything that is being shown is shown at once.
  skip(): void {
    if (!this.showing) return;
    this.hurry = true;
    this.wake?.();
  }

  // Points at what a line of the log tells.
  async again(line: LogLine): Promise<void> {
    const since = this.log.filter((one) => one.n > line.n).map((one) => one.event);
    const recall = { id: ++this.beats, event: line.event, since };
    this.recall = recall;
    await new Promise((resolve) => setTimeout(resolve, RECALLED));
    if (this.recall === recall) this.recall = null;
  }

  // Games of bots alone.
  async step(): Promise<void> {
    this.skip();
    await this.shown();
    this.stepping = true;
    await this.act(() => this.goOn());
  }
  async setAuto(on: boolean): Promise<void> {
    this.auto = on;
    if (on) await this.act(() => this.goOn());
  }

  async setLang(lang: string): Promise<void> {
    await this.engine.setLang(lang);
    if (this.phase === 'opening' || this.phase === 'failed') return;
    while (this.busy) await new Promise((resolve) => setTimeout(resolve, 30));
    if (this.curtain !== null || this.closed) return;
    await this.act(() => this.refresh());
  }

  // --- hints ---

  async askHint(): Promise<void> {
    const seat = this.viewer;
    if (seat === null || !this.mine || this.hint?.running) return;
    this.hint = { running: true, iterations: 0, moves: [], line: [] };
    const mine = () => this.viewer === seat && this.hint !== null;
    try {
      const answer = await this.engine.request({ do: 'hint', seat }, (progress) => {
        const { best, iterations, line } = progress;
        if (mine() && best) this.hint = { running: true, iterations, moves: [best], line };
      });
      if (!mine()) return;
      this.hint = {
        running: false,
        iterations: answer.iterations,
        moves: answer.moves,
        line: answer.line,
      };
    } catch (error) {
      this.hint = null;
      if (error instanceof EngineFailure) await this.act(() => Promise.reject(error));
      else this.error = this.tellable(error);
    }
  }

  async cancelHint(): Promise<void> {
    const running = this.hint?.running;
    this.hint = null;
    if (running) await this.engine.request({ do: 'cancel' }).catch(() => undefined);
  }

  // --- inside ---

  protected async begin(): Promise<void> {
    const { game, options, pack, record, undo, seats, challenge } = this.saved;
    // A challenge of before there were versions was scored by the first one.
    const rules = this.saved.rules ?? (challenge ? 1 : undefined);
    const seed = this.saved.seed === undefined ? undefined : Number(this.saved.seed);
    const setup = {
      seats: seats.map(({ bot }, i): SeatSetup => ({ name: this.names[i], bot })),
      confirm: true,
      undo,
      go: false,
    };
    const answer = record
      ? await this.engine.request({
          do: 'load',
          record,
          // A record of a game that is over has its own.
          ...(record.seed === undefined ? { seed } : {}),
          ...setup,
        })
      : await this.engine.request({
          do: 'new',
          game,
          ...(rules === undefined ? {} : { rules }),
          options: options as Options, // the engine says what it does not know
          ...(pack === null || pack === undefined ? {} : { pack: pack as Pack }),
          seed,
          ...setup,
        });
    this.at = answer.status!;
    this.options = (answer.options ?? options) as Record<string, unknown>;
    // The deal is there before anybody looks.
    while (this.at.at === 'chance') await this.go();
  }

  private async go(): Promise<boolean> {
    const answer = await this.engine.request({
      do: 'go',
      seat: this.viewer,
    });
    this.at = answer.status!;
    return answer.went;
  }

  // Who looks at the table when it is opened.
  protected async sit(): Promise<void> {
    this.told = 0;
    if (!this.hotSeat) this.viewer = this.people[0] ?? null;
    else if (this.at?.at === 'over') this.viewer = null;
    else if (this.viewer === null) return; // the curtain goes up for whoever is asked
    await this.refresh();
    this.remember();
    if (this.viewer !== null) this.recapFrom = this.markOf(this.viewer);
  }

  // What was laid out and not yet played, of whoever sits here.
  protected remember(): void {
    const { draft } = this.saved;
    if (draft && draft.seat === this.viewer && this.mine) this.draft = draft.moves;
  }
  protected forget(): void {
    this.draft = [];
    this.whole = null;
    const { draft: _, ...saved } = this.saved;
    this.saved = saved;
  }

  protected async confirmed(seat: number): Promise<void> {
    const answer = await this.engine.request({ do: 'confirm', seat, go: false });
    this.at = answer.status!;
  }

  // Chance answers, bots move, and the screen goes to whoever is asked.
  protected async goOn(own = false): Promise<void> {
    let news = own; // whether there is something to show
    let chance = false;
    while (!this.closed && this.at && this.at.at !== 'over') {
      const at = this.at;
      if (at.at === 'confirm') {
        const seat = at.to_act[0]!;
        if (this.host.confirm()) break;
        await this.confirmed(seat);
        news = true;
        continue;
      }
      const bot = at.at === 'chance' ? undefined : at.to_act.find((one) => this.bots[one - 1]);
      if (bot !== undefined && (bot !== this.thinking || (this.watching && chance))) {
        if (news) await this.pull(this.thinking !== null);
        if (own && this.thinking === null) this.recapFrom = this.told;
        news = false;
        if (this.watching) {
          await this.shown();
          if (!this.auto && !this.stepping) {
            this.thinking = null;
            return;
          }
          this.stepping = false;
        }
        await this.host.painted(); // a bot that thinks leaves less of the machine to the page
        this.thinking = bot;
      }
      chance = at.at === 'chance';
      if (!(await this.go())) break;
      news = true;
      this.deaths = 0;
    }
    if (this.closed || !this.at) return;
    if (news) await this.pull(this.thinking !== null);
    this.thinking = null;
    this.stepping = false;
    if (this.at.at === 'over') {
      await this.finish();
    } else if (this.hotSeat && (this.viewer === null || !this.at.to_act.includes(this.viewer))) {
      await this.shown();
      this.drawCurtain(this.at.to_act[0] ?? null);
    }
  }

  protected async record(): Promise<TableRecord> {
    return (await this.engine.request({ do: 'record' })).record;
  }

  // Nothing of the one who played before stays on the screen.
  private drawCurtain(seat: number | null): void {
    if (this.viewer !== null) this.marks[this.viewer] = this.told;
    this.viewer = null;
    this.view = null;
    this.areas = [];
    this.lines = [];
    this.moves = [];
    this.prompt = '';
    this.status = null;
    this.log = [];
    this.spoken = [];
    this.helpLines = [];
    this.recapFrom = 0;
    this.pending = null;
    this.draft = [];
    this.whole = null;
    this.beat = null;
    this.recall = null;
    this.hint = null;
    this.error = null;
    this.canUndo = false;
    this.asked = false;
    this.told = 0;
    this.curtain = seat;
  }

  // Where the recap of a seat begins: after its last turn, as far as one can tell.
  protected markOf(seat: number): number {
    const mark = this.marks[seat];
    if (mark !== undefined) return mark;
    return (this.log.findLast((line) => line.seat === seat)?.n ?? -1) + 1;
  }

  protected async shot(): Promise<Shot> {
    const seat = this.viewer;
    const observed = await this.engine.request({ do: 'observe', seat });
    let moves: Move[] = [];
    let prompt = '';
    const status = observed.status!;
    if (seat !== null && status.at === 'decision' && status.to_act.includes(seat)) {
      const legal = await this.engine.request({ do: 'legal', seat });
      moves = legal.moves;
      prompt = legal.prompt ?? '';
    }
    return {
      view: observed.view,
      areas: observed.areas ?? [],
      lines: observed.lines ?? [],
      help: observed.help ?? [],
      moves,
      prompt,
      status,
      undo: observed.undo ?? false,
    };
  }

  protected async newEvents(): Promise<Told[]> {
    const answer = await this.engine.request({
      do: 'events',
      seat: this.viewer,
      from: this.told,
    });
    const from = this.told;
    this.told = answer.next;
    return answer.events.map((event, i) => ({ n: from + i, event }));
  }

  // After something happened: keep it, and let it be seen.
  private async pull(bot: boolean): Promise<void> {
    if (this.hotSeat && this.viewer === null && this.at?.at !== 'over') {
      await this.keep(null);
      return;
    }
    const told = await this.newEvents();
    const shot = await this.shot();
    await this.keep(shot.view);
    this.present({ shot, told, bot });
  }

  protected present(batch: Batch): void {
    this.queue.push(batch);
    this.showing ??= this.showAll();
  }

  // Everything anew, without motion: another viewer, another language.
  protected async refresh(): Promise<void> {
    this.skip();
    await this.shown();
    this.told = 0;
    const told = await this.newEvents();
    const shot = await this.shot();
    this.log = told.flatMap((one) => this.lineOf(one));
    this.see(shot);
    await this.keep(shot.view);
  }

  protected lineOf({ event, n }: Told): LogLine[] {
    // Seat 0 is nobody's.
    return event.text ? [{ n, seat: event.seat || null, text: event.text, event }] : [];
  }

  protected async shown(): Promise<void> {
    while (this.showing) await this.showing;
  }

  private async show(): Promise<void> {
    for (let batch = this.queue.shift(); batch; batch = this.queue.shift()) {
      this.see(batch.shot);
      const events = batch.told.map((one) => one.event);
      const times = pace(events, this.host.motion(), batch.bot, this.paceOf);
      for (const [i, event] of events.entries()) {
        if (this.closed) return;
        const line = this.lineOf(batch.told[i]!);
        if (line.length > 0) this.log = [...this.log, ...line];
        this.say(event.text);
        this.onEvent?.(event);
        const ms = times[i]!;
        if (ms === 0 || this.hurry) continue;
        const rest = events.slice(i + 1);
        this.beat = { id: ++this.beats, event, rest, view: batch.shot.view, ms };
        await this.pause(ms);
      }
      this.beat = null;
    }
  }
  private async showAll(): Promise<void> {
    do await this.show();
    while (this.queue.length > 0 && !this.closed);
    this.showing = undefined;
    this.hurry = false;
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

  protected see(shot: Shot): void {
    this.view = shot.view;
    this.areas = shot.areas;
    this.lines = shot.lines;
    this.helpLines = shot.help;
    this.moves = shot.moves;
    this.prompt = shot.prompt;
    this.status = shot.status;
    this.canUndo = shot.undo;
    if (this.pending !== null && !shot.moves.some((one) => one.move === this.pending)) {
      this.pending = null;
    }
    const asked = shot.moves.length > 0;
    if (asked) this.turnBegins = !this.asked;
    if (asked && !this.asked) this.onTurn?.();
    this.asked = asked;
  }

  private say(text: string | undefined): void {
    if (!text) return;
    const id = (this.spoken.at(-1)?.id ?? 0) + 1;
    this.spoken = [...this.spoken.slice(1 - SPOKEN), { id, text }];
  }

  protected async keep(view: View | null): Promise<void> {
    const record = await this.record();
    const over = this.at?.at === 'over';
    this.saved = {
      ...this.saved,
      record,
      summary: {
        round:
          typeof view?.round === 'number' ? t('page.table.round', { n: view.round }) : undefined,
        scores: over ? (this.at?.scores ?? []).map((one) => one.total) : scoresOf(view),
        over,
        moves: this.at?.moves ?? 0,
      },
      updated: Date.now(),
    };
    const keeping = this.host.save(this.saved, this.kept);
    this.keeping = keeping;
    const kept = await keeping; // the page tells when it cannot be kept
    if (!kept.ok && kept.why === 'declined') this.giveWay();
    else this.kept = record;
  }

  protected async finish(): Promise<void> {
    if (this.elsewhere) return;
    const status = this.at!;
    if (this.hotSeat && this.viewer === null) {
      this.curtain = null;
      await this.refresh();
    }
    await this.shown();
    const fresh = this.phase !== 'over';
    this.phase = 'over';
    this.pending = null;
    this.forget();
    this.hint = null;
    if (fresh) {
      this.onOver?.();
      await this.host.result(
        this.saved,
        this.options,
        (status.scores ?? []).map((one) => one.total),
        status.winners ?? [],
      );
    }
  }

  private tellable(error: unknown): string {
    if (error instanceof RequestError) return sentenceOf(error.error);
    return t('page.table.failed.crash');
  }

  // One thing at a time. What goes wrong is told, and nothing that was played is lost.
  protected async act(work: () => Promise<void>): Promise<void> {
    if (this.busy || this.closed) return;
    this.busy = true;
    this.error = null;
    try {
      let next: (() => Promise<void>) | undefined = work;
      while (next) {
        const now: () => Promise<void> = next;
        next = undefined;
        try {
          await now();
        } catch (error) {
          if (this.closed) return;
          next = await this.mishap(error);
        }
      }
    } finally {
      this.busy = false;
      this.thinking = null;
    }
  }

  // What to do next after an error.
  private async mishap(error: unknown): Promise<(() => Promise<void>) | undefined> {
    // An engine that was started anew has no table yet.
    if (error instanceof RequestError && error.error.code === 'no-table') {
      error = new EngineFailure('crash', 'no table');
    }
    if (error instanceof RequestError) {
      if (this.phase === 'opening') this.fail('damaged', sentenceOf(error.error));
      else {
        this.error = sentenceOf(error.error);
        if (error.error.code === 'nothing-to-undo') this.canUndo = false;
      }
      return undefined;
    }
    if (!(error instanceof EngineFailure)) throw error;
    if (error.what !== 'crash' || ++this.deaths > MOST_DEATHS) {
      this.fail(error.what, error.message);
      return undefined;
    }
    this.notice = t('page.table.restarted');
    this.skip();
    await this.shown();
    this.hint = null;
    return async () => {
      await this.begin();
      this.phase = this.at?.at === 'over' ? 'over' : 'playing';
      if (this.curtain === null) await this.sit();
      if (this.curtain === null) await this.goOn();
    };
  }

  private fail(what: Trouble, detail: string): void {
    this.trouble = what;
    this.troubleDetail = detail;
    this.phase = 'failed';
  }
}

// Short enough to type.
function freshSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

// What everybody may know of the score, where a view tells it.
export function scoresOf(view: View | null): number[] {
  const numbers = (list: unknown[]): number[] =>
    list.every((one): one is number => typeof one === 'number') ? list : [];
  if (Array.isArray(view?.points)) return numbers(view.points);
  if (!Array.isArray(view?.players)) return [];
  return numbers(view.players.map((one) => (one as Record<string, unknown> | null)?.score));
}
