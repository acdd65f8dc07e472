import { describe, expect, it } from 'vitest';
import { DEMO } from '../testing';
import { newGame, sameMoves, type SavedGame, type Setup } from '../store';
import { NodeEngine } from './node-engine';
import type { Host } from './host';
import { pace } from './pace';
import { TableGame } from './table.svelte';

interface Around {
  table: TableGame;
  engine: NodeEngine;
  kept: SavedGame[];
  results: { scores: number[]; winners: number[] }[];
  confirm: boolean;
}

function around(setup: Setup | SavedGame, kept: SavedGame[] = []): Around {
  const results: Around['results'] = [];
  let engine!: NodeEngine;
  const host: Host = {
    engine: (game, lang) => (engine = new NodeEngine(game, lang)),
    save: async (game, before) => {
      const stored = kept.at(-1);
      if (stored && !sameMoves(stored.record, before)) return { ok: false, why: 'declined' };
      kept.push(structuredClone(game));
      return { ok: true };
    },
    result: async (_game, _options, scores, winners) => {
      results.push({ scores, winners });
      return { ok: true };
    },
    lang: () => 'en',
    motion: () => 'off',
    painted: () => Promise.resolve(),
    confirm: () => it.confirm,
  };
  const it: Around = { kept, results, confirm: false } as unknown as Around;
  it.table = new TableGame('id' in setup && setup.id ? (setup as SavedGame) : newGame(setup), host);
  it.engine = engine;
  return it;
}

const againstBot: Setup = {
  game: 'solenia',
  seats: [{ name: 'Mira' }, { name: 'Anselm', bot: 'greedy' }],
  seed: 5,
};
const friends: Setup = {
  game: 'solenia',
  seats: [{ name: 'Mira' }, { name: 'Anselm' }],
  seed: 5,
  undo: 'turn',
};

// What everything that the table shows says about hands.
function exposed(table: TableGame): string {
  const { view, areas, lines, moves, prompt, log, spoken, recap, beat, recall, hint, pending } =
    table;
  const { draft, whole } = table;
  return JSON.stringify({
    view,
    areas,
    lines,
    moves,
    prompt,
    log,
    spoken,
    recap,
    beat,
    recall,
    hint,
    pending,
    draft,
    whole,
  });
}

function hands(view: unknown): Record<number, string[]> {
  const players = (view as { players?: { hand?: string[] }[] } | null)?.players ?? [];
  return Object.fromEntries(players.flatMap((p, i) => (p.hand ? [[i + 1, p.hand]] : [])));
}

describe('a table that is played', () => {
  it('plays a whole game against a bot, and keeps it and its result', async () => {
    const { table, kept, results, engine } = around(againstBot);
    await table.open();
    expect(table.phase).toBe('playing');
    expect(table.viewer).toBe(1);
    for (let i = 0; i < 400 && !table.over; ++i) {
      expect(table.mine).toBe(true);
      expect(table.moves.length).toBeGreaterThan(1); // forced choices play themselves
      await table.play(table.moves[i % table.moves.length]!.move);
      expect(table.error).toBeNull();
    }
    expect(table.over).toBe(true);
    const scores = await engine.request({ do: 'scores' });
    expect(results).toHaveLength(1);
    expect(results[0]!.scores).toEqual(scores.totals);
    expect(kept.at(-1)!.summary).toMatchObject({ over: true, scores: scores.totals });
    expect(kept.at(-1)!.record!.result).toBeDefined();
    expect(table.curtain).toBeNull();
  });

  it('offers nothing while a move is being played, and all of it if it was none', async () => {
    const { table } = around(againstBot);
    await table.open();
    const offered = table.moves;
    const wrong = table.play('nonsense');
    expect(table.moves).toEqual([]);
    await wrong;
    expect(table.error).not.toBeNull();
    expect(table.moves).toBe(offered);
    const right = table.play(offered[0]!.move);
    expect(table.moves).toEqual([]);
    await right;
    expect(table.moves.length).toBeGreaterThan(0);
  });

  it('points at a line of the log, with what came after it', async () => {
    const { table } = around(againstBot);
    await table.open();
    const line = table.log.at(-3)!;
    const pointing = table.again(line);
    expect(table.recall?.event).toBe(line.event);
    expect(table.recall?.since).toEqual(table.log.slice(-2).map((one) => one.event));
    await pointing;
    expect(table.recall).toBeNull();
  });

  it('opens again what was kept, where it stood', async () => {
    const first = around(againstBot);
    await first.table.open();
    for (let i = 0; i < 6; ++i) await first.table.play(first.table.moves[0]!.move);
    const kept = first.kept.at(-1)!;
    const again = around(kept);
    await again.table.open();
    expect(again.table.view).toEqual(first.table.view);
    expect(again.table.moves).toEqual(first.table.moves);
    expect(again.table.log).toEqual(first.table.log);
    // And what chance brings after that is the same as well.
    const move = first.table.moves.at(-1)!.move;
    await first.table.play(move);
    await again.table.play(move);
    expect(again.table.view).toEqual(first.table.view);
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
    await two.table.play(two.table.moves[0]!.move);
    const played = drawer.at(-1)!.record!.moves;
    // What is played where it stood before is not kept over it.
    await one.table.play(one.table.moves.at(-1)!.move);
    expect(one.table.elsewhere).toBe(true);
    expect(drawer.at(-1)!.record!.moves).toEqual(played);
    const kept = drawer.length;
    await one.table.play(two.table.moves[0]!.move);
    expect(drawer).toHaveLength(kept);
    await two.table.play(two.table.moves[0]!.move);
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
    expect(table.canUndo).toBe(false);
    const seen: unknown[] = [];
    const logs: number[] = [];
    for (let i = 0; i < 4; ++i) {
      seen.push(table.view);
      logs.push(table.log.length);
      await table.play(table.moves[0]!.move);
      expect(table.canUndo).toBe(true);
    }
    while (seen.length > 0) {
      await table.undo();
      expect(table.error).toBeNull();
      expect(table.view).toEqual(seen.pop());
      expect(table.log).toHaveLength(logs.pop()!);
    }
    expect(kept.at(-1)!.record!.moves.some((entry) => entry.startsWith('1: '))).toBe(false);
    await table.undo();
    expect(table.error).toBeTruthy();
  });

  it('lays out a move and waits, where one wants to confirm', async () => {
    const a = around(againstBot);
    a.confirm = true;
    await a.table.open();
    const { table } = a;
    const move = table.moves[0]!.move;
    table.choose(move);
    expect(table.pending).toBe(move);
    expect(a.engine.requests.some((one) => one.do === 'apply')).toBe(false);
    await table.undo();
    expect(table.pending).toBeNull();
    await table.play(move); // not laid out: it waits before anything new is seen
    const before = table.view;
    if (table.confirming) {
      await table.undo();
      expect(table.mine).toBe(true);
      await table.play(move);
      expect(table.view).toEqual(before);
      await table.confirm();
    }
    expect(table.error).toBeNull();
  });

  it('never has the other hand in anything it shows', async () => {
    const { table } = around(friends);
    await table.open();
    let turns = 0;
    for (let i = 0; i < 600 && !table.over; ++i) {
      if (table.curtain !== null) {
        expect(table.view).toBeNull();
        expect(exposed(table)).toBe(
          JSON.stringify({
            view: null,
            areas: [],
            lines: [],
            moves: [],
            prompt: '',
            log: [],
            spoken: [],
            recap: [],
            beat: null,
            recall: null,
            hint: null,
            pending: null,
            draft: [],
            whole: null,
          }),
        );
        const seat = table.curtain;
        await table.lift();
        expect(table.viewer).toBe(seat);
        ++turns;
      }
      expect(Object.keys(hands(table.view))).toEqual([String(table.viewer)]);
      for (const line of table.log) {
        if (line.event.event === 'drew') expect(line.event.seat).toBe(table.viewer);
      }
      if (table.confirming) await table.confirm();
      else await table.play(table.moves[i % table.moves.length]!.move);
      expect(table.error).toBeNull();
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
          expect(table.mine || table.confirming).toBe(true);
          if (table.canUndo && below(5) === 0) await table.undo();
          else if (table.confirming) await table.confirm();
          else await table.play(table.moves[below(table.moves.length)]!.move);
          expect(table.error).toBeNull();
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
      if (table.confirming) await table.confirm();
      else await table.play(table.moves[0]!.move);
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
      while (table.curtain === null) await table.play(table.moves[0]!.move);
      await table.lift();
    }
    const other = table.viewer === 1 ? 2 : 1;
    expect(table.recap.some((line) => line.seat === other)).toBe(true);
    expect(table.recap.length).toBeLessThan(table.log.length);
  });

  it.each(['apply', 'go', 'observe', 'record', 'events', 'legal'])(
    'loses nothing when the engine dies at %s',
    async (verb) => {
      const { table, engine } = around(againstBot);
      await table.open();
      for (let i = 0; i < 5; ++i) await table.play(table.moves[0]!.move);
      const entries = table.saved.record!.moves.length;
      engine.dieAt = verb;
      const move = table.moves[0]!.move;
      await table.play(move);
      expect(table.notice).toBeTruthy();
      expect(table.phase).toBe('playing');
      if (table.confirming) await table.confirm();
      expect(table.mine).toBe(true);
      expect(table.saved.record!.moves.length).toBeGreaterThanOrEqual(entries);
      await table.play(table.moves[0]!.move);
      expect(table.error).toBeNull();
    },
  );

  it('comes back when the engine dies while nobody asks', async () => {
    const { table, engine } = around(againstBot);
    await table.open();
    await table.play(table.moves[0]!.move);
    const seen = table.view;
    engine.die();
    while (table.busy) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(table.notice).toBeTruthy();
    expect(table.view).toEqual(seen);
    await table.play(table.moves[0]!.move);
    expect(table.error).toBeNull();
  });

  it('gives up on an engine that dies again and again, and can be asked to try', async () => {
    const { table, engine } = around(againstBot);
    await table.open();
    engine.dieAlways = true;
    await table.play(table.moves[0]!.move);
    expect(table.phase).toBe('failed');
    expect(table.trouble).toBe('crash');
    engine.dieAlways = false;
    await table.retry();
    expect(table.phase).toBe('playing');
    expect(table.mine).toBe(true);
  });

  it('says why a text is no move, and plays one that is', async () => {
    const { table } = around(againstBot);
    await table.open();
    expect(await table.command('z9')).toBe(false);
    expect(table.error).toBeTruthy();
    expect(table.mine).toBe(true);
    const moves = table.saved.record!.moves.length;
    expect(await table.command(table.moves[0]!.move.toLowerCase())).toBe(true);
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
    expect(table.viewer).toBeNull();
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
    for (let i = 0; i < 400 && !table.over; ++i) await table.play(table.moves[0]!.move);
    expect(table.over).toBe(true);
  });

  it('keeps what is laid out together for its owner, and plays it whole', async () => {
    const setup: Setup = { ...friends, game: 'circadians', options: { expansion: 'off' }, seed: 3 };
    const { table, kept } = around(setup);
    await table.open();
    for (;;) {
      if (table.curtain !== null) await table.lift();
      if (table.moves[0]!.kind === 'assign') break;
      await table.play(table.moves[0]!.move);
    }
    const owner = table.viewer!;
    const [first, second] = [table.moves[1]!.move, table.moves[0]!.move];
    table.lay([first], null);
    table.lay([first, second], null);
    expect(table.playable).toBe(false);
    await table.undo();
    expect(table.draft).toEqual([first]);
    // Another visit: it is there again, once its owner has lifted the curtain.
    const again = around(kept.at(-1)!, kept);
    await again.table.open();
    expect(exposed(again.table)).not.toContain(first);
    expect(again.table.draft).toEqual([]);
    await again.table.lift();
    expect(again.table.viewer).toBe(owner);
    expect(again.table.draft).toEqual([first]);
    // Nonsense is refused, and nothing of it played.
    again.table.lay([first], [first, 'nonsense']);
    await again.table.confirm();
    expect(again.table.error).not.toBeNull();
    expect(again.table.draft).toEqual([first]);
    expect(again.table.moves).toEqual(table.moves);
    // The first of what is offered, until nothing is left: that is a plan.
    const whole: string[] = [];
    for (const probe = around(kept.at(-1)!).table; ;) {
      if (whole.length === 0) {
        await probe.open();
        await probe.lift();
      }
      if (probe.viewer !== owner) break;
      const move = probe.moves[0]!.move;
      const before = probe.saved.record!.moves.length;
      await probe.play(move);
      whole.push(...probe.saved.record!.moves.slice(before).map((one) => one.slice(3)));
    }
    again.table.lay(whole, whole);
    expect(again.table.playable).toBe(true);
    await again.table.confirm();
    expect(again.table.error).toBeNull();
    expect(again.table.curtain).not.toBe(owner);
    expect(again.table.draft).toEqual([]);
    expect(kept.at(-1)!.draft).toBeUndefined();
    expect(kept.at(-1)!.record!.moves.slice(-whole.length)).toEqual(
      whole.map((move) => `${owner}: ${move}`),
    );
  });

  it('gives a hint', async () => {
    const { table } = around(againstBot);
    await table.open();
    await table.askHint();
    expect(table.hint?.running).toBe(false);
    const best = table.hint!.moves[0]!.move;
    expect(table.moves.map((one) => one.move)).toContain(best);
    await table.play(best);
    expect(table.hint).toBeNull();
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
      if (table.confirming) await table.confirm();
      else await table.play(table.moves[(i * 7) % table.moves.length]!.move);
      expect(table.error).toBeNull();
      // A key that has no words shows in brackets.
      expect(exposed(table)).not.toMatch(/"<[\w.-]+>"/);
    }
    expect(table.over).toBe(true);
    // What nobody did stands there as nobody's.
    expect(table.log.every((line) => line.seat === null || line.seat > 0)).toBe(true);
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
