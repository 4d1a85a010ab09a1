import { productionStart } from '@krapao/server/testing/productionStart';
import { startTestServer } from '@krapao/server/testing/testServer';
import { text } from '../src/messages.ts';
import { judge, listen } from '../src/screen.ts';
import { sitesClusterUrl } from '../src/sitesCluster.ts';
import { test as base, expect } from '../src/siteWorld.ts';

/** A production start: nothing is connected. */
const test = base.extend({
  siteName: 'without SMS',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) =>
    use(() => startTestServer(sitesClusterUrl(), productionStart({ PUBLIC_URL: 'http://localhost' }))),
});

test('REG-01 CON-01 a visitor of a site that cannot send codes is told before typing a number, and finds no example of a contact', async ({
  page,
}, info) => {
  const check = listen(page);
  for (const locale of ['th', 'la', 'en'] as const) {
    await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: text(locale, 'register.later.title') })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await judge(page, info, `register-later-${locale}`);
    await page.getByRole('link', { name: text(locale, 'register.later.contact') }).click();
    await expect(page.getByText(text(locale, 'contact.later'))).toBeVisible();
    await expect(page.getByText(text(locale, 'contact.chatApp'))).toHaveCount(0);
    await expect(page.getByText('@krapao.help')).toHaveCount(0);
    await judge(page, info, `contact-later-${locale}`);
  }
  check();
});
