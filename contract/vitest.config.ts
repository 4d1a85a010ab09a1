import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'contract',
    root: import.meta.dirname,
    setupFiles: ['../scripts/fixedSeed.mjs'],
    include: ['src/**/*.test.ts'],
    // For a machine that is busy with other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
