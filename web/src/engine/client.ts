// Talks to an engine in a worker: requests in, answers as promises, progress as it comes. If the
// worker dies everything that waits is told so, and the next request starts a new one; a table that
// was open is gone then, and whoever holds its record loads it again.
//
// A worker that hangs reports no error. While somebody waits it is asked for a sign of life, which it
// gives between two slices of thinking and while files are on their way; only what runs in one piece
// keeps it silent, and no request does so for anywhere near as long as is waited here. Silence is
// counted in questions, not in time: a machine that slept asked nothing.
import type { FromWorker, ToWorker } from './worker';
import type { Answer, Asking, EngineError, Progress, Said, Verb } from './messages';
import { engineFiles, networkFile, wasmUrl } from './files';

export class RequestError extends Error {
  constructor(readonly error: EngineError) {
    super(error.message);
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof RequestError ? error.error.code : 'unknown';

// The engine itself failed: no WebAssembly, a file that could not be had, or it crashed.
export class EngineFailure extends Error {
  constructor(
    readonly what: 'wasm' | 'file' | 'crash',
    detail: string,
  ) {
    super(detail);
  }
}

export const PING_MS = 5000;
export const MOST_UNANSWERED = 5;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  progress?: (progress: Progress) => void;
}

export class Engine {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private networks = false;
  private alive = false; // it has spoken since it was started: its script is there
  private unanswered = 0;
  private watch: ReturnType<typeof setTimeout> | undefined;
  // Called when the worker died and with it the table.
  onDeath: (() => void) | undefined;

  constructor(
    readonly game: string,
    private lang: string,
  ) {}

  // Sentences come in this language from now on.
  async setLang(lang: string): Promise<void> {
    if (lang === this.lang) return;
    this.lang = lang;
    if (this.worker) this.post({ kind: 'provide', files: engineFiles(this.game, lang) });
  }

  async request<V extends Verb>(
    request: Asking<V>,
    progress?: (progress: Progress) => void,
  ): Promise<Answer<V>> {
    await this.open();
    if (NEEDS_NETWORK.has(request.do)) this.provideNetwork();
    const id = this.nextId++;
    return new Promise<Answer<V>>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: Answer) => void, reject, progress });
      this.post({ kind: 'line', line: JSON.stringify({ lang: this.lang, ...request, id }) });
      this.watchOver();
    });
  }

  close(): void {
    this.stop();
    this.fail(new EngineFailure('crash', 'closed'));
  }

  private opening: Promise<void> | undefined;
  private async open(): Promise<void> {
    if (this.worker) return;
    this.opening ??= (async () => {
      if (typeof WebAssembly === 'undefined') throw new EngineFailure('wasm', 'no WebAssembly');
      const files = engineFiles(this.game, this.lang);
      const wasm = wasmUrl(this.game);
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.networks = false;
      this.alive = false;
      this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
      this.worker.onerror = (event) => this.die('crash', event.message);
      this.post({ kind: 'open', wasm, files });
    })().finally(() => (this.opening = undefined));
    await this.opening;
  }

  private provideNetwork(): void {
    const file = networkFile(this.game);
    if (this.networks || !file) return;
    this.networks = true;
    this.post({ kind: 'provide', files: [file] });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  // Asks for a sign of life for as long as somebody waits.
  private watchOver(): void {
    if (this.watch !== undefined) return;
    this.unanswered = 0;
    const ask = () => {
      this.watch = undefined;
      if (this.waiting.size === 0) return;
      if (this.unanswered >= MOST_UNANSWERED) {
        this.die('crash', 'no sign of life');
        return;
      }
      if (this.alive) this.unanswered++;
      this.post({ kind: 'ping' });
      this.watch = setTimeout(ask, PING_MS);
    };
    this.watch = setTimeout(ask, PING_MS);
  }

  private hear(message: FromWorker): void {
    this.alive = true;
    this.unanswered = 0;
    if (message.kind === 'pong') return;
    if (message.kind === 'failed') {
      this.die(message.what, message.detail);
      return;
    }
    const said = JSON.parse(message.line) as Said;
    const waiting = this.waiting.get(said.id as number);
    if (!waiting) return;
    if (said.progress !== undefined) {
      waiting.progress?.(said.progress);
      return;
    }
    this.waiting.delete(said.id as number);
    if (said.error) waiting.reject(new RequestError(said.error));
    else waiting.resolve(said as Answer);
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    clearTimeout(this.watch);
    this.watch = undefined;
  }

  private die(what: 'wasm' | 'file' | 'crash', detail: string): void {
    this.stop();
    this.fail(new EngineFailure(what, detail));
    this.onDeath?.();
  }

  private fail(error: Error): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of all) one.reject(error);
  }
}

const NEEDS_NETWORK = new Set(['new', 'load', 'hint', 'analyse']);
