// How a printed value is known. Packs say it in words (`from`) or in letters (`tag`, and `tags` for
// single parts).
import { getAt, readPath, same, setAt, type Content, type Path } from './paths';

export const PROVENANCE = ['rulebook', 'review', 'inferred', 'reconstruction'] as const;
export type Provenance = (typeof PROVENANCE)[number];

const LETTERS: Record<string, Provenance> = {
  RB: 'rulebook',
  REV: 'review',
  INF: 'inferred',
  R: 'reconstruction',
};

const read = (word: unknown): Provenance | undefined => {
  if (typeof word !== 'string') return undefined;
  return LETTERS[word] ?? PROVENANCE.find((one) => one === word);
};

export interface Known {
  part: string; // '' is all of it, or what is not named
  from: Provenance;
}

export function knownOf(entry: unknown): Known[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { from, tag, tags } = entry as Content;
  const known: Known[] = [];
  const whole = read(from) ?? read(tag);
  if (whole) known.push({ part: '', from: whole });
  for (const parts of [from, tags]) {
    if (typeof parts !== 'object' || parts === null) continue;
    for (const [part, word] of Object.entries(parts)) {
      const one = read(word);
      if (one) known.push({ part, from: one });
    }
  }
  return known;
}

export const isReconstructed = (entry: unknown): boolean =>
  knownOf(entry).some((one) => one.from === 'reconstruction');

// How many entries of a pack are known how; one with several parts counts as its weakest.
export function countKnown(content: unknown): Record<Provenance, number> {
  const count = { rulebook: 0, review: 0, inferred: 0, reconstruction: 0 };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const known = knownOf(value).map((one) => PROVENANCE.indexOf(one.from));
    if (known.length > 0) count[PROVENANCE[Math.max(...known)]!]++;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'from' && key !== 'tags') walk(inner);
    }
  };
  walk(content);
  return count;
}

const isDict = (value: unknown): value is Content => typeof value === 'object' && value !== null;
const isTagged = (value: unknown): value is Content & { tag: string } =>
  isDict(value) && typeof value.tag === 'string' && !('from' in value);
const letterOf = (word: Provenance): string =>
  Object.keys(LETTERS).find((letter) => LETTERS[letter] === word)!;

// The same pack with another word for how a part of the entry at `path` is known.
export function setKnown<T>(content: T, path: Path, part: string, word: Provenance): T {
  const entry = getAt(content, path);
  if (isTagged(entry)) {
    const place = part === '' ? ['tag'] : ['tags', part];
    return setAt(content, [...path, ...place], letterOf(word));
  }
  const from = getAt(content, [...path, 'from']);
  return typeof from === 'object'
    ? setAt(content, [...path, 'from', part], word)
    : setAt(content, [...path, 'from'], word);
}

const hasFrom = (value: unknown): value is Content & { from: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value;

// What a source says about a value no longer holds once the value is another one: until its owner says
// otherwise it counts as reconstructed. A value that is again as shipped is known as it was.
export function settle(before: Content, after: Content, base: Content, path: Path): Content {
  const tagged = settleTag(before, after, base, path);
  if (tagged) return tagged;
  let at = path;
  while (at.length > 0 && !hasFrom(getAt(after, at))) at = at.slice(0, -1);
  const entry = getAt(after, at);
  const was = getAt(base, at);
  const old = getAt(before, at);
  if (at.length === 0 || !hasFrom(entry) || !hasFrom(was) || !hasFrom(old)) return after;
  const keys = [...new Set([...Object.keys(entry), ...Object.keys(was)])].filter(
    (key) => key !== 'from',
  );
  const differs = (one: Content, names: string[]) =>
    names.some((name) => !same(one[name], was[name]));
  const word = (of: unknown, part: string) => (typeof of === 'object' ? (of as Content)[part] : of);
  const parts = typeof entry.from === 'object' ? Object.keys(entry.from as object) : [''];
  let next = after;
  for (const part of parts) {
    // A part that is no member by name is all that the others leave.
    const names = keys.includes(part) ? [part] : keys.filter((key) => !parts.includes(key));
    const place = [...at, 'from', ...(part === '' ? [] : [part])];
    if (differs(entry, names)) {
      if (!differs(old, names)) next = setAt(next, place, 'reconstruction');
    } else if (differs(old, names)) {
      next = setAt(next, place, word(was.from, part) ?? 'reconstruction');
    }
  }
  return next;
}

// The same for an entry that says it in letters: what is changed becomes a part of its own. A part may also
// be a place further in: "rows[3].cost".
function settleTag(
  before: Content,
  after: Content,
  base: Content,
  path: Path,
): Content | undefined {
  let at = path;
  while (at.length > 0 && !isTagged(getAt(after, at))) at = at.slice(0, -1);
  const member = path[at.length];
  const [entry, was, old] = [after, base, before].map((one) => getAt(one, at));
  if (at.length === 0 || member === undefined) return undefined;
  if (!isTagged(entry) || !isTagged(was) || !isTagged(old)) return undefined;
  const shipped = (was.tags ?? {}) as Content;
  const within = Object.keys(shipped).filter((part) => readPath(part)[0] === member);
  let next = after;
  for (const part of new Set([String(member), ...within])) {
    const differs = (one: Content) => !same(getAt(one, readPath(part)), getAt(was, readPath(part)));
    if (differs(entry) === differs(old)) continue;
    if (!differs(entry)) next = setAt(next, [...at, 'tags', part], shipped[part]);
    else if ((shipped[part] ?? was.tag) !== 'R') next = setAt(next, [...at, 'tags', part], 'R');
  }
  return was.tags === undefined && same(getAt(next, [...at, 'tags']), {})
    ? setAt(next, [...at, 'tags'], undefined)
    : next;
}
