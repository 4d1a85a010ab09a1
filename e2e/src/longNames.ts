import type { Page } from '@playwright/test';
import { changeAnswer } from './changeAnswer.ts';

const LONG_NAME = 'Phra Chenduriyang Wisetsuwannaphum Rattanakosinmahintharayutthaya';

/**
 * Gives the member the longest name and the largest amounts, in every answer that the home and profile screens read.
 */
export async function longNames(page: Page): Promise<void> {
  await changeAnswer(
    page,
    /\/api\/wallet(?:\/refresh\/slot)?$/,
    (body: { profile: { name: string }; wallet: { amount: number }; slots: { amount: number }[] }) => {
      body.profile.name = LONG_NAME;
      body.wallet.amount = 98_765_432.19;
      for (const slot of body.slots) slot.amount = 9_876_543.21;
    },
  );
  await changeAnswer(page, /\/api\/account\/profile$/, (body: { name: string; bankAccountName: string }) => {
    body.name = LONG_NAME;
    body.bankAccountName = LONG_NAME.toUpperCase();
  });
}
