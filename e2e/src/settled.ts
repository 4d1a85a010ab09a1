import { expect, type Page, type Request } from '@playwright/test';

/** A page counts as settled after this time without requests. */
const QUIET_MS = 100;
/** The same, when earlier requests of the page were not recorded. */
const FIRST_QUIET_MS = 500;
/** Event streams, which stay open. */
const STREAM = /\/api\/(?:console\/)?live$/;

interface Traffic {
  open: Set<Request>;
  changedAt: number;
}

const traffic = new WeakMap<Page, Traffic>();

/** Records the requests of a page from now on. */
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
    // Unfinished requests of the previous page no longer count.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) own.open.clear();
    if (STREAM.test(request.url())) return;
    own.open.add(request);
    own.changedAt = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return own;
}

/** Waits until no request is open, no work is running, and nothing shows that it is loading. */
export async function settled(page: Page): Promise<void> {
  const quietMs = traffic.has(page) ? QUIET_MS : FIRST_QUIET_MS;
  const own = follow(page);
  await page.waitForLoadState();
  // A busy machine shows the first paint for a while after the page's parts have arrived.
  await expect(page.locator('#root > :is(.splash, .first)')).toHaveCount(0);
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
