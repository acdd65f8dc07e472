// What there is to play, as the engines tell it, and how its options are asked for.
import facts from 'virtual:games';
import type { GameFacts } from '../engine/messages';
import { hasText, t } from '../text';
import shown from './games.json';

const place = (game: GameFacts) => {
  const at = shown.order.indexOf(game.id);
  return at < 0 ? shown.order.length : at;
};
export const allGames: GameFacts[] = [...facts].sort((a, b) => place(a) - place(b));
export const gamesShown = (all: boolean): GameFacts[] =>
  allGames.filter((game) => all || !shown.hidden.includes(game.id));
export const factsOf = (game: string): GameFacts | undefined =>
  allGames.find((one) => one.id === game);

export const gameName = (game: string): string =>
  hasText(`page.game.${game}`) ? t(`page.game.${game}`) : game;

// The bots a person meets, weakest first; others are for programs.
const LEVELS = ['novice', 'easy', 'medium', 'hard', 'master'];
export const levelsOf = (game: GameFacts): string[] => {
  const known = LEVELS.filter((level) => game.bots.includes(level));
  return known.length > 0 ? known : game.bots;
};
export const levelName = (level: string): string =>
  hasText(`page.level.${level}`) ? t(`page.level.${level}`) : level;

// Short words of the page, if it has some, or those of the game's own catalogue (see needWords).
function firstText(keys: string[]): string | undefined {
  const key = keys.find(hasText);
  return key === undefined ? undefined : t(key);
}
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
export const optionName = (name: string, game = ''): string =>
  firstText([`page.option.${name}`, `${game}.option.${name}`]) ?? name;
export const valueName = (name: string, value: string, game = ''): string =>
  capital(firstText([`page.option.${name}.${value}`, `${game}.option.${name}.${value}`]) ?? value);
export const valueHint = (name: string, value: string, game: string): string | undefined =>
  firstText([`${game}.option.${name}.${value}.about`]);
export const packName = (id: string): string =>
  hasText(`page.pack.${id}`) ? t(`page.pack.${id}`) : id;

// What a listing means: "1 to 4", "dawn, dusk, random", "random, 1 to 4" are choices; anything else
// is a text to be typed.
export function choicesOf(values: string): string[] | null {
  const choices: string[] = [];
  for (const part of values.split(',').map((one) => one.trim())) {
    const range = /^(\d+) to (\d+)$/.exec(part);
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (to - from > 20) return null;
      for (let n = from; n <= to; n++) choices.push(String(n));
    } else if (/^[\w-]+$/.test(part)) {
      choices.push(part);
    } else {
      return null;
    }
  }
  return choices;
}

export function playersOf(game: GameFacts): number[] {
  const option = game.options.find((one) => one.name === 'players');
  const choices = option ? choicesOf(option.values) : null;
  return choices?.map(Number).filter((n) => n > 0) ?? [2];
}

// Numbers go to the engine as numbers.
export const optionValue = (text: string): string | number =>
  /^\d{1,9}$/.test(text) ? Number(text) : text;
