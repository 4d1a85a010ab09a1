import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

export default mergeConfig(
  app,
  defineConfig({
    test: {
      name: 'web',
      root: import.meta.dirname,
      setupFiles: ['../scripts/fixedSeed.mjs'],
      include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
      // For a machine that is busy with much else.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  }),
);
