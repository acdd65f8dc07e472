import type { SeatSetup, TableRecord } from '../engine/messages';

export interface Summary {
  round?: string; // where the game stands, a sentence in the language it was saved in
  scores: number[]; // as far as everybody may know them
  over: boolean;
  moves: number;
}

// Somebody else's result with the same deal.
export interface Challenge {
  name: string;
  score: number | null;
}

export interface SavedGame {
  id: string;
  game: string;
  rules?: number; // the version of its rules; without one, that of the record or the newest
  options: Record<string, unknown>;
  pack: unknown; // the id of a shipped pack, or a pack itself, or null: the default one
  seats: SeatSetup[];
  seed?: string | number; // a text when it is too large for a number
  undo: 'free' | 'turn';
  confirm: boolean;
  record: TableRecord | null; // null until something was played
  draft?: { seat: number; moves: string[] }; // what a seat has laid out and not yet played
  summary: Summary;
  created: number; // ms since 1970
  updated: number;
  title?: string;
  challenge?: Challenge;
  day?: string; // "2026-11-16": it is that day's deal
  tutorial?: boolean; // the first game, with lessons
}

// A game that was finished, for averages; it outlives the saved game.
export interface Result {
  id: string; // of the saved game
  game: string;
  rules?: number; // the version of its rules; 1 where it is missing
  mode: string; // what is compared with its like: see modeOf
  players: number;
  seats: SeatSetup[];
  scores: number[];
  winners: number[]; // seats from 1
  mine: number; // the seat of the person at this browser, 0 if there was none
  finished: number;
  seed?: string | number;
  day?: string;
  challenge?: Challenge;
}

export interface OwnPack {
  id: string; // of this entry
  name: string;
  game: string;
  content: Record<string, unknown>;
  updated: number;
}

// A seat at a table of a server: who has the secret sits there. It goes to that server and nowhere
// else.
export interface KeptSeat {
  id: string; // the table's name
  game: string;
  secret: string; // 128 bits, in hexadecimal digits
  share?: string; // of the luck; unknown where the seat was taken over from another device
  commit?: string; // what the table was bound to when one sat down
  name: string; // as one sat down, or wants to
  wanted?: number; // the seat one wants; none: any
  invite?: string; // of a private table
  seat: number | null; // null: not sat down yet
  muted?: boolean; // what others say there is not shown
  over: boolean;
  made: number; // ms since 1970
  updated: number;
}
