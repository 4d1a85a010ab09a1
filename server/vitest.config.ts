import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import '../scripts/temporaryFiles.mjs';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    // Much of the time of these tests is waiting, for providers that are silent and leases that run out.
    maxWorkers: availableParallelism() + 2,
    // A worker reads the server's modules once, not once for each file: a quarter of the processor time. They keep no
    // state between servers, which many tests start side by side anyway.
    isolate: false,
    // Most objects of a call are gone at its end: a larger nursery lets the collector look at few of them.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['../scripts/fixedSeed.mjs'],
    include: ['src/**/*.test.ts'],
    globalSetup: ['./src/testing/globalSetup.ts'],
    // For a machine that is busy with much else; nothing takes a tenth of it on a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
