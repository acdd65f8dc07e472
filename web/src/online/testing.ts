// For tests: a real server of tables, and people who come to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Hello, LinkParts } from './link';
import { Link } from './link';
import type { TableCard, Wish } from './messages';

const tidelock = process.env.TIDELOCK ?? resolve(import.meta.dirname, '../../../build/tidelock');

export interface Serving {
  origin: string;
  make(wish: Wish): Promise<TableCard & { table: string }>;
  socket(table: string): string;
  stop(): Promise<unknown>;
}

export async function serve(port = 0): Promise<Serving> {
  const page = mkdtempSync(join(tmpdir(), 'tidelock-page-'));
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  const args = ['serve', '--page', page, '--port', String(port), '--database', 'memory'];
  const server = spawn(tidelock, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => server.on('exit', done));
  let said = '';
  const origin = await new Promise<string>((found, failed) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      const at = /http:\/\/[^\s/]+:\d+/.exec(said);
      if (at) found(at[0]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('error', failed);
    void ended.then(() => failed(new Error(said)));
  });
  return {
    origin,
    make: async (wish) => {
      const answer = await fetch(`${origin}/api/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wish),
      });
      return (await answer.json()) as TableCard & { table: string };
    },
    socket: (table) => `${origin.replace('http', 'ws')}/api/tables/${table}/socket`,
    stop: () => {
      rmSync(page, { recursive: true });
      server.kill('SIGKILL');
      return ended;
    },
  };
}

// A link whose connections can be cut.
export class Cuttable {
  sockets: WebSocket[] = [];
  down = false; // no new connection comes about
  link: Link;
  sent: string[] = [];
  cutAfter: string | undefined; // once, when something with this in it was sent
  constructor(url: string, hello: Hello = null) {
    const parts: LinkParts = {
      random: () => 0,
      socket: (to) => {
        if (this.down) throw new Error('no network');
        const socket = new WebSocket(to);
        const send = socket.send.bind(socket);
        socket.send = (data) => {
          this.sent.push(String(data));
          send(data);
          if (this.cutAfter === undefined || !String(data).includes(this.cutAfter)) return;
          this.cutAfter = undefined;
          socket.onmessage = null; // the answer does not arrive any more
          socket.close();
        };
        this.sockets.push(socket);
        return socket;
      },
    };
    this.link = new Link(url, 'en', hello, parts);
  }
  cut(): void {
    for (const socket of this.sockets.splice(0)) socket.close();
  }
}

// Until it is so.
export async function until(so: () => boolean, what = 'it'): Promise<void> {
  for (const end = Date.now() + 8_000; !so();) {
    if (Date.now() > end) throw new Error(`${what} does not come`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
