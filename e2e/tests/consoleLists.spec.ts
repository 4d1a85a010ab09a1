import { readFile } from 'node:fs/promises';
import { deposit } from '@krapao/server/testing/rewardWorld';
import type { Page } from '@playwright/test';
import {
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  sendUnclearSlip,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

const LOCALES = ['en', 'th', 'la'] as const;

/** The page at a desk and on a telephone, in all three languages. */
async function judgeSizes(page: Page, path: string, name: string): Promise<void> {
  for (const locale of LOCALES) {
    await speak(page, locale);
    await page.goto(path);
    await expect(page.locator('.inside .rows').first()).toBeVisible();
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await (width === 1440 ? judgeConsole : judgeWidth)(page, `${name}-${width}-${locale}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
}

test('a register’s address keeps what it shows: a page, Back, a reload and a colleague’s link', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  for (let nth = 1; nth <= 51; nth += 1) await deposit(site.db, member.id, BigInt(nth) * 100n);
  const slip = await sendUnclearSlip(site, member, 91);
  await enterConsole(page, site, 'manager');
  await page.goto(`/console/registers/deposits?member=${member.id}`);
  const count = page.locator('.inside').getByRole('status');
  await expect(count).toHaveText('52 rows');
  await expect(page.getByLabel(words('registers.member'))).toHaveValue(String(member.id));
  const booked = page.getByRole('region', { name: words('registers.booked') });
  await expect(booked).toContainText('฿1,326.00');

  // By the keyboard.
  const answer = await holdAnswer(page, '**/api/console/registers/deposits');
  await page.getByRole('button', { name: words('registers.older') }).press('Enter');
  const rows = page.getByRole('table', { name: words('registers.deposits') }).getByRole('row');
  await expect(page).toHaveURL(/page=2/);
  // The first page does not stand for another.
  await expect(rows).toHaveCount(0);
  answer();
  await expect(rows).toHaveCount(3);
  await rows.nth(1).getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
  await page.goBack();
  await expect(rows).toHaveCount(3);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await expect(rows).toHaveCount(51);

  // A row leads to the page of its item, and Back to the register.
  await page.getByLabel(words('registers.way'), { exact: true }).selectOption('slip');
  await expect(count).toHaveText('1 row');
  // Reports know no ways.
  await expect(booked).toHaveCount(0);
  await rows
    .nth(1)
    .getByRole('link', { name: words('registers.open') })
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/slips/${slip.id}$`));
  await page.goBack();
  await expect(count).toHaveText('1 row');
  await expect(page.getByLabel(words('registers.way'), { exact: true })).toHaveValue('slip');

  // What fits another register goes with the operator.
  await page.getByRole('tab', { name: words('registers.withdrawals') }).click();
  await expect(page).toHaveURL(new RegExp(`/registers/withdrawals\\?member=${member.id}$`));
  await expect(count).toHaveText('0 rows');
  await expect(page.getByText(words('registers.none'))).toBeVisible();
  // Nor is a page of nothing waited for.
  await page.goto(`/console/registers/withdrawals?member=${member.id}&page=2`);
  await expect(page.getByText(words('registers.none'))).toBeVisible();
  await expect(page.locator('.inside [aria-busy="true"]')).toHaveCount(0);
  check();
});

test('what was booked stands beside a register’s rows and opens to its postings', async ({ page, site }) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 12_345_67n);
  const operator = await enterConsole(page, site, 'manager');
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const { body } = await operator.call('POST /api/console/reports/summary', { from: today, to: today });
  const { amount } = (body as { figures: { deposits: { amount: number } } }).figures.deposits;
  const text = `฿${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  await page.goto(`/console/registers/deposits?from=${today}&to=${today}`);
  const booked = page.getByRole('region', { name: words('registers.booked') });
  await booked.getByRole('button', { name: text }).press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText(text);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await judgeSizes(page, `/console/registers/deposits?from=${today}&to=${today}`, 'register-booked');
  check();
});

test('the list of members is turned round, narrowed to who never deposited, and saved', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [first, last] = [await makeMember(site), await makeMember(site)];
  await deposit(site.db, last.id, 10_00n);
  const operator = await enterConsole(page, site, 'manager');
  for (const { id } of [first, last])
    await operator.call(`PUT /api/console/members/${id}/tags`, { tags: ['turned round'] });
  await page.goto('/console/members?tag=turned+round');
  const names = page.getByRole('table').getByRole('link');
  await expect(names).toHaveCount(2);
  await expect(names.first()).toHaveAttribute('href', `/console/members/${last.id}`);
  const order = page.getByLabel(words('members.order'), { exact: true });
  await order.focus();
  await order.selectOption('oldest');
  await expect(names.first()).toHaveAttribute('href', `/console/members/${first.id}`);
  await expect(order).toBeFocused();
  await page.reload();
  await expect(names.first()).toHaveAttribute('href', `/console/members/${first.id}`);
  await order.selectOption('seen');
  await expect(names).toHaveCount(2);
  await page.getByLabel(words('members.filter.hasDeposited')).selectOption('false');
  await expect(names).toHaveCount(1);
  await expect(names).toHaveAttribute('href', `/console/members/${first.id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('reports.csv') }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(2);
  await judgeSizes(page, '/console/members?tag=turned+round&order=seen', 'members-seen');
  check();
});

test('the audit log’s address keeps its filters', async ({ page, site }) => {
  const check = listen(page);
  const member = await makeMember(site);
  const operator = await enterConsole(page, site, 'manager');
  await operator.call(`POST /api/console/members/${member.id}/notes`, { text: 'asked for her receipts' });
  await operator.call(`PUT /api/console/members/${member.id}/tags`, { tags: ['looked at'] });
  await page.goto(`/console/audit?operator=${operator.username}`);
  const rows = page.getByRole('table', { name: words('audit.title') }).getByRole('row');
  // With the log-in.
  await expect(rows).toHaveCount(4);
  await page.getByLabel(words('audit.action'), { exact: true }).selectOption('member.tag');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel(words('audit.action'), { exact: true })).toHaveValue('member.tag');
  await page.getByLabel(words('reports.from')).fill('2030-01-01');
  await expect(page.getByText(words('audit.empty'))).toBeVisible();
  await judgeSizes(page, `/console/audit?operator=${operator.username}`, 'audit-of-one');
  check();
});
