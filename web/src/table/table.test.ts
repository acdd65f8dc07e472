import { describe, expect, it } from 'vitest';
import type { View } from '../engine/messages';
import type { SoleniaView } from '../engine/schema';
import { DEMO } from '../testing';
import type { SavedGame, Setup } from '../store';
import { pace } from './pace';
import { againstBot, around, contents, friends, playNth } from './testing';

function hands(view: View | null): Record<number, string[]> {
  const players = (view as SoleniaView | null)?.players ?? [];
  return Object.fromEntries(players.flatMap((p, i) => (p.hand ? [[i + 1, p.hand]] : [])));
}

describe('a table that is played', () => {
  it('plays a whole game against a bot, and keeps it and its result', async () => {
    const { table, kept, results, engine } = around(againstBot);
    await table.open();
    expect(table.phase).toBe('playing');
    expect(table.screen.viewer).toBe(1);
    for (let i = 0; i < 400 && !table.over; ++i) {
      expect(table.screen.mine).toBe(true);
      expect(table.screen.moves.length).toBeGreaterThan(1); // forced choices play themselves
      await playNth(table, i);
      expect(table.screen.error).toBeNull();
    }
    expect(table.over).toBe(true);
    const scores = await engine.request({ do: 'scores' });
    expect(results).toHaveLength(1);
    expect(results[0]!.scores).toEqual(scores.totals);
    expect(kept.at(-1)!.summary).toMatchObject({ over: true, scores: scores.totals });
    expect(kept.at(-1)!.record!.result).toBeDefined();
    expect(table.curtain).toBeNull();
  });

  // What it does is told with its answer, and what follows comes after that.
  it.each([
    ['solenia', againstBot, {}],
    ['solenia', againstBot, { mode: 'winter' }],
    ['circadians', againstBot, { expansion: 'on' }],
    ['circadians', { seats: [{ name: 'Mira' }] }, { players: 1 }],
    ['solenia', friends, {}],
    ['circadians', friends, { expansion: 'off' }],
  ])('shows what a click does after one request: %s %o %o', async (game, setup, options) => {
    for (const confirm of [true, false]) {
      const it = around({ ...setup, game, options, seed: 5 } as Setup);
      it.confirm = confirm;
      const { table, engine } = it;
      await table.open();
      let shown: string[] | null = null; // what had been asked when something was shown first
      const { present } = table.show;
      table.show.present = (batch) => {
        shown ??= engine.requests.map((one) => one.do);
        present.call(table.show, batch);
      };
      for (let i = 0; i < 40 && !table.over; ++i) {
        if (table.curtain !== null) await table.lift();
        engine.requests = [];
        shown = null;
        if (table.screen.confirming) await table.choosing.confirm();
        else {
          await playNth(table, i);
          // What is chosen in secret is followed by another's choice: then one's own view has to be asked for.
          const secret = setup === friends && game === 'circadians' && table.curtain !== null;
          if (!secret) expect(shown).toEqual(['apply']);
        }
        expect(table.screen.error).toBeNull();
        // Nothing is asked for that was told.
        const asked = engine.requests.map((one) => one.do);
        expect(asked).not.toContain('events');
        if (setup !== friends) expect(asked).not.toContain('observe');
      }
      table.close();
    }
  });

  it('offers nothing while a move is being played, and all of it if it was none', async () => {
    const { table } = around(againstBot);
    await table.open();
    const offered = table.screen.moves;
    const wrong = table.choosing.play('nonsense');
    expect(table.screen.moves).toEqual([]);
    await wrong;
    expect(table.screen.error).not.toBeNull();
    expect(table.screen.moves).toBe(offered);
    const right = table.choosing.play(offered[0]!.move);
    expect(table.screen.moves).toEqual([]);
    await right;
    expect(table.screen.moves.length).toBeGreaterThan(0);
  });

  it('points at a line of the log, with what came after it', async () => {
    const { table } = around(againstBot);
    await table.open();
    const line = table.screen.log.lines.at(-3)!;
    const pointing = table.again(line);
    expect(table.screen.recall?.event).toBe(line.event);
    expect(table.screen.recall?.since).toEqual(
      table.screen.log.lines.slice(-2).map((one) => one.event),
    );
    await pointing;
    expect(table.screen.recall).toBeNull();
  });

  it('opens again what was kept, where it stood', async () => {
    const first = around(againstBot);
    await first.table.open();
    for (let i = 0; i < 6; ++i) await playNth(first.table);
    const kept = first.kept.at(-1)!;
    const again = around(kept);
    await again.table.open();
    expect(again.table.screen.view).toEqual(first.table.screen.view);
    expect(again.table.screen.moves).toEqual(first.table.screen.moves);
    expect(again.table.screen.log.lines).toEqual(first.table.screen.log.lines);
    // And what chance brings after that is the same as well.
    const move = first.table.screen.moves.at(-1)!.move;
    await first.table.choosing.play(move);
    await again.table.choosing.play(move);
    expect(again.table.screen.view).toEqual(first.table.screen.view);
  });

  it('gives way to another tab in which it is played on', async () => {
    const drawer: SavedGame[] = [];
    const one = around(againstBot, drawer);
    await one.table.open();
    const two = around(drawer.at(-1)!, drawer);
    await two.table.open();
    const read = async () => drawer.at(-1);
    // To open it, or to look at it, takes it away from nobody.
    await one.table.meet(read);
    expect([one.table.elsewhere, two.table.elsewhere]).toEqual([false, false]);
    await playNth(two.table);
    const played = drawer.at(-1)!.record!.moves;
    // What is played where it stood before is not kept over it.
    await one.table.choosing.play(one.table.screen.moves.at(-1)!.move);
    expect(one.table.elsewhere).toBe(true);
    expect(drawer.at(-1)!.record!.moves).toEqual(played);
    const kept = drawer.length;
    await one.table.choosing.play(two.table.screen.moves[0]!.move);
    expect(drawer).toHaveLength(kept);
    await playNth(two.table);
    expect(two.table.elsewhere).toBe(false);
    expect(drawer.at(-1)!.record!.moves.slice(0, played.length)).toEqual(played);
    // Told of it, a tab gives way before anybody plays there.
    const three = around(drawer[0]!, drawer);
    await three.table.meet(read);
    expect(three.table.elsewhere).toBe(true);
  });

  it('takes back moves, against a bot as far as one likes', async () => {
    const { table, kept } = around(againstBot);
    await table.open();
    expect(table.screen.canUndo).toBe(false);
    const seen: { view: View | null; lines: number; played: number }[] = [];
    const played = () => kept.at(-1)!.record!.moves.filter((one) => one.startsWith('1: ')).length;
    for (let i = 0; i < 4; ++i) {
      const { view, log } = table.screen;
      seen.push({ view, lines: log.lines.length, played: played() });
      await playNth(table);
      expect(table.screen.canUndo).toBe(true);
    }
    for (const before of seen.reverse()) {
      // Of items that were played together one after the other.
      while (played() > before.played) await table.choosing.undo();
      expect(table.screen.error).toBeNull();
      expect(table.screen.view).toEqual(before.view);
      expect(table.screen.log.lines).toHaveLength(before.lines);
    }
    expect(kept.at(-1)!.record!.moves.some((entry) => entry.startsWith('1: '))).toBe(false);
    await table.choosing.undo();
    expect(table.screen.error).toBeTruthy();
  });

  it('lays out a move and waits, where one wants to confirm', async () => {
    const a = around(againstBot);
    a.confirm = true;
    await a.table.open();
    const { table } = a;
    const move = table.screen.moves[0]!.move;
    table.choosing.choose(move);
    expect(table.screen.pending).toBe(move);
    expect(a.engine.requests.some((one) => one.do === 'apply')).toBe(false);
    await table.choosing.undo();
    expect(table.screen.pending).toBeNull();
    await table.choosing.play(move); // not laid out: it waits before anything new is seen
    const before = table.screen.view;
    if (table.screen.confirming) {
      await table.choosing.undo();
      expect(table.screen.mine).toBe(true);
      await table.choosing.play(move);
      expect(table.screen.view).toEqual(before);
      await table.choosing.confirm();
    }
    expect(table.screen.error).toBeNull();
  });

  it('never has the other hand in anything it shows', async () => {
    const { table } = around(friends);
    await table.open();
    let turns = 0;
    for (let i = 0; i < 600 && !table.over; ++i) {
      if (table.curtain !== null) {
        const seat = table.curtain;
        await table.lift();
        expect(table.screen.viewer).toBe(seat);
        ++turns;
      }
      expect(Object.keys(hands(table.screen.view))).toEqual([String(table.screen.viewer)]);
      for (const line of table.screen.log.lines) {
        if (line.event.event === 'drew') expect(line.event.seat).toBe(table.screen.viewer);
      }
      if (table.screen.confirming) await table.choosing.confirm();
      else await playNth(table, i);
      expect(table.screen.error).toBeNull();
    }
    expect(table.over).toBe(true);
    expect(turns).toBeGreaterThan(20);
  });

  // Whatever is played and taken back, by whoever sits there.
  it.each([
    ['solenia', {}, true],
    ['circadians', { expansion: 'on' }, true],
    ['circadians', { expansion: 'off' }, false],
  ])(
    'hands the screen to who is asked, and offers to take back what can be: %s',
    async (game, options, confirm) => {
      let x = 77;
      const below = (n: number) => {
        x = (Math.imul(x, 1103515245) + 12345) >>> 0;
        return (x >>> 8) % n;
      };
      for (const undo of ['turn', 'free'] as const) {
        const it = around({ ...friends, game, options, undo });
        it.confirm = confirm;
        const { table } = it;
        await table.open();
        for (let n = 0; n < 90 && !table.over; n++) {
          if (table.curtain !== null) await table.lift();
          expect(table.screen.mine || table.screen.confirming).toBe(true);
          if (table.screen.canUndo && below(5) === 0) await table.choosing.undo();
          else if (table.screen.confirming) await table.choosing.confirm();
          else await playNth(table, below(table.screen.moves.length));
          expect(table.screen.error).toBeNull();
        }
        table.close();
      }
    },
  );

  it('asks the engine with nothing but the eyes of who sits at the screen', async () => {
    const { table, engine } = around(friends);
    await table.open();
    const first = table.curtain!;
    await table.lift();
    engine.requests = [];
    while (table.curtain === null) {
      if (table.screen.confirming) await table.choosing.confirm();
      else await playNth(table);
    }
    const seats = engine.requests.flatMap((one) => ('seat' in one ? [one.seat] : []));
    expect(new Set(seats)).toEqual(new Set([first]));
    expect(table.curtain).not.toBe(first);
  });

  it('tells what happened since the last turn', async () => {
    const { table } = around(friends);
    await table.open();
    await table.lift();
    for (let round = 0; round < 3; ++round) {
      while (table.curtain === null) await playNth(table);
      await table.lift();
    }
    const other = table.screen.viewer === 1 ? 2 : 1;
    expect(table.screen.log.recap.some((line) => line.seat === other)).toBe(true);
    expect(table.screen.log.recap.length).toBeLessThan(table.screen.log.lines.length);
  });

  it.each(['apply', 'confirm', 'go', 'record'])(
    'loses nothing when the engine dies at %s',
    async (verb) => {
      const { table, engine } = around(againstBot);
      await table.open();
      for (let i = 0; i < 5; ++i) await playNth(table);
      const entries = table.saved.record!.moves.length;
      engine.dieAt = verb;
      while (engine.dieAt) await playNth(table);
      expect(table.notice).toBeTruthy();
      expect(table.phase).toBe('playing');
      if (table.screen.confirming) await table.choosing.confirm();
      expect(table.screen.mine).toBe(true);
      expect(table.saved.record!.moves.length).toBeGreaterThanOrEqual(entries);
      await playNth(table);
      expect(table.screen.error).toBeNull();
    },
  );

  it('comes back when the engine dies while nobody asks', async () => {
    const { table, engine } = around(againstBot);
    await table.open();
    await playNth(table);
    const seen = table.screen.view;
    engine.die();
    while (table.busy) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.notice).toBeTruthy();
    expect(table.screen.view).toEqual(seen);
    await playNth(table);
    expect(table.screen.error).toBeNull();
  });

  it('gives up on an engine that dies again and again, and can be asked to try', async () => {
    const { table, engine } = around(againstBot);
    await table.open();
    engine.dieAlways = true;
    await playNth(table);
    expect(table.phase).toBe('failed');
    expect(table.trouble).toBe('crash');
    engine.dieAlways = false;
    await table.retry();
    expect(table.phase).toBe('playing');
    expect(table.screen.mine).toBe(true);
  });

  it('says why a text is no move, and plays one that is', async () => {
    const { table } = around(againstBot);
    await table.open();
    expect(await table.choosing.command('z9')).toBe(false);
    expect(table.screen.error).toBeTruthy();
    expect(table.screen.mine).toBe(true);
    const moves = table.saved.record!.moves.length;
    expect(await table.choosing.command(table.screen.moves[0]!.move.toLowerCase())).toBe(true);
    expect(table.saved.record!.moves.length).toBeGreaterThan(moves);
  });

  it('says that a record is damaged', async () => {
    const first = around(againstBot);
    await first.table.open();
    const saved = structuredClone(first.kept.at(-1)!);
    saved.record!.moves.push('1: 2*W-z9');
    const again = around(saved);
    await again.table.open();
    expect(again.table.phase).toBe('failed');
    expect(again.table.trouble).toBe('damaged');
    expect(again.kept).toEqual([]);
  });

  it('lets bots play among themselves, step by step or on their own', async () => {
    const { table } = around({
      game: 'solenia',
      seats: [{ bot: 'random' }, { bot: 'greedy' }, { bot: 'random' }],
      options: { players: 3 },
      seed: 2,
    });
    table.auto = false;
    await table.open();
    expect(table.screen.viewer).toBeNull();
    const before = table.saved.record!.moves.length;
    await table.step();
    expect(table.saved.record!.moves.length).toBeGreaterThan(before);
    expect(table.over).toBe(false);
    await table.setAuto(true);
    expect(table.over).toBe(true);
  });

  it('plays alone', async () => {
    const { table } = around({
      game: 'solenia',
      seats: [{ name: 'Mira' }],
      options: { players: 1 },
      seed: 2,
    });
    await table.open();
    for (let i = 0; i < 400 && !table.over; ++i) await playNth(table);
    expect(table.over).toBe(true);
  });

  it('keeps what is laid out together for its owner, and plays it whole', async () => {
    const setup: Setup = { ...friends, game: 'circadians', options: { expansion: 'off' }, seed: 3 };
    const { table, kept } = around(setup);
    await table.open();
    for (;;) {
      if (table.curtain !== null) await table.lift();
      if (table.screen.moves[0]!.kind === 'assign') break;
      await playNth(table);
    }
    const owner = table.screen.viewer!;
    const [first, second] = [table.screen.moves[1]!.move, table.screen.moves[0]!.move];
    table.choosing.lay([first], null);
    table.choosing.lay([first, second], null);
    expect(table.screen.playable).toBe(false);
    await table.choosing.undo();
    expect(table.screen.draft).toEqual([first]);
    // Another visit: it is there again, once its owner has lifted the curtain.
    const again = around(kept.at(-1)!, kept);
    await again.table.open();
    expect(Object.values(contents(again.table.screen))).not.toContain(first);
    expect(again.table.screen.draft).toEqual([]);
    await again.table.lift();
    expect(again.table.screen.viewer).toBe(owner);
    expect(again.table.screen.draft).toEqual([first]);
    // Nonsense is refused, and nothing of it played.
    again.table.choosing.lay([first], [first, 'nonsense']);
    await again.table.choosing.confirm();
    expect(again.table.screen.error).not.toBeNull();
    expect(again.table.screen.draft).toEqual([first]);
    expect(again.table.screen.moves).toEqual(table.screen.moves);
    // The first of what is offered, until nothing is left: that is a plan.
    const whole: string[] = [];
    for (const probe = around(kept.at(-1)!).table; ;) {
      if (whole.length === 0) {
        await probe.open();
        await probe.lift();
      }
      if (probe.screen.viewer !== owner) break;
      const move = probe.screen.moves[0]!.move;
      const before = probe.saved.record!.moves.length;
      await probe.choosing.play(move);
      whole.push(...probe.saved.record!.moves.slice(before).map((one) => one.slice(3)));
    }
    again.table.choosing.lay(whole, whole);
    expect(again.table.screen.playable).toBe(true);
    await again.table.choosing.confirm();
    expect(again.table.screen.error).toBeNull();
    expect(again.table.curtain).not.toBe(owner);
    expect(again.table.screen.draft).toEqual([]);
    expect(kept.at(-1)!.draft).toBeUndefined();
    expect(kept.at(-1)!.record!.moves.slice(-whole.length)).toEqual(
      whole.map((move) => `${owner}: ${move}`),
    );
  });

  it('gives a hint', async () => {
    const { table } = around(againstBot);
    await table.open();
    await table.askHint();
    expect(table.screen.hint?.running).toBe(false);
    const best = table.screen.hint!.moves[0]!.move;
    expect(table.screen.moves.map((one) => one.move)).toContain(best);
    await table.choosing.play(best);
    expect(table.screen.hint).toBeNull();
  });
});

describe.each(['circadians', DEMO])('%s at the same table', (game) => {
  it('is played to its end', async () => {
    const players = game === DEMO ? 3 : 2;
    const bots = game === DEMO ? [{ name: 'B' }, { name: 'C' }] : [{ name: 'Bot', bot: 'random' }];
    const { table } = around({
      game,
      seats: [{ name: 'Mira' }, ...bots],
      options: { players },
      seed: 3,
    });
    await table.open();
    for (let i = 0; i < 1500 && !table.over; ++i) {
      if (table.curtain !== null) await table.lift();
      if (table.screen.confirming) await table.choosing.confirm();
      else await playNth(table, i * 7);
      expect(table.screen.error).toBeNull();
      // A key that has no words shows in brackets.
      expect(JSON.stringify(contents(table.screen))).not.toMatch(/"<[\w.-]+>"/);
    }
    expect(table.over).toBe(true);
    // What nobody did stands there as nobody's.
    expect(table.screen.log.lines.every((line) => line.seat === null || line.seat > 0)).toBe(true);
  });
});

describe('pace', () => {
  const said = (n: number) =>
    Array.from({ length: n }, () => ({ event: 'over' as const, text: 'x' }));
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  it('lets a bot’s turn take 900 to 1800 ms', () => {
    expect(sum(pace(said(1), 'full', true))).toBe(900);
    expect(sum(pace(said(30), 'full', true))).toBeLessThanOrEqual(1830);
    expect(sum(pace(said(30), 'fast', true))).toBeLessThanOrEqual(620);
    expect(sum(pace(said(30), 'off', true))).toBe(0);
  });
  it('gives a long event its time', () => {
    expect(sum(pace(said(5), 'full', false, () => 900))).toBeLessThanOrEqual(2910);
  });
});
