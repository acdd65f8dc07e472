import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGS, root, testBook, wordsOf } from '../../../learn/testing';
import Picture from './Picture.svelte';
import { rules } from './rules';

type Amounts = Record<string, number>;
interface Item {
  id: string;
  name: Record<string, string>;
  points?: number;
  do?: { gain?: Amounts }[];
  rows?: { row: number; cost: Amounts; points: number }[];
}
const pack = JSON.parse(
  readFileSync(`${root}data/circadians/reconstruction-2.json`, 'utf8'),
) as Record<string, Item[]> & {
  spaceport: Record<string, Item>;
  research_base: { farms: Item[]; garages: { cost: Amounts }[] };
};

const textOf = (lang: string) => {
  const words = wordsOf(lang, 'rules', 'circadians');
  return (section: string) => words[`rules.circadians.${section}.text`]!;
};
// The rows of a section's table, without its head, each with the numbers in its cells.
const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(1)
    .map((line) => line.split(/\|(?!\]\])/).slice(1, -1));
const sum = (amounts: Amounts) => Object.values(amounts).reduce((a, b) => a + b, 0);

// Where every one of them is looked for.
const EXPLAINED: Record<string, { items: Item[]; in: string[] }> = {
  leaders: { items: pack.leaders!, in: ['leaders', 'leaders2'] },
  stations: { items: pack.stations!, in: ['stations'] },
  spaceport: { items: Object.values(pack.spaceport), in: ['spaces'] },
  contracts: { items: pack.contracts!, in: ['ongoing', 'ending', 'ongoing2', 'ending2'] },
  ships: { items: pack.ships!, in: ['ships', 'uniquetiles'] },
  farms: {
    items: [...pack.research_base.farms, ...pack.farms!],
    in: ['farms', 'farmtiles', 'uniquetiles'],
  },
  events: { items: pack.events!, in: ['events', 'events2'] },
  outposts: { items: pack.outposts!, in: ['tokens'] },
  factions: { items: pack.negotiation!, in: ['abilities'] },
};

describe('the book of Circadians', () => {
  testBook(rules, Picture);

  for (const lang of LANGS) {
    it(`explains everything by its name in the pack: ${lang}`, () => {
      for (const { items, in: sections } of Object.values(EXPLAINED)) {
        const explained = sections.map(textOf(lang)).join('\n');
        for (const item of items) expect(explained, item.id).toContain(item.name[lang]);
      }
    });

    it(`has the same numbers as in English: ${lang}`, () => {
      const words = wordsOf(lang, 'rules', 'circadians');
      for (const [key, english] of Object.entries(wordsOf('en', 'rules', 'circadians')))
        expect(numbers(words[key]!).sort(), key).toEqual(numbers(english).sort());
    });
  }

  describe('has the numbers of the pack', () => {
    const text = textOf('en');

    it('for Breakthroughs and Setbacks', () => {
      const given = pack.breakthroughs!.map((one) => (one.do ?? []).map((it) => it.gain ?? {}));
      const told = rows(text('breakthroughs')).map(([reward]) => numbers(reward!));
      expect(told.length).toBe(given.length);
      for (const [at, gains] of given.entries())
        for (const n of gains.flatMap((one) => Object.values(one))) expect(told[at]).toContain(n);
      expect(rows(text('setbacks')).length).toBe(pack.setbacks!.length);
    });

    it('for negotiations', () => {
      const order = ['leyrien', 'zcharo', 'jrayek', 'oxataya'];
      for (const [at, [, ...cells]] of rows(text('negotiate')).entries())
        for (const [column, cell] of cells.entries()) {
          const faction = pack.negotiation!.find((one) => one.id === order[column])!;
          const { cost, points } = faction.rows![at]!;
          expect(numbers(cell)).toEqual([sum(cost), points]);
        }
    });

    it('for Garages and tiles', () => {
      const [prices] = rows(text('garages'));
      const costs = pack.research_base.garages.map((one) => sum(one.cost));
      expect(prices!.slice(1).map(Number)).toEqual(costs);
      const tiles = [...pack.ships!, ...pack.farms!];
      const told = ['ships', 'farmtiles', 'uniquetiles'].flatMap((one) => rows(text(one)));
      expect(told.length).toBe(tiles.length);
      for (const [name, , points] of told)
        expect(Number(points)).toBe(tiles.find((one) => one.name.en === name!.trim())!.points);
    });
  });
});
