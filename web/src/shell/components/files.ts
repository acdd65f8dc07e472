// Packs as files: names for them, and reading one that somebody hands over.
import type { Content } from './paths';

const FORMAT = 'component-pack/1';

// What the engine takes as an id.
export function idFrom(name: string): string {
  const plain = name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return plain;
}

export function freeId(wanted: string, taken: string[]): string {
  const base = wanted || 'pack';
  if (!taken.includes(base)) return base;
  for (let n = 2; ; n++) {
    if (!taken.includes(`${base}-${n}`)) return `${base}-${n}`;
  }
}

type ReadFile =
  | { ok: true; content: Content }
  | { ok: false; why: 'json'; line?: number; column?: number }
  | { ok: false; why: 'record' | 'not-a-pack' | 'large' }
  | { ok: false; why: 'other-game'; game: string };

// Where a text stops being JSON, if the browser says so.
function placeOf(text: string, message: string): { line?: number; column?: number } {
  const told = /line (\d+) column (\d+)/.exec(message);
  if (told) return { line: Number(told[1]), column: Number(told[2]) };
  const position = /position (\d+)/.exec(message);
  // A text that breaks off is told without a place.
  const at = position ? Number(position[1]) : /end of/i.test(message) ? text.length : undefined;
  if (at === undefined) return {};
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

const LARGEST = 8 * 1024 * 1024;

export function readPackFile(text: string, game: string): ReadFile {
  if (text.length > LARGEST) return { ok: false, why: 'large' };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { ok: false, why: 'json', ...placeOf(text, String(error)) };
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return { ok: false, why: 'not-a-pack' };
  }
  const pack = content as Content;
  if (String(pack.format).startsWith('tidelock-record/')) return { ok: false, why: 'record' };
  if (pack.format !== FORMAT) return { ok: false, why: 'not-a-pack' };
  if (pack.game !== game) return { ok: false, why: 'other-game', game: String(pack.game) };
  return { ok: true, content: pack };
}
