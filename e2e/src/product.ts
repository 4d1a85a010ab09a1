import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { BASE_URL, PORT, SANDBOX_KEY, SANDBOX_PORT } from './addresses.ts';

/**
 * The product as `npm start` runs it, for a Playwright run, on its own embedded database; or as another command runs it.
 * The data folder is created once, because Playwright's workers read the configuration again. forgetData deletes it.
 */
export function startProduct(
  env: Record<string, string> = {},
  command = 'start',
): NonNullable<PlaywrightTestConfig['webServer']> {
  process.env.KRAPAO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'krapao-e2e-'));
  return {
    command: `"${process.execPath}" ../scripts/${command}.mjs`,
    url: `${BASE_URL}/readyz`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(PORT),
      KRAPAO_SANDBOX_PORT: String(SANDBOX_PORT),
      SANDBOX_SECRET: SANDBOX_KEY,
      KRAPAO_DATA: process.env.KRAPAO_E2E_DATA,
      KRAPAO_MODE: 'sandbox',
      DATABASE_URL: '',
      // Each member of a test has a unique address; a browser has the machine's address.
      KRAPAO_TRUSTED_PROXIES: '1',
      ...env,
    },
  };
}

/** Deletes the data of the run when its process ends, after the product has stopped. */
export default class ForgetData {
  onExit(): void {
    const folder = process.env.KRAPAO_E2E_DATA;
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}
