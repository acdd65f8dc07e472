// Choosing several items at once (docs/protocol.md): what is chosen until it is played, as names of items. To people the
// order means nothing, so nothing of it is known here.
import type { Several } from '../engine/messages';

const times = (all: string[], item: string): number => all.filter((one) => one === item).length;

export const isEnough = ({ min, max }: Several, picked: string[]): boolean =>
  picked.length >= min && picked.length <= max;

export const itemOf = ({ items }: Several, move: string) =>
  items.find((one) => one.move.move === move);

// The moves of what is chosen, one for each.
export const movesOf = (several: Several | null, picked: string[]): string[] =>
  picked.flatMap((name) => several?.items.find(({ item }) => item === name)?.move.move ?? []);

// One more of an item, in the place of what excludes it, or of the last one where there are enough; all of it is put back
// when there is no more of it.
export function pressed({ items, max }: Several, picked: string[], item: string): string[] {
  const { n, group } = items.find((one) => one.item === item)!;
  const others = picked.filter((one) => one !== item);
  const full = picked.length >= max;
  if (times(picked, item) >= n || (full && others.length === 0)) return others;
  const inGroup = (name: string) => items.find((one) => one.item === name)?.group === group;
  const rival = group === undefined ? -1 : picked.findIndex(inGroup);
  const gives = rival >= 0 ? rival : full ? picked.findLastIndex((one) => one !== item) : -1;
  return [...picked.filter((_, at) => at !== gives), item];
}

export function without(picked: string[], item: string): string[] {
  const at = picked.lastIndexOf(item);
  return picked.filter((_, i) => i !== at);
}

// Items in one line, as they are called or as the move that takes one alone; null: it says something else.
export function readItems({ items }: Several, line: string): string[] | null {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const whole = items.find((one) => same(one.move.move, line) || same(one.item, line));
  if (whole) return [whole.item];
  const names = line
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => items.find((one) => same(one.item, word) || same(one.move.move, word))?.item);
  return names.length > 0 && names.every((one) => one !== undefined) ? names : null;
}
