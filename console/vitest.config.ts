import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'console', root: import.meta.dirname, include: ['src/**/*.test.ts'] },
});
