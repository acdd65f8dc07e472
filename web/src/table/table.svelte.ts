// A table that is played: who sits at it, and what follows from what is done. The engine goes one step at a
// time: so every bot's turn comes by itself, it is known who thinks, and whatever dies in between costs one
// turn of thinking.
//
// Its parts: the screen of the seat that looks (screen), what is asked of the engine (talk), what is chosen
// (choosing) and hinted (hints), what is shown event by event (show), the screen that goes from hand to hand
// (handover), and the record in the browser's storage (keeper).
import { EngineFailure, RequestError } from '../engine/client';
import type { Status } from '../engine/messages';
import type { SavedGame } from '../store';
import { t } from '../text';
import { Choosing, type ChoosingTable } from './choosing';
import { HandOver } from './handover.svelte';
import { askHint, cancelHint } from './hints';
import { pageHost, type EngineLike, type Host } from './host';
import { Keeper, totals, withRecord } from './keeper';
import type { LogLine, Told } from './log.svelte';
import { sentenceOf, tellable } from './refusal';
import { SeatScreen } from './screen.svelte';
import { Show } from './show';
import { Talk, underWay, type Outcome, type Shot } from './talk';

export type Trouble = 'wasm' | 'file' | 'crash' | 'damaged' | 'missing';

const MOST_DEATHS = 2;

export class TableGame implements ChoosingTable {
  phase = $state<'opening' | 'playing' | 'over' | 'failed'>('opening');
  trouble = $state<Trouble | null>(null);
  troubleDetail = $state('');

  // Whether others play from elsewhere: nobody is handed the screen, and no engine is asked for hints.
  readonly far: boolean = false;

  screen = $state.raw(new SeatScreen(null));
  thinking = $state<number | null>(null); // the bot that thinks
  busy = $state(false);
  notice = $state<string | null>(null); // what happened to the table
  elsewhere = $state(false); // it was played on in another tab: here it ends
  auto = $state(true); // a game of bots alone goes on by itself
  saved = $state.raw<SavedGame>()!;
  options = $state.raw<Record<string, unknown>>({});

  // For sound: that the viewer is asked, and that it is over.
  onTurn: (() => void) | undefined;
  onOver: (() => void) | undefined;
  // How much time a seat has left, where there is a clock.
  timeOf = $state.raw<((seat: number) => { text: string; urgent: boolean } | null) | undefined>();

  readonly host: Host;
  readonly talk: Talk;
  readonly choosing = new Choosing(this);
  readonly show: Show;
  protected readonly engine: EngineLike;
  protected at: Status | null = null; // the engine's; what is shown may be behind it
  protected closed = false;
  private readonly handOver = new HandOver();
  private readonly keeper: Keeper;
  private deaths = 0;
  private stepping = false;

  constructor(saved: SavedGame, host: Host = pageHost) {
    this.host = host;
    this.saved = { ...saved, seed: saved.seed ?? freshSeed() };
    this.keeper = new Keeper(host.save, saved.record);
    this.engine = host.engine(saved.game, host.lang());
    this.talk = new Talk(this.engine);
    this.show = new Show(
      () => host.motion(),
      (screen, shot) => this.see(screen, shot),
    );
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
  over = $derived.by(() => this.phase === 'over');
  name(seat: number): string {
    return this.names[seat - 1] ?? String(seat);
  }

  // To whom the screen is to be handed over.
  get curtain(): number | null {
    return this.handOver.to;
  }

  // --- opening and ending ---

  async open(): Promise<void> {
    this.phase = 'opening';
    this.trouble = null;
    await this.act(async () => {
      await this.begin();
      await this.sit();
      await this.goOn();
    });
  }

  close(): void {
    this.closed = true;
    this.show.close();
    this.engine.close();
  }

  // Storage was changed in another tab: if the game was played on there, it goes on there.
  async meet(read: () => Promise<SavedGame | undefined>): Promise<void> {
    if (!(await this.keeper.agrees(read))) this.giveWay();
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

  // --- what the person at the screen does besides choosing ---

  // The one whom the screen was handed over to is there.
  async lift(): Promise<void> {
    const seat = this.curtain;
    if (seat === null) return;
    await this.act(async () => {
      this.handOver.to = null;
      await this.sitDown(seat);
      await this.goOn();
    });
  }

  skip(): void {
    this.show.skip();
  }

  again(line: LogLine): Promise<void> {
    return this.show.again(this.screen, line);
  }

  // Games of bots alone.
  async step(): Promise<void> {
    await this.allShown();
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

  async askHint(): Promise<void> {
    const { screen } = this;
    try {
      await askHint(this.talk, screen);
    } catch (error) {
      if (error instanceof EngineFailure) await this.act(() => Promise.reject(error));
      else screen.error = tellable(error);
    }
  }
  cancelHint(): Promise<void> {
    return cancelHint(this.talk, this.screen);
  }

  // --- what follows from what was chosen ---

  async applied(seat: number, outcome: Outcome, confirmed: boolean): Promise<void> {
    this.forgetDraft();
    this.screen.hint = null;
    this.deaths = 0;
    this.note(seat, outcome);
    const { at } = outcome.status;
    const goesOn = at === 'confirm' ? confirmed || !this.host.confirm() : !this.choice;
    if (goesOn && at !== 'over') this.showHeard();
    if (at === 'confirm' && confirmed) await this.confirm(seat);
    await this.goOn(true);
  }

  async confirmed(seat: number): Promise<void> {
    await this.confirm(seat);
    await this.goOn(true);
  }

  async takeBack(seat: number): Promise<void> {
    await this.allShown();
    await this.act(async () => {
      const { status, next } = await this.talk.undo(seat);
      this.at = status;
      this.phase = 'playing';
      this.screen.hint = null;
      this.screen.heard = { events: [], shot: null };
      this.screen.log.cutAt(next);
      this.screen.tookBack();
      await this.goOn(true);
    });
  }

  keepDraft(seat: number, moves: string[]): void {
    this.saved = { ...this.saved, draft: { seat, moves } };
    this.keeper.keepDraft(this.saved);
  }

  protected forgetDraft(): void {
    this.screen.clearDraft();
    const { draft: _, ...saved } = this.saved;
    this.saved = saved;
  }

  // --- how the game goes on ---

  private async begin(): Promise<void> {
    const { status, options } = await this.talk.begin(this.saved, this.names);
    this.at = status;
    this.options = options;
    // The deal is there before anybody looks.
    while (this.at.at === 'chance') await this.go();
    this.phase = this.at.at === 'over' ? 'over' : 'playing';
  }

  private async go(): Promise<boolean> {
    const { viewer } = this.screen;
    const outcome = await this.talk.go(viewer, !this.hotSeat);
    this.note(viewer, outcome);
    return outcome.went;
  }

  private async confirm(seat: number): Promise<void> {
    this.note(seat, await this.talk.confirm(seat, !this.hotSeat));
  }

  // What an answer told the one who looks is not asked for again. Nobody looks between two who share a screen.
  protected note(seat: number | null, { status, events, shot }: Outcome): void {
    this.at = status;
    const { screen } = this;
    if (seat !== screen.viewer || (this.hotSeat && seat === null)) return;
    screen.heard = { events: [...screen.heard.events, ...events], shot };
  }

  // Whether it was told that the viewer has something to choose from.
  private get choice(): boolean {
    return (this.screen.heard.shot?.moves.length ?? 0) > 1;
  }

  // Who looks at the table when it is opened.
  private async sit(): Promise<void> {
    if (!this.hotSeat) await this.sitDown(this.people[0] ?? null);
    else if (this.at?.at === 'over') await this.sitDown(null);
    // Otherwise the curtain closes for whoever is asked.
    else if (this.screen.viewer !== null) await this.sitDown(this.screen.viewer);
  }

  // Somebody sits down at the screen, or is still there.
  protected async sitDown(viewer: number | null): Promise<void> {
    if (this.screen.viewer !== viewer) this.screen = new SeatScreen(viewer);
    const { screen } = this;
    await this.refresh();
    if (viewer === null) return;
    // What was laid out and not yet played.
    const { draft } = this.saved;
    if (draft?.seat === viewer && screen.mine) screen.draft = draft.moves;
    screen.log.recapFrom = this.handOver.markOf(viewer, screen);
  }

  // Chance answers, bots move, and the screen goes to whoever is asked.
  protected async goOn(own = false): Promise<void> {
    let news = own; // whether there is something to show
    let chance = false;
    while (!this.closed && this.at && this.at.at !== 'over') {
      const at = this.at;
      if (at.at === 'confirm') {
        if (this.host.confirm()) break;
        await this.confirm(at.to_act[0]!);
        news = true;
        continue;
      }
      const bot = at.at === 'chance' ? undefined : at.to_act.find((one) => this.bots[one - 1]);
      if (bot !== undefined && (bot !== this.thinking || (this.watching && chance))) {
        if (news) await this.pull(this.thinking !== null);
        const { log } = this.screen;
        if (own && this.thinking === null) log.recapFrom = log.told;
        news = false;
        if (this.watching) {
          await this.show.finished();
          if (!this.auto && !this.stepping) {
            this.thinking = null;
            return;
          }
          this.stepping = false;
        }
        await this.host.painted(); // a bot that thinks leaves less of the machine to the page
        this.thinking = bot;
      }
      if (bot === undefined && this.choice) break;
      chance = at.at === 'chance';
      if (!(await this.go())) break;
      news = true;
      this.deaths = 0;
    }
    if (this.closed || !this.at) return;
    if (news) await this.pull(this.thinking !== null);
    this.thinking = null;
    this.stepping = false;
    const { viewer } = this.screen;
    if (this.at.at === 'over') {
      await this.finish();
    } else if (this.hotSeat && (viewer === null || !this.at.to_act.includes(viewer))) {
      await this.show.finished();
      this.drawCurtain(this.at.to_act[0] ?? null);
    }
  }

  // Nothing of the one who played before stays on the screen.
  private drawCurtain(to: number | null): void {
    this.handOver.leave(this.screen, to);
    this.screen = new SeatScreen(null);
  }

  protected async finish(): Promise<void> {
    if (this.elsewhere) return;
    const status = this.at!;
    if (this.hotSeat && this.screen.viewer === null) {
      this.handOver.to = null;
      await this.refresh();
    }
    await this.show.finished();
    const fresh = this.phase !== 'over';
    this.phase = 'over';
    this.screen.pending = null;
    this.forgetDraft();
    this.screen.hint = null;
    if (!fresh) return;
    this.onOver?.();
    await this.host.result(this.saved, this.options, totals(status), status.winners ?? []);
  }

  // --- what is seen ---

  // After something happened: let it be seen, and keep it.
  private async pull(bot: boolean): Promise<void> {
    const { screen } = this;
    if (this.hotSeat && screen.viewer === null && this.at?.at !== 'over') {
      await this.keep(null);
      return;
    }
    const { shot: heard } = screen.heard;
    const told = this.newlyHeard();
    const shot = heard ?? (await this.talk.shot(screen.viewer));
    screen.heard.shot = null;
    this.show.present({ screen, shot, told, bot });
    await this.keep(shot);
  }

  // What was done is seen before anything else is asked; what follows by itself comes after it.
  private showHeard(): void {
    const { screen } = this;
    const { shot } = screen.heard;
    if (shot === null) return;
    this.show.present({ screen, shot: underWay(shot), told: this.newlyHeard(), bot: false });
  }

  private newlyHeard(): Told[] {
    const { heard, log } = this.screen;
    const told = heard.events.map((event, i) => ({ n: log.told + i, event }));
    log.told += told.length;
    heard.events = [];
    return told;
  }

  // Everything anew, without motion: another viewer, another language.
  protected async refresh(): Promise<void> {
    await this.allShown();
    const { screen } = this;
    screen.heard = { events: [], shot: null };
    screen.log.told = 0;
    const told = await this.newEvents();
    const shot = await this.talk.shot(screen.viewer);
    screen.log.rewrite(told);
    this.see(screen, shot);
    await this.keep(shot);
  }

  protected async newEvents(): Promise<Told[]> {
    const { viewer, log } = this.screen;
    const from = log.told;
    const { events, next } = await this.talk.events(viewer, from);
    log.told = next;
    return events.map((event, i) => ({ n: from + i, event }));
  }

  protected see(screen: SeatScreen, shot: Shot): void {
    if (screen.see(shot)) this.onTurn?.();
  }

  protected async allShown(): Promise<void> {
    this.show.skip();
    await this.show.finished();
  }

  protected async keep(shot: Shot | null): Promise<void> {
    const record = await this.talk.record();
    this.saved = withRecord(this.saved, record, shot?.view ?? null, this.at);
    if (!(await this.keeper.keep(this.saved))) this.giveWay();
  }

  // --- what goes wrong ---

  // One thing at a time. What goes wrong is told, and nothing that was played is lost.
  async act(work: () => Promise<void>): Promise<void> {
    if (this.busy || this.closed) return;
    this.busy = true;
    this.screen.error = null;
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
        this.screen.error = sentenceOf(error.error);
        if (error.error.code === 'nothing-to-undo') this.screen.canUndo = false;
      }
      return undefined;
    }
    if (!(error instanceof EngineFailure)) throw error;
    if (error.what !== 'crash' || ++this.deaths > MOST_DEATHS) {
      this.fail(error.what, error.message);
      return undefined;
    }
    this.notice = t('page.table.restarted');
    await this.allShown();
    this.screen.hint = null;
    return async () => {
      await this.begin();
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
