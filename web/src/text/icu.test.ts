import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Catalogue, MessageError, literal, parseMessage, type Args } from './icu';

const langDir = new URL('../../../data/lang/', import.meta.url);

interface Case {
  lang?: string;
  why?: string;
  message: string;
  args?: Args;
  keys?: Record<string, string>;
  expect?: string;
  error?: boolean;
}
const { cases } = JSON.parse(readFileSync(new URL('cases.json', langDir), 'utf8')) as {
  cases: Case[];
};

const said = (one: Case) =>
  new Catalogue(
    one.lang ?? 'en',
    new Map([...Object.entries(one.keys ?? {}), ['the message', one.message]]),
  ).say('the message', one.args);

describe('the cases every reader passes', () => {
  it.each(cases.map((one) => [`${one.lang ?? ''} ${one.message} ${one.why ?? ''}`, one] as const))(
    '%s',
    (_name, one) => {
      if (one.error) expect(() => parseMessage(one.message)).toThrow(MessageError);
      else expect(said(one)).toBe(one.expect);
    },
  );
});

describe('catalogues', () => {
  it('says a missing entry and its own name in each language', () => {
    const words = new Map([['a', '{x}']]);
    expect(new Catalogue('de', words).say('b')).toBe('<b>');
    expect(new Catalogue('de', words).say('a', { x: '@\x1fe\x1fp\x1fd\x1fz\x1f' })).toBe('d');
  });
  it('keeps a name of a player from naming an entry', () => {
    const words = new Map([['a', '{x}']]);
    expect(new Catalogue('en', words).say('a', { x: literal('@a') })).toBe('@a');
  });
  for (const lang of ['en', 'pl', 'de', 'zh-Hant']) {
    it(`of ${lang} can all be read`, () => {
      const dir = new URL(`${lang}/`, langDir);
      for (const file of readdirSync(dir)) {
        const words = JSON.parse(readFileSync(new URL(file, dir), 'utf8')) as Record<
          string,
          string
        >;
        for (const text of Object.values(words)) expect(() => parseMessage(text)).not.toThrow();
      }
    });
  }
});
