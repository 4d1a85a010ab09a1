import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BASE_URL, PORT, SANDBOX_PORT } from './src/addresses.ts';
import { findChromium } from './src/chromium.ts';

const launchOptions = await findChromium();
// Playwright reads this file again in its workers; all of them share the folder of the first.
process.env.KRAPAO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'krapao-e2e-'));

/** The product as `npm start` runs it, on an embedded database of its own, in a real Chromium. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
  use: {
    baseURL: BASE_URL,
    launchOptions,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // What a test answers in the browser must reach the page; updates.spec.ts allows the worker.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      testMatch: ['screens.spec.ts', 'login.spec.ts'],
      // The whole gallery on the large screen takes minutes; Thai, the longest to read, stands for it in every run.
      grepInvert: process.env.KRAPAO_ALL_SCREENS ? [] : [/ in (la|en) are whole/],
    },
  ],
  webServer: {
    command: `"${process.execPath}" ../scripts/start.mjs`,
    url: `${BASE_URL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(PORT),
      KRAPAO_SANDBOX_PORT: String(SANDBOX_PORT),
      KRAPAO_DATA: process.env.KRAPAO_E2E_DATA,
      KRAPAO_MODE: 'sandbox',
      DATABASE_URL: '',
    },
  },
});
