// What a board is given, and what it may ask for. A board draws the game itself; everything around it
// (header, prompt, log, curtain) is the shell's.
import type { Component, Snippet } from 'svelte';
import type { Area, GameEvent, Move, View } from '../engine/messages';

// What just happened, being shown; the view is already final.
export interface Beat {
  id: number;
  event: GameEvent;
  rest: GameEvent[]; // what follows it in its batch
  view: View; // right after the batch
  ms: number;
}

// An event of before, to be pointed at where it is seen now.
export interface Recall {
  id: number;
  event: GameEvent;
  since: GameEvent[]; // what happened after it
}

export interface BoardProps {
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

// The sounds of the table, by name; what they sound like is in table/sound.ts.
export type Cue =
  | 'pick'
  | 'place'
  | 'wood'
  | 'wheat'
  | 'stone'
  | 'water'
  | 'star'
  | 'pay'
  | 'deliver'
  | 'bonus'
  | 'ship'
  | 'lift'
  | 'strip'
  | 'dusk'
  | 'dawn'
  | 'roll'
  | 'assign'
  | 'screen'
  | 'send'
  | 'algae'
  | 'energy'
  | 'gem'
  | 'crawl'
  | 'accord'
  | 'tile'
  | 'breakthrough'
  | 'setback'
  | 'seal'
  | 'specialist'
  | 'rest'
  | 'yourturn'
  | 'undo'
  | 'refuse'
  | 'lastround'
  | 'end';

// What can be heard all the time, very quietly (table/ambience.ts).
export type Air = 'birds' | 'wind' | 'crickets' | 'waltz' | 'surf';
export type Mix = Partial<Record<Air, number>>;

// A sound, or one several times in a row.
export type Heard = Cue | { cue: Cue; times: number };

export interface KeyHelp {
  keys: string;
  does: string;
}

export interface BoardModule {
  Board: Component<BoardProps>;
  // How long an event wants to be shown, in ms.
  pace?: (event: GameEvent) => number;
  // What the events of one table sound like, told in their order; the view is final.
  cues: () => (event: GameEvent, view: View) => Heard | undefined;
  // What is heard around the table, 0 to 1 of each.
  ambience?: (view: View) => Mix;
  // The board's own keys, in words.
  keyHelp?: () => KeyHelp[];
}

// --- the components page ---

export type PackPath = readonly (string | number)[];
interface PackWrong {
  sentence: string; // as the engine says it
  where: string; // "tiles.day[3].stars"
}

// A pack, drawn piece by piece. Whether a value is possible is for the engine to say.
export interface ComponentsProps {
  content: Record<string, unknown>;
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
  place?: (where: string) => string | undefined; // "Day order 4, stars"
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
