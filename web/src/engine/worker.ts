// One engine with one table, in a thread of its own. It gets files and requests, and answers with
// lines; between two steps of thinking it listens.
import { WasmEngine } from './wasm';

export type ToWorker =
  | { kind: 'open'; wasm: string; files: { name: string; url: string }[] }
  | { kind: 'provide'; files: { name: string; url: string }[] }
  | { kind: 'line'; line: string }
  | { kind: 'ping' };
export type FromWorker =
  | { kind: 'line'; line: string }
  | { kind: 'pong' }
  | { kind: 'failed'; what: 'wasm' | 'file' | 'crash'; detail: string };

// eslint-disable-next-line no-restricted-syntax -- the types of pages and of workers are in one project
const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: FromWorker) => scope.postMessage(message);

let engine: WasmEngine | undefined;
let stepping = false;
// Files are fetched in order with everything else, so that whoever needs one finds it.
let queue: Promise<void> = Promise.resolve();

async function fetchBytes(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function provide(files: { name: string; url: string }[]): Promise<void> {
  const contents = await Promise.all(files.map((file) => fetchBytes(file.url)));
  files.forEach((file, i) => engine!.provide(file.name, contents[i]!));
}

function say(lines: string[]): void {
  for (const line of lines) post({ kind: 'line', line });
}

function stepOn(): void {
  if (stepping || !engine?.thinking()) return;
  stepping = true;
  // A message that waits is heard before the next step.
  setTimeout(() => {
    stepping = false;
    try {
      say(engine!.step());
      stepOn();
    } catch (error) {
      post({ kind: 'failed', what: 'crash', detail: String(error) });
    }
  });
}

async function obey(message: Exclude<ToWorker, { kind: 'ping' }>): Promise<void> {
  let what: 'wasm' | 'file' | 'crash' = 'crash';
  try {
    if (message.kind === 'open') {
      what = 'wasm';
      const files = message.files.map((file) => fetchBytes(file.url));
      files.forEach((file) => file.catch(() => undefined)); // told below
      const module = await WebAssembly.compile((await fetchBytes(message.wasm)) as BufferSource);
      engine = await WasmEngine.start(module);
      what = 'file';
      for (const [i, file] of message.files.entries()) engine.provide(file.name, await files[i]!);
      say([engine.hello()]);
    } else if (message.kind === 'provide') {
      what = 'file';
      await provide(message.files);
    } else {
      say(engine!.handle(message.line));
      stepOn();
    }
  } catch (error) {
    post({ kind: 'failed', what, detail: String(error) });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  // Whoever asks for a sign of life does not wait for files or thoughts.
  if (data.kind === 'ping') post({ kind: 'pong' });
  else queue = queue.then(() => obey(data));
};
