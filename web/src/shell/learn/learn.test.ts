import { describe, expect, it } from 'vitest';
import type { Move, Status, View } from '../../engine/messages';
import { Director, type Seen } from './director';
import { better } from './mistakes';
import { arrow, freePlace, placeCard } from './place';
import { parseBlocks, parseInline, plain } from './markup';
import { fits, fold, mark, words } from './search';
import type { Lesson } from './types';

describe('markup', () => {
  it('reads what stands in a line', () => {
    expect(parseInline('a [[i-wood]] **b** `1W-c4` [[i-stone|]]x [[#slots]]')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'icon', id: 'i-wood', named: true },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: '1W-c4' },
      { kind: 'text', text: ' ' },
      { kind: 'icon', id: 'i-stone', named: false },
      { kind: 'text', text: 'x ' },
      { kind: 'link', section: 'slots' },
    ]);
  });
  it('reads lists, tables, examples', () => {
    const blocks = parseBlocks('one\n- a\n- b\n| h | [[i-sun|]] i |\n| 1 | |\n> so\ntwo');
    expect(blocks.map((one) => one.kind)).toEqual([
      'paragraph',
      'list',
      'table',
      'example',
      'paragraph',
    ]);
    const table = blocks[2] as Extract<(typeof blocks)[number], { kind: 'table' }>;
    expect(table.head.length).toBe(2);
    expect(table.head[1]![0]).toEqual({ kind: 'icon', id: 'i-sun', named: false });
    expect(table.rows).toEqual([[[{ kind: 'text', text: '1' }], []]]);
  });
  it('reads the picture of an example, and what is folded away', () => {
    expect(parseBlocks('>[plan] so\none\n---\n- a\n> b')).toEqual([
      { kind: 'example', inlines: parseInline('so'), picture: 'plan' },
      { kind: 'paragraph', inlines: parseInline('one') },
      {
        kind: 'details',
        blocks: [
          { kind: 'list', items: [parseInline('a')] },
          { kind: 'example', inlines: parseInline('b'), picture: undefined },
        ],
      },
    ]);
    expect(plain('>[plan] so\n---\nmore', (id) => id)).toBe('so\nmore');
  });
  it('is heard without signs', () => {
    expect(plain('- a [[i-wood]] **b**\n> `c`', (id) => id.toUpperCase())).toBe('a I-WOOD b\nc');
  });
});

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

const status: Status = { at: 'decision', to_act: [1], moves: 0 };
const view: View = { seat: 1 };
const move = (text: string): Move => ({ move: text, kind: 'play', words: '' });
const seen = (moves: string[], events: string[] = []): Seen => ({
  view,
  moves: moves.map(move),
  events: events.map((event) => ({ event })),
  status,
  viewer: 1,
  draft: [],
});
const lesson = (id: string, when: Lesson['when']): Lesson => ({ id, rules: [], core: true, when });

describe('the director', () => {
  const lessons = [
    lesson('a', (c) => c.moves.length > 0),
    lesson('b', (c) => c.events.length > 0),
    lesson('c', (c) => c.events.length > 1),
    lesson('d', (c) => c.history.includes('c')),
  ];

  it('shows one at a time, each once', () => {
    const director = new Director(lessons);
    expect(director.look(seen([]))).toBeUndefined();
    expect(director.look(seen(['m'], ['x', 'y']))?.id).toBe('a');
    expect(director.look(seen(['m'], ['x', 'y']))?.id).toBe('a');
    expect(director.dismiss(seen(['m'], ['x', 'y']))?.id).toBe('b');
    expect(director.dismiss(seen(['m'], ['x', 'y']))?.id).toBe('c');
    expect(director.dismiss(seen(['m'], ['x', 'y']))?.id).toBe('d');
    expect(director.dismiss(seen(['m'], ['x', 'y']))).toBeUndefined();
    expect(director.history).toEqual(['a', 'b', 'c', 'd']);
  });

  it('never waits for its card: the next decision has the next lesson', () => {
    const director = new Director(lessons);
    expect(director.look(seen(['m']))?.id).toBe('a');
    expect(director.look(seen(['n'], ['x']))?.id).toBe('b');
  });

  it('keeps what came while others moved until the next decision is made', () => {
    const director = new Director(lessons);
    director.look(seen(['m']));
    expect(director.look(seen([], ['x']))?.id).toBe('b');
    expect(director.look(seen([], ['x', 'y']))?.id).toBe('b');
    expect(director.look(seen(['n'], ['x', 'y', 'z']))?.id).toBe('b');
    expect(director.look(seen(['o'], ['x', 'y', 'z', 'w']))?.id).toBe('c');
  });

  it('does not mind that events come one by one', () => {
    const director = new Director(lessons);
    director.look(seen(['m']));
    expect(director.look(seen(['n'], ['x']))?.id).toBe('b');
    expect(director.look(seen(['n'], ['x', 'y']))?.id).toBe('b');
  });

  it('goes on where an earlier visit ended', () => {
    const director = new Director(lessons, ['a', 'a', 'gone']);
    expect(director.history).toEqual(['a']);
    expect(director.look(seen(['m']))).toBeUndefined();
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
