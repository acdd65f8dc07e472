// A table of a server as this browser comes to it: who one is there, who else is, and what is said
// beside the game.
import { codeOf, RequestError } from '../engine/client';
import { seats, type KeptSeat } from '../store';
import { sentenceOf } from '../table/refusal';
import { language } from '../text';
import { ApiError, showTable } from './api';
import { freshSecret, Link, type LinkParts, type LinkState } from './link';
import {
  nameOfChair,
  type ClockOf,
  type Clocks,
  type Luck,
  type News,
  type Proposed,
  type ServerAsking,
  type ServerRequest,
  type ServerVerb,
  type Spoken,
  type TableCard,
} from './messages';
import { addressOfSocket } from './place';
import { maybeSignedIn } from './signed';

const MOST_SAID = 500;
const UNKNOWN = new Set(['unsure', 'closed']);

export class Room {
  state = $state<LinkState>('connecting');
  card = $state.raw<TableCard | null>(null);
  seat = $state<number | null>(null);
  come = $state(false); // the table knows who one is
  kept = $state.raw<KeptSeat | null>(null);
  error = $state<string | null>(null);
  talk = $state.raw<Spoken[]>([]);
  heard = 0; // how much of the talk came
  clocks = $state.raw<Clocks | null>(null);
  skew = 0; // ms by which this clock is ahead of the server's
  auto = $state(false); // moves are confirmed at once
  forced = $state<boolean | null>(null); // choices that are none are made; null: nobody says
  notify = $state<number | null>(null); // seconds after which one is told that one's turn waits
  muted = $state(false); // what others say is not shown
  trouble = $state<string | null>(null); // why one cannot even look
  shut = $state(false); // a private table, and one has no seat there
  readonly link: Link;

  // Whether the table has clocks, agreements and talk.
  readonly rich = $derived.by(() => this.card?.clock !== undefined);
  readonly phase = $derived.by(() => this.card?.phase ?? null);
  readonly free = $derived.by(() =>
    (this.card?.seats ?? []).flatMap((one, i) =>
      (!one.taken && !one.reserved) || one.open ? [i + 1] : [],
    ),
  );

  constructor(
    readonly name: string,
    parts: LinkParts = {},
    url = addressOfSocket(name),
  ) {
    const missing = () =>
      showTable(name).then(
        () => false,
        (error: unknown) => error instanceof ApiError && error.what === 'refused',
      );
    this.link = new Link(url, language(), null, { missing, ...parts });
    this.link.onState = () => (this.state = this.link.state);
    this.link.onCard = () => this.meet(this.link.card!);
    this.link.onTold = (news) => this.told(news);
    this.link.onRefused = () => void this.watch();
    this.link.more = () => (this.link.card?.clock === undefined ? {} : { heard: this.heard });
  }

  // Comes with the seat of a secret link, or the one that is kept here, or looks on.
  async enter(secret?: string): Promise<void> {
    const kept = (await seats.get(this.name)) ?? null;
    if (secret !== undefined && secret !== kept?.secret && (await this.takeSeat(secret))) {
      this.come = true;
      return;
    }
    this.kept = kept;
    this.muted = kept?.muted ?? false;
    if (!kept) await this.comeByAccount();
    else if (kept.seat === null) {
      if (!(await this.sit(kept))) await this.watch();
    } else await this.join(kept);
    this.come = true;
  }

  // A seat that was taken elsewhere. A link that opens none changes nothing here.
  private async takeSeat(secret: string): Promise<boolean> {
    try {
      const { seat } = await this.link.introduce({ do: 'join', secret });
      const { share: _, ...wish } = wishFor(this.name, '', '');
      await this.sits({ ...wish, secret }, seat ?? null);
      return this.seat !== null;
    } catch {
      return false;
    }
  }

  private async comeByAccount(): Promise<void> {
    if (!maybeSignedIn()) return this.watch();
    try {
      const { seat } = await this.link.introduce({ do: 'join' });
      this.seat = seat ?? null;
    } catch {
      await this.watch();
    }
  }

  private async watch(): Promise<void> {
    try {
      await this.link.introduce({ do: 'watch' });
      this.shut = false;
      this.trouble = null;
    } catch (error) {
      this.shut = codeOf(error) === 'private';
      this.trouble = this.shut ? null : refusal(error);
    }
    this.seat = null;
  }

  private async join(kept: KeptSeat): Promise<void> {
    try {
      const { seat } = await this.link.introduce({ do: 'join', secret: kept.secret });
      await this.sits(kept, seat ?? null);
    } catch {
      await this.watch();
    }
  }

  private async sits(kept: KeptSeat, seat: number | null): Promise<void> {
    this.seat = seat;
    if (seat === null) return;
    const { game } = this.card!;
    this.shut = false;
    this.kept = { ...kept, seat, game, over: this.phase === 'over', updated: Date.now() };
    await seats.put(this.kept);
  }

  // Takes a seat; if the one that was wanted is gone meanwhile, any. Whether there was one.
  async sit(wish: KeptSeat): Promise<boolean> {
    this.error = null;
    // Known before it is sent: whatever happens, the seat is found again.
    wish = { ...wish, seat: null, commit: this.card?.luck.commit ?? wish.commit };
    this.kept = wish;
    await seats.put(this.kept);
    const { secret, share, name, invite } = wish;
    const ask = (wanted?: number) =>
      this.link.introduce(
        { do: 'join', secret },
        {
          do: 'sit',
          secret,
          share: share!, // made with the wish
          name,
          ...(wanted === undefined ? {} : { seat: wanted }),
          ...(invite === undefined ? {} : { invite }),
        },
      );
    try {
      const { seat } = await ask(wish.wanted).catch((error: unknown) => {
        if (codeOf(error) === 'seat-taken' && wish.wanted !== undefined) return ask();
        throw error;
      });
      await this.sits(wish, seat ?? null);
      return true;
    } catch (error) {
      this.error = codeOf(error);
      // Where nobody knows whether one sits there, the same secret asks again.
      if (UNKNOWN.has(this.error)) return false;
      this.kept = null;
      await seats.remove(this.name);
      return false;
    }
  }

  // A wish to sit here, with a secret of its own.
  wish(name: string, wanted?: number, invite?: string): KeptSeat {
    const wish = wishFor(this.name, this.card?.game ?? '', name, wanted, invite);
    const { kept } = this;
    return kept?.seat === null ? { ...wish, secret: kept.secret, share: kept.share } : wish;
  }

  async stay(): Promise<void> {
    await this.watch();
  }

  close(): void {
    clearInterval(this.ticking);
    this.link.close();
  }

  // --- what is done beside the game; what was refused, in words ---

  private async want<V extends ServerVerb>(request: ServerAsking<V>): Promise<string | null> {
    try {
      await this.link.tell<V>(request);
      return null;
    } catch (error) {
      return refusal(error);
    }
  }
  propose = (what: Proposed, more: { whom?: number; with?: string } = {}) =>
    this.want({
      do: 'propose',
      what,
      ...(more as Pick<ServerRequest<'propose'>, 'whom' | 'with'>),
    });
  answer = (yes: boolean) => this.want({ do: 'answer', n: this.card!.proposal!.n, yes });
  resume = () => this.want({ do: 'resume' });
  resign = () => this.want({ do: 'resign' });
  leave = () => this.want({ do: 'leave' });
  takeBack = () => this.want({ do: 'back' });
  replace = (whom: number, by: string) =>
    this.want({ do: 'replace', whom, with: by as ServerRequest<'replace'>['with'] });
  say = (what: Pick<ServerRequest<'say'>, 'phrase' | 'text'>) => this.want({ do: 'say', ...what });
  setAuto = (confirm: boolean, forced = true) =>
    this.want({ do: 'auto', confirm, ...(forced ? {} : { forced }) });
  setNotify = (after: number | null) => this.want({ do: 'notify', after });

  noRematch: string | null = null; // why there was none, when it was asked for last

  // The table of the next game, with the seat that is reserved there for this secret.
  async rematch(): Promise<string | null> {
    const { kept } = this;
    let next = this.card?.next;
    if (kept && this.seat !== null) {
      try {
        next = (await this.link.tell({ do: 'rematch' })).next;
        this.noRematch = null;
      } catch (error) {
        // Somebody else may have wanted it before.
        this.noRematch = refusal(error);
      }
    }
    if (!next) return null;
    if (kept && this.seat !== null && (await seats.get(next)) === undefined) {
      const wish = wishFor(next, this.card!.game, kept.name || this.nameOf(this.seat));
      await seats.put({ ...wish, secret: kept.secret });
    }
    return next;
  }

  // Where the luck came from; when the game is over with everything that was drawn, if it is told.
  async luck(): Promise<Luck> {
    const { luck } = this.card!;
    if (this.phase !== 'over') return luck;
    try {
      const told = await this.link.tell({ do: 'record' });
      return { ...luck, ...told.luck };
    } catch {
      return luck;
    }
  }

  async mute(muted: boolean): Promise<void> {
    this.muted = muted;
    if (!this.kept) return;
    this.kept = { ...this.kept, muted };
    await seats.put(this.kept);
  }

  nameOf(seat: number): string {
    const chair = this.card?.seats[seat - 1];
    return chair ? nameOfChair(chair, seat) : '';
  }

  // --- time ---

  now = $state(Date.now());
  private ticking = setInterval(() => {
    if (this.clocks) this.now = Date.now();
  }, 250);

  // What a seat has left, in ms; null where there is no clock for it.
  left(seat: number): number | null {
    const clock = this.clocks?.seats[seat - 1];
    if (!this.card?.clock || !clock || this.phase !== 'playing') return null;
    return leftOf(clock, this.now - this.skew);
  }
  late(seat: number): boolean {
    return this.clocks?.seats[seat - 1]?.late === true;
  }

  private meet(card: TableCard): void {
    this.card = card;
    if (card.phase === 'over' && this.kept && !this.kept.over && this.kept.seat !== null) {
      this.kept = { ...this.kept, over: true, updated: Date.now() };
      void seats.put(this.kept);
    }
  }

  private told(news: News): void {
    if (news.clock) {
      this.clocks = news.clock;
      this.skew = Date.now() - news.clock.now;
    }
    if (news.talk && news.talk_from !== undefined) {
      const known = this.heard - news.talk_from; // of these
      const fresh = known >= 0 ? news.talk.slice(known) : news.talk;
      this.heard = news.talk_from + news.talk.length;
      if (fresh.length > 0) this.talk = [...this.talk, ...fresh].slice(-MOST_SAID);
    }
    if (news.auto) {
      this.auto = news.auto.confirm;
      this.forced = news.auto.forced ?? null;
    }
    if (news.notify !== undefined) this.notify = news.notify;
    if (news.seat !== undefined) this.seat = news.seat;
  }
}

export function leftOf({ free, bank, since }: ClockOf, now: number): number {
  return Math.max(0, free + bank - (since === null ? 0 : Math.max(0, now - since)));
}

const refusal = (error: unknown): string | null =>
  error instanceof RequestError ? sentenceOf(error.error) : null;

export function wishFor(
  table: string,
  game: string,
  name: string,
  wanted?: number,
  invite?: string,
): KeptSeat {
  const now = Date.now();
  return {
    id: table,
    game,
    secret: freshSecret(),
    share: freshSecret(),
    name,
    wanted,
    invite,
    seat: null,
    over: false,
    made: now,
    updated: now,
  };
}
