import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TableRecord, View } from '../engine/messages';
import type { ReplayParts } from './parts';
import { cutRecord } from './record';
import { mergeEvents, Replay } from './replay.svelte';
import { NodeEngine, playedGame, until } from './testing';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const hands = (view: View) => view.players.map((player) => player.hand !== undefined);

// As a game's board might add it.
const replayParts: ReplayParts = {
  open: (views) =>
    ({
      ...views[0]!,
      players: views[0]!.players.map((player, i) => views[i]?.players[i] ?? player),
    }) as View,
  backdrop: (view) => `round-${String(view['round'])}`,
  mark: (events) => (events.some((event) => event.event === 'airship') ? 'mark' : null),
};

let record: TableRecord;
beforeAll(async () => {
  record = await playedGame('solenia', { players: 2 }, ['greedy', 'random']);
});

let replay: Replay;
let engine: NodeEngine;
const open = async (of = record, entry = 0, parts = replayParts) => {
  engine = new NodeEngine(of.game);
  replay = new Replay(engine, of, parts);
  await replay.open(entry);
  return replay;
};
afterEach(() => replay.close());

describe('a replay', () => {
  it('stands at the first decision, with all hands open', async () => {
    await open();
    expect(replay.trouble).toBeNull();
    expect(replay.step).toBe(0);
    expect(replay.entry).toBe(record.moves.findIndex((move) => /^\d+: /.test(move)));
    expect(replay.viewer).toBe('open');
    expect(hands(replay.shown!.view)).toEqual([true, true]);
    expect(replay.shown!.status.at).toBe('decision');
  });

  it('of a game that goes on shows a player no more than was seen', async () => {
    engine = new NodeEngine('solenia');
    const cut = cutRecord(record, 40);
    replay = new Replay(engine, cut, replayParts, 1, [1]);
    await replay.open(0, 'open');
    expect(replay.viewer).toBeNull();
    replay.look(2);
    expect(replay.viewer).toBeNull();
    replay.look(1);
    await until(() => replay.shown?.viewer === 1 && replay.log.length === replay.last + 1);
    expect(hands(replay.shown!.view)).toEqual([true, false]);
    expect(replay.canOpen).toBe(false);
    expect(replay.eyes).toEqual([1]);
    for (const one of replay.decisions) {
      if (one.seat === 2) expect([one.move, one.words]).toEqual(['', '']);
      else expect(one.words).not.toBe('');
    }
    const played = replay.decisions.findIndex((one) => one.seat === 2) + 1;
    expect(replay.wordsOf(played)).toBe(replay.log[played]!.told[0]);
  });

  it('goes from decision to decision and stops at both ends', async () => {
    await open();
    replay.by(-1);
    expect(replay.step).toBe(0);
    for (let step = 1; step <= replay.last; step++) {
      replay.by(1);
      expect(replay.step).toBe(step);
      const at = replay.stops[step]!;
      if (step < replay.last) expect(record.moves[at]).toMatch(/^\d+: /);
    }
    replay.by(1);
    expect(replay.step).toBe(replay.last);
    await until(() => replay.shown?.step === replay.last);
    expect(replay.shown!.status.at).toBe('over');
    expect(replay.shown!.status.winners).toEqual(record.result!.winners);
  });

  it('shows each seat no more than it saw', async () => {
    await open();
    for (const [viewer, seen] of [
      [1, [true, false]],
      [2, [false, true]],
      [null, [false, false]],
    ] as const) {
      replay.look(viewer);
      await until(() => replay.shown?.viewer === viewer);
      expect(hands(replay.shown!.view)).toEqual(seen);
    }
    replay.look(5);
    expect(replay.viewer).toBeNull();
  });

  it('looks through one seat after the other where a game cannot open all hands', async () => {
    await open(record, 0, {});
    expect(replay.canOpen).toBe(false);
    expect(replay.viewer).toBeNull();
    replay.look('open');
    expect(replay.viewer).toBeNull();
  });

  it('tells the game in sentences, a line for each step', async () => {
    await open();
    await until(() => replay.log.length === replay.last + 1);
    const told = replay.log.slice(1);
    expect(told.every((line) => line.words !== '' && line.seat !== null)).toBe(true);
    expect(told.some((line) => line.told.some((text) => text.includes('Mira')))).toBe(true);
    // Everybody is named while all hands are open; a seat that looks is spoken to.
    const you = () => replay.log.some((line) => line.told.some((text) => /^You /.test(text)));
    expect(you()).toBe(false);
    replay.look(1);
    await until(you);
    expect(replay.backdrops.every((behind) => /^round-\d+$/.test(behind ?? ''))).toBe(true);
    expect(replay.marks.filter((mark) => mark === 'mark').length).toBeGreaterThan(3);
  });

  it('opens at the entry of an address', async () => {
    await open(record, 60);
    expect(replay.entry).toBeLessThanOrEqual(60);
    expect(replay.stops[replay.step + 1]).toBeGreaterThan(60);
  });

  it('speaks another language at once', async () => {
    await open();
    await until(() => replay.log.length === replay.last + 1);
    const before = replay.log[1]!;
    await replay.setLang('de');
    await until(() => replay.log[1]!.told.join() !== before.told.join());
    expect(replay.log[1]!.step).toBe(1);
  });

  it('lays out another move in the position before', async () => {
    await open();
    replay.goTo(5);
    const moves = await replay.choices(5);
    expect(moves.map((one) => one.move)).toContain(replay.decision!.move);
    const other = moves.find((one) => one.move !== replay.decision!.move)!;
    await replay.showBetter(other.move);
    expect(replay.shown!.better).toMatchObject({ move: other.move, kind: other.kind });
    const before = replay.shown!.view;
    await replay.showBetter(null);
    expect(replay.shown!.better).toBeNull();
    replay.goTo(4);
    await until(() => replay.shown?.step === 4 && replay.shown.view['round'] !== undefined);
    expect(replay.shown!.view['cards']).toEqual(before['cards']);
  });

  it('plays by itself up to the end', async () => {
    await open();
    replay.setSpeed(400);
    replay.goTo(replay.last - 3);
    replay.play();
    await until(() => !replay.playing);
    expect(replay.step).toBe(replay.last);
    replay.play();
    expect(replay.step).toBe(0);
    replay.pause();
  });

  it('goes on when the engine dies', async () => {
    await open();
    await until(() => replay.log.length === replay.last + 1);
    engine.die();
    replay.look(2);
    replay.goTo(9);
    await until(() => replay.shown?.step === 9 && replay.shown.viewer === 2);
    expect(replay.trouble).toBeNull();
  });
});

describe('what cannot be looked at', () => {
  it('is a record that was changed', async () => {
    const moves = record.moves.map((move, i) => (i === 40 ? '1: 2*W-e9' : move));
    await open({ ...record, moves });
    expect(replay.ready).toBe(false);
    expect(replay.trouble).toMatchObject({ what: 'record' });
  });

  it('is a record as one seat saw it', async () => {
    await open({ ...record, seat: 1 } as TableRecord);
    expect(replay.trouble).toEqual({ what: 'partial' });
  });
});

describe('other games', () => {
  it('are looked at the same way', async () => {
    const other = await playedGame('circadians', { players: 2 }, ['greedy', 'greedy']);
    await open(other, 0, {});
    expect(replay.trouble).toBeNull();
    replay.look(1);
    replay.goTo(replay.last);
    await until(() => replay.shown?.step === replay.last);
    expect(replay.shown!.areas.length).toBeGreaterThan(0);
    expect(replay.shown!.status.at).toBe('over');
  });

  it('may be for one', async () => {
    await open(await playedGame('solenia', { players: 1 }, ['greedy']));
    expect(replay.canOpen).toBe(false);
    expect(replay.viewer).toBe(1);
    expect(hands(replay.shown!.view)[0]).toBe(true);
  });
});

it('tells each event as the seat it is about saw it', () => {
  const seen = [
    {
      events: [
        { event: 'drew', seat: 1, card: '1W' },
        { event: 'drew-hidden', seat: 2 },
      ],
    },
    {
      events: [
        { event: 'drew-hidden', seat: 1 },
        { event: 'drew', seat: 2, card: '1A' },
      ],
    },
  ] as unknown as Parameters<typeof mergeEvents>[0];
  expect(mergeEvents(seen, 1).map((event) => event.event)).toEqual(['drew', 'drew']);
});
