import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Moves the focus to a control with the Tab key, as a person without a pointer does. Fails when it is never reached.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never reaches ${control}`);
}

/** Moves the focus to a control and presses Enter. */
export async function enterOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Moves the focus to a field and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
