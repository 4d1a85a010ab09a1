import { GROUPS, PREFLIGHT_GROUPS } from '@krapao/contract/preflight';
import { productionStart } from '@krapao/server/testing/productionStart';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { startTestServer } from '@krapao/server/testing/testServer';
import type { Page } from '@playwright/test';
import {
  codeOf,
  test as consoleTest,
  expect,
  judgeConsole,
  logIn,
  makeMember,
  speak,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';
import { sitesClusterUrl } from '../src/sitesCluster.ts';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 390, height: 844 };

/** A production start: nothing is connected, and no money has arrived. */
const test = consoleTest.extend({
  siteName: 'going live',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this needs from the pattern
  startSite: async ({}, use) =>
    use(() => startTestServer(sitesClusterUrl(), productionStart({ PUBLIC_URL: 'http://localhost' }))),
});

const way = (page: Page) => page.locator('section.way');
const heading = (page: Page, id: string, locale: 'th' | 'la' | 'en') =>
  page.getByRole('heading', { level: 1, name: words(id, {}, locale) });

test('the console speaks the browser’s language from its first page, and a choice there stays', async ({
  browser,
  site,
}) => {
  for (const [tag, locale] of [
    ['lo-LA', 'la'],
    ['en-GB', 'en'],
    ['th-TH', 'th'],
    ['fr-FR', 'th'],
  ] as const) {
    const context = await browser.newContext({ locale: tag, baseURL: site.url });
    const page = await context.newPage();
    await page.goto('/console');
    await expect(heading(page, 'operators.logIn', locale)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale === 'la' ? 'lo' : locale);
    await context.close();
  }
  const context = await browser.newContext({ locale: 'en-GB', viewport: SMALL, baseURL: site.url });
  const page = await context.newPage();
  await page.goto('/console');
  await judgeConsole(page, 'log-in-small');
  await page
    .getByRole('group', { name: words('app.language') })
    .getByRole('button', { name: 'ລາວ' })
    .click();
  await expect(heading(page, 'operators.logIn', 'la')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'operators.logIn', 'la')).toBeVisible();
  await context.close();
});

test('until the first deposit the way to it is the first page, and Home leads there; then Home is', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await logIn(page, site, 'administrator');
  await speak(page, 'en');
  await page.setViewportSize(SMALL);
  await page.goto('/console');

  // Two-factor on the telephone that shows the page: nobody can scan its own screen.
  const here = page.getByRole('link', { name: words('operators.twoFactorHere') });
  const secret = ((await page.locator('pre').textContent()) ?? '').trim();
  await expect(here).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: words('app.copy') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await judgeConsole(page, 'two-factor-small');
  await page.getByLabel(words('operators.code')).fill(codeOf(secret));
  await page.getByRole('button', { name: words('operators.turnOn') }).click();
  await page.getByRole('button', { name: words('operators.recoveryKept') }).click();

  await expect(page).toHaveURL(/\/console\/go-live$/);
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.goto('/console');
    const title = words('goLive.title', {}, locale);
    for (const [name, size] of [
      ['small', SMALL],
      ['large', LARGE],
    ] as const) {
      await page.setViewportSize(size);
      await expect(way(page).getByRole('heading', { level: 3 })).toHaveText([
        ...PREFLIGHT_GROUPS.map((group) => GROUPS[group].title[locale]),
        words('goLive.first', {}, locale),
      ]);
      await expect(way(page).getByText(GROUPS.people.why[locale])).toBeVisible();
      await expect(page.getByRole('button', { name: words('goLive.again', {}, locale) })).toBeEnabled();
      await judgeConsole(page, `way-${name}-${locale}`);
    }
    const menu = page.getByRole('navigation', { name: words('app.sections', {}, locale) });
    await expect(menu.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page');
    await menu.getByRole('link', { name: words('home.title', {}, locale), exact: true }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: words('home.goLive', {}, locale) })).toBeVisible();
    await judgeConsole(page, `home-going-live-${locale}`);
    await main.getByRole('link', { name: words('home.goLiveOpen', {}, locale) }).click();
    await expect(page).toHaveURL(/\/console\/go-live$/);
  }

  // A step leads to what it lacks.
  await way(page).getByRole('link', { name: GROUPS.services.title.en }).click();
  await expect(page.locator('#check-sms')).toBeInViewport();

  await site.owner
    .updateTable('operator')
    .set({ is_active: false })
    .where('username', 'like', 'admin-%')
    .execute();
  await page.goto('/console/operators');
  await expect(page.getByRole('status').filter({ hasText: words('operators.aloneAtFirst') })).toBeVisible();

  const member = await makeMember(site);
  await deposit(site.db, member.id, 100_00n);
  await page.goto('/console');
  await expect(page).toHaveURL(/\/console\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: words('home.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: words('home.goLive') })).toHaveCount(0);
  await page.goto('/console/go-live');
  await expect(page.locator('[data-check="sms"]')).toBeVisible();
  await expect(way(page)).toHaveCount(0);
  check();
});
