// The language that is chosen, and what it has to say. Words come in files of data/lang: those of
// the page always, those of a game when something of it is shown.
import pageWords from 'virtual:words';
import { Catalogue, type Args } from './icu';

export const languages = [
  { code: 'en', name: 'English' },
  { code: 'pl', name: 'Polski' },
  { code: 'de', name: 'Deutsch' },
  { code: 'zh-Hant', name: '繁體中文' },
] as const;
export type Language = (typeof languages)[number]['code'];

// Codes as people and systems write them: "PL", "de-AT", "zh_TW". Every Chinese is answered with
// the one we have.
export function languageFromCode(code: string): Language | undefined {
  const word = code.split(/[-_.@]/)[0]!.toLowerCase();
  return languages.find((one) => one.code.split('-')[0] === word)?.code;
}

const KEY = 'tidelock.language';

function firstLanguage(): Language {
  try {
    const kept = languages.find((one) => one.code === localStorage.getItem(KEY));
    if (kept) return kept.code;
  } catch {
    // Storage may be refused.
  }
  const wished = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  for (const code of wished) {
    const known = languageFromCode(code);
    if (known) return known;
  }
  return 'en';
}

// The engine reads some of the same files, so they stay files of their own. Books and lessons are read where they are
// shown.
const otherWords = import.meta.glob<string>(
  [
    '../../../data/lang/*/*.json',
    '!../../../data/lang/*/{page,server,page-*,rules-*,tutorial-*}.json',
  ],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);
const pathOf = (lang: string, file: string) => `../../../data/lang/${lang}/${file}.json`;

// What was read once stays; what could not be had is asked for again.
const kept = new Map<string, Promise<[string, string][]>>();

function read(url: string | undefined): Promise<[string, string][]> {
  if (url === undefined) return Promise.resolve([]);
  let words = kept.get(url);
  if (!words) {
    words = fetchWords(url);
    kept.set(url, words);
    words.catch(() => kept.delete(url));
  }
  return words;
}

async function fetchWords(url: string): Promise<[string, string][]> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return Object.entries((await answer.json()) as Record<string, string>);
}

let chosen = $state<Language>('en');
let catalogue = $state.raw(new Catalogue('en', new Map()));
const wanted = new Set<string>();

async function load(lang: Language): Promise<Catalogue> {
  const parts = await Promise.all([
    read(pageWords[lang]),
    ...[...wanted].map((file) => read(otherWords[pathOf(lang, file)])),
  ]);
  return new Catalogue(lang, new Map(parts.flat()));
}

// The language last wished for, and which wish it was: what comes late for an older one is dropped.
let target: Language = 'en';
let latest = 0;

async function reload(): Promise<boolean> {
  const turn = ++latest;
  try {
    const words = await load(target);
    if (turn !== latest) return false;
    chosen = target;
    catalogue = words;
  } catch (error) {
    if (turn !== latest) return false;
    target = chosen;
    throw error;
  }
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
  return true;
}

export const language = (): Language => chosen;

// Everything is said in this language once its words are there. Rejects, and all stays as it was, if
// they cannot be had.
export async function setLanguage(lang: Language, keep = true): Promise<void> {
  target = lang;
  if (!(await reload()) || !keep) return;
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // It holds for this visit.
  }
}

// The words as the page opens.
export async function openLanguage(): Promise<void> {
  const lang = firstLanguage();
  try {
    await setLanguage(lang, false);
  } catch (error) {
    if (lang === 'en') throw error;
    await setLanguage('en', false);
  }
}

// From now on also the words of this file ("shell", a game, "board-GAME"), in whatever language.
export async function needWords(file: string): Promise<void> {
  if (wanted.has(file)) return;
  wanted.add(file);
  try {
    await reload();
  } catch (error) {
    wanted.delete(file);
    throw error;
  }
}

export const t = (key: string, args?: Args): string => catalogue.say(key, args);
export const hasText = (key: string): boolean => catalogue.has(key);

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(chosen, options).format(value);
}

export function formatDate(
  value: number | Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return new Intl.DateTimeFormat(chosen, options).format(value);
}

export function formatList(values: string[], type: 'conjunction' | 'disjunction' = 'conjunction') {
  return new Intl.ListFormat(chosen, { type }).format(values);
}
