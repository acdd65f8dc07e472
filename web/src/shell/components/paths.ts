// Places in a pack: "tiles.day[3].stars" as the engine names them, or the steps to them.
export type Path = readonly (string | number)[];
export type Content = Record<string, unknown>;

export function readPath(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((part) =>
    part[1] !== undefined ? Number(part[1]) : part[2]!,
  );
}

export function writePath(path: Path): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`,
    '',
  );
}

export function getAt(from: unknown, path: Path): unknown {
  let at: unknown = from;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

// A copy with another value at that place; undefined takes the place away.
export function setAt<T>(from: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  const inner = (from as Record<string | number, unknown> | undefined)?.[step];
  const next = rest.length > 0 ? setAt(inner, rest, value) : value;
  if (Array.isArray(from)) {
    const list = [...(from as unknown[])];
    if (next === undefined) list.splice(Number(step), 1);
    else list[Number(step)] = next;
    return list as T;
  }
  const copy = { ...(from as object) } as Record<string | number, unknown>;
  if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy as T;
}

export const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((step, at) => path[at] === step);

export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in b && same((a as Content)[key], (b as Content)[key]));
};

// Where two packs differ, as deep as their shape is the same.
export function differences(before: unknown, after: unknown, at: Path = []): Path[] {
  if (same(before, after)) return [];
  const deep =
    typeof before === 'object' &&
    typeof after === 'object' &&
    before !== null &&
    after !== null &&
    Array.isArray(before) === Array.isArray(after);
  if (!deep) return [at];
  const steps = new Set([...Object.keys(before), ...Object.keys(after)]);
  const list = Array.isArray(after);
  return [...steps].flatMap((step) =>
    differences((before as Content)[step], (after as Content)[step], [
      ...at,
      list ? Number(step) : step,
    ]),
  );
}
