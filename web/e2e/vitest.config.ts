import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.e2e.ts'],
    globalSetup: ['./server.ts'],
    environment: 'node',
    reporters: ['verbose'],
    // A browser for each core: what is waited for are conditions, never times.
    maxWorkers: availableParallelism(),
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    hookTimeout: 120_000,
  },
});
