// What the client makes of a worker that answers, thinks for long, or hangs.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEMO } from '../testing';
import { Engine, EngineFailure, MOST_UNANSWERED, PING_MS } from './client';
import type { FromWorker, ToWorker } from './worker';

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | undefined;
  onerror: (() => void) | undefined;
  heard: ToWorker[] = [];
  ended = false;
  hangs = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
    if (message.kind === 'open') this.say({ kind: 'line', line: '{"hello":1}' });
    if (message.kind === 'ping') this.say({ kind: 'pong' });
  }
  say(data: FromWorker): void {
    if (!this.hangs && !this.ended) this.onmessage?.({ data });
  }
  answer(): void {
    const line = this.heard.findLast((one) => one.kind === 'line');
    const { id } = JSON.parse(line!.line) as { id: number };
    this.say({ kind: 'line', line: JSON.stringify({ id, ok: true }) });
  }
  terminate(): void {
    this.ended = true;
  }
}

const last = () => FakeWorker.all.at(-1)!;
const LONG = PING_MS * (MOST_UNANSWERED + 2);

async function asked(engine: Engine): Promise<{ settled: () => string }> {
  let how = 'waits';
  engine.request({ do: 'go' }).then(
    () => (how = 'answered'),
    (error: unknown) => (how = error instanceof EngineFailure ? error.what : String(error)),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { settled: () => how };
}

describe('an engine', () => {
  const died = vi.fn();
  let engine: Engine;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('self', { location: { href: 'http://page.test/' } });
    vi.stubGlobal('Worker', FakeWorker);
    FakeWorker.all = [];
    died.mockClear();
    engine = new Engine(DEMO, 'en');
    engine.onDeath = died;
  });
  afterEach(() => {
    engine.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('that hangs is given up, and the next request starts another', async () => {
    const waits = await asked(engine);
    last().hangs = true;
    await vi.advanceTimersByTimeAsync(PING_MS * MOST_UNANSWERED);
    expect(waits.settled()).toBe('waits');
    await vi.advanceTimersByTimeAsync(LONG);
    expect(waits.settled()).toBe('crash');
    expect(last().ended).toBe(true);
    expect(died).toHaveBeenCalledTimes(1);
    const again = await asked(engine);
    expect(FakeWorker.all).toHaveLength(2);
    last().answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(again.settled()).toBe('answered');
  });

  it('that thinks for long but listens is left to think', async () => {
    const waits = await asked(engine);
    await vi.advanceTimersByTimeAsync(100 * LONG);
    expect(waits.settled()).toBe('waits');
    last().answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(waits.settled()).toBe('answered');
  });

  it('that is silent for a while is left to think', async () => {
    const waits = await asked(engine);
    last().hangs = true;
    await vi.advanceTimersByTimeAsync(PING_MS * (MOST_UNANSWERED - 1));
    last().hangs = false;
    await vi.advanceTimersByTimeAsync(100 * LONG);
    expect(waits.settled()).toBe('waits');
  });

  it('whose script is not there yet is waited for', async () => {
    const post = vi.spyOn(FakeWorker.prototype, 'postMessage').mockReturnValue(undefined);
    const waits = await asked(engine);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(waits.settled()).toBe('waits');
    post.mockRestore();
  });

  it('that nobody waits for is left alone', async () => {
    await asked(engine);
    last().answer();
    last().hangs = true;
    await vi.advanceTimersByTimeAsync(LONG);
    const pings = last().heard.filter((one) => one.kind === 'ping').length;
    await vi.advanceTimersByTimeAsync(LONG);
    expect(last().heard.filter((one) => one.kind === 'ping')).toHaveLength(pings);
    expect(died).not.toHaveBeenCalled();
  });
});
