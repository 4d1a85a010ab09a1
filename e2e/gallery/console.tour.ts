import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { today } from '@krapao/server/testing/rewardWorld';
import type { Page } from '@playwright/test';
import { fillConsole } from '../src/consoleCast.ts';
import {
  chooseEntry,
  enterConsole,
  expect,
  MEMBER_TABS,
  speak,
  type TestMember,
  test,
  words,
} from '../src/consoleWorld.ts';
import type { Locale } from '../src/messages.ts';
import { still } from '../src/still.ts';
import { pictured } from './pictured.ts';

const FOLDER = join(import.meta.dirname, '../screens/gallery');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const;

test.describe.configure({ mode: 'default' });

let member: TestMember;
test.beforeAll(async ({ site }) => {
  member = await fillConsole(site);
});

/** Screenshots of the open page: both widths, both themes. */
async function look(page: Page, locale: Locale, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of ['dark', 'light']) {
      await page.evaluate((scheme) => {
        document.documentElement.dataset.theme = scheme;
        document.documentElement.dataset.mantineColorScheme = scheme;
      }, theme);
      await still(page);
      await pictured(page);
      await page.screenshot({
        path: join(FOLDER, `${locale}-${size.width}-${theme}`, `console-${name}.png`),
      });
    }
  }
  await page.setViewportSize(SIZES[0]);
}

async function visit(page: Page, locale: Locale, path: string, name: string): Promise<void> {
  await page.goto(`/console${path}`);
  await expect(page.locator('main')).toBeVisible();
  await loaded(page);
  await look(page, locale, name);
}

async function loaded(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

function localeOf(info: { project: { metadata: unknown } }): Locale {
  return (info.project.metadata as { locale: Locale }).locale;
}

test('logging in and setting up', async ({ page }, info) => {
  const locale = localeOf(info);
  await speak(page, locale);
  await visit(page, locale, '/', 'log-in');
  await page.locator('input').first().fill('nobody');
  await page.locator('input[type=password]').fill('nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look(page, locale, 'log-in-error');
});

test('the queues', async ({ page, site }, info) => {
  const locale = localeOf(info);
  await enterConsole(page, site, 'administrator', locale);
  for (const path of ['slips', 'withdrawals', 'transfers', 'approvals', 'incoming'])
    await visit(page, locale, `/${path}`, path);
  for (const tab of ['late', 'gifts', 'claims'] as const) {
    await page.getByRole('button', { name: words(`incoming.${tab}`, {}, locale) }).click();
    await loaded(page);
    await look(page, locale, `incoming-${tab}`);
  }
  await page.goto('/console/slips');
  await loaded(page);
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, locale, 'slips-escalate');
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await look(page, locale, 'slips-handed-back');

  await page.route('**/api/console/withdrawals**', () => {});
  await page.goto('/console/withdrawals');
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
  await look(page, locale, 'state-loading');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/console/withdrawals**', (route) =>
    route.fulfill({ status: 400, json: { code: 'INVALID_REQUEST', message: 'INVALID_REQUEST' } }),
  );
  await page.goto('/console/withdrawals');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look(page, locale, 'state-failed');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/console/slips?**', (route) =>
    route.fulfill({ json: { items: [], next: null, today: { decided: 184, averageSeconds: 21 } } }),
  );
  await visit(page, locale, '/slips', 'state-empty-slips');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('members', async ({ page, site }, info) => {
  const locale = localeOf(info);
  await enterConsole(page, site, 'administrator', locale);
  await visit(page, locale, '/members', 'members');
  await page.keyboard.press('/');
  await page.keyboard.type(member.phoneNumber);
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, locale, 'members-search');
  await visit(page, locale, `/members/${member.id}`, 'member');
  for (const tab of MEMBER_TABS) {
    await page.getByRole('tab', { name: words(`members.tab.${tab}`, {}, locale) }).click();
    await loaded(page);
    await look(page, locale, `member-${tab}`);
  }
  await page.getByRole('button', { name: words('members.adjust', {}, locale) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, locale, 'member-adjust');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words('members.actions', {}, locale) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, locale, 'member-actions');
  await chooseEntry(page, words('members.reset', {}, locale));
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, locale, 'member-reset');
});

test('the chat', async ({ page, site }, info) => {
  const locale = localeOf(info);
  await enterConsole(page, site, 'administrator', locale);
  await visit(page, locale, '/chat', 'chat');
  await page.locator('.queue-item').first().click();
  await loaded(page);
  await expect(page.locator('.chat-bubble').first()).toBeVisible();
  await look(page, locale, 'chat-open');
});

test('content', async ({ page, site }, info) => {
  const locale = localeOf(info);
  const operator = await enterConsole(page, site, 'administrator', locale);
  const { items } = (await operator.call('GET /api/console/content')).body as {
    items: { kind: string; item: string }[];
  };
  await visit(page, locale, '/content', 'content');
  const seen = new Set<string>();
  for (const { kind, item } of items) {
    // All settings, and one document of each other kind.
    if (kind !== 'setting' && seen.has(kind)) continue;
    seen.add(kind);
    await visit(page, locale, `/content/${kind}/${item}`, `content-${kind === 'setting' ? item : kind}`);
  }
  await page.goto('/console/content/setting/contact');
  await loaded(page);
  await page.getByRole('button', { name: words('content.history', {}, locale) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await loaded(page);
  await look(page, locale, 'content-history');
});

test('reports', async ({ page, site }, info) => {
  const locale = localeOf(info);
  const say = (id: string) => words(id, {}, locale);
  await enterConsole(page, site, 'administrator', locale);
  await visit(page, locale, '/reports', 'reports');
  await page.getByText(say('reports.period.month30')).click();
  await loaded(page);
  await look(page, locale, 'reports-month');
  await visit(page, locale, '/reports/accounts', 'reports-accounts');
  const choose = async (name: string, content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: say('reports.file') }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  await visit(page, locale, '/reports/bank', 'reports-bank');
  await page.getByRole('combobox', { name: say('reports.bankAccount') }).click();
  await page.getByRole('option', { name: /SCB/ }).click();
  const [year = '', month = '', day = ''] = today().split('-');
  const file = [
    'บริษัท กระเป๋า จำกัด,,,,,,',
    'วันที่,เวลา,ถอน,เงินเข้า,เลขอ้างอิง,บัญชีผู้โอน,ธนาคาร',
    ...[1, 2, 3, 4].map(
      (n) =>
        `${day}/${month}/${Number(year) + 543},00:0${n},,"${n},500.00",${randomUUID().slice(0, 18)},,KBANK`,
    ),
    `${day}/${month}/${Number(year) + 543},00:05,300.00,,OUT-1,,`,
  ];
  await choose('statement-of-the-bank-with-a-very-long-name-2026-11.csv', file.join('\r\n'));
  await look(page, locale, 'reports-bank-columns');
  await page.getByRole('button', { name: say('reports.compare') }).click();
  await expect(page.locator('main table').last()).toBeVisible();
  await loaded(page);
  await look(page, locale, 'reports-bank-differences');
  await page.locator('main').evaluate((main) => {
    for (const one of [main, ...main.querySelectorAll('*')]) one.scrollTop = one.scrollHeight;
  });
  await look(page, locale, 'reports-bank-differences-end');
  await page.reload();
  await loaded(page);
  await page.getByRole('combobox', { name: say('reports.bankAccount') }).click();
  await page.getByRole('option', { name: /SCB/ }).click();
  await choose('broken.csv', file.join('\r\n').replace('1,500.00', '1,5x0.00'));
  await page.getByRole('button', { name: say('reports.compare') }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await look(page, locale, 'reports-bank-broken');

  await visit(page, locale, '/reports/providers', 'reports-providers');
  await page.getByRole('combobox', { name: say('reports.provider') }).click();
  await look(page, locale, 'reports-providers-choose');
  await page.getByRole('option').nth(2).click();
  await choose('provider.csv', `reference,amount\n${randomUUID()},100.00\n${randomUUID()},12500.25\n`);
  await page.getByRole('button', { name: say('reports.compare') }).click();
  await expect(page.locator('main table').last()).toBeVisible();
  await loaded(page);
  await look(page, locale, 'reports-providers-differences');
});

test('operators, connections and the audit log', async ({ page, site }, info) => {
  const locale = localeOf(info);
  const say = (id: string) => words(id, {}, locale);
  await enterConsole(page, site, 'administrator', locale);
  await visit(page, locale, '/operators', 'operators');
  await page.getByRole('button', { name: say('operators.add') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, locale, 'operators-add');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: words('app.menu', { name: 'Operator administrator' }, locale) })
    .click();
  await look(page, locale, 'user-menu');
  await chooseEntry(page, say('operators.twoFactor'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await loaded(page);
  await look(page, locale, 'two-factor');
  await visit(page, locale, '/connections', 'connections');
  await page
    .getByRole('button', { name: say('connections.add') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, locale, 'connections-add');
  await page.keyboard.press('Escape');
  await visit(page, locale, '/audit', 'audit');
});
