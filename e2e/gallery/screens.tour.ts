import { join } from 'node:path';
import { test } from '@playwright/test';
import { BASE_URL } from '../src/addresses.ts';
import type { Locale } from '../src/messages.ts';
import { still } from '../src/still.ts';
import { type Cast, makeCast, tours } from '../src/tour.ts';
import { dialogTours } from './dialogTours.ts';
import { moreTours } from './moreTours.ts';
import { pictured } from './pictured.ts';

let cast: Cast;
test.beforeAll(async () => {
  cast = await makeCast();
});

for (const [name, tour] of Object.entries({ ...tours, ...moreTours, ...dialogTours })) {
  test(name, async ({ page, context }, info) => {
    const { locale, theme } = info.project.metadata as { locale: Locale; theme: string };
    await context.addCookies([{ name: 'theme', value: theme, url: BASE_URL }]);
    const folder = join(import.meta.dirname, '../screens/gallery', info.project.name);
    await tour(page, cast, locale, async (screen) => {
      await still(page);
      // Takes the whole page, with the bar at its bottom; a dialog is only as high as the window.
      const size = page.viewportSize();
      if (size && (await page.locator('dialog[open]').count()) === 0) {
        const whole = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...size, height: Math.max(size.height, whole) });
      }
      await pictured(page);
      await page.screenshot({ path: join(folder, `${screen}.png`) });
      if (size) await page.setViewportSize(size);
    });
  });
}
