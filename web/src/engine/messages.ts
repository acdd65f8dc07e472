// The message language (docs/protocol.md), as far as every game shares it. What a view, a move or an
// event of one game holds besides is known to that game's board alone.

export interface Request {
  do: string;
  seat?: number | null;
  [more: string]: unknown;
}

export interface Said {
  key: string;
  args: Record<string, string | number>;
}

export interface EngineError {
  code: string;
  message: string;
  where?: string;
  text?: Said;
  sentence?: string; // the same in the language of the request
}

export interface Status {
  at: 'decision' | 'confirm' | 'chance' | 'over';
  to_act: number[];
  moves: number;
  scores?: { seat: number; total: number; by: Record<string, number> }[];
  winners?: number[];
  places?: number[]; // by seat, from 1; those who are tied share one
  opponent?: number; // the score of a solo opponent
}

export interface Answer {
  id?: number;
  ok?: boolean;
  error?: EngineError;
  status?: Status;
  [more: string]: unknown;
}

export interface GameEvent {
  event: string;
  seat?: number;
  text?: string; // a sentence
  [more: string]: unknown;
}

export interface Move {
  move: string; // the notation: what `apply` takes
  kind: string;
  words: string; // a sentence
  [more: string]: unknown;
}

// Several items are chosen at once: `min` to `max` of them, none more than `n` times.
export interface Several {
  kind: string;
  items: { item: string; n: number; move: Move }[];
  min: number;
  max: number;
}

// A table as any game lists it, for the generic board and for screen readers.
export interface Area {
  label: string;
  seat?: number; // whose it is
  counters?: { label: string; n: number; of?: number }[];
  pieces?: { label: string; n?: number; id?: string }[];
}

export type View = Record<string, unknown> & { seat: number | null };

export interface Observed extends Answer {
  view: View;
  areas: Area[];
  lines: string[]; // the whole table in sentences
  help: string[]; // what is on it, explained
  undo?: boolean; // the seat has something to take back
}

export interface GameFacts {
  id: string;
  rules: number; // the version that new games get
  options: { name: string; values: string; default: string }[];
  packs: string[];
  bots: string[];
}

export interface SeatSetup {
  name?: string;
  bot?: string;
}

export interface TableRecord {
  format: string;
  game: string;
  moves: string[];
  [more: string]: unknown;
}
