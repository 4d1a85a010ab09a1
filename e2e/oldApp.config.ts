// `npm run old-app`: an app of an earlier commit before today's server. Not a part of `npm test`: it builds that app.
import { defineConfig } from '@playwright/test';
import '../scripts/temporaryFiles.mjs';
import { findChromium } from './src/chromium.ts';

export default defineConfig({
  testDir: 'oldApp',
  globalSetup: './src/sitesCluster.ts',
  outputDir: 'test-results/old-app',
  timeout: 300_000,
  expect: { timeout: 30_000 },
  retries: 0,
  workers: 1,
  reporter: [['list']],
  use: {
    launchOptions: await findChromium(),
    actionTimeout: 60_000,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  },
});
