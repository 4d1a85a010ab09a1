import type { Page } from '@playwright/test';
import { changeAnswer } from './changeAnswer.ts';

/** Shows the page the site's wallet as one for gift links: the sandbox seeds only an AUTO wallet. */
export const takeGifts = (page: Page): Promise<void> =>
  changeAnswer(page, /\/api\/lookup\/deposit$/, (body: { wallets: { mode: string }[] }) => {
    body.wallets = body.wallets.slice(0, 1).map((wallet) => ({ ...wallet, mode: 'gift' }));
  });
