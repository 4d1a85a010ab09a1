import { defineConfig } from '@playwright/test';
import '../scripts/temporaryFiles.mjs';
import { BASE_URL } from './src/addresses.ts';
import { BY_NODE } from './src/byNode.ts';
import { findChromium } from './src/chromium.ts';
import { startProduct } from './src/product.ts';

/** Tests the Laos variant of the product in a real Chromium: server and app are built for it. */
export default defineConfig({
  testDir: 'laos',
  build: BY_NODE,
  outputDir: 'test-results/laos',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json'], ['./src/product.ts']],
  use: {
    baseURL: BASE_URL,
    launchOptions: await findChromium(),
    actionTimeout: 60_000,
    locale: 'lo-LA',
    timezoneId: 'Asia/Vientiane',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Traces are slow and only for debugging: KRAPAO_TRACE=1 records one for a failed test.
    trace: process.env.KRAPAO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: startProduct({ KRAPAO_VARIANT: 'laos', VITE_VARIANT: 'laos' }),
});
