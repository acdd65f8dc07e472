import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatNumber, language, languageFromCode, needWords, setLanguage, t } from '.';

const folder = new URL('../../../data/lang/', import.meta.url);
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Record<string, string>;

let down = false;
const fetched = vi.fn(async (url: string) => {
  await Promise.resolve();
  if (down) throw new TypeError('no network');
  const page = /@words\/([\w-]+)\.json/.exec(url)?.[1];
  const words = page
    ? Object.assign(
        {},
        ...readdirSync(new URL(page, folder))
          .filter((file) => file.startsWith('page'))
          .map((file) => read(`${page}/${file}`)),
      )
    : read(url.split('data/lang/')[1]!.split('?')[0]!);
  return { ok: true, json: () => Promise.resolve(words) };
});
vi.stubGlobal('fetch', fetched);

beforeEach(async () => {
  down = false;
  await setLanguage('en');
});

it('knows languages as people write them', () => {
  expect(['PL', 'pl_PL.UTF-8', 'de-AT', 'zh-TW', 'zh', 'en-GB'].map(languageFromCode)).toEqual([
    'pl',
    'pl',
    'de',
    'zh-Hant',
    'zh-Hant',
    'en',
  ]);
  expect(languageFromCode('fr')).toBeUndefined();
  expect(languageFromCode('')).toBeUndefined();
});

it('says everything in the language that is chosen, numbers too', async () => {
  expect(t('page.close')).toBe('Close');
  expect(formatNumber(1234.5)).toBe('1,234.5');
  await setLanguage('de');
  expect(t('page.close')).toBe('Schließen');
  expect(formatNumber(1234.5)).toBe('1.234,5');
});

it('brings the words of other files along', async () => {
  expect(t('shell.over')).toBe('<shell.over>');
  await needWords('shell');
  expect(t('shell.over')).not.toBe('<shell.over>');
  await setLanguage('pl');
  expect(t('shell.over')).toBe(read('pl/shell.json')['shell.over']);
});

it('stays as it was when words cannot be had, and can be asked again', async () => {
  down = true;
  await expect(setLanguage('zh-Hant')).rejects.toThrow();
  expect(language()).toBe('en');
  expect(t('page.close')).toBe('Close');
  down = false;
  await setLanguage('zh-Hant');
  expect(t('page.close')).toBe('關閉');
});

it('takes the last wish, in whatever order words arrive', async () => {
  await Promise.all([setLanguage('pl'), setLanguage('de'), needWords('solenia')]);
  expect(language()).toBe('de');
  expect(t('solenia.name')).toBe('Solenia');
});
