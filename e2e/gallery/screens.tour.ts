import { join } from 'node:path';
import { test } from '@playwright/test';
import { BASE_URL } from '../src/addresses.ts';
import type { Locale } from '../src/messages.ts';
import { type Cast, makeCast, tours } from '../src/tour.ts';

let cast: Cast;
test.beforeAll(async () => {
  cast = await makeCast();
});

for (const [name, tour] of Object.entries(tours)) {
  test(name, async ({ page, context }, info) => {
    const { locale, theme } = info.project.metadata as { locale: Locale; theme: string };
    await context.addCookies([{ name: 'theme', value: theme, url: BASE_URL }]);
    const folder = join(import.meta.dirname, '../screens/gallery', info.project.name);
    await tour(page, cast, locale, async (screen) => {
      await page.evaluate(async () => {
        await document.fonts.ready;
        await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
      });
      await page.screenshot({ path: join(folder, `${screen}.png`) });
    });
  });
}
