// A game that is played at a server's table. The server holds the record, lets bots think and
// answers for chance; here is what one viewer sees of it, shown at the same pace as at a table of
// one's own.
import {
  games,
  keepResult,
  modeOf,
  newGame,
  results,
  rulesOf,
  settings,
  type SavedGame,
} from '../store';
import { codeOf, RequestError } from '../engine/client';
import type { Asking, SeatSetup, Status, TableRecord, Verb } from '../engine/messages';
import { language } from '../text';
import { pageHost, type Host } from '../table/host';
import { totals } from '../table/keeper';
import type { Told } from '../table/log.svelte';
import { sentenceOf } from '../table/refusal';
import { SeatScreen } from '../table/screen.svelte';
import { TableGame } from '../table/table.svelte';
import type { Outcome, Shot } from '../table/talk';
import type { Link } from './link';
import { isBack, nameOfChair, type FeedItem, type News, type TableCard } from './messages';

const STALE = new Set([
  ...['moved-on', 'unsure', 'not-legal', 'not-your-decision', 'nothing-to-confirm'],
  ...['confirm-first', 'nothing-to-undo'],
]);

// What is kept here is the server's; only a game that is over comes into the library.
const farHost = (link: Link): Host => ({
  ...pageHost,
  engine: () => ({
    request: <V extends Verb>(request: Asking<V>) => link.request<V>(request),
    setLang: (lang) => link.setLang(lang),
    close: () => undefined, // it is the room's
  }),
  save: () => Promise.resolve({ ok: true }),
  result: keepResult,
  lang: language,
  motion: () => settings.moves,
  confirm: () => settings.confirm,
});

const seatsOf = ({ seats }: TableCard): SeatSetup[] =>
  seats.map((chair, i) => ({ name: nameOfChair(chair, i + 1), bot: chair.bot }));

const savedOf = (name: string, card: TableCard): SavedGame =>
  newGame({
    id: name,
    game: card.game,
    options: card.options,
    pack: card.pack.id,
    seats: seatsOf(card),
    undo: card.undo,
    confirm: card.confirm,
    seed: 0, // nobody knows it
  });

// Items as they were numbered, without those that were taken back again: those that are left, and
// how many events before them did not happen either.
export function settle(items: FeedItem[], from: number): { told: Told[]; back: number } {
  const told: Told[] = [];
  let back = 0;
  for (const [i, item] of items.entries()) {
    if (!isBack(item)) {
      told.push({ n: from + i, event: item });
      continue;
    }
    const here = Math.min(item.back, told.length);
    told.length -= here;
    back += item.back - here;
  }
  return { told, back };
}

export class OnlineGame extends TableGame {
  override readonly far: boolean = true;

  inLibrary = $state(false); // it is over, and can be looked back at without the server

  private alive: number[] = []; // the numbers of the events that happened, in order
  private news: News[] = [];
  private reading: Promise<void> | undefined;
  private held = true; // news wait: all is being asked for anew

  constructor(
    readonly link: Link,
    readonly place: string, // the table's name
    private card: TableCard,
    readonly seat: number | null,
    host: Host = farHost(link),
  ) {
    super(savedOf(place, card), host);
    this.screen = new SeatScreen(seat);
    this.options = card.options;
    link.onNews = this.hear;
  }

  override async open(): Promise<void> {
    this.phase = 'opening';
    await this.act(async () => {
      this.at = this.link.status ?? null;
      await this.sitDown(this.seat);
      this.phase = this.at?.at === 'over' ? 'over' : 'playing';
      await this.goOn();
    });
  }

  override async setLang(lang: string): Promise<void> {
    await super.setLang(lang);
    if (this.phase === 'playing') await this.act(() => this.goOn());
  }

  // Who sits where may change while the game goes on.
  meetCard(card: TableCard): void {
    const seats = seatsOf(card);
    if (JSON.stringify(seats) !== JSON.stringify(this.saved.seats)) {
      this.saved = { ...this.saved, seats };
    }
    this.card = card;
  }

  // Who won a game that its people ended.
  protected override see(screen: SeatScreen, shot: Shot): void {
    const { winners, ranks } = this.card.ended ?? {};
    const { status } = shot;
    if (status.at === 'over' && !status.winners && winners) {
      shot = { ...shot, status: { ...(status as object), winners, places: ranks } as Status };
    }
    super.see(screen, shot);
  }

  // What was refused because the table stands otherwise than is shown: it is looked at again.
  override act(work: () => Promise<void>): Promise<void> {
    return super.act(async () => {
      try {
        await work();
      } catch (error) {
        if (this.phase === 'playing' && STALE.has(codeOf(error))) {
          await this.lookAgain().catch(() => undefined);
        }
        throw error;
      }
    });
  }
  private async lookAgain(): Promise<void> {
    await this.refresh();
    this.at = this.screen.status ?? this.at;
    await this.goOn();
  }

  override async takeBack(seat: number): Promise<void> {
    await this.allShown();
    await this.act(async () => {
      await this.talk.undo(seat);
      const { screen } = this;
      screen.tookBack();
      await this.goOn();
      screen.log.recapFrom = screen.log.told;
    });
  }

  // What follows comes as news, to everybody alike.
  protected override note(_seat: number | null, { status }: Outcome): void {
    this.at = status;
  }

  // Whether this seat has a move that could be taken back, alone or if the others agree.
  async hasMoved(): Promise<boolean> {
    const { viewer } = this.screen;
    if (viewer === null || !(this.at && this.at.moves > 0)) return false;
    const { moves } = await this.talk.record();
    return moves.some((entry) => entry.startsWith(`${viewer}: `));
  }

  override close(): void {
    if (this.link.onNews === this.hear) this.link.onNews = undefined;
    super.close();
  }

  // --- news ---

  private readonly hear = (news: News): void => {
    if (this.closed) return;
    this.news.push(news);
    if (!this.held) this.goRead();
  };
  private goRead(): void {
    this.reading ??= this.read()
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        if (error.error.code !== 'closed') this.screen.error = sentenceOf(error.error);
      })
      .finally(() => (this.reading = undefined));
  }

  // What came together is shown together, with the table as it stands then.
  private async read(): Promise<void> {
    const own = this.busy;
    const { screen } = this;
    const { log } = screen;
    let told: Told[] = [];
    while (this.news.length > 0 && !this.closed) {
      for (let news = this.news.shift(); news; news = this.news.shift()) {
        if (news.status) this.at = news.status;
        const from = news.from!;
        if (from > log.told || (from === 0 && news.next! < log.told)) {
          // Another numbering than ours.
          await this.refresh();
          told = [];
          continue;
        }
        if (news.next! < log.told) continue; // known already
        const items = news.events!.slice(log.told - from);
        const settled = settle(items, log.told);
        log.told = news.next!;
        if (settled.back > 0) await this.unsay(told, settled.back);
        told.push(...settled.told);
      }
      const shot = await this.talk.shot(screen.viewer);
      if (this.news.length > 0) continue;
      this.at = shot.status;
      this.alive.push(...told.map((one) => one.n));
      this.show.present({ screen, shot, told, bot: !own });
      told = [];
    }
    if (!this.busy && !this.closed) void this.act(() => this.goOn());
  }

  // The last events did not happen: those that wait to be shown first, then those of the log.
  private async unsay(told: Told[], back: number): Promise<void> {
    const waiting = Math.min(back, told.length);
    told.length -= waiting;
    if (back === waiting) return;
    await this.allShown();
    this.screen.log.without(new Set(this.alive.splice(this.alive.length - (back - waiting))));
  }

  protected override async newEvents(): Promise<Told[]> {
    const { viewer, log } = this.screen;
    const { events, next } = await this.link.tell({
      do: 'events',
      seat: viewer,
      from: log.told,
    });
    const { told, back } = settle(events, log.told);
    if (back > 0) await this.unsay([], back);
    log.told = next;
    this.alive.push(...told.map((one) => one.n));
    return told;
  }

  protected override async refresh(): Promise<void> {
    this.held = true;
    this.alive = [];
    try {
      await super.refresh();
    } finally {
      this.held = false;
    }
    if (this.news.length > 0) this.goRead();
  }

  // After a wish of one's own, or when others moved: until all that came of it is there.
  protected override async goOn(own = false): Promise<void> {
    await this.reading;
    const { at } = this;
    const { viewer, log } = this.screen;
    if (own && viewer !== null && !at?.to_act.includes(viewer)) log.recapFrom = log.told;
    if (this.closed || !at) return;
    if (at.at === 'over') {
      await this.finish();
      return;
    }
    if (at.at === 'confirm' && viewer !== null && at.to_act[0] === viewer && !this.host.confirm()) {
      await this.confirmed(viewer);
    }
  }

  // --- the end ---

  protected override async keep(): Promise<void> {
    // The server does.
  }

  protected override async finish(): Promise<void> {
    await this.show.finished();
    const fresh = this.phase !== 'over';
    this.phase = 'over';
    this.screen.pending = null;
    this.forgetDraft();
    await this.fetchRecord();
    if (fresh) this.onOver?.();
  }

  // The whole game is everybody's now; who played it has it in the library.
  private async fetchRecord(): Promise<void> {
    if (this.saved.record) return;
    const status = this.at!;
    const scores = totals(status);
    const { viewer } = this.screen;
    let record: TableRecord | null = null;
    try {
      record = await this.talk.record();
    } catch {
      return; // the sheet is whole without it
    }
    this.saved = {
      ...this.saved,
      record,
      summary: { scores, over: true, moves: status.moves },
      updated: Date.now(),
    };
    if (viewer === null || scores.length === 0) return;
    if ((await games.get(this.saved.id)) === undefined) await games.put(this.saved);
    this.inLibrary = true;
    await results.put({
      id: this.saved.id,
      game: this.saved.game,
      rules: rulesOf(this.saved),
      mode: modeOf(this.options),
      players: this.saved.seats.length,
      seats: this.saved.seats,
      scores,
      winners: status.winners ?? [],
      mine: viewer,
      finished: Date.now(),
    });
  }
}
