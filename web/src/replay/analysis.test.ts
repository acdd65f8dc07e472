import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableRecord } from '../engine/messages';
import { AnalysisRun, forgetAnalyses } from './analysis.svelte';
import { cutRecord } from './record';
import { NodeEngine } from './testing';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let record: TableRecord;
beforeAll(async () => {
  const engine = new NodeEngine('solenia');
  const seats = [
    { name: 'Mira', bot: 'greedy' },
    { name: 'Anselm', bot: 'random' },
  ];
  await engine.request({ do: 'new', game: 'solenia', options: {}, seed: 7, seats });
  const answer = await engine.request({ do: 'record' });
  record = answer['record'] as TableRecord;
  engine.close();
});
beforeEach(forgetAnalyses);

const until = async (done: () => boolean) => {
  for (let i = 0; i < 2000 && !done(); i++) await new Promise((go) => setTimeout(go, 5));
  expect(done()).toBe(true);
};

describe('an analysis', () => {
  it('judges every decision, and is not made twice', async () => {
    let engines = 0;
    const make = () => {
      engines++;
      return new NodeEngine('solenia');
    };
    const run = new AnalysisRun(make, record, 'en');
    expect(engines).toBe(0);
    await run.start(8);
    expect(run.state).toBe('done');
    expect(run.trouble).toBeNull();
    const result = run.result!;
    expect(result.decisions.length).toBe(result.of);
    expect(result.decisions.every((one) => one.best.words && one.played.words)).toBe(true);
    expect(result.graph.at(-1)!.entry).toBe(record.moves.length);
    expect(result.players).toHaveLength(2);
    const again = new AnalysisRun(make, { ...record }, 'en');
    expect(again.state).toBe('done');
    expect(again.result).toBe(result);
    expect(engines).toBe(1);
    const shorter = new AnalysisRun(make, cutRecord(record, 40), 'en');
    expect(shorter.state).toBe('idle');
    run.close();
  });

  it('tells decisions on the way, and what was found when it is stopped', async () => {
    const run = new AnalysisRun(() => new NodeEngine('solenia'), record, 'en');
    const going = run.start(1500);
    await until(() => run.decisions.length > 1);
    expect(run.state).toBe('running');
    await run.cancel();
    await going;
    expect(run.state).toBe('stopped');
    expect(run.done).toBeGreaterThan(0);
    expect(run.done).toBeLessThan(run.of);
    expect(run.result!.decisions).toHaveLength(run.done);
    run.close();
  });

  it('begins anew once when the engine dies, then says so', async () => {
    const engine = new NodeEngine('solenia');
    const run = new AnalysisRun(() => engine, cutRecord(record, 40), 'en');
    const going = run.start(1500);
    await until(() => run.done > 0);
    engine.die();
    await until(() => run.restarted && run.done > 0);
    engine.die();
    await going;
    expect(run.state).toBe('failed');
    expect(run.trouble).toEqual({ what: 'crash' });
    await run.start(8);
    expect(run.state).toBe('done');
    run.close();
  });

  it('says what is wrong with a record', async () => {
    const broken = { ...record, moves: ['nonsense'] };
    const run = new AnalysisRun(() => new NodeEngine('solenia'), broken, 'en');
    await run.start(8);
    expect(run.state).toBe('failed');
    expect(run.trouble).toMatchObject({ what: 'record' });
    run.close();
  });
});
