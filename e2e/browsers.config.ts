// `npm run browsers`: the member's app in Firefox and WebKit. Not a part of `npm test`: the browsers come from Debian.
import { defineConfig } from '@playwright/test';
import { firefox } from './browsers/firefox.ts';
import { webkit } from './browsers/webkit.ts';
import { BASE_URL } from './src/addresses.ts';
import { startProduct } from './src/product.ts';

const engines = [firefox, webkit];
const installed = engines.filter((engine) => engine.isInstalled());
// Workers read the configuration too.
if (process.env.TEST_WORKER_INDEX === undefined) {
  for (const { name, packages } of engines.filter((engine) => !installed.includes(engine)))
    console.warn(`NOT TRIED: ${name} is not installed (apt-get install ${packages}).`);
}
if (installed.length === 0) throw new Error('Neither Firefox nor WebKit is installed: nothing was tried.');

export default defineConfig({
  testDir: 'browsers',
  outputDir: 'test-results/browsers',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // One browser at a time.
  workers: 1,
  reporter: [['list'], ['./src/product.ts']],
  use: { baseURL: BASE_URL },
  projects: installed.map(({ name }) => ({ name })),
  webServer: startProduct(),
});
