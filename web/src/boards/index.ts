// Which game is drawn by which board. A game whose folder is here has a board of its own; every other
// one gets the board that any game can be played on.
import type { Component } from 'svelte';
import type { GameEvent } from '../engine/messages';
import type { BoardModule, BoardProps, ComponentsModule, Cue } from './types';

type Parts = Omit<BoardModule, 'Board'>;
const boards = import.meta.glob<Parts & { default: Component<BoardProps> }>('./*/Board.svelte');

// A game without sounds of its own: what is said is heard.
const plainCue = (event: GameEvent): Cue | undefined => (event.text ? 'pick' : undefined);

export async function boardOf(game: string): Promise<BoardModule> {
  const load = boards[`./${game}/Board.svelte`] ?? boards['./generic/Board.svelte']!;
  const { default: Board, cues = () => plainCue, ...parts } = await load();
  return { ...parts, Board, cues };
}

// How the pieces of a game's packs are drawn; undefined: they are listed.
const components = import.meta.glob<{ components: ComponentsModule }>('./*/components/index.ts');
export async function componentsOf(game: string): Promise<ComponentsModule | undefined> {
  return (await components[`./${game}/components/index.ts`]?.())?.components;
}
