import { describe, expect, it } from 'vitest';
import type { GameEvent } from '../../engine/messages';
import advance from './dev/advance.json';
import delivery from './dev/delivery.json';
import theirs from './dev/theirs.json';
import { layoutFor } from './layout';
import { ghosts, readCard, type SoleniaView } from './model';
import { shippedPack } from './pack';
import { skyColors, STOPS } from './sky';
import { told, whereNow } from './told';

interface Recorded {
  view: SoleniaView;
  after: SoleniaView;
  beats: { event: GameEvent }[];
}

// What a turn's events tell leads to the table's own view.
describe.each([
  ['an advance', advance],
  ['a delivery', delivery],
  ["another's turn", theirs],
])('%s', (_, position) => {
  const { view, after, beats } = position as unknown as Recorded;
  const shown = beats.reduce((now, beat) => told(now, beat.event, shippedPack, after), view);
  const sorted = (list: SoleniaView['board']) =>
    [...list].sort((a, b) => (a.space < b.space ? -1 : 1));
  const letters = (text: string) => [...text].sort().join('');

  it('shows the same board', () => {
    expect(shown.rows).toEqual(after.rows);
    expect(shown.cards).toEqual(after.cards);
    expect(sorted(shown.board)).toEqual(sorted(after.board));
    expect(shown.moved).toBe(after.moved);
    expect(shown.stays).toEqual(after.stays);
  });
  it('shows the same orders', () => {
    expect(shown.tiles).toEqual(after.tiles);
    expect(shown.decks).toEqual(after.decks);
  });
  it('shows the same players', () => {
    shown.players.forEach((player, at) => {
      const really = after.players[at]!;
      expect(letters(player.store)).toBe(letters(really.store));
      expect(player.slots).toEqual(really.slots);
      expect(player.stars).toEqual(really.stars);
      expect(player.needs).toEqual(really.needs);
      expect(player.pairs).toEqual(really.pairs);
      expect(player.discards).toBe(really.discards);
      expect(player.hand ? [...player.hand].sort() : player.hand_size).toEqual(
        really.hand ? [...really.hand].sort() : really.hand_size,
      );
    });
  });
});

describe('what is read', () => {
  it('reads cards', () => {
    expect(readCard('0WS')).toEqual({ value: 0, gain: 'WS', space: 0, starIf: '' });
    expect(readCard('1x1')).toEqual({ value: 1, gain: '', space: 1, starIf: '' });
    expect(readCard('2*A')).toEqual({ value: 2, gain: '', space: 0, starIf: 'A' });
  });
  it('draws the last of like resources as missing', () => {
    expect(ghosts('WWHS', 'W')).toEqual([false, true, false, false]);
    expect(ghosts('SSA', 'SSA')).toEqual([true, true, true]);
    expect(ghosts('HA', '')).toEqual([false, false]);
  });
});

describe('where something is now', () => {
  const played = { event: 'played', seat: 1, card: '1W', space: 'd3' } as GameEvent;
  const turned = { event: 'turned', strip: '2night' } as GameEvent;
  it('follows the strips', () => {
    expect(whereNow(played, [])).toBe('[data-space="d3"]');
    expect(whereNow(played, [turned, { event: 'turn', seat: 2, round: 3 }, turned])).toBe(
      '[data-space="d1"]',
    );
  });
  it('is with its owner when it was lifted', () => {
    expect(whereNow(played, [turned, turned, turned])).toBe('[data-seat="1"]');
  });
  it('finds slots, tiles, strips and the airship', () => {
    const delivered = { event: 'delivered', seat: 2, row: 'day', tile: 4, slot: 3 } as GameEvent;
    expect(whereNow(delivered, [])).toBe('[data-seat="2"] [data-slot="day3"]');
    expect(whereNow(turned, [])).toBe('[data-strip="2"]');
    expect(whereNow({ event: 'airship' }, [])).toBe('[data-ship]');
    expect(whereNow({ event: 'over' }, [])).toBeNull();
  });
});

describe('the sky', () => {
  it('has a colour for every stop', () => {
    for (const kinds of [
      ['day', 'day', 'dusk', 'night', 'night'],
      ['dawn', 'day', 'day', 'day', 'day'],
      ['night', 'night', 'night', 'night', 'dawn'],
    ] as const) {
      const colors = skyColors([...kinds]);
      expect(colors).toHaveLength(STOPS);
      for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/i);
    }
  });
});

describe('the layout', () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
    [375, 667],
    [844, 390],
    [740, 360],
    [667, 375],
    [1920, 1080],
    [820, 1180],
  ])('fits %i by %i', (w, h) => {
    const layout = layoutFor(w, h);
    const { W, H, board, orders, opponents, prompt, mine, hand, slots, log } = layout;
    for (const box of [board, orders, opponents, prompt, mine, hand, slots, log]) {
      if (!box) continue;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(W + 0.5);
      expect(box.y + box.h).toBeLessThanOrEqual(H + 0.5);
    }
    const across = w > h && h < 500;
    expect(board.y + board.h).toBeLessThanOrEqual((across ? H : prompt.y) + 6);
    // The menu has the corner to itself.
    if (across) expect(board.x * layout.scale).toBeGreaterThanOrEqual(52);
  });
});
