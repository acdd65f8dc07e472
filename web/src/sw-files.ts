// What the service worker makes of the names of a build's files.

const CODES = ['zh-Hant', 'en', 'pl', 'de'];

// Files of one language are named by it: words-pl-HASH.json, pl-shell-HASH.json.
export function languageOf(file: string): string | undefined {
  const name = file.split('/').pop()!;
  return CODES.find((code) => name.startsWith(`words-${code}-`) || name.startsWith(`${code}-`));
}

// Whether a version cannot take over without this file.
export function mustHave(file: string, languages: string[]): boolean {
  const language = languageOf(file);
  if (language !== undefined) return languages.includes(language);
  return !file.endsWith('.network');
}
