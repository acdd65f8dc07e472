import { readFileSync, readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { TableCard } from '../../online/messages';
import { setLanguage } from '../../text';
import { plan } from '../setup.svelte';
import { timeOf } from './modes';

const folder = new URL('../../../../data/lang/en/', import.meta.url);
const words = Object.assign(
  {},
  ...readdirSync(folder)
    .filter((file) => file.startsWith('page'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object),
) as object;
vi.stubGlobal('fetch', async () => ({ ok: true, json: () => Promise.resolve(words) }));

it('a clock is told by what it gives', async () => {
  await setLanguage('en');
  const told = (move: number, bank: number, late: 'bot' | 'wait' = 'bot') =>
    timeOf({ clock: { move, bank }, late } as TableCard).join(' · ');
  expect(told(45, 0)).toBe('45 s per move');
  expect(told(60, 900)).toBe('1 min per move + 15 min per player');
  expect(told(0, 1800)).toBe('30 min per player');
  expect(told(259_200, 0)).toBe('3 days per move');
  expect(told(259_200, 0, 'wait')).toBe('3 days per move · others wait when time runs out');
  expect(timeOf({ clock: null } as TableCard)).toEqual([]);
});

it('a table is asked for as it was set up', () => {
  plan.choose('solenia');
  plan.preset('far');
  expect(plan.wish()).toEqual({ game: 'solenia', options: { players: 2 }, seats: [{}, {}] });
  plan.guests = 'open';
  plan.clock = 'own';
  [plan.seconds, plan.minutes] = [45, 10];
  plan.late = 'wait';
  plan.confirm = false;
  plan.seats[1]!.kind = 'bot';
  plan.seats[1]!.level = 'easy';
  expect(plan.wish()).toEqual({
    game: 'solenia',
    options: { players: 2 },
    seats: [{}, { bot: 'easy' }],
    listed: true,
    clock: { move: 45, bank: 600 },
    late: 'wait',
    confirm: false,
    undo: 'free',
  });
  // What makes no sense is no clock.
  [plan.seconds, plan.minutes] = [Number.NaN, -3];
  expect(plan.clockWish()).toBeUndefined();
  expect(plan.simpleWish()).toEqual({
    game: 'solenia',
    options: { players: 2 },
    seats: [{}, {}],
  });
});
