// Searching as one types: letters count, not their accents or size. Chinese has no spaces between
// words, so a word is found wherever its signs stand.

const SPECIAL: Record<string, string> = { ł: 'l', ß: 'ss', đ: 'd', ø: 'o', æ: 'ae', œ: 'oe' };

// The folded text, and for each of its characters the place it had.
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const small = sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const plain = [...small].map((one) => SPECIAL[one] ?? one).join('');
    folded += plain;
    for (let i = 0; i < plain.length; ++i) places.push(at);
    at += sign.length;
  }
  places.push(at);
  return { folded, places };
}

export const fold = (text: string): string => foldWithPlaces(text).folded;

export const words = (query: string): string[] =>
  fold(query)
    .split(/\s+/)
    .filter((one) => one !== '');

interface Findable {
  title: string;
  text: string; // everything else that may be looked for
}

// All words have to stand somewhere; 0 if not, more the better it fits.
export function fits(what: Findable, query: string[]): number {
  const title = fold(what.title);
  const text = fold(what.text);
  let score = 1;
  for (const word of query) {
    if (title.startsWith(word)) score += 4;
    else if (title.includes(word)) score += 3;
    else if (!text.includes(word)) return 0;
  }
  return score;
}

// The text in pieces, those that were looked for marked.
export function mark(text: string, query: string[]): { text: string; hit: boolean }[] {
  if (query.length === 0 || text === '') return [{ text, hit: false }];
  const { folded, places } = foldWithPlaces(text);
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of query) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const end = places[at + word.length] ?? text.length;
      // A sign that folds to two letters is marked whole.
      hit.fill(true, places[at]!, Math.max(end, places[at]! + 1));
    }
  }
  const pieces: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < text.length; ++at) {
    const last = pieces.at(-1);
    if (last && last.hit === hit[at]) last.text += text[at]!;
    else pieces.push({ text: text[at]!, hit: hit[at]! });
  }
  return pieces;
}
