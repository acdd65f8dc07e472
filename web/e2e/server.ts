// The built page behind `tidelock serve`, for all tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { builtPage, tidelock } from './places.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
  }
}

export interface Serving {
  origin: string;
  stop(): Promise<number | null>;
}

export async function serve(): Promise<Serving> {
  for (const [what, path] of [
    ['tidelock', tidelock],
    ['the page', `${builtPage}/index.html`],
  ] as const) {
    if (!existsSync(path)) throw new Error(`${what} is not built: there is no ${path}`);
  }
  const server = spawn(
    tidelock,
    ['serve', '--page', builtPage, '--port', '0', '--database', 'memory'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve));
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      const found = /http:\/\/[^\s/]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    server.on('error', reject);
  });
  return {
    origin,
    stop: () => {
      server.kill('SIGTERM');
      return ended;
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serving = await serve();
  project.provide('origin', serving.origin);
  return async () => {
    const code = await serving.stop();
    if (code !== 0) throw new Error(`the server did not end cleanly: ${code}`);
  };
}
