import { describe, expect, it } from 'vitest';
import { better } from './mistakes';
import { arrow, freePlace, placeCard } from './place';
import { fits, fold, mark, words } from './search';

describe('search', () => {
  it('passes over accents and size', () => {
    expect(fold('ŻÓŁĆ Straße Öl')).toBe('zolc strasse ol');
    expect(fits({ title: 'Wcięcia', text: '' }, words('WCIECIA'))).toBeGreaterThan(0);
    expect(fits({ title: 'Plätze', text: 'Größe' }, words('platze grosse'))).toBeGreaterThan(0);
  });
  it('finds Chinese wherever it stands', () => {
    expect(fits({ title: '延長航綫', text: '' }, words('航綫'))).toBeGreaterThan(0);
    expect(fits({ title: '延長航綫', text: '' }, words('飛艇'))).toBe(0);
  });
  it('wants all words, and likes titles more', () => {
    const voyage = { title: 'Longer voyage', text: 'pay one resource' };
    expect(fits(voyage, words('voyage pay'))).toBeGreaterThan(fits(voyage, words('pay')));
    expect(fits(voyage, words('voyage gold'))).toBe(0);
    expect(fits(voyage, [])).toBe(1);
  });
  it('marks what was found in the text as it is written', () => {
    expect(mark('Größe, gro', words('gro'))).toEqual([
      { text: 'Grö', hit: true },
      { text: 'ße, ', hit: false },
      { text: 'gro', hit: true },
    ]);
    expect(mark('Straße', words('ss'))).toEqual([
      { text: 'Stra', hit: false },
      { text: 'ß', hit: true },
      { text: 'e', hit: false },
    ]);
    expect(mark('abc', [])).toEqual([{ text: 'abc', hit: false }]);
  });
});

describe('mistakes', () => {
  const hint = [
    { move: 'x', words: 'the best', chance: 0.6, margin: 4 },
    { move: 'y', words: 'nearly', chance: 0.55, margin: 3 },
    { move: 'z', words: 'bad', chance: 0.3, margin: -5 },
  ];
  it('are told only where much is lost', () => {
    expect(better(hint, 'x')).toBeUndefined();
    expect(better(hint, 'y')).toBeUndefined();
    expect(better(hint, 'z')?.words).toBe('the best');
    expect(better(hint, 'unknown')).toBeUndefined();
    expect(better([], 'x')).toBeUndefined();
  });
  it('are told by points where one plays alone', () => {
    const alone = [
      { move: 'x', words: 'the best', points: 50 },
      { move: 'y', words: 'bad', points: 43 },
    ];
    expect(better(alone, 'y')?.words).toBe('the best');
    expect(better(alone, 'x')).toBeUndefined();
  });
});

describe('the card of a lesson', () => {
  const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    width,
    height,
  });
  it('leaves room for what it is about', () => {
    const hand = box(20, 728, 300, 112);
    const orders = box(8, 100, 374, 78);
    const phone = { width: 390, height: 844 };
    expect(placeCard(phone, 200, hand).top + 200).toBeLessThan(hand.top);
    expect(placeCard(phone, 200, orders).top).toBeGreaterThan(178);
    for (const screen of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
      { width: 2560, height: 1440 },
    ]) {
      const at = placeCard(screen, 300, undefined);
      expect(at.left + at.width).toBeLessThanOrEqual(screen.width);
      expect(at.top + 300).toBeLessThanOrEqual(screen.height);
    }
  });
  it('covers as little as possible of what is to stay free', () => {
    const screen = { width: 1440, height: 900 };
    const stations = [box(888, 58, 260, 440), box(1152, 58, 260, 440)];
    const covers = (at: { left: number; top: number }, width: number, one: (typeof stations)[0]) =>
      at.left < one.left + one.width &&
      at.left + width > one.left &&
      at.top < one.top + one.height &&
      at.top + 220 > one.top;
    const first = freePlace(screen, 220, undefined, stations, undefined);
    for (const one of stations) expect(covers(first, first.width, one)).toBe(false);
    // It does not go away for little, but for what it is about.
    expect(freePlace(screen, 220, undefined, stations, first)).toEqual(first);
    const aim = box(first.left, first.top, 300, 200);
    const second = freePlace(screen, 220, aim, stations, first);
    expect(covers(second, second.width, aim)).toBe(false);
    expect(freePlace(screen, 220, undefined, [], undefined)).toEqual(
      placeCard(screen, 220, undefined),
    );
  });
  it('points, unless it touches', () => {
    const card = box(1056, 290, 360, 240);
    expect(arrow(card, box(407, 83, 118, 118))).toMatch(/^M1056\.0 318\.0L.*L466\.0 95\.0$/);
    expect(arrow(card, box(520, 745, 410, 140))).toMatch(/^M1056\.0 .*L934\.0 761\.0$/);
    expect(arrow(card, box(1100, 694, 300, 188))).toMatch(/L1250\.0 690\.0$/);
    expect(arrow(card, box(1000, 300, 100, 100))).toBeUndefined();
  });
});
