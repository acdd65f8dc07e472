// What there is to play, as the engines tell it, and how its options are asked for.
import facts from 'virtual:games';
import type { GameFacts } from '../engine/messages';
import { aboutOf } from '../boards';
import { hasText, t } from '../text';

const place = (game: GameFacts) => aboutOf(game.id).order ?? Infinity;
const byPlace = (a: GameFacts, b: GameFacts) =>
  place(a) === place(b) ? a.id.localeCompare(b.id) : place(a) - place(b);
// In the order in which they are offered.
export const allGames: GameFacts[] = [...facts].sort(byPlace);
export const factsOf = (game: string): GameFacts | undefined =>
  allGames.find((one) => one.id === game);

// The first of these texts that there is. Those of the start page are there from the beginning, all
// others of a game once its words were asked for (needWords).
function firstText(keys: string[]): string | undefined {
  const key = keys.find(hasText);
  return key === undefined ? undefined : t(key);
}
const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export const gameName = (game: string): string => firstText([`${game}.name`]) ?? capital(game);
export const motto = (game: string): string =>
  firstText([`board.${game}.motto`, `${game}.tagline`]) ?? '';

// The bots a person meets, weakest first; others are for programs.
const LEVELS = ['novice', 'easy', 'medium', 'hard', 'master'];
export const levelsOf = (game: GameFacts): string[] => {
  const known = LEVELS.filter((level) => game.bots.includes(level));
  return known.length > 0 ? known : game.bots;
};
export const levelName = (level: string): string =>
  hasText(`page.level.${level}`) ? t(`page.level.${level}`) : level;

// Options and their values: in the short words of the game's board, those of the page, those of the
// game, or as the engine lists them.
const optionText = (game: string, rest: string) =>
  firstText([`board.${game}.option.${rest}`, `page.option.${rest}`, `${game}.option.${rest}`]);
export const optionName = (name: string, game: string): string =>
  optionText(game, name) ?? capital(name);
export const valueName = (name: string, value: string, game: string): string =>
  capital(optionText(game, `${name}.${value}`) ?? value);
export const valueHint = (name: string, value: string, game: string): string | undefined =>
  firstText([`${game}.option.${name}.${value}.about`]);
export const valuePicture = (name: string, value: string, game: string) =>
  aboutOf(game).pictures?.[name]?.[value];
export const packName = (id: string, game: string): string =>
  firstText([`${game}.pack.${id}`]) ?? capital(id.replaceAll('-', ' '));

// What a listing means: "1 to 4", "red, blue, random", "random, 1 to 4" are choices; anything else
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
