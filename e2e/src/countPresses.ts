import type { Page } from '@playwright/test';

/**
 * Counts what a person presses from now on: clicks, and keys except those that only type a text. What the page itself
 * does is not counted.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const count = (window as unknown as { countPress: () => void }).countPress;
    const isField = (target: EventTarget | null) =>
      target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && count(), true);
    addEventListener(
      'keydown',
      ({ isTrusted, key, target }) => {
        if (isTrusted && key !== 'Shift' && (key.length > 1 || !isField(target))) count();
      },
      true,
    );
  });
  return () => presses;
}
