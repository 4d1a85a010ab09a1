import { setTimeout } from 'node:timers/promises';
import { BASE_URL } from '@krapao/e2e/addresses';
import { text } from '@krapao/e2e/messages';
import { enterWheel, openWheel } from '@krapao/e2e/prizeWheel';
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';

const PHONE = { baseURL: BASE_URL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SLOWDOWN = 4;
/** Number of times a dialog is opened and closed beside the turning wheel; a slow machine has time for this many. */
const PRESSES = 3;
const TWO_PRESSES_MS = 2_500;
/** How long a finger stays on the glass, ms. */
const FINGER_MS = 80;
/** A long interval, so that the polling does not load the page. */
const POLLING_MS = 200;

declare global {
  interface Window {
    measured: { interactions: Map<number, number>; longTasks: number[] };
  }
}

/** Collects interactions (ms from the press to the next paint, as the browser measures it) and tasks over 50 ms. */
function observe(): void {
  const measured: Window['measured'] = { interactions: new Map(), longTasks: [] };
  window.measured = measured;
  const onEvent = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      const longest = Math.max(measured.interactions.get(entry.interactionId) ?? 0, entry.duration);
      measured.interactions.set(entry.interactionId, longest);
    }
  });
  onEvent.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  // A first input is also recorded below the threshold.
  onEvent.observe({ type: 'first-input', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (startTime > (navigation?.loadEventEnd || Number.POSITIVE_INFINITY))
        measured.longTasks.push(duration);
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** @param token null for a page without a member */
async function phonePage(browser: Browser, token: string | null): Promise<Page> {
  const context = await browser.newContext(PHONE);
  if (token !== null)
    await context.addInitScript((value) => {
      localStorage.setItem('token', value);
      localStorage.setItem('remember-agreement', 'true');
    }, token);
  await context.addInitScript(observe);
  return context.newPage();
}

/** Remaining time until the wheel stops, ms. */
function restOfTurn(): number {
  const turn = document.querySelector('.wheel svg')?.getAnimations()[0];
  return turn ? Number(turn.effect?.getComputedTiming().endTime) - Number(turn.currentTime) : 0;
}

/**
 * A touch on an element that no longer moves; resolves when the browser has recorded the interaction. No code of the
 * measurement runs in the page between the touch and the next paint.
 */
async function pressOnce(page: Page, devtools: CDPSession, target: Locator): Promise<void> {
  // Shorter than a turn of the wheel: a longer wait would mean that the prize covers the element.
  await target.tap({ trial: true, timeout: 5_000 });
  const box = await target.boundingBox();
  if (!box) throw new Error('what is to be pressed is not shown');
  const count = await page.evaluate(() => window.measured.interactions.size);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await setTimeout(FINGER_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction((before) => window.measured.interactions.size > before, count, {
    polling: POLLING_MS,
  });
}

/** The longest interaction while the wheel turns, with the processor slowed down four times, in ms. */
export async function interactionWhileSpinning(browser: Browser, token: string): Promise<number> {
  const page = await phonePage(browser, token);
  try {
    await openWheel(page, 'cash100');
    const dialog = await enterWheel(page, 'th');
    await page.waitForLoadState('networkidle');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.evaluate(() => window.measured.interactions.clear());
    const confirm = page.getByRole('alertdialog');
    const press = (target: Locator) => pressOnce(page, devtools, target);
    await press(dialog.getByRole('button', { name: text('th', 'spin.submit') }));
    await page.waitForFunction(restOfTurn, null, { polling: POLLING_MS });
    let times = 0;
    while (times < PRESSES && (await page.evaluate(restOfTurn)) > TWO_PRESSES_MS) {
      await press(dialog.getByRole('button', { name: text('th', 'spin.claim') }).first());
      await press(confirm.getByRole('button', { name: text('th', 'dialog.cancel') }));
      await confirm.waitFor({ state: 'detached' });
      times += 1;
    }
    if (times === 0) throw new Error('the wheel stood still before it could be pressed beside it');
    return await page.evaluate(() => Math.max(...window.measured.interactions.values()));
  } finally {
    await page.context().close();
  }
}

/** The longest of several first presses of a button that opens a bare dialog, the processor slowed down alike, in ms. */
export async function interactionWithBareButton(browser: Browser, url: string): Promise<number> {
  const page = await phonePage(browser, null);
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const durations: number[] = [];
    for (let time = 0; time < 2 * PRESSES + 1; time++) {
      await page.goto(url);
      await pressOnce(page, devtools, page.getByRole('button', { name: 'Open' }));
      durations.push(await page.evaluate(() => Math.max(...window.measured.interactions.values())));
    }
    return Math.max(...durations);
  } finally {
    await page.context().close();
  }
}

/** Tasks over 50 ms after the load event of a page that shows this text, in ms. */
export async function longTasks(
  browser: Browser,
  token: string | null,
  url: string,
  shown: string,
): Promise<number[]> {
  const page = await phonePage(browser, token);
  try {
    await page.goto(url);
    await page.getByText(shown, { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => window.measured.longTasks);
  } finally {
    await page.context().close();
  }
}
