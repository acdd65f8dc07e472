// For tests: the engine's module in this thread, fed with the files of the tree.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { EngineFailure, RequestError } from '../engine/client';
import type { Answer, Asking, Progress, Request, Said, Verb } from '../engine/messages';
import { WasmEngine } from '../engine/wasm';
import type { EngineLike } from './host';

const root = resolve(import.meta.dirname, '../../..');
const wasmPath = (game: string) => resolve(root, `build-wasm/${game}.wasm`);

const modules = new Map<string, Promise<WebAssembly.Module>>();

export class NodeEngine implements EngineLike {
  requests: Request[] = [];
  answers: Answer[] = [];
  onDeath: (() => void) | undefined;
  // The next request of this kind kills the engine.
  dieAt: string | undefined;
  dieAlways = false;
  private engine: Promise<WasmEngine> | undefined;
  private next = 1;

  constructor(
    readonly game: string,
    private lang: string,
  ) {}

  private async open(): Promise<WasmEngine> {
    let module = modules.get(this.game);
    if (!module) {
      module = WebAssembly.compile(readFileSync(wasmPath(this.game)));
      modules.set(this.game, module);
    }
    const engine = await WasmEngine.start(await module);
    const provide = (name: string) =>
      engine.provide(name, new Uint8Array(readFileSync(resolve(root, 'data', name))));
    const folder = resolve(root, 'data', this.game);
    if (existsSync(folder)) readdirSync(folder).forEach((file) => provide(`${this.game}/${file}`));
    this.words(engine);
    return engine;
  }

  private words(engine: WasmEngine): void {
    for (const file of ['shell', this.game]) {
      const name = `lang/${this.lang}/${file}.json`;
      const path = resolve(root, 'data', name);
      if (existsSync(path)) engine.provide(name, new Uint8Array(readFileSync(path)));
    }
  }

  async setLang(lang: string): Promise<void> {
    this.lang = lang;
    if (this.engine) this.words(await this.engine);
  }

  async request<V extends Verb>(
    request: Asking<V>,
    progress?: (progress: Progress) => void,
  ): Promise<Answer<V>> {
    this.engine ??= this.open();
    const engine = await this.engine;
    this.requests.push(request);
    if (this.dieAlways || this.dieAt === request.do) {
      this.dieAt = undefined;
      this.engine = undefined;
      throw new EngineFailure('crash', 'unreachable executed');
    }
    const id = this.next++;
    let lines = engine.handle(JSON.stringify({ lang: this.lang, ...request, id }));
    for (;;) {
      for (const line of lines) {
        const said = JSON.parse(line) as Said;
        if (said.id !== id) continue;
        if (said.progress !== undefined) progress?.(said.progress);
        else if (said.error) throw new RequestError(said.error);
        else {
          this.answers.push(said as Answer);
          return said as Answer<V>;
        }
      }
      if (!engine.thinking()) throw new Error('no answer');
      lines = engine.step();
    }
  }

  // As a worker does it while nobody asks.
  die(): void {
    this.engine = undefined;
    this.onDeath?.();
  }

  close(): void {
    this.engine = undefined;
  }
}
