// One screen for several people: nobody finds anything of the player before.
import { describe, expect, it } from 'vitest';
import type { View } from '../engine/messages';
import { HandOver } from './handover.svelte';
import { SeatScreen } from './screen.svelte';
import type { TableGame } from './table.svelte';
import { around, contents, friends, playNth } from './testing';

// What storage and engine hold is not what is shown: the record is the whole game.
const BEHIND = ['saved', 'keeper', 'engine', 'talk', 'host'];

// What only its own seat sees: its hand, as cards and in whatever was told of it.
function secretsOf({ screen }: TableGame): string[] {
  const { players } = screen.view as View & { players: { hand?: string[] | number }[] };
  const hand = players[screen.viewer! - 1]!.hand;
  const own = screen.log.lines.filter(
    ({ event, seat }) => /^drew|^contract|^kept/.test(event.event) && seat === screen.viewer,
  );
  return [...(Array.isArray(hand) ? hand : []), ...own.map((line) => line.text)];
}

function expectNothingLeft(table: TableGame, before: SeatScreen, secrets: string[]): void {
  expect(table.screen).not.toBe(before);
  expect(contents(table.screen)).toEqual(contents(new SeatScreen(null)));
  const shown = Object.entries(contents(table, BEHIND));
  expect(shown.length).toBeGreaterThan(30);
  for (const secret of secrets) {
    const found = shown.filter(([, value]) => typeof value === 'string' && value.includes(secret));
    expect(found).toEqual([]);
  }
}

describe.each([
  ['solenia', {}],
  ['circadians', { expansion: 'on' }],
  ['circadians', { expansion: 'off' }],
])('%s %o', (game, options) => {
  it.each([1, 2, 3])('leaves nothing behind at a hand-over, deal %d', async (seed) => {
    let x = seed * 7919;
    const below = (n: number) => {
      x = (Math.imul(x, 1103515245) + 12345) >>> 0;
      return (x >>> 8) % n;
    };
    const it = around({ ...friends, game, options, seed });
    const { table } = it;
    await table.open();
    let hidden = 0;
    let handed = 0;
    for (let n = 0; n < 150 && !table.over; ++n) {
      if (table.curtain !== null) {
        const to = table.curtain;
        await table.lift();
        expect(table.screen.viewer).toBe(to);
      }
      const { screen, choosing } = table;
      const secrets = secretsOf(table);
      hidden += secrets.length;
      // Whatever may lie about when the turn ends.
      it.confirm = below(2) === 0;
      if (below(3) === 0) screen.question = secrets[0] ?? 'Which?';
      if (below(3) === 0) await choosing.command('nonsense');
      if (below(3) === 0 && screen.log.lines.length > 0) void table.again(screen.log.lines.at(-1)!);
      if (below(20) === 0) void table.askHint();
      const move = screen.moves[below(screen.moves.length)]?.move;
      if (move !== undefined && below(3) === 0) choosing.choose(move);
      while (table.busy) await new Promise((resolve) => setTimeout(resolve, 1));
      if (table.screen === screen) {
        if (screen.playable) await choosing.confirm();
        else if (move !== undefined) await choosing.play(move);
      }
      if (table.curtain === null) continue;
      ++handed;
      expectNothingLeft(table, screen, secrets);
    }
    expect(handed).toBeGreaterThan(5);
    expect(hidden).toBeGreaterThan(50);
    table.close();
  });
});

it('does not show the next player a hint that comes late', async () => {
  const it = around(friends);
  const { table } = it;
  await table.open();
  await table.lift();
  const before = table.screen;
  const asked = table.askHint();
  expect(before.hint?.running).toBe(true);
  while (table.screen === before) await playNth(table);
  await asked;
  expect(contents(table.screen)).toEqual(contents(new SeatScreen(null)));
});

it('tells each player what happened since they left', () => {
  const handOver = new HandOver();
  const one = new SeatScreen(1);
  expect(handOver.markOf(1, one)).toBe(0);
  one.log.told = 12;
  handOver.leave(one, 2);
  expect(handOver.to).toBe(2);
  expect(handOver.markOf(1, new SeatScreen(1))).toBe(12);
  // Who never left: after the last line of one's own.
  const two = new SeatScreen(2);
  two.log.rewrite([
    { n: 3, event: { event: 'drew-hidden', seat: 2, text: 'You play' } },
    { n: 5, event: { event: 'drew-hidden', seat: 1, text: 'Mira plays' } },
  ]);
  expect(handOver.markOf(2, two)).toBe(4);
});
