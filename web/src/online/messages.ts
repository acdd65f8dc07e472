// What a server of tables says (docs/server.md), as far as the page uses it.
import type { Answer, GameEvent, Status } from '../engine/messages';
import { botName } from '../store';

export type Phase = 'gathering' | 'playing' | 'over';

interface Chair {
  taken: boolean;
  name?: string;
  account?: string; // its name, of somebody who wants to be shown
  bot?: string; // a level
  away?: boolean; // has left
  open?: boolean; // another person may sit down
  resigned?: boolean;
  reserved?: boolean; // for somebody of the last game
}

export type Proposed = 'pause' | 'resume' | 'abort' | 'undo' | 'replace';
interface Proposal {
  n: number;
  what: Proposed;
  by: number;
  seat?: number; // replace: whom
  with?: string; // replace: a level, or person
  yes: number[];
  asked: number[];
}

// In seconds: for each move, and a bank for the whole game.
export interface ClockWish {
  move: number;
  bank: number;
}
export interface ClockOf {
  free: number; // ms that were left at `since`
  bank: number;
  since: number | null; // ms since 1970, by the server; null: it does not run
  until: number | null;
  late?: boolean;
}
export interface Clocks {
  now: number;
  seats: ClockOf[];
}

export interface Spoken {
  seat: number | null;
  name: string;
  at: number;
  phrase?: string;
  text?: string;
}

// Stream and index, both from 0; among how many outcomes; which one came.
export type Draw = [stream: number, index: number, n: number, outcome: number];
export interface Luck {
  commit: string;
  secret?: string; // these two when the game is over
  shares?: string[];
  draws?: Draw[]; // what chance brought, in order: with the record of a game that is over
}

// A table as anybody may know it.
export interface TableCard {
  table?: string; // its name
  game: string;
  options: Record<string, unknown>;
  pack: { id: string; hash: string };
  confirm: boolean;
  undo: 'turn' | 'free';
  listed: boolean;
  phase: Phase;
  seats: Chair[];
  luck: Luck;
  private?: boolean;
  clock?: ClockWish | null; // not told by a server that knows no clocks, agreements and talk
  late?: 'bot' | 'wait';
  paused?: boolean;
  proposal?: Proposal | null;
  ended?: {
    how: 'finished' | 'resigned' | 'aborted';
    winners?: number[];
    ranks?: number[];
    resigned?: number[];
  };
  host?: number; // while people gather: the seat that may free others
  next?: string; // the table of the next game
  invite?: string; // of a private one, to whoever made it
}

export interface Wish {
  game: string;
  options?: Record<string, unknown>;
  pack?: string;
  seats?: { bot?: string }[];
  listed?: boolean;
  private?: boolean;
  clock?: ClockWish | null;
  late?: 'bot' | 'wait';
  confirm?: boolean;
  undo?: 'turn' | 'free';
}

// What was taken back: so many events before this one did not happen.
export type FeedItem = GameEvent | { back: number };
export const isBack = (item: FeedItem): item is { back: number } =>
  typeof (item as { back?: unknown }).back === 'number';

export interface News extends Answer {
  push?: boolean;
  table?: TableCard;
  from?: number;
  events?: FeedItem[];
  next?: number;
  status?: Status;
  seat?: number | null;
  // What the table does for this seat at once: confirm moves, make choices that are none.
  auto?: { confirm: boolean; forced?: boolean };
  notify?: number | null; // seconds after which one is told that one's turn waits
  clock?: Clocks;
  talk?: Spoken[];
  talk_from?: number;
}

const isDict = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// As a chair is called; empty where nobody sits.
export const nameOfChair = ({ name, bot }: Chair, seat: number): string =>
  name ?? (bot ? botName(seat) : '');

// Whether a server's answer is a table. What it says is judged by whoever uses it.
export const isCard = (value: unknown): value is TableCard =>
  isDict(value) &&
  typeof value.game === 'string' &&
  isDict(value.options) &&
  ['gathering', 'playing', 'over'].includes(String(value.phase)) &&
  Array.isArray(value.seats) &&
  value.seats.every(isDict);
