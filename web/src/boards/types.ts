// What a board is given, and what it may ask for. A board draws the game itself; everything around it
// (header, prompt, log, curtain) is the shell's.
import type { Component, Snippet } from 'svelte';
import type { Area, GameEvent, Move, Several, View } from '../engine/messages';
import type { Beat, Recall } from '../table/beats';
import type { Heard, Mix, SoundSet } from '../table/sound';

export type { Beat, Recall } from '../table/beats';

export interface BoardProps {
  game: string;
  view: View; // as the viewer sees it
  areas: Area[];
  explained?: string[]; // everything on the table in sentences, with what it does
  viewer: number | null; // a seat from 1; null: a spectator
  moves: Move[]; // all legal moves of the viewer; empty when it is not asked
  prompt: string; // what the viewer is asked, a sentence; empty when waiting
  names: string[]; // of the seats, index 0 is seat 1
  bots: boolean[];
  asking: number[]; // seats that decide now
  pending: string | null; // a move chosen but not yet played
  // Of several items that are chosen at once: each is a move of `moves`, pressed to choose it and again to put it back.
  several?: Several | null;
  picked?: string[]; // the moves of those that are chosen, one for each
  putBack?: (move: string) => void; // one of the like is chosen no longer
  draft?: string[]; // moves that are laid out together
  beat: Beat | null;
  recall?: Recall | null;
  over: boolean;
  replayed?: boolean; // it was played before: nothing is asked
  play: (move: string) => void; // the viewer plays this legal move
  choose: (move: string | null) => void; // lays out a move: select, then confirm
  // Lays out moves that only make sense together; `whole`: they are complete, and to be played so.
  lay?: (draft: string[], whole: string[] | null) => void;
  back?: () => Promise<void>; // takes back what was played last
  // Something was picked, and this is what is asked next; empty: the decision as a whole.
  ask?: (what: string) => void;
  why: (text: string) => Promise<string>; // why a text in notation is not legal: a sentence
  preview: (move: string) => Promise<{ events: GameEvent[] }>;
  help: (lines: string) => void;
  log?: Snippet;
  promptBar?: Snippet<[extra?: Snippet]>; // what a board hands over stands beside the question
  // How the game was begun: its options, and its component pack if it is not a shipped one.
  begun?: { options: Record<string, unknown>; pack: unknown };
}

export interface KeyHelp {
  keys: string;
  does: string;
}

// What a game sounds like: boards/NAME/sounds.ts. All of it may be missing.
export interface GameSounds {
  sounds?: SoundSet; // its own, beside those that every table has
  // What the events of one table sound like, told in their order; the view is final.
  cues?: () => (event: GameEvent, view: View) => Heard | undefined;
  // Which of its voices are heard around the table, 0 to 1 of each.
  ambience?: (view: View) => Mix;
}

export interface BoardModule extends GameSounds {
  Board: Component<BoardProps>;
  cues: NonNullable<GameSounds['cues']>;
  // How long an event wants to be shown, in ms.
  pace?: (event: GameEvent) => number;
  // The board's own keys, in words.
  keyHelp?: () => KeyHelp[];
}

// --- the start page ---

// An SVG drawing on a grid of 24, stroked in currentColor unless it says otherwise.
export type Drawing = string;

// What the shell shows of a game before its board is loaded: boards/NAME/about.ts. All of it may be missing.
export interface GameAbout {
  order?: number; // where it stands among the games; those without one come last
  icon?: Drawing;
  pictures?: Record<string, Record<string, Drawing>>; // of the values of its options
}

// The pictures of boards/NAME/scene/, as addresses: what is in the sky behind the pages, wide and tall, and
// what floats before it.
export type Scene = Partial<Record<'wide' | 'tall' | 'front', string>>;

// --- the components page ---

export type PackPath = readonly (string | number)[];
interface PackWrong {
  sentence: string; // as the engine says it
  where: string; // "cards.red[3].cost"
}

// A pack, drawn piece by piece. Whether a value is possible is for the engine to say.
export interface ComponentsProps {
  content: Record<string, unknown>;
  said: Record<string, string>; // what the engine says of its pieces, as last it could
  wrong: PackWrong | null;
  opened: string; // the place of the piece that is open, or ''
  open: (place: string) => void;
  shows: (entry: unknown) => boolean; // whether the filter lets this entry through
  isChanged: (path: PackPath) => boolean; // it differs from the shipped pack
  edit: (path: PackPath, value: unknown) => void; // undefined takes it away
  restore: (path: PackPath) => void; // as in the shipped pack
  provenance: Snippet<[entry: unknown]>; // how it is known, in small
  source: Snippet<[path: PackPath]>; // how it is known, to be chosen
}

export interface ComponentsModule {
  Components: Component<ComponentsProps>;
  groups: () => { id: string; label: string }[]; // its headings, with the ids of their sections
  place?: (where: string) => string | undefined; // "Red card 4, cost"
  part?: (name: string) => string | undefined; // a part of a piece that has a source of its own
  // Options of a sample game in which these changes matter.
  sample?: (changes: PackPath[]) => Record<string, unknown>;
  // What of the changed pieces came up in a game.
  tally?: (
    content: Record<string, unknown>,
    changes: PackPath[],
    events: GameEvent[],
  ) => { label: string; n: number }[];
}
