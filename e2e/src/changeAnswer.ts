import type { Page } from '@playwright/test';

/** Changes an answer of the server before the page receives it. */
export async function changeAnswer(page: Page, path: RegExp, make: (body: never) => void): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    make(body as never);
    await route.fulfill({ response, json: body });
  });
}
