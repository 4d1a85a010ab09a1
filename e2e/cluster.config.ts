// `npm run cluster -- --test`, or `npx playwright test -c e2e/cluster.config.ts`: the member's main way in a real Chromium
// against the cluster of `npm run cluster`: undisturbed, then while its nodes and its primary are killed.
import { defineConfig } from '@playwright/test';
import { BASE_URL } from './src/addresses.ts';
import { findChromium } from './src/chromium.ts';
import { type SiteOptions, THE_PRODUCT } from './src/place.ts';
import { startProduct } from './src/product.ts';

export default defineConfig<SiteOptions>({
  outputDir: 'test-results/cluster',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  workers: 2,
  reporter: [['list'], ['./src/product.ts']],
  use: {
    baseURL: BASE_URL,
    siteName: THE_PRODUCT,
    launchOptions: await findChromium(),
    actionTimeout: 60_000,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'whole',
      testDir: 'tests',
      testMatch: [
        'register.spec.ts',
        'deposit.spec.ts',
        'games.spec.ts',
        'withdraw.spec.ts',
        'presses.spec.ts',
      ],
    },
    { name: 'losses', testDir: 'cluster', dependencies: ['whole'] },
  ],
  webServer: startProduct({}, 'cluster'),
});
