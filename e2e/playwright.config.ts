import { defineConfig } from '@playwright/test';
import '../scripts/temporaryFiles.mjs';
import { BY_NODE } from './src/byNode.ts';
import { findChromium } from './src/chromium.ts';

const launchOptions = await findChromium();

/**
 * Tests the product in a real Chromium, at sites that the workers start for themselves (siteWorld.ts). What `npm start` runs is
 * tested for Laos (laos.config.ts).
 */
export default defineConfig({
  testDir: 'tests',
  build: BY_NODE,
  globalSetup: './src/sitesCluster.ts',
  outputDir: 'test-results',
  // Generous: a busy machine is several times slower, and passing tests do not wait for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // More than the processors of a small machine: much of the time of these tests is waiting.
  workers: 4,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
  use: {
    launchOptions,
    // A control that cannot be pressed fails before the time-out of the whole test.
    actionTimeout: 60_000,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // Service workers would bypass the answers that a test mocks in the browser; updates.spec.ts allows them.
    serviceWorkers: 'block',
    // Traces are slow and only for debugging: KRAPAO_TRACE=1 records one for a failed test.
    trace: process.env.KRAPAO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      // English has the shortest texts; what a screen lacks in Thai or Lao it lacks there too.
      grepInvert: process.env.KRAPAO_ALL_SCREENS ? [] : [/ in en are whole/],
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      testMatch: [
        'screens.spec.ts',
        'chatScreens.spec.ts',
        ...(process.env.KRAPAO_ALL_SCREENS ? ['login.spec.ts'] : []),
      ],
      // All languages on the large screen take minutes. Normal runs use only Thai there, the language with the longest
      // texts.
      grepInvert: process.env.KRAPAO_ALL_SCREENS ? [] : [/ in (la|en) are /],
    },
  ],
});
