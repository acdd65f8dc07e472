// The engine itself under Node, for tests: the module that the worker runs, with the same files. As
// the worker does, it listens while it thinks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { EngineFailure, RequestError } from '../engine/client';
import type {
  Answer,
  Asking,
  Options,
  Progress,
  Request,
  Said,
  TableRecord,
  Verb,
} from '../engine/messages';
import { WasmEngine } from '../engine/wasm';
import type { Asks } from './messages';

const root = new URL('../../../', import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(`data/${name}`, root)));

const modules = new Map<string, WebAssembly.Module>();

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  progress?: (progress: Progress) => void;
}

export class NodeEngine implements Asks {
  private wasm: Promise<WasmEngine> | undefined;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private stepping = false;
  private life = 0;
  readonly asked: Request[] = [];

  constructor(
    readonly game: string,
    private lang = 'en',
  ) {}

  async setLang(lang: string): Promise<void> {
    this.lang = lang;
    if (this.wasm) this.provideWords(await this.wasm);
  }

  async request<V extends Verb>(
    request: Asking<V>,
    progress?: (progress: Progress) => void,
  ): Promise<Answer<V>> {
    this.asked.push(request);
    this.wasm ??= this.open();
    const wasm = await this.wasm;
    const id = this.nextId++;
    const answer = new Promise<Answer>((resolve, reject) =>
      this.waiting.set(id, { resolve, reject, progress }),
    );
    this.hear(wasm.handle(JSON.stringify({ lang: this.lang, ...request, id })));
    this.think(wasm);
    return answer as Promise<Answer<V>>;
  }

  // As if the worker had died: the next request starts another one.
  die(): void {
    this.wasm = undefined;
    this.stepping = false;
    this.life++;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of all) one.reject(new EngineFailure('crash', 'died'));
  }

  close(): void {
    this.die();
  }

  private async open(): Promise<WasmEngine> {
    let module = modules.get(this.game);
    if (!module) {
      module = new WebAssembly.Module(readFileSync(new URL(`build-wasm/${this.game}.wasm`, root)));
      modules.set(this.game, module);
    }
    const wasm = await WasmEngine.start(module);
    if (existsSync(new URL(`data/${this.game}/`, root)))
      for (const file of readdirSync(new URL(`data/${this.game}/`, root)))
        wasm.provide(`${this.game}/${file}`, read(`${this.game}/${file}`));
    this.provideWords(wasm);
    return wasm;
  }

  private provideWords(wasm: WasmEngine): void {
    for (const file of ['shell', this.game]) {
      const name = `lang/${this.lang}/${file}.json`;
      if (existsSync(new URL(`data/${name}`, root))) wasm.provide(name, read(name));
    }
  }

  private think(wasm: WasmEngine): void {
    if (this.stepping || !wasm.thinking()) return;
    this.stepping = true;
    const { life } = this;
    setImmediate(() => {
      if (life !== this.life) return;
      this.stepping = false;
      this.hear(wasm.step());
      this.think(wasm);
    });
  }

  private hear(lines: string[]): void {
    for (const line of lines) {
      const said = JSON.parse(line) as Said;
      const waiting = this.waiting.get(said.id as number);
      if (!waiting) continue;
      if (said.progress !== undefined) {
        waiting.progress?.(said.progress);
        continue;
      }
      this.waiting.delete(said.id as number);
      if (said.error) waiting.reject(new RequestError(said.error));
      else waiting.resolve(said as Answer);
    }
  }
}

// A game that bots have played to its end.
export async function playedGame(
  game: string,
  options: object,
  bots: string[],
): Promise<TableRecord> {
  const engine = new NodeEngine(game);
  await engine.request({
    do: 'new',
    game,
    options: options as Options,
    seed: 7,
    seats: bots.map((bot, i) => ({ name: ['Mira', 'Anselm', 'Ola', 'Ben'][i]!, bot })),
  });
  const answer = await engine.request({ do: 'record' });
  engine.close();
  return answer.record;
}

export const until = async (done: () => boolean) => {
  const latest = Date.now() + 20_000; // a machine may have much else to do
  while (!done() && Date.now() < latest) await new Promise((go) => setTimeout(go, 5));
  if (!done()) throw new Error('it never came to that');
};
