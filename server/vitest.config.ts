import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['./src/testing/globalSetup.ts'],
    // For a machine that is busy with much else; nothing takes a tenth of it on a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
