import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { View } from '../engine/messages';
import type { Motion } from '../store';
import type { Told } from './log.svelte';
import { SeatScreen } from './screen.svelte';
import { Show } from './show';
import type { Shot } from './talk';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const shotOf = (round: number): Shot => ({
  view: { seat: 1, round } as View,
  areas: [],
  help: [],
  moves: [],
  several: null,
  prompt: '',
  status: { at: 'decision', to_act: [2], moves: round },
  undo: false,
});
const events = (from: number, n: number): Told[] =>
  Array.from({ length: n }, (_, i) => ({
    n: from + i,
    event: { event: 'drew-hidden', seat: 2, text: `line ${from + i}` },
  }));
const made = (motion: Motion = 'full') => {
  const screen = new SeatScreen(1);
  const show = new Show(
    () => motion,
    (on, shot) => void on.see(shot),
  );
  return { screen, show };
};

it('shows one event after the other, with the table as it will be', async () => {
  const { screen, show } = made();
  const heard: unknown[] = [];
  show.onEvent = (event) => heard.push(event.text);
  show.present({ screen, shot: shotOf(1), told: events(0, 3), bot: false });
  show.present({ screen, shot: shotOf(2), told: events(3, 1), bot: false });
  expect(screen.view).toMatchObject({ round: 1 });
  expect(screen.log.lines).toHaveLength(1);
  expect(screen.beat).toMatchObject({ event: { text: 'line 0' }, view: { round: 1 } });
  expect(screen.beat!.rest).toHaveLength(2);
  await vi.runAllTimersAsync();
  expect(heard).toEqual(['line 0', 'line 1', 'line 2', 'line 3']);
  expect(screen.view).toMatchObject({ round: 2 });
  expect(screen.beat).toBeNull();
});

it.each([
  ['asked to hurry', (show: Show) => show.skip(), 3],
  ['closed', (show: Show) => show.close(), 1],
])('stops waiting when it is %s', async (_, end, lines) => {
  const { screen, show } = made();
  show.present({ screen, shot: shotOf(1), told: events(0, 3), bot: false });
  end(show);
  await show.finished();
  expect(vi.getTimerCount()).toBe(0);
  expect(screen.log.lines).toHaveLength(lines);
});

it('shows everything at once where nothing moves', async () => {
  const { screen, show } = made('off');
  show.present({ screen, shot: shotOf(1), told: events(0, 30), bot: true });
  await show.finished();
  expect(screen.log.lines).toHaveLength(30);
});

it('writes on the screen that asked, whoever sits there by then', async () => {
  const { screen, show } = made();
  const next = new SeatScreen(2);
  show.present({ screen, shot: shotOf(1), told: events(0, 2), bot: false });
  show.present({ screen: next, shot: shotOf(2), told: [], bot: false });
  await vi.runAllTimersAsync();
  expect(screen.log.lines).toHaveLength(2);
  expect(next.log.lines).toEqual([]);
  expect(next.view).toMatchObject({ round: 2 });
});

it('points at an earlier event for a while', async () => {
  const { screen, show } = made();
  screen.log.rewrite(events(0, 3));
  void show.again(screen, screen.log.lines[1]!);
  expect(screen.recall).toMatchObject({ event: { text: 'line 1' }, since: [{ text: 'line 2' }] });
  await vi.runAllTimersAsync();
  expect(screen.recall).toBeNull();
});
