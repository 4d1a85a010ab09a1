import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@krapao/e2e/chromium';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** Lighthouse's results for a page on a phone with simulated throttling: scores of 100, times in ms. */
export interface Scores {
  performance: number;
  accessibility: number;
  'best-practices': number;
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  blocking: number;
  speedIndex: number;
  /** Audits without a perfect score, each with its score. */
  imperfect: string[];
}

const TRIES = 5;

/**
 * A first visit of a page in a fresh browser, whose storage contains the token. When the browser's trace is incomplete
 * (Lighthouse's NO_NAVSTART: "please run Lighthouse again"), the visit is repeated.
 */
export async function visit(url: string, token: string | null, debuggingPort: number): Promise<Scores> {
  for (let tries = 1; ; tries++) {
    try {
      return await visitOnce(url, token, debuggingPort);
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error && error.message.includes('NO_NAVSTART'))) throw error;
    }
  }
}

async function visitOnce(url: string, token: string | null, debuggingPort: number): Promise<Scores> {
  const profile = await mkdtemp(join(tmpdir(), 'krapao-lighthouse-'));
  const { executablePath, args } = await findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    if (token) {
      const page = await context.newPage();
      await page.goto(new URL('/favicon.svg', url).href);
      await page.evaluate((value) => {
        localStorage.setItem('token', value);
        localStorage.setItem('remember-agreement', 'true');
      }, token);
      await page.close();
    }
    return await judge(url, debuggingPort);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function judge(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse at ${url}: ${runtimeError.message}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    firstPaint: Math.round(value('first-contentful-paint')),
    largestPaint: Math.round(value('largest-contentful-paint')),
    layoutShift: Number(value('cumulative-layout-shift').toFixed(4)),
    blocking: Math.round(value('total-blocking-time')),
    speedIndex: Math.round(value('speed-index')),
    imperfect: Object.values(audits)
      .filter(({ score }) => score !== null && score < 0.99)
      .map(({ id, score }) => `${id} ${score}`),
  };
}
