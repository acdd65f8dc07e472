// What every part of the table needs to know, and what it may ask for.
import { getContext, setContext } from 'svelte';
import type { Move, Several } from '../../engine/messages';
import type { Shape } from './layout';
import type { CircadiansView, Phase, Value } from './model';
import type { Pack } from './pack';
import type { Spot } from './plan';
import type { Planner } from './planner.svelte';
import type { Sender } from './sender.svelte';
import type { From } from './targets';

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
  readonly pending: string | null;
  chosen(move: Move): boolean; // it is laid out, or one of several items that are chosen
  units(move: Move): { on: boolean }[]; // what there is of an item, of which several are chosen
  putBack(move: Move): void; // one that is chosen
  readonly several: Several | null;
  readonly sender: Sender; // the piece in hand, and where it may go
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
