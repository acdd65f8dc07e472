// What is drawn, from the pack and from views and moves of the engine.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameEvent, Move } from '../../engine/messages';
import { amounts, effects, isPassive, need, rulesBits, tileBits } from './bits';
import {
  berthsOf,
  pointsOf,
  readGoods,
  readPiece,
  rowsOf,
  spacesOf,
  type CircadiansView,
} from './model';
import { gainOf } from './gain';
import { keyHelp } from './keys';
import { shippedPack as pack } from './pack';
import { layoutFor } from './layout';
import { best, froms, placeOf, Targets, valuesOf, type Send } from './targets';
import { notationOf, saidOf } from './words';

const bare = (seats: number, more: Partial<CircadiansView> = {}): CircadiansView =>
  ({
    seats,
    sides: 0,
    stations: pack.stations.map(() => Array<null>(6).fill(null)),
    partners: Array<null>(6).fill(null),
    negotiation: [],
    caches: Array.from({ length: 6 }, (_, i) => ({ front: i % 2 ? 'gem' : 'energy' })),
    planet_tokens: Array<number>(37).fill(1),
    ship_pool: {},
    farm_pool: {},
    players: [{ harvester: 0 }, { harvester: 0 }],
    ...more,
  }) as unknown as CircadiansView;

describe('the help', () => {
  it('has words for the keys of the table', () => {
    const words = JSON.parse(
      readFileSync(
        new URL('../../../../data/lang/en/board-circadians.json', import.meta.url),
        'utf8',
      ),
    ) as Record<string, string>;
    // Nothing is loaded here: a message is its name in brackets.
    const word = (said: string) => words[said.replace(/[^\w.-]/g, '')];
    for (const { keys, does } of keyHelp()) {
      expect(word(keys)).toBeTruthy();
      expect(word(does)).toBeTruthy();
    }
    expect(keyHelp().length).toBeGreaterThan(5);
  });
});

describe('signs', () => {
  it('stand for every effect of the pack', () => {
    const named = (id: string, signs: unknown[]) => ({ id, none: signs.length === 0 });
    const all = [
      ...pack.contracts.map((one) => named(one.id, rulesBits(one.rules))),
      ...pack.leaders.map((one) => named(one.id, rulesBits(one.rules))),
      ...pack.events.map((one) => named(one.id, rulesBits(one.rules))),
      ...[...pack.ships, ...pack.farms].map((one) => named(one.id, tileBits(one.rules))),
      ...pack.factions.map((one) => named(one.id, effects(one.do))),
      ...pack.outposts.map((one) => named(one.id, effects(one.do))),
      ...[...pack.breakthroughs, ...pack.setbacks].map((one) => named(one.id, effects(one.do))),
    ];
    const none = all.filter((one) => one.none).map((one) => one.id);
    // What has no effect: a monument, the last event, a garden to look at.
    expect(none).toEqual(['B36', 'E16', 'FA10']);
  });
  it('have one of their own for any resource', () => {
    const priya = pack.leaders.find((one) => one.id === 'priya_raman')!;
    expect(rulesBits(priya.rules)).toContainEqual({ icon: 'i-any' });
    expect(amounts({ any: 1, die: 2, gem: 1 })).toEqual(
      ['1', 'i-gem', '1', 'i-any', '2', 'i-die'].map((one) =>
        one.startsWith('i-') ? { icon: one } : one,
      ),
    );
  });
  it('tell apart what a tile needs', () => {
    expect(tileBits(pack.ships.find((one) => one.id === 'SH3')!.rules)).toEqual(['±1']);
    expect(isPassive(pack.farms.find((one) => one.id === 'FA6')!)).toBe(true);
    expect(
      need({
        any: [
          { count: 'ship_tile', at_least: 4 },
          { count: 'farm_tile', at_least: 3 },
        ],
      }),
    ).toEqual(['4', { icon: 'i-ship' }, '/', '3', { icon: 'i-farm' }]);
  });
  it('tell a cost from a gain', () => {
    const event = (id: string) => rulesBits(pack.events.find((one) => one.id === id)!.rules);
    // Nothing is loaded here: a message is its name in brackets.
    const toPay = expect.stringContaining('board.circadians.to-pay');
    const lab = [{ icon: 's-lab' }, '→'];
    expect(event('E4')).toEqual([...lab, '+3', { icon: 'i-water' }, toPay]);
    expect(event('E3')).toEqual([...lab, '−1', { icon: 'i-energy' }]);
    expect(event('X1').at(-1)).toEqual(toPay);
    expect(event('E1')).not.toContainEqual(toPay);
  });
  it('are all on the sheet', () => {
    const sheet = ['./Icons.svelte', '../common/Symbols.svelte']
      .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
      .join('');
    const used = [
      ...pack.contracts.flatMap((one) => rulesBits(one.rules)),
      ...pack.leaders.flatMap((one) => rulesBits(one.rules)),
      ...pack.events.flatMap((one) => rulesBits(one.rules)),
      ...[...pack.ships, ...pack.farms].flatMap((one) => tileBits(one.rules)),
    ].flatMap((one) => (typeof one === 'string' ? [] : [one.icon]));
    expect([...new Set(used)].filter((id) => !sheet.includes(`id="${id}"`))).toEqual([]);
  });
});

describe('the view', () => {
  it('is read as it is written', () => {
    expect(readPiece('2-4')).toEqual({ seat: 2, value: 4 });
    expect(readPiece('1-s')).toEqual({ seat: 1, value: 7 });
    expect(readPiece('1-sal')).toEqual({ seat: 1, value: 'sal' });
    expect(readPiece(null)).toBeNull();
    expect(readGoods('10W2A')).toEqual({ water: 10, algae: 2 });
    expect(readGoods('0')).toEqual({});
  });
  it('shows only what is open at this number of players', () => {
    const mine = pack.stations[0]!;
    expect([1, 2, 3, 4].map((seats) => berthsOf(bare(seats), mine).length)).toEqual([3, 3, 6, 6]);
    const ahzuri = pack.negotiation.at(-1)!;
    expect([1, 2].map((seats) => rowsOf(bare(seats), ahzuri).length)).toEqual([4, 5]);
  });
  it('knows the points of an automatic opponent', () => {
    const alone = bare(1, { points: [12], ai_points: 9 });
    expect([1, 2].map((seat) => pointsOf(alone, seat))).toEqual([12, 9]);
    expect([1, 2].map((seat) => pointsOf(bare(2, { points: [12, 7] }), seat))).toEqual([12, 7]);
  });
  it('has 37 spaces on either side of the Planet', () => {
    for (const sides of [0, 1]) {
      const spaces = spacesOf(bare(2, { sides }), pack);
      expect(new Set(spaces.map(({ q, r }) => `${q},${r}`)).size).toBe(37);
      expect(spaces[0]!.harvesters).toEqual([1, 2]);
      expect(spaces.filter((space) => space.cache)).toHaveLength(6);
    }
  });
});

const send = (move: string, parts: Partial<Send>): Move =>
  ({ move, kind: 'send', words: '', from: 1, piece: 5, ...parts }) as Move;

describe('targets', () => {
  const moves = [
    send('g1>mine3', { to: 'mining_camp', column: 3, value: 5 }),
    send('g1>market', { to: 'market', value: 5 }),
    send('g1>market@4', { to: 'market', value: 4 }),
    send('g1>academy@4', { to: 'academy', value: 4 }),
    send('g1>canteen', { to: 'canteen' }),
    send('g2>jrayek1', {
      from: 2,
      piece: 'specialist',
      to: 'negotiation',
      faction: 'jrayek',
      row: 1,
    }),
  ];
  it('are lit as they are, or as another value', () => {
    const targets = new Targets(moves, 1, null);
    expect(targets.of('mining_camp-3')?.exact).toBe(true);
    expect(targets.of('academy')).toMatchObject({ exact: false, as: 4 });
    expect(best(targets.of('market')!).move).toBe('g1>market');
    expect(targets.of('jrayek-1')).toBeNull();
    expect(new Targets(moves, 1, 4).of('mining_camp-3')).toBeNull();
  });
  it('belong to the piece in hand', () => {
    expect(froms(moves)).toEqual([1, 2]);
    expect(valuesOf(moves, 1)).toEqual([4, 5]);
    expect(placeOf(moves[5] as Send)).toBe('jrayek-1');
  });
  it('are written as moves name them', () => {
    expect(notationOf('mining_camp-2')).toBe('mine2');
    expect(notationOf('depository-1-4')).toBe('dep1');
    expect(notationOf('jrayek-3')).toBe('jrayek3');
    expect(notationOf('outpost-2')).toBe('out2');
    expect(notationOf('farm-4')).toBe('farm4');
  });
});

describe('the gain of a move', () => {
  it('adds up what the preview tells of the own seat', () => {
    const events = [
      { event: 'sent', seat: 1 },
      { event: 'gained', seat: 1, resource: 'G', n: 3 },
      { event: 'gained', seat: 1, resource: 'G', n: 1 },
      { event: 'gained', seat: 2, resource: 'W', n: 2 },
      { event: 'dice', seat: 1, n: 2 },
    ] as GameEvent[];
    expect(gainOf(events, 1)).toEqual(['4', { icon: 'i-gem' }, '2', { icon: 'i-die' }]);
  });
});

describe('words about a piece', () => {
  const lines = [
    'Ship tiles at the Foundry, stack 1 (4 more below): Booster (3 points): A die sent from here may count as up to 2 more.',
    'Ann, leader Declan Moss: You may hold 3 more Contracts. Each Rest, gain 1 Contract.',
  ];
  it('are found by its name', () => {
    expect(saidOf(lines, 'Booster')).toBe(
      'Booster (3 points): A die sent from here may count as up to 2 more.',
    );
    expect(saidOf(lines, 'Declan Moss')).toBe(
      'Declan Moss: You may hold 3 more Contracts. Each Rest, gain 1 Contract.',
    );
    expect(saidOf(lines, 'Nobody')).toBe('');
  });
});

describe('the layout', () => {
  it('keeps every panel on the stage', () => {
    const stations = pack.stations.map((one) => one.id);
    for (const [w, h] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
      [1920, 1080],
      [360, 740],
    ] as const)
      for (const seats of [1, 2, 3, 4])
        for (const expansion of [true, false]) {
          const layout = layoutFor(w, h, stations, seats, expansion);
          const boxes = [
            layout.talks,
            layout.port,
            layout.event,
            layout.prompt,
            layout.you,
            layout.base,
            layout.hand,
            ...layout.stations,
            ...layout.opponents,
          ];
          for (const box of boxes) {
            expect(box.x).toBeGreaterThanOrEqual(0);
            expect(box.x + box.w).toBeLessThanOrEqual(layout.W);
            expect(box.y + box.h).toBeLessThanOrEqual(layout.H);
          }
        }
  });
});

describe('a phone', () => {
  const stations = pack.stations.map((one) => one.id);
  const apart = (
    a: { x: number; y: number; w: number; h: number },
    b: { x: number; y: number; w: number; h: number },
  ) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

  it.each([
    [390, 844],
    [360, 640],
    [412, 915],
    [844, 390],
    [740, 360],
    [667, 375],
  ])('of %i x %i has room for every part', (w, h) => {
    for (const planning of [false, true]) {
      const layout = layoutFor(w, h, stations, 4, true, planning);
      expect(layout.shape).toBe('phone');
      expect(layout.flat).toBe(w > h);
      const { opponents, tabs, event, body, prompt, base } = layout;
      const boxes = [opponents[0]!, tabs!, event, body, prompt, base];
      for (const [i, one] of boxes.entries()) {
        expect(one.y + one.h).toBeLessThanOrEqual(layout.H);
        expect(one.x + one.w).toBeLessThanOrEqual(layout.W);
        for (const other of boxes.slice(i + 1)) expect(apart(one, other)).toBe(true);
      }
      // Below the buttons of the page, which keep their size, and filled to the edges.
      if (!layout.flat) expect(opponents[0]!.y * layout.scale).toBeGreaterThanOrEqual(46);
      expect(body.y * layout.scale).toBeGreaterThanOrEqual(46);
      expect(layout.W * layout.scale).toBeCloseTo(w);
      expect(layout.H * layout.scale).toBeCloseTo(h);
    }
  });
  it('on its side has stations of 40 pixels and more', () => {
    for (const [w, h] of [
      [844, 390],
      [740, 360],
    ] as const) {
      const { body, scale } = layoutFor(w, h, stations, 2, true);
      expect(((body.h + 2) / stations.length - 2) * scale).toBeGreaterThanOrEqual(40);
    }
  });
});

describe('a plan of four', () => {
  it('leaves stations and event above the cloth', () => {
    const stations = pack.stations.map((one) => one.id);
    for (const expansion of [true, false]) {
      const layout = layoutFor(1440, 900, stations, 4, expansion, true);
      const boxes = [...layout.stations, layout.event, ...(layout.trades ? [layout.trades] : [])];
      for (const one of boxes) expect(one.y + one.h).toBeLessThanOrEqual(504);
    }
  });
});
