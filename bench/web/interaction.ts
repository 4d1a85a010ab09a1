import { text } from '@krapao/e2e/messages';
import { openWheel } from '@krapao/e2e/prizeWheel';
import type { Browser, Page } from '@playwright/test';
import { BASE_URL } from './product.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SLOWDOWN = 4;
const PRESSES = 3;

declare global {
  interface Window {
    measured: { interactions: Map<number, number>; longTasks: number[] };
  }
}

/** Collects interactions (ms from the press to the next paint, by the browser's own count) and tasks over 50 ms. */
function observe(): void {
  const measured: Window['measured'] = { interactions: new Map(), longTasks: [] };
  window.measured = measured;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      const longest = Math.max(measured.interactions.get(entry.interactionId) ?? 0, entry.duration);
      measured.interactions.set(entry.interactionId, longest);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (startTime > (navigation?.loadEventEnd || Number.POSITIVE_INFINITY))
        measured.longTasks.push(duration);
    }
  }).observe({ type: 'longtask', buffered: true });
}

async function memberPage(browser: Browser, token: string): Promise<Page> {
  const context = await browser.newContext(PHONE);
  await context.addInitScript((value) => {
    localStorage.setItem('token', value);
    localStorage.setItem('remember-agreement', 'true');
  }, token);
  await context.addInitScript(observe);
  return context.newPage();
}

/** Interactions while the wheel turns, with the processor four times slower: the longest of them, in ms. */
export async function interactionWhileSpinning(browser: Browser, token: string): Promise<number> {
  const page = await memberPage(browser, token);
  try {
    await openWheel(page, 'cash100');
    await page.goto(`${BASE_URL}/user/home`);
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${text('th', 'spin.tile')}`) })
      .click();
    const dialog = page.getByRole('dialog', { name: text('th', 'spin.title') });
    await dialog.getByRole('img').waitFor();
    await page.waitForLoadState('networkidle');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.evaluate(() => window.measured.interactions.clear());
    await dialog.getByRole('button', { name: text('th', 'spin.submit') }).tap();
    await page.waitForFunction(() => {
      const disc = document.querySelector('.wheel svg');
      return disc !== null && disc.getAnimations().length > 0;
    });
    const confirm = page.getByRole('alertdialog');
    for (let press = 0; press < PRESSES; press++) {
      await dialog
        .getByRole('button', { name: text('th', 'spin.claim') })
        .first()
        .tap();
      await confirm.getByRole('button', { name: text('th', 'dialog.cancel') }).tap();
      await confirm.waitFor({ state: 'detached' });
    }
    const isTurning = await page.evaluate(
      () => (document.querySelector('.wheel svg')?.getAnimations().length ?? 0) > 0,
    );
    if (!isTurning) throw new Error('the wheel stood still before the last press');
    await page.waitForFunction((count) => window.measured.interactions.size >= count, PRESSES);
    return await page.evaluate(() => Math.max(...window.measured.interactions.values()));
  } finally {
    await page.context().close();
  }
}

/** Tasks over 50 ms on the home screen after its load event, in ms. */
export async function longTasksOnHome(browser: Browser, token: string): Promise<number[]> {
  const page = await memberPage(browser, token);
  try {
    await page.goto(`${BASE_URL}/user/home`);
    await page.getByRole('button', { name: text('th', 'deposit.title'), exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => window.measured.longTasks);
  } finally {
    await page.context().close();
  }
}
