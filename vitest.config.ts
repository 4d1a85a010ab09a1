import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'console', 'sandbox'],
    // Much of the time of the server's tests is waiting, for providers that are silent and leases that run out.
    maxWorkers: availableParallelism() + 1,
  },
});
