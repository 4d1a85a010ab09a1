import type { Page } from '@playwright/test';

const LONG_NAME = 'Phra Chenduriyang Wisetsuwannaphum Rattanakosinmahintharayutthaya';

/** Changes an answer of the server on its way to the page. */
export async function change(page: Page, path: RegExp, make: (body: never) => void): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    make(body as never);
    await route.fulfill({ response, json: body });
  });
}

/** Gives the member the longest name and the largest amounts, in every answer that home and the profile read. */
export async function longNames(page: Page): Promise<void> {
  await change(
    page,
    /\/api\/wallet(?:\/refresh\/slot)?$/,
    (body: { profile: { name: string }; wallet: { amount: number }; slots: { amount: number }[] }) => {
      body.profile.name = LONG_NAME;
      body.wallet.amount = 98_765_432.19;
      for (const slot of body.slots) slot.amount = 9_876_543.21;
    },
  );
  await change(page, /\/api\/account\/profile$/, (body: { name: string; bankAccountName: string }) => {
    body.name = LONG_NAME;
    body.bankAccountName = LONG_NAME.toUpperCase();
  });
}
