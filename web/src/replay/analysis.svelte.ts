// What the decisions of a record were worth, found by an engine of its own while the page goes on.
import { EngineFailure, RequestError } from '../engine/client';
import type { EngineError } from '../engine/messages';
import type { Analysis, AnalysisProgress, Asks, Decision, TableRecord } from './messages';

export const QUICK = 200; // iterations for each decision
export const DEEP = 1000;
const EVERY_MS = 60;

type AnalysisTrouble = { what: 'record'; error: EngineError } | { what: 'wasm' | 'file' | 'crash' };

interface Kept {
  analysis: Analysis;
  iterations: number;
  lang: string;
}

// As long as the page is open nothing is looked at twice.
const kept = new Map<string, Kept>();
const MOST_KEPT = 20;

const keyOf = (record: TableRecord) =>
  JSON.stringify([
    record.game,
    record['pack'],
    record['options'],
    record['position'],
    record['rules'],
    record.moves,
  ]);

export class AnalysisRun {
  state = $state<'idle' | 'running' | 'done' | 'stopped' | 'failed'>('idle');
  done = $state(0);
  of = $state(0);
  iterations = $state(0); // what the result was, or is being, looked at with
  result = $state.raw<Analysis | null>(null);
  resultLang = $state('');
  // Told on the way, until the result is there.
  decisions = $state.raw<Decision[]>([]);
  trouble = $state.raw<AnalysisTrouble | null>(null);
  restarted = $state(false); // the engine died once and it began anew

  private engine: Asks | undefined;
  private run = 0;
  private readonly key: string;

  // `make` starts an engine; it is asked for one only when there is something to find out.
  constructor(
    private readonly make: () => Asks,
    readonly record: TableRecord,
    private lang: string,
  ) {
    this.key = keyOf(record);
    this.recall();
  }

  // Whether it was looked at before.
  private recall(): void {
    const known = kept.get(this.key);
    if (!known) return;
    this.result = known.analysis;
    this.resultLang = known.lang;
    this.iterations = known.iterations;
    this.done = known.analysis.decisions.length;
    this.of = known.analysis.of;
    this.state = 'done';
  }

  setLang(lang: string): void {
    this.lang = lang;
    void this.engine?.setLang(lang);
  }

  async start(iterations: number = QUICK): Promise<void> {
    if (this.state === 'running') return;
    this.restarted = false;
    await this.look(iterations, 1);
  }

  private async look(iterations: number, lives: number): Promise<void> {
    const run = ++this.run;
    const { lang } = this;
    this.state = 'running';
    this.trouble = null;
    this.done = 0;
    this.of = 0;
    this.iterations = iterations;
    this.decisions = [];
    this.engine ??= this.make();
    try {
      const answer = await this.engine.request(
        { do: 'analyse', record: this.record, limit: { iterations }, every_ms: EVERY_MS },
        (progress) => {
          if (run === this.run) this.hear(progress as AnalysisProgress);
        },
      );
      if (run !== this.run) return;
      // Stopped before anything was found: what was known before stays.
      if (answer.decisions.length > 0 || this.result === null) {
        this.result = answer;
        this.resultLang = lang;
      }
      this.done = answer.decisions.length;
      this.of = answer.of;
      this.state = answer.cancelled ? 'stopped' : 'done';
      if (!answer.cancelled) this.keep({ analysis: answer, iterations, lang });
    } catch (error) {
      if (run !== this.run) return;
      if (error instanceof EngineFailure && error.what === 'crash' && lives > 0) {
        this.restarted = true;
        await this.look(iterations, lives - 1);
        return;
      }
      this.state = 'failed';
      this.trouble =
        error instanceof RequestError
          ? { what: 'record', error: error.error }
          : { what: error instanceof EngineFailure ? error.what : 'crash' };
    }
  }

  // What was found so far stays.
  async cancel(): Promise<void> {
    if (this.state !== 'running') return;
    try {
      await this.engine?.request({ do: 'cancel' });
    } catch {
      // Whoever waits for the analysis hears it.
    }
  }

  close(): void {
    this.run++;
    this.engine?.close();
    this.engine = undefined;
    if (this.state === 'running') this.state = 'idle';
  }

  private hear(progress: AnalysisProgress): void {
    this.done = progress.decisions;
    this.of = progress.of;
    const { last } = progress;
    if (last && last.entry !== this.decisions.at(-1)?.entry)
      this.decisions = [...this.decisions, last];
  }

  private keep(one: Kept): void {
    const before = kept.get(this.key);
    if (before && before.iterations > one.iterations) return;
    kept.delete(this.key);
    kept.set(this.key, one);
    for (const key of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(key);
    }
  }
}

export function forgetAnalyses(): void {
  kept.clear();
}
