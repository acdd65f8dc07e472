// The tables one has a seat at, and at which of them it is one's turn. Each is listened to by a
// connection of its own, so what is shown is as it is.
import type { Status } from '../engine/messages';
import { seats } from '../store';
import { language } from '../text';
import { accountGames } from './account.svelte';
import { Link, type LinkParts } from './link';
import type { TableCard } from './messages';
import { addressOfSocket } from './place';

export interface Mine {
  id: string; // the table's name
  game: string;
  seat: number;
  card: TableCard | null;
  turn: boolean;
}

const MOST = 8; // those touched last

// A seat that is kept here, or one of the account that was taken on another device.
interface Followed {
  id: string;
  game: string;
  seat: number | null;
  secret?: string;
}

export class MyTables {
  list = $state.raw<Mine[]>([]);
  waiting = $derived.by(() => this.list.filter((one) => one.turn));

  private links = new Map<string, { link: Link; one: Followed }>();
  private stop: (() => void) | undefined;
  private closed = false;

  constructor(
    private readonly except = '', // the table one looks at already
    private readonly parts: LinkParts = {},
    private readonly address = addressOfSocket,
  ) {}

  // Until it is called again, what is kept here is followed.
  open(): () => void {
    void this.look();
    this.stop = seats.onChange(() => void this.look());
    return () => this.close();
  }

  close(): void {
    this.closed = true;
    this.stop?.();
    for (const { link } of this.links.values()) link.close();
    this.links.clear();
  }

  private async look(): Promise<void> {
    const [kept, games] = await Promise.all([seats.list(), accountGames()]);
    if (this.closed) return;
    const here = kept
      .filter((one) => !one.over && one.seat !== null)
      .sort((a, b) => b.updated - a.updated);
    const known = new Set(kept.map((one) => one.id));
    const elsewhere = games
      .filter((one) => !known.has(one.table))
      .map(({ table: id, game, seat }) => ({ id, game, seat }));
    const all: Followed[] = [...here, ...elsewhere]
      .filter((one) => one.id !== this.except)
      .slice(0, MOST);
    const wanted = new Set(all.map((one) => one.id));
    for (const [id, { link }] of this.links) {
      if (wanted.has(id)) continue;
      link.close();
      this.links.delete(id);
    }
    for (const one of all) if (!this.links.has(one.id)) this.follow(one);
    this.tell();
  }

  private follow(one: Followed): void {
    const { id, secret } = one;
    const hello = { do: 'join', ...(secret === undefined ? {} : { secret }) } as const;
    const link = new Link(this.address(id), language(), hello, this.parts);
    this.links.set(id, { link, one });
    link.onCard = () => this.meet(id);
    link.onTold = () => this.tell();
    link.onState = () => {
      // A table that is not there any more is nobody's.
      if (link.state === 'missing') void seats.remove(id);
    };
    link.onRefused = () => this.drop(id);
  }

  private drop(id: string): void {
    this.links.get(id)?.link.close();
    this.links.delete(id);
    this.tell();
  }

  private meet(id: string): void {
    if (this.links.get(id)?.link.card?.phase === 'over') {
      void seats.change(id, (stored) =>
        stored && !stored.over ? { ...stored, over: true } : undefined,
      );
    }
    this.tell();
  }

  private tell(): void {
    this.list = [...this.links].flatMap(([id, { link, one }]) => {
      const seat = link.seat ?? one.seat ?? 0;
      const { card, status } = link;
      if (card?.phase === 'over') return [];
      return [{ id, game: card?.game ?? one.game, seat, card, turn: turnOf(status ?? null, seat) }];
    });
  }
}

const turnOf = (status: Status | null, seat: number): boolean =>
  status !== null && status.at !== 'over' && status.to_act.includes(seat);
