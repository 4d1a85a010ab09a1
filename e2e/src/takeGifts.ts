import type { Page } from '@playwright/test';
import { changeAnswer } from './changeAnswer.ts';

/** Lets the site's wallet take gift links: the sandbox seeds an AUTO wallet alone. */
export const takeGifts = (page: Page): Promise<void> =>
  changeAnswer(page, /\/api\/lookup\/deposit$/, (body: { wallets: { mode: string }[] }) => {
    body.wallets = body.wallets.slice(0, 1).map((wallet) => ({ ...wallet, mode: 'gift' }));
  });
