import { defineConfig } from '@playwright/test';
import { APART_URL, BASE_URL } from './src/addresses.ts';
import { findChromium } from './src/chromium.ts';
import { startProduct } from './src/product.ts';

const launchOptions = await findChromium();

/** The product as `npm start` runs it, on an embedded database of its own, in a real Chromium. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: ['./src/colleague.ts', './src/sitesCluster.ts'],
  outputDir: 'test-results',
  // Wide: a busy machine takes several times as long, and what is well waits for none of it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json'], ['./src/product.ts']],
  use: {
    baseURL: BASE_URL,
    launchOptions,
    // What cannot be pressed says so before the whole test is given up.
    actionTimeout: 60_000,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // What a test answers in the browser must reach the page; updates.spec.ts allows the worker.
    serviceWorkers: 'block',
    // Costly, and only for a person: KRAPAO_TRACE=1 for a test that fails.
    trace: process.env.KRAPAO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      testMatch: ['screens.spec.ts', 'login.spec.ts', 'chatScreens.spec.ts'],
      // The whole gallery on the large screen takes minutes; Thai, the longest to read, stands for it in every run.
      grepInvert: process.env.KRAPAO_ALL_SCREENS ? [] : [/ in (la|en) are whole/],
    },
  ],
  webServer: startProduct({ KRAPAO_ALLOWED_ORIGINS: APART_URL }),
});
