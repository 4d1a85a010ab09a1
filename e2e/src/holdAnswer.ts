import type { Page } from '@playwright/test';

/**
 * Holds the answers of an address until the returned function is called: what the page shows meanwhile stands, however
 * late a busy machine looks. Then the routes that were set before answer, or else the server.
 */
export async function holdAnswer(page: Page, address: Parameters<Page['route']>[0]): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
