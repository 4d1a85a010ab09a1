import type { Page } from '@playwright/test';

/** Waits until the visible pictures have loaded; lazy ones load only when they are scrolled into view. */
export async function pictured(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const inSight = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    });
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)));
  });
}
