import { defineConfig } from 'vitest/config';

// A server that runs already, at TIDELOCK_ORIGIN: tools/try_release.
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['installed.ts'],
    provide: { origin: process.env.TIDELOCK_ORIGIN! },
    environment: 'node',
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    hookTimeout: 60_000,
  },
});
