// What every part of the table needs to know, and what it may ask for.
import { getContext, setContext } from 'svelte';
import type { Move } from '../../engine/messages';
import type { Bit } from './bits';
import type { Shape } from './layout';
import type { Berth, CircadiansView, Phase, Value } from './model';
import type { Pack } from './pack';
import type { Spot } from './plan';
import type { Planner } from './planner.svelte';
import type { From, Send, Target } from './targets';

export interface Desk {
  readonly view: CircadiansView;
  readonly pack: Pack;
  readonly me: number;
  readonly names: string[];
  readonly asking: number[];
  readonly expansion: boolean;
  readonly phase: Phase;
  readonly shape: Shape;
  readonly flat: boolean; // a phone on its side
  readonly live: boolean; // a piece is to be sent
  readonly from: From | null; // the piece in hand
  readonly held: Value | null; // what it shows
  readonly sending: Send | null; // the move that is laid out
  readonly pending: string | null;
  readonly gain: Bit[]; // what the move that is laid out would bring
  sendable(from: From): boolean; // whether this piece may go now
  // A place a piece may be sent to.
  lit(place: string, berth?: Berth): Target | null;
  picked(place: string, berth?: Berth): boolean;
  send(place: string, berth?: Berth): void;
  take(from: From): void;
  // From where it may be sent; in a plan from its place, or from the tray.
  drag(event: PointerEvent, piece: Value, from: From | null, spot?: Spot): void;
  readonly planner: Planner;
  press(spot: Spot): void; // a place of the base, while it is planned
  // A legal move by its kind and one of its parts.
  legal(kind: Move['kind'], part: keyof Move, value: unknown): Move | undefined;
  play(move: Move): void;
  // A piece of the game in words, as the engine says it.
  said(name: string): string;
  why(place: string): Promise<string>;
}

const KEY = Symbol('desk');
export const putDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const useDesk = (): Desk => getContext<Desk>(KEY);
