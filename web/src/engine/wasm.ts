// The C++ engine as a WebAssembly module: bytes in, lines of JSON out. Runs in a worker, and under
// Node in the tests.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  provide(at: number, name: number, size: number): void;
  said(): number;
  hello(): number;
  handle(at: number, size: number): number;
  thinking(): number;
  step(): number;
  signature(mark: bigint): number;
  perft(at: number, size: number, seed: bigint, depth: number): number;
  bench(n: number, seconds: number): number;
}

const BAD_FILE = 8; // WASI's EBADF: there are no files

export class WasmEngine {
  private readonly wasm: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(instance: WebAssembly.Instance) {
    // eslint-disable-next-line no-restricted-syntax -- what the module of src/wasm exports
    this.wasm = instance.exports as unknown as Exports;
    this.wasm._initialize();
  }

  static async start(module: WebAssembly.Module): Promise<WasmEngine> {
    let memory: WebAssembly.Memory | undefined;
    const view = () => new DataView(memory!.buffer);
    const wasi = {
      fd_write: () => BAD_FILE,
      fd_close: () => BAD_FILE,
      fd_seek: () => BAD_FILE,
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      random_get: (at: number, size: number) => {
        crypto.getRandomValues(new Uint8Array(memory!.buffer, at, size));
        return 0;
      },
    };
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
    memory = instance.exports.memory as WebAssembly.Memory;
    return new WasmEngine(instance);
  }

  // A file of data/, by its name there.
  provide(name: string, content: Uint8Array): void {
    const nameBytes = this.encoder.encode(name);
    const at = this.wasm.room(nameBytes.length + content.length);
    const bytes = new Uint8Array(this.wasm.memory.buffer, at, nameBytes.length + content.length);
    bytes.set(nameBytes);
    bytes.set(content, nameBytes.length);
    this.wasm.provide(at, nameBytes.length, content.length);
  }

  hello(): string {
    return this.text(this.wasm.hello());
  }

  // What there is to say to one request: none, if it begins to think.
  handle(line: string): string[] {
    return this.lines(this.wasm.handle(...this.put(line)));
  }

  // While it thinks this wants to be called: at most 30 ms each time.
  thinking(): boolean {
    return this.wasm.thinking() !== 0;
  }

  step(): string[] {
    return this.lines(this.wasm.step());
  }

  // Of all games of this engine, after those that made `mark`.
  signature(mark: bigint): bigint {
    return BigInt(this.text(this.wasm.signature(BigInt.asIntN(64, mark))));
  }

  // How many sequences of decisions there are from the start of a game.
  perft(options: unknown, seed: bigint, depth: number): string {
    return this.text(this.wasm.perft(...this.put(JSON.stringify(options)), seed, depth));
  }

  gamesPerSecond(bench: number, seconds: number): number {
    return this.wasm.bench(bench, seconds);
  }

  // Hands over a text; the engine gives its memory back.
  private put(text: string): [at: number, size: number] {
    const bytes = this.encoder.encode(text);
    const at = this.wasm.room(bytes.length);
    new Uint8Array(this.wasm.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  private text(size: number): string {
    return this.decoder.decode(new Uint8Array(this.wasm.memory.buffer, this.wasm.said(), size));
  }

  private lines(size: number): string[] {
    return size === 0 ? [] : this.text(size).split('\n');
  }
}
