import type { BuiltInRole } from '@krapao/contract/permissions';
import { changeSetting, deposit } from '@krapao/server/testing/rewardWorld';
import type { Page } from '@playwright/test';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  openPage,
  sendUnclearSlip,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';
import type { Locale } from '../src/messages.ts';
import { listen } from '../src/screen.ts';

// One site for all, with queues of its own.
test.use({ siteName: 'navigation' });
test.describe.configure({ mode: 'default' });

const LOCALES = ['th', 'la', 'en'] as const;
const PHONE = { width: 390, height: 844 };

const sidebar = (page: Page, locale: Locale = 'en') =>
  page.getByRole('navigation', { name: words('app.sections', {}, locale) });
const bar = (page: Page, locale: Locale = 'en') =>
  page.getByRole('navigation', { name: words('nav.bar', {}, locale) });

/** Where each page of the sidebar stands: its address and its place on the screen. */
async function placesOf(page: Page, locale: Locale = 'en') {
  const links = sidebar(page, locale).getByRole('link');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { href: one.getAttribute('href'), x, y, width, height };
    }),
  );
}

/** Pairs of controls of a bar that lie over each other. */
const overlapping = (page: Page, within: string) =>
  page.locator(within).evaluateAll((bars) =>
    bars.flatMap((one) => {
      const parts = [...one.querySelectorAll('a, button, input')].filter((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      );
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return parts.flatMap((part, nth) =>
        boxes.flatMap((other, of) => {
          const box = boxes[nth];
          const isOver =
            box &&
            of > nth &&
            box.left < other.right - 0.5 &&
            other.left < box.right - 0.5 &&
            box.top < other.bottom - 0.5 &&
            other.top < box.bottom - 0.5;
          return isOver ? [`${part.outerHTML.slice(0, 60)} / ${parts[of]?.outerHTML.slice(0, 60)}`] : [];
        }),
      );
    }),
  );

test('every page keeps its place in the sidebar, whatever waits, whoever is there and in every language', async ({
  page,
  browser,
  site,
}) => {
  await enterConsole(page, site, 'manager');
  await page.goto('/console');
  await expect(page).toHaveURL(/\/console\/home$/);
  const before = await placesOf(page);
  expect(before.map(({ href }) => href?.replace('/console', ''))).toEqual([
    '/home',
    '/inbox',
    '/slips',
    '/incoming',
    '/withdrawals',
    '/chat',
    '/members',
    '/change-requests',
    '/identity',
    '/cases',
    '/approvals',
    '/transfers',
    '/accounts',
    '/registers',
    '/reports',
    '/shifts',
    '/content',
    '/audit',
    '/lists',
    '/personal-data',
  ]);

  const member = await makeMember(site);
  await sendUnclearSlip(site, member, 71);
  await askWithdrawal(site, member, 400);
  const desk = await browser.newContext({ baseURL: site.url });
  const colleague = await desk.newPage();
  await enterConsole(colleague, site, 'cashier');
  await colleague.goto('/console/slips');
  await expect(page.getByRole('button', { name: /colleagues? at work/ })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: /^Slips 1$/ })).toBeVisible();
  // The slip's transfer waits for an owner meanwhile.
  await expect(sidebar(page).getByRole('link', { name: /^Inbox 3$/ })).toBeVisible();
  expect(await placesOf(page)).toEqual(before);
  for (const locale of LOCALES) {
    await speak(page, locale);
    await page.reload();
    expect(await placesOf(page, locale), locale).toEqual(before);
  }
  await desk.close();
});

const PAGES: Readonly<Record<Exclude<BuiltInRole, 'manager'>, readonly string[]>> = {
  support: ['home', 'chat', 'members'],
  cashier: ['home', 'inbox', 'slips', 'incoming', 'withdrawals', 'members', 'approvals', 'shifts'],
  administrator: [
    ...['home', 'inbox', 'slips', 'incoming', 'withdrawals', 'chat'],
    ...['members', 'change-requests', 'identity', 'cases'],
    ...['approvals', 'transfers', 'accounts', 'registers', 'reports', 'shifts'],
    ...['content', 'connections', 'events', 'go-live'],
    ...['operators', 'audit', 'lists', 'personal-data'],
  ],
};

for (const role of ['support', 'cashier', 'administrator'] as const)
  test(`the sidebar of ${role} has the pages that the role may see, and every one opens`, async ({
    page,
    site,
  }) => {
    await enterConsole(page, site, role);
    await page.goto('/console');
    const found = await placesOf(page);
    expect(found.map(({ href }) => href)).toEqual(PAGES[role].map((path) => `/console/${path}`));
    for (const { href } of found) {
      const link = page.locator(`.sidebar a[href="${href}"]`);
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(sidebar(page).locator('[aria-current]')).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
  });

test('the address of a page that the role may not see says which permission it needs, in every language', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await enterConsole(page, site, 'support');
  for (const locale of LOCALES) {
    await speak(page, locale);
    await page.goto('/console/slips/7');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading')).toHaveText(words('slips.title', {}, locale));
    await expect(main.getByRole('listitem')).toHaveText([words('permission.deposit.decide', {}, locale)]);
    await expect(main).toContainText(words('nav.askAdministrator', {}, locale));
    await judgeConsole(page, `no-permission-${locale}`);
  }
  // One of several is enough.
  await page.goto('/console/content');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(
    ['content.edit', 'bonus.edit', 'settings.edit'].map((name) => words(`permission.${name}`)),
  );
  await page.goto('/console/no-such-page');
  await expect(page).toHaveURL(/\/console\/home$/);
  check();
});

test('a queue is called the same in the sidebar, on Home and in the inbox', async ({ page, site }) => {
  const member = await makeMember(site);
  await sendUnclearSlip(site, member, 77);
  await enterConsole(page, site, 'administrator');
  for (const locale of LOCALES) {
    await speak(page, locale);
    await page.goto('/console/home');
    const queues = page.getByRole('table', { name: words('home.waiting', {}, locale) }).getByRole('link');
    await expect(queues.first()).toBeVisible();
    const pages = (await sidebar(page, locale).locator('.page-name').allTextContents()).map((text) =>
      text.trim(),
    );
    const named = await queues.allTextContents();
    expect(named.length).toBeGreaterThan(0);
    // Where a page has several queues, its name comes first.
    for (const name of named) expect(pages, locale).toContain(name.split(': ')[0]);
    await page.goto('/console/inbox');
    const filters = page
      .getByRole('navigation', { name: words('inbox.filter', {}, locale) })
      .locator('a > span:first-child');
    await expect(filters.first()).toBeVisible();
    const inbox = (await filters.allTextContents()).map((text) => text.trim());
    for (const name of named.filter((one) => one !== words('chat.title', {}, locale)))
      expect(inbox, locale).toContain(name);
  }
});

test('the keyboard: first a way past the menus, then bar, sidebar and page; forced colours show where one is', async ({
  page,
  site,
}) => {
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/members');
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: words('nav.skip') });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\/console\/members$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeFocused();

  const order = await page.evaluate(() => {
    const places = ['.skip-link', '.topbar', '.sidebar', 'main'].map((name) => document.querySelector(name));
    return places.every(
      (one, nth) =>
        nth === 0 ||
        (places[nth - 1]?.compareDocumentPosition(one as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });
  expect(order).toBe(true);

  await page.emulateMedia({ forcedColors: 'active' });
  const marks = await page.evaluate(() =>
    [...document.querySelectorAll('.page-entry')].map((one) => {
      const { content, backgroundColor } = getComputedStyle(one, '::before');
      return content === 'none' ? '' : backgroundColor;
    }),
  );
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(marks.filter(Boolean)).toHaveLength(1);
  expect(marks.filter(Boolean)).not.toEqual([canvas]);
});

test('at 1024 the sidebar is icons with names where one points, and a button opens all names', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/slips');
  const link = sidebar(page).getByRole('link', { name: /^Withdrawals/ });
  expect((await link.boundingBox())?.width).toBeLessThan(60);
  const name = link.locator('.page-name');
  await link.hover();
  await expect(name).toHaveCSS('clip-path', 'none');
  await link.focus();
  await page.mouse.move(600, 400);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(name).toHaveCSS('clip-path', 'none');
  await page.getByRole('button', { name: words('nav.menu'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: words('operators.title') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/console\/operators$/);
});

test('on a phone a bar below leads to what one always needs; nothing overlaps, colleagues are in the menu', async ({
  page,
  browser,
  site,
}) => {
  const check = listen(page);
  await page.setViewportSize(PHONE);
  const member = await makeMember(site);
  const desk = await browser.newContext({ baseURL: site.url });
  for (const role of ['manager', 'cashier', 'support', 'manager'] as const) {
    const colleague = await desk.newPage();
    await enterConsole(colleague, site, role);
    await colleague.goto('/console');
    await expect(colleague.getByRole('main')).toBeVisible();
  }
  await enterConsole(page, site, 'manager');
  for (const locale of LOCALES) {
    await speak(page, locale);
    await page.goto('/console/inbox');
    await expect(bar(page, locale).getByRole('link')).toHaveText(
      ['home.title', 'inbox.title', 'chat.title'].map((id) => new RegExp(`^${words(id, {}, locale)}`)),
    );
    await expect(bar(page, locale).getByRole('button')).toHaveText(
      ['nav.find', 'nav.menu'].map((id) => words(id, {}, locale)),
    );
    await expect(bar(page, locale).locator('[aria-current="page"]')).toHaveText(
      new RegExp(`^${words('inbox.title', {}, locale)}`),
    );
    expect(await overlapping(page, '.topbar, .bottom-bar')).toEqual([]);
    const box = await page.locator('.bottom-bar').boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(PHONE.height);
    await bar(page, locale)
      .getByRole('button', { name: words('nav.menu', {}, locale) })
      .click();
    const menu = page.getByRole('dialog');
    await expect(menu.getByRole('link', { name: words('audit.title', {}, locale) })).toBeVisible();
    await expect(menu.locator('.at-work li')).not.toHaveCount(0);
    await judgeConsole(page, `phone-menu-${locale}`);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  await bar(page)
    .getByRole('button', { name: words('nav.find') })
    .click();
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  await page.keyboard.insertText(member.phoneNumber);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/members/${member.id}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await desk.close();
  check();
});

test('Home and Inbox say what waits, late first, what needs one, and the money of the day as Reports does', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 1_234_50n);
  await askWithdrawal(site, member, 400);
  const slip = await sendUnclearSlip(site, member, 512);
  await changeSetting(site, 'promises', { slips: 10 });
  await site.owner
    .updateTable('slip')
    .set({ uploaded_at: new Date(Date.now() - 20 * 60_000) })
    .where('id', '=', slip.id as never)
    .execute();
  const operator = await enterConsole(page, site, 'manager');
  await operator.call(`POST /api/console/queues/slips/${slip.id}/claim`);

  await page.goto('/console/reports');
  const figures = page.locator('.report-figures.lead .figure strong');
  await expect(figures).toHaveCount(3);
  const reported = await figures.allTextContents();
  await openPage(page, 'home.title');
  const main = page.getByRole('main');
  await expect(main.locator('.home-figures dd > span')).toHaveText(reported);
  const waiting = main.getByRole('table', { name: words('home.waiting') });
  await expect(waiting.getByRole('row').nth(1)).toContainText(words('slips.title'));
  await expect(waiting.getByRole('row').nth(1)).toContainText('20:');
  const mine = main.getByRole('region', { name: words('home.mine') });
  await expect(mine.getByRole('link')).toHaveAttribute('href', `/console/slips/${slip.id}`);

  await openPage(page, 'inbox.title');
  const rows = main.getByRole('table', { name: words('inbox.title') }).getByRole('row');
  await expect(rows.nth(1)).toContainText('฿512.00');
  await expect(rows.nth(1)).toContainText(words('queue.overdueWord'));
  await expect(rows.nth(1)).toContainText(words('inbox.you'));
  await main
    .getByRole('navigation', { name: words('inbox.filter') })
    .getByRole('link', { name: words('withdrawals.title') })
    .click();
  await expect(rows.nth(1)).toContainText('฿400.00');
  await expect(rows.filter({ hasText: '฿512.00' })).toHaveCount(0);
  await page.reload();
  await expect(rows.nth(1)).toContainText('฿400.00');

  for (const locale of LOCALES) {
    await speak(page, locale);
    for (const path of ['home', 'inbox']) {
      await page.goto(`/console/${path}`);
      await expect(page.locator('.rows').first()).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const judge = width === 1024 ? judgeWidth : judgeConsole;
        await judge(page, `${path}-${width}-${locale}`);
      }
    }
  }
  check();
});
