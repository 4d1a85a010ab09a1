import type { Page } from '@playwright/test';
import { text } from './messages.ts';

/** Closes the member's message that says this: it lies over the bar for as long as it stays. */
export async function closeToast(page: Page, said: string | RegExp): Promise<void> {
  await page
    .locator('.toast')
    .filter({ hasText: said })
    .getByRole('button', { name: text('th', 'dialog.close') })
    .click();
}
