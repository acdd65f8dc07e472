// Links, rooms and games against a real server.
import 'fake-indexeddb/auto';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, RequestError } from '../engine/client';
import type { Asking, GameEvent, Verb } from '../engine/messages';
import { games, results, seats } from '../store';
import { pageHost, type Host } from '../table/host';
import { sentenceOf } from '../table/refusal';
import { playNth } from '../table/testing';
import { OnlineGame, settle } from './game.svelte';
import { freshSecret, Link } from './link';
import { checkLuck, luckKey } from './luck';
import type { Draw, ServerAsking, ServerVerb } from './messages';
import { MyTables } from './mine.svelte';
import { leftOf, Room, wishFor } from './room.svelte';
import { Cuttable, serve, until, type Serving } from './testing';

let server: Serving;
beforeAll(async () => {
  server = await serve();
});
afterAll(() => server.stop());

const wish = { game: 'solenia', seats: [{}, {}] };

async function sit(link: Link, name: string, seat?: number): Promise<string> {
  const secret = freshSecret();
  const more = seat === undefined ? {} : { seat };
  await link.introduce(
    { do: 'join', secret },
    { do: 'sit', secret, share: freshSecret(), name, ...more },
  );
  return secret;
}

const host = (link: Link, confirm = false): Host => ({
  ...pageHost,
  engine: () => ({
    request: <V extends Verb>(request: Asking<V>) => link.request<V>(request),
    setLang: (lang) => link.setLang(lang),
    close: () => undefined,
  }),
  save: () => Promise.resolve({ ok: true }),
  motion: () => 'off',
  confirm: () => confirm,
  painted: () => Promise.resolve(),
});

// Two who have sat down and see their tables.
async function pair(confirm = false) {
  const { table } = await server.make(wish);
  const two = [new Cuttable(server.socket(table)), new Cuttable(server.socket(table))];
  const [a, b] = two as [Cuttable, Cuttable];
  const secrets = [await sit(a.link, 'Ada', 1), await sit(b.link, 'Bo', 2)];
  await until(() => a.link.card?.phase === 'playing', 'the game');
  const tables = [a, b].map(
    ({ link }, i) => new OnlineGame(link, table, link.card!, i + 1, host(link, confirm)),
  );
  for (const one of tables) await one.open();
  return { table, a, b, secrets, tables, end: () => two.forEach(({ link }) => link.close()) };
}

async function playOn(tables: OnlineGame[], most = Infinity): Promise<void> {
  for (let n = 0; n < most && tables.some((one) => !one.over); n++) {
    await until(
      () => tables.every((one) => one.over) || tables.some((one) => one.screen.mine && !one.busy),
    );
    const one = tables.find((table) => table.screen.mine && !table.busy);
    if (!one) continue;
    const before = one.screen.status;
    await playNth(one, n);
    if (one.screen.confirming) await one.choosing.confirm();
    await until(() => one.screen.status !== before || one.over);
    expect(one.screen.error).toBeNull();
  }
}

describe('a link', () => {
  it('tells that there is no such table', async () => {
    const { table } = await server.make(wish);
    const name = table.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const link = new Link(server.socket(name), 'en', { do: 'watch' });
    await expect(link.request({ do: 'observe' })).rejects.toBeInstanceOf(RequestError);
    expect(link.state).toBe('missing');
    link.close();
    // A name that no table can have is not even let in.
    const missing = () => Promise.resolve(true);
    const other = new Link(server.socket('A'), 'en', { do: 'watch' }, { missing });
    await expect(other.request({ do: 'observe' })).rejects.toBeInstanceOf(RequestError);
    expect(other.state).toBe('missing');
  });

  it('sends what waits when the connection is back, and a move counts once', async () => {
    const { a, b, tables, end } = await pair();
    await until(() => tables.some((one) => one.screen.mine));
    const [who, cuttable] = tables[0]!.screen.mine ? [tables[0]!, a] : [tables[1]!, b];
    cuttable.down = true;
    cuttable.cut();
    await until(() => cuttable.link.state === 'lost');
    const before = who.screen.status!.moves;
    const playing = who.choosing.play(who.screen.moves[0]!.move);
    expect(cuttable.link.unsent).toBe(1);
    // Back for as long as it takes to send it, then gone before the answer: it is sent again.
    cuttable.cutAfter = '"apply"';
    cuttable.down = false;
    await playing;
    const keys = cuttable.sent
      .map((line) => JSON.parse(line) as { do: string; key?: string })
      .filter((line) => line.do === 'apply')
      .map((line) => line.key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(who.screen.error).toBeNull();
    const record = who.screen.log.lines.filter((line) => line.seat === who.screen.viewer).length;
    expect(record).toBeGreaterThan(0);
    expect(who.screen.status!.moves).toBeGreaterThan(before);
    // The other one saw the same game.
    const other = tables.find((one) => one !== who)!;
    await until(() => other.screen.status!.moves === who.screen.status!.moves);
    end();
  });
});

describe('a game', () => {
  it('is played to the end by two, with the network coming and going', async () => {
    const { a, b, tables, end } = await pair();
    for (let round = 0; round < 8; round++) {
      await playOn(tables, 5);
      [a, b][round % 2]!.cut();
    }
    await playOn(tables);
    const [one, two] = tables as [OnlineGame, OnlineGame];
    expect(one.screen.status!.scores).toEqual(two.screen.status!.scores);
    // What each was told, in order, is what the server has for them now.
    for (const table of tables) {
      const { events, next } = await table.link.request({ do: 'events', from: 0 });
      const { told } = settle(events as never, 0);
      expect(table.screen.log.lines.map((line) => line.n)).toEqual(
        told.filter(({ event }) => event.text).map(({ n }) => n),
      );
      expect(table.screen.log.lines.map((line) => line.text)).toEqual(
        told.flatMap(({ event }) => (event.text ? [event.text] : [])),
      );
      expect(table.link.seen).toBe(next);
    }
    end();
  });

  it('takes back, and whoever saw it hears of it', async () => {
    const { table, tables, end } = await pair(true);
    await playOn(tables, 3);
    await until(() => tables.some((one) => one.screen.mine && !one.busy));
    // One move is enough: several things that are chosen at once are other tests' business.
    while (tables.some((one) => one.screen.mine && one.screen.several)) {
      await playOn(tables, 1);
      await until(() => tables.some((one) => one.screen.mine && !one.busy));
    }
    const who = tables.find((one) => one.screen.mine)!;
    const watcher = new Link(server.socket(table), 'en', { do: 'watch' });
    await until(() => watcher.state === 'open');
    const eye = new OnlineGame(watcher, table, watcher.card!, null, host(watcher));
    await eye.open();
    const before = [
      who.screen.log.lines.length,
      eye.screen.log.lines.length,
      JSON.stringify(eye.screen.view),
    ];
    // A move that waits for its confirmation can be taken back.
    await who.choosing.play(who.screen.moves[0]!.move);
    await until(() => eye.screen.log.lines.length > Number(before[1]));
    await who.choosing.takeBack();
    await until(() => eye.screen.log.lines.length === before[1]);
    // What is seen follows what is told.
    await until(
      () =>
        who.screen.log.lines.length === before[0] && JSON.stringify(eye.screen.view) === before[2],
    );
    expect(who.screen.mine).toBe(true);
    expect(eye.hotSeat || eye.watching).toBe(false);
    watcher.close();
    end();
  });
});

describe('a room', () => {
  it('sits down where one wanted, comes back with the secret, and checks the luck', async () => {
    const made = await server.make({ game: 'solenia', seats: [{}, { bot: 'novice' }] });
    const url = server.socket(made.table);
    await seats.put({ ...wishFor(made.table, 'solenia', 'Ada', 1), commit: made.luck.commit });
    const room = new Room(made.table, {}, url);
    await room.enter();
    expect(room.seat).toBe(1);
    expect((await seats.get(made.table))?.seat).toBe(1);
    room.close();

    const again = new Room(made.table, {}, url);
    await again.enter();
    expect(again.seat).toBe(1);
    await until(() => again.phase === 'playing');
    const game = new OnlineGame(again.link, made.table, again.card!, 1, host(again.link));
    await game.open();
    await playOn([game]);
    await until(() => again.phase === 'over');
    expect(game.names).toEqual(['Ada', 'Anselm']);
    const luck = await again.luck();
    const { share, commit } = again.kept!;
    const own = { seat: 1, share: share! };
    expect(await checkLuck(luck, commit!, own)).toMatchObject({ ok: true, mine: true });
    const wrong = { ok: false, why: 'wrong-commit' };
    expect(await checkLuck({ ...luck, secret: freshSecret() }, commit!)).toEqual(wrong);
    expect(await checkLuck(luck, '00', own)).toEqual(wrong);
    expect(await checkLuck(luck, commit!, { ...own, share: freshSecret() })).toEqual({
      ok: false,
      why: 'wrong-share',
    });
    await until(() => again.kept?.over === true);
    again.close();
  });

  it('takes another seat when the wanted one is gone, and none when all are', async () => {
    const made = await server.make(wish);
    const url = server.socket(made.table);
    const first = new Link(url, 'en');
    await sit(first, 'Ada', 1);
    await seats.put(wishFor(made.table, 'solenia', 'Bo', 1));
    const bo = new Room(made.table, {}, url);
    await bo.enter();
    expect(bo.seat).toBe(2);
    await seats.remove(made.table);
    await seats.put(wishFor(made.table, 'solenia', 'Cy', 1));
    const cy = new Room(made.table, {}, url);
    await cy.enter();
    expect([cy.seat, cy.error]).toEqual([null, 'seat-taken']);
    expect(await seats.get(made.table)).toBeUndefined();
    for (const one of [first, bo, cy]) one.close();
  });
});

it('a private table lets in who has the invitation, and nobody else looks', async () => {
  const made = await server.make({ ...wish, private: true });
  const url = server.socket(made.table);
  expect(made.invite).toMatch(/^[0-9a-f]{32}$/);
  await seats.put(wishFor(made.table, 'solenia', 'Eve', 1));
  const eve = new Room(made.table, {}, url);
  await eve.enter();
  expect([eve.seat, eve.shut]).toEqual([null, true]);
  await seats.put(wishFor(made.table, 'solenia', 'Ada', 1, made.invite));
  const ada = new Room(made.table, {}, url);
  await ada.enter();
  expect([ada.seat, ada.shut]).toEqual([1, false]);
  for (const one of [eve, ada]) one.close();
});

describe('beside the game', () => {
  async function rooms(wish: object) {
    const made = await server.make(wish as never);
    const url = server.socket(made.table);
    const all: Room[] = [];
    for (const [i, name] of ['Ada', 'Bo'].entries()) {
      await seats.remove(made.table);
      await seats.put(wishFor(made.table, 'solenia', name, i + 1));
      const room = new Room(made.table, {}, url);
      await room.enter();
      all.push(room);
    }
    const [ada, bo] = all as [Room, Room];
    await until(() => all.every((one) => one.phase === 'playing'));
    return { ada, bo, close: () => all.forEach((one) => one.close()) };
  }

  it('what is said is heard once, also by whoever was away', async () => {
    const { ada, bo, close } = await rooms({ game: 'solenia', seats: [{}, {}] });
    expect(ada.rich).toBe(true);
    expect(await ada.say({ phrase: 'hello' })).toBeNull();
    await until(() => bo.talk.length === 1);
    expect(bo.talk[0]).toMatchObject({ seat: 1, name: 'Ada', phrase: 'hello' });
    // Back after what was said meanwhile.
    // eslint-disable-next-line no-restricted-syntax -- a line is cut, not a message read
    const { link } = bo as unknown as { link: { socket: WebSocket } };
    link.socket.close();
    expect(await ada.say({ text: 'still there?' })).toBeNull();
    await until(() => bo.talk.length === 2);
    expect(bo.talk.map((one) => one.text ?? one.phrase)).toEqual(['hello', 'still there?']);
    expect(await ada.say({ text: 'x'.repeat(400) })).not.toBeNull();
    close();
  });

  it('the table confirms at once where one wants it, and says so', async () => {
    const { ada, bo, close } = await rooms({ game: 'solenia', seats: [{}, {}] });
    expect(bo.auto).toBe(false);
    expect(await bo.setAuto(true)).toBeNull();
    expect([ada.auto, bo.auto]).toEqual([false, true]);
    await bo.enter();
    expect(bo.auto).toBe(true);
    close();
  });

  it('a seat goes to another device by its secret, and a wrong one takes none away', async () => {
    const { bo, close } = await rooms({ game: 'solenia', seats: [{}, {}] });
    const { secret, share } = bo.kept!;
    await bo.enter(freshSecret());
    expect(bo.seat).toBe(2);
    expect(await seats.get(bo.name)).toMatchObject({ secret, share, seat: 2 });
    await seats.remove(bo.name);
    const tablet = new Room(bo.name, {}, server.socket(bo.name));
    await tablet.enter(secret);
    expect(tablet.seat).toBe(2);
    expect(await seats.get(bo.name)).toMatchObject({ secret, seat: 2 });
    tablet.close();
    close();
  });

  it('who waits gives chairs to bots, and frees them again', async () => {
    const made = await server.make({
      game: 'solenia',
      options: { players: 3 },
      seats: [{}, {}, {}],
    });
    await seats.put(wishFor(made.table, 'solenia', 'Ada', 1));
    const ada = new Room(made.table, {}, server.socket(made.table));
    await ada.enter();
    expect(await ada.replace(2, 'easy')).toBeNull();
    await until(() => ada.card?.seats[1]?.bot === 'easy');
    expect(await ada.replace(2, 'person')).toBeNull();
    await until(() => ada.free.length === 2);
    expect(await ada.replace(2, 'easy')).toBeNull();
    expect(await ada.replace(3, 'novice')).toBeNull();
    await until(() => ada.phase === 'playing');
    ada.close();
  });

  it('clocks run, stand while there is a pause, and a pause needs everybody', async () => {
    const clock = { move: 0, bank: 600 };
    const { ada, bo, close } = await rooms({ game: 'solenia', seats: [{}, {}], clock });
    await until(() => ada.clocks !== null);
    const runs = ada.clocks!.seats.findIndex((one) => one.since !== null) + 1;
    expect(ada.left(runs)).toBeGreaterThan(590_000);
    await until(() => ada.left(runs)! < 600_000);
    expect(await ada.propose('pause')).toBeNull();
    await until(() => Boolean(bo.card?.proposal));
    expect(bo.card!.paused).toBeFalsy();
    expect(await bo.answer(true)).toBeNull();
    await until(() => ada.card?.paused === true);
    await until(() => ada.clocks!.seats.every((one) => one.since === null));
    expect(await ada.resume()).toBeNull();
    // At once where nobody else's clock begins to run, otherwise when the others agree.
    await until(() => !bo.card?.paused || bo.card.proposal?.what === 'resume');
    if (bo.card?.paused) expect(await bo.answer(true)).toBeNull();
    await until(() => !ada.card?.paused && !bo.card?.paused);
    close();
  });

  it('who gives up loses, and the next game has the seats exchanged', async () => {
    const { ada, bo, close } = await rooms({ game: 'solenia', seats: [{}, {}] });
    expect(await bo.resign()).toBeNull();
    await until(() => ada.phase === 'over');
    expect(ada.card!.ended).toMatchObject({ how: 'resigned', winners: [1] });
    const next = await ada.rematch();
    expect(await bo.rematch()).toBe(next);
    const kept = await seats.get(next!);
    expect(kept?.seat).toBeNull();
    const url = server.socket(next!);
    const again = new Room(next!, {}, url);
    await again.enter();
    expect(again.seat).toBe(2); // Ada asked first, and has moved on by one
    again.close();
    close();
  });
});

it('a clock tells what is left', () => {
  const clock = { free: 20_000, bank: 60_000, since: 1_000, until: null, late: false };
  expect(leftOf(clock, 1_000)).toBe(80_000);
  expect(leftOf(clock, 31_000)).toBe(50_000);
  expect(leftOf(clock, 999_000)).toBe(0);
  expect(leftOf({ ...clock, since: null }, 999_000)).toBe(80_000);
});

it("knows at which of several tables it is one's turn", async () => {
  for (const one of await seats.list()) await seats.remove(one.id);
  const { table, secrets, tables, end } = await pair();
  await until(() => tables.some((one) => one.screen.mine));
  const who = tables.findIndex((one) => one.screen.mine);
  await seats.put({
    ...wishFor(table, 'solenia', 'Me', who + 1),
    secret: secrets[who]!,
    seat: who + 1,
  });
  const mine = new MyTables('', {}, server.socket);
  const close = mine.open();
  await until(() => mine.waiting.length === 1);
  const me = tables[who]!;
  while (me.screen.mine) await playNth(me);
  await until(() => mine.waiting.length === 0);
  expect(mine.list).toHaveLength(1);
  close();
  end();
});

it('what was taken back leaves no trace, wherever it was told', () => {
  const event = (name: string) => ({ event: name }) as GameEvent;
  const items = [event('a'), event('b'), { back: 1 }, event('c'), { back: 3 }, event('d')];
  expect(settle(items, 10)).toEqual({ told: [{ n: 15, event: event('d') }], back: 1 });
  expect(settle([], 3)).toEqual({ told: [], back: 0 });
});

it('luck is reckoned as the server says', async () => {
  const key = await luckKey('0'.repeat(32), ['1'.repeat(32), '']);
  expect(key).toHaveLength(32);
  expect(await luckKey('0'.repeat(32), ['1'.repeat(32)])).not.toEqual(key);
});

describe('every draw is worked out again', () => {
  const secret = '0123456789abcdef'.repeat(2);
  const shares = ['1'.repeat(32), ''];
  const commit = createHash('sha256').update(secret).digest('hex');
  const luck = (...draws: unknown[]) => ({ commit, secret, shares, draws: draws as Draw[] });
  // Reckoned by another HMAC.
  const key = createHmac('sha256', secret)
    .update(`tidelock-luck/1\n${shares.join('\n')}`)
    .digest();
  const draw = (stream: number, index: number, n: number): Draw => {
    const first = createHmac('sha256', key).update(`${stream}:${index}`).digest().readUInt32BE();
    return [stream, index, n, Number((BigInt(first) * BigInt(n)) >> 32n)];
  };
  const right = [draw(0, 0, 52), draw(2, 0, 6), draw(0, 1, 51), draw(0, 2, 50), draw(2, 1, 6)];

  it('those that follow are counted', async () => {
    const all = { ok: true, draws: 5, key: key.toString('hex') };
    expect(await checkLuck(luck(...right), commit)).toMatchObject(all);
    expect(await checkLuck(luck(), commit)).toMatchObject({ ok: true, draws: 0 });
    const { draws: _, ...older } = luck();
    expect(await checkLuck(older, commit)).toMatchObject({ ok: true, draws: null });
  });

  it('one that does not follow, is left out or makes no sense is named', async () => {
    const [stream, index, n, outcome] = right[3]!;
    const other = right.with(3, [stream, index, n, (outcome + 1) % n]);
    const wrong = { ok: false, why: 'wrong-draw', n: 4, of: 5, stream: 0, index: 2 };
    expect(await checkLuck(luck(...other), commit)).toEqual(wrong);
    const skipped = right.with(3, draw(0, 3, 50));
    expect(await checkLuck(luck(...skipped), commit)).toEqual({ ...wrong, index: 3 });
    for (const nonsense of [null, 'x', [], [0, 0], [0, 0, 0, 0], ['0', 0, 6]])
      expect(await checkLuck(luck(nonsense), commit)).toMatchObject({ why: 'wrong-draw', n: 1 });
  });
});

describe('what a server refuses', () => {
  // A server that says what it is told to.
  class Scripted {
    readyState = 1;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(
      greeting: object,
      private readonly answer: (line: Record<string, unknown>) => object | undefined,
    ) {
      setTimeout(() => this.say({ tidelock: '1', ...greeting }));
    }
    say(what: object): void {
      this.onmessage?.({ data: JSON.stringify(what) });
    }
    send(data: string): void {
      const line = JSON.parse(data) as Record<string, unknown>;
      const said = this.answer(line);
      if (said) setTimeout(() => this.say({ id: line.id, ...said }));
    }
    close(): void {
      this.readyState = 3;
    }
  }
  const wrong = (code: string, more = {}) => ({ error: { code, message: 'in English' }, ...more });
  function scripted(answer: (line: Record<string, unknown>, socket: number) => object | undefined) {
    let sockets = 0;
    const socket = () => {
      const n = ++sockets;
      const greeting = answer({ do: 'greet' }, n) ?? {};
      return new Scripted(greeting, (line) => answer(line, n)) as unknown as WebSocket;
    };
    const link = new Link('ws://x', 'en', { do: 'watch' }, { random: () => 0, socket });
    return { link, sockets: () => sockets };
  }
  const refused = (link: Link) =>
    link.request({ do: 'apply', seat: 1, move: 'a' }).then(
      () => '',
      (error: unknown) => codeOf(error),
    );

  it('what nobody knows is asked again under its key, and counts once', async () => {
    const keys: unknown[] = [];
    const { link } = scripted((line) => {
      if (line.do !== 'apply') return line.do === 'watch' ? { seat: null } : undefined;
      return keys.push(line.key) < 3 ? wrong('unsure') : { status: { moves: 1 } };
    });
    expect(await refused(link)).toBe('');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    link.close();
  });

  it('what the table has moved on from, or too much, is refused at once', async () => {
    for (const code of ['moved-on', 'too-many']) {
      let asked = 0;
      const { link } = scripted((line) => {
        if (line.do === 'apply') asked++;
        return line.do === 'apply' ? wrong(code) : line.do === 'watch' ? {} : undefined;
      });
      expect(await refused(link)).toBe(code);
      expect([asked, link.state]).toEqual([1, 'open']);
      link.close();
    }
  });

  it('a table that cannot be read is come to again, and an answer without a number too', async () => {
    const { link, sockets } = scripted((line, n) => {
      if (line.do === 'greet') return n === 1 ? wrong('not-read') : undefined;
      if (line.do === 'watch') return { seat: null };
      return n === 2 ? wrong('unsure', { id: null }) : {};
    });
    expect(await refused(link)).toBe('');
    expect(sockets()).toBe(3);
    link.close();
  });

  it('a game that was refused a move looks again, and goes on', async () => {
    const { tables, end } = await pair();
    await until(() => tables.some((one) => one.screen.mine && !one.busy));
    const who = tables.find((one) => one.screen.mine)!;
    const { link } = who;
    const tell = link.tell.bind(link);
    const asked: string[] = [];
    link.tell = <V extends ServerVerb>(line: ServerAsking<V>) => {
      asked.push(line.do);
      if (line.do !== 'apply') return tell<V>(line);
      return Promise.reject(new RequestError(wrong('moved-on').error));
    };
    const { move } = who.screen.moves[0]!;
    await who.choosing.play(move);
    expect(who.screen.error).not.toBeNull();
    expect(asked).toEqual(['apply', 'events', 'observe', 'legal']);
    expect([who.screen.mine, who.busy, who.phase]).toEqual([true, false, 'playing']);
    link.tell = tell;
    await who.choosing.play(move);
    expect(who.screen.error).toBeNull();
    expect(await who.hasMoved()).toBe(true);
    expect(await tables.find((one) => one !== who)!.hasMoved()).toBe(false);
    end();
  });

  it('is told in every language', () => {
    for (const lang of ['en', 'pl', 'de', 'zh-Hant']) {
      const file = resolve(import.meta.dirname, `../../../data/lang/${lang}/page-online.json`);
      const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      for (const code of ['moved-on', 'too-many', 'unsure', 'not-read', 'not-kept', 'try-again'])
        expect(words[`page.online.refused.${code}`], `${lang} ${code}`).toBeTruthy();
    }
    expect(sentenceOf({ ...wrong('not-legal').error, sentence: 'so' })).toBe('so');
    expect(sentenceOf(wrong('never-heard-of').error)).toBe('in English');
  });
});

it('nothing of a running game comes into the library', async () => {
  expect((await games.list()).every((one) => one.summary.over)).toBe(true);
  expect((await results.list()).every((one) => one.mine > 0)).toBe(true);
});
