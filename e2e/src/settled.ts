import { expect, type Page, type Request } from '@playwright/test';

/** How long nothing may be asked for until a page counts as settled. */
const QUIET_MS = 100;
/** As long where what the page asked for before was not followed. */
const FIRST_QUIET_MS = 500;
/** A line that stays open. */
const STREAM = /\/api\/(?:console\/)?live$/;

interface Traffic {
  open: Set<Request>;
  changedAt: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** Follows what a page asks for, from now on. */
export function follow(page: Page): Traffic {
  const known = traffic.get(page);
  if (known) return known;
  const own: Traffic = { open: new Set(), changedAt: Date.now() };
  traffic.set(page, own);
  const ended = (request: Request) => {
    own.open.delete(request);
    own.changedAt = Date.now();
  };
  page.on('request', (request) => {
    // What the page before it still waited for is nobody's any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) own.open.clear();
    if (STREAM.test(request.url())) return;
    own.open.add(request);
    own.changedAt = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return own;
}

/** Nothing is on its way any more, nothing is being worked on, and nothing shows that it is loading. */
export async function settled(page: Page): Promise<void> {
  const quietMs = traffic.has(page) ? QUIET_MS : FIRST_QUIET_MS;
  const own = follow(page);
  await page.waitForLoadState();
  await expect
    .poll(
      async () => {
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
        return own.open.size === 0 && Date.now() - own.changedAt >= quietMs;
      },
      { intervals: [25] },
    )
    .toBe(true);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}
