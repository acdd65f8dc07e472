// What there is to learn about which game: a game whose board has a folder `learn` hands it over.
import type { Component } from 'svelte';
import { allGames } from '../games';
import type { Pictures, RulesBook, Tutorial } from './types';

interface Learning {
  rules?: RulesBook;
  Picture?: Pictures;
  tutorial?: Tutorial;
}

const learning = import.meta.glob<Learning>('../../boards/*/learn/index.ts');
const sheets = import.meta.glob<{ default: Component }>('../../boards/*/Icons.svelte');

const gameOf = (path: string) => /boards\/([^/]+)\//.exec(path)![1]!;

// In the order in which games are offered.
const places = allGames.map((game) => game.id);
export const taught: string[] = Object.keys(learning)
  .map(gameOf)
  .sort((a, b) => places.indexOf(a) - places.indexOf(b));

export async function learningOf(game: string): Promise<Learning> {
  return (await learning[`../../boards/${game}/learn/index.ts`]?.()) ?? {};
}

// The symbols that words of this game show.
export async function symbolsOf(game: string): Promise<Component | undefined> {
  return (await sheets[`../../boards/${game}/Icons.svelte`]?.())?.default;
}
