// What each game brings, found by the folder with its name. All of it may be missing: a game without a
// board of its own gets the one that any game can be played on.
import type { Component } from 'svelte';
import type { GameEvent } from '../engine/messages';
import type { Pictures, RulesBook, Tutorial } from '../learn/types';
import type { ReplayParts } from '../replay/parts';
import { needWords } from '../text';
import type {
  BoardModule,
  BoardProps,
  ComponentsModule,
  GameAbout,
  GameSounds,
  Scene,
} from './types';

interface Learning {
  rules?: RulesBook;
  Picture?: Pictures;
  tutorial?: Tutorial;
}

type Parts = Pick<BoardModule, 'pace' | 'keyHelp'>;
const boards = import.meta.glob<Parts & { default: Component<BoardProps> }>('./*/Board.svelte');
const sounds = import.meta.glob<GameSounds>('./*/sounds.ts');
const components = import.meta.glob<{ components: ComponentsModule }>('./*/components/index.ts');
const abouts = import.meta.glob<GameAbout>('./*/about.ts', { import: 'about', eager: true });
const replays = import.meta.glob<{ replayParts: ReplayParts }>('./*/replay.ts');
const lessons = import.meta.glob<Learning>('./*/learn/index.ts');
const sheets = import.meta.glob<{ default: Component }>('./*/Icons.svelte');
const scenes = import.meta.glob<string>('./*/scene/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const aboutOf = (game: string): GameAbout => abouts[`./${game}/about.ts`] ?? {};

export function sceneOf(game: string): Scene {
  const file = (name: string) => scenes[`./${game}/scene/${name}.svg`];
  return { wide: file('wide'), tall: file('tall'), front: file('front') };
}

// Words of the game itself and of its folder; the page works without them.
const wordsOf = (...files: string[]) =>
  Promise.all(files.map((file) => needWords(file).catch(() => undefined)));

// A game without sounds of its own: what is said is heard.
const plainCue = (event: GameEvent) => (event.text ? 'pick' : undefined);

export async function boardOf(game: string): Promise<BoardModule> {
  const load = boards[`./${game}/Board.svelte`] ?? boards['./generic/Board.svelte']!;
  const [{ default: Board, ...parts }, heard] = await Promise.all([
    load(),
    sounds[`./${game}/sounds.ts`]?.(),
    wordsOf(game, `board-${game}`),
  ]);
  return { cues: () => plainCue, ...heard, ...parts, Board };
}

// How the pieces of a game's packs are drawn; undefined: they are listed.
export async function componentsOf(game: string): Promise<ComponentsModule | undefined> {
  const [module] = await Promise.all([
    components[`./${game}/components/index.ts`]?.(),
    wordsOf(game, `board-${game}`, `components-${game}`),
  ]);
  return module?.components;
}

// What a game adds to a replay.
export const replayPartsOf = async (game: string): Promise<ReplayParts> =>
  (await replays[`./${game}/replay.ts`]?.())?.replayParts ?? {};

// The games that hand over something to learn, and what it is.
export const taught: string[] = Object.keys(lessons).map((path) => path.split('/')[1]!);
export const learningOf = async (game: string): Promise<Learning> =>
  (await lessons[`./${game}/learn/index.ts`]?.()) ?? {};

// The symbols that words of this game show.
export const symbolsOf = async (game: string): Promise<Component | undefined> =>
  (await sheets[`./${game}/Icons.svelte`]?.())?.default;
