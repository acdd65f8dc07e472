import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.e2e.ts'],
    globalSetup: ['./server.ts'],
    environment: 'node',
    reporters: ['verbose'],
    // One browser at a time: what is waited for are conditions, but two cores are soon full.
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    hookTimeout: 120_000,
  },
});
