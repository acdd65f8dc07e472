import { expect, it } from 'vitest';
import { languageOf, mustHave } from './sw-files';

it('knows files of a language by their names', () => {
  expect(languageOf('assets/words-zh-Hant-AbCd1234.js')).toBe('zh-Hant');
  expect(languageOf('assets/pl-shell-AbCd1234.json')).toBe('pl');
  expect(languageOf('assets/index-AbCd1234.js')).toBeUndefined();
  expect(languageOf('assets/plan-AbCd1234.js')).toBeUndefined();
});
it('needs all but other languages and networks', () => {
  expect(mustHave('index.html', ['en'])).toBe(true);
  expect(mustHave('assets/words-de-AbCd1234.js', ['en'])).toBe(false);
  expect(mustHave('assets/words-de-AbCd1234.js', ['en', 'de'])).toBe(true);
  expect(mustHave('assets/network-1-AbCd1234.network', ['en'])).toBe(false);
});
