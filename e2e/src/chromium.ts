import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Without a network, Chromium's many background calls would only fail. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Without a graphics card, GPU rendering would only be slower.
  '--disable-gpu',
  // Nor does drawing need a process of its own, to which each frame is sent.
  '--in-process-gpu',
  '--no-first-run',
];

export interface Browser {
  executablePath: string;
  args: string[];
  /** As it is now: a sandbox that this process starts later names it fonts, which are gone when the sandbox ends. */
  env: NodeJS.ProcessEnv;
}

/**
 * Finds a real Chromium automatically: CHROMIUM_PATH, the system's, Playwright's own, or the one from the npm registry.
 */
export async function findChromium(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET;
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, where there is nothing.`);
  const found = given || [...SYSTEM, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return { executablePath: found, args, env: { ...process.env } };
  // With a zygote some of its renderers find no fonts.
  const executablePath = await packagedChromium();
  return { executablePath, args: [...args, '--no-sandbox', '--no-zygote'], env: { ...process.env } };
}

/** The package unpacks Chromium's libraries only when it detects a cloud function environment. */
async function packagedChromium(): Promise<string> {
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
