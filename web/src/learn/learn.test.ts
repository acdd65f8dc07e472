import { describe, expect, it } from 'vitest';
import type { GameEvent, Move, Status, View } from '../engine/messages';
import { Director, type Seen } from './director';
import { parseBlocks, parseInline, plain } from './markup';
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

const status: Status = { at: 'decision', to_act: [1], moves: 0 };
const view = { seat: 1 } as View;
const move = (text: string) => ({ move: text, kind: 'play', words: '' }) as Move;
const seen = (moves: string[], events: string[] = []): Seen => ({
  view,
  moves: moves.map(move),
  events: events.map((event) => ({ event }) as GameEvent),
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
