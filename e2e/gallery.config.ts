// `npm run screens`: takes screenshots of every screen and dialog, and writes a page that shows them:
// e2e/screens/gallery/index.html. KRAPAO_SCREENS selects some, for example KRAPAO_SCREENS=th-390-dark,la-320 or
// KRAPAO_SCREENS=console-th.
import { defineConfig } from '@playwright/test';
import { BASE_URL } from './src/addresses.ts';
import { findChromium } from './src/chromium.ts';
import { startProduct } from './src/product.ts';

const wanted = process.env.KRAPAO_SCREENS?.split(',');
const HEIGHTS = { 320: 690, 390: 844, 768: 1024, 1440: 900 } as const;

const CONSOLE = 'console.tour.ts';
const LOCALES = ['th', 'la', 'en'] as const;

const members = LOCALES.flatMap((locale) =>
  ([320, 390, 768, 1440] as const).flatMap((width) =>
    (['dark', 'light'] as const).map((theme) => ({
      name: `${locale}-${width}-${theme}`,
      testIgnore: CONSOLE,
      metadata: { locale, theme },
      use: {
        viewport: { width, height: HEIGHTS[width] },
        isMobile: width < 1024,
        hasTouch: width < 1024,
        deviceScaleFactor: 1,
      },
    })),
  ),
);

/** One console tour takes both widths and both themes. */
const operators = LOCALES.map((locale) => ({
  name: `console-${locale}`,
  testMatch: CONSOLE,
  timeout: 900_000,
  metadata: { locale },
}));

export default defineConfig({
  testDir: 'gallery',
  testMatch: '*.tour.ts',
  outputDir: 'test-results/gallery',
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: 2,
  reporter: [['list'], ['./src/product.ts']],
  globalSetup: './src/sitesCluster.ts',
  globalTeardown: './gallery/index.ts',
  use: {
    baseURL: BASE_URL,
    // Service workers are blocked: they would bypass the answers that a tour mocks in the browser.
    serviceWorkers: 'block',
    launchOptions: await findChromium(),
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  },
  projects: [...members, ...operators].filter(
    ({ name }) => !wanted || wanted.some((part) => name.includes(part)),
  ),
  webServer: startProduct(),
});
