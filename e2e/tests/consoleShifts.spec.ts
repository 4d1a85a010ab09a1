import { readFile } from 'node:fs/promises';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { makeWaitingPayouts } from '@krapao/server/testing/waitingPayouts';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

test('a cashier opens a shift, decides, counts and closes; a manager reads it, and closes a forgotten one', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 1_000_00n);
  const cashier = await enterConsole(page, site, 'cashier');
  await page.goto('/console/shifts');
  const own = page.getByRole('region', { name: words('shifts.mine') });
  const form = page.getByRole('dialog');
  await own.getByRole('button', { name: words('shifts.open') }).click();
  const account = form.getByLabel(/^GSB/);
  await account.fill('10000');
  await judgeConsole(page, 'shift-open');
  await form.getByRole('button', { name: words('shifts.open') }).click();
  await expect(form).toHaveCount(0);
  await expect(own.getByRole('status')).toBeVisible();

  const [id = ''] = await makeWaitingPayouts(site.db, [member.id], 1, () => 250_00n);
  await cashier.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  await cashier.call(`POST /api/console/withdrawals/${id}/reject`, { reason: 'asked by telephone' });
  await page.reload();
  await expect(own.getByRole('table', { name: words('shifts.figures') })).toContainText('250.00');

  await own.getByRole('button', { name: words('shifts.close') }).click();
  const close = form.getByRole('button', { name: words('shifts.close') });
  await expect(close).toBeDisabled();
  await account.fill('9999.50');
  await form.getByLabel(words('shifts.note')).fill('the printer is empty');
  await close.click();
  await expect(form).toHaveCount(0);
  await expect(own).toContainText('the printer is empty');

  await cashier.call('POST /api/console/shifts/open', { counts: [] });
  await site.owner
    .updateTable('operator_shift')
    .set({ opened_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('closed_at', 'is', null)
    .execute();
  await enterConsole(page, site, 'manager');
  await page.goto('/console/shifts');
  const all = page.getByRole('table', { name: words('shifts.all') });
  await expect(all.getByRole('row')).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('reports.csv') }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('the printer is empty');
  await all.getByRole('row').last().getByRole('link').click();
  await expect(page.getByRole('table', { name: words('shifts.decisions') })).toContainText(
    'asked by telephone',
  );
  await expect(page.getByRole('table', { name: words('shifts.accounts') })).toContainText('9,999.50');
  await judgeConsole(page, 'shift-report');

  await page
    .getByRole('region', { name: words('shifts.forgottenShifts') })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: words('shifts.end') }).click();
  await form.getByLabel(words('app.reason')).fill('went home ill');
  await form.getByRole('button', { name: words('shifts.end') }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'went home ill' })).toBeVisible();
  await expect(page.getByRole('region', { name: words('shifts.forgottenShifts') })).toHaveCount(0);
  check();
});

test('a manager narrows the audit log by day, operator and action, and saves what fits', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const cashier = await enterConsole(page, site, 'cashier');
  await cashier.call('POST /api/console/shifts/open', { counts: [] });
  await enterConsole(page, site, 'manager');
  await page.goto('/console/audit');
  await page.getByLabel(words('audit.operatorName')).fill(cashier.username);
  const rows = page.getByRole('row');
  // The cashier logged in, then opened the shift.
  await expect(rows).toHaveCount(3);
  await page.getByLabel(words('audit.action'), { exact: true }).selectOption('shift.open');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(words('audit.action.shift.open'));
  await judgeConsole(page, 'audit-filters');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('reports.csv') }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(2);
  await page.getByLabel(words('reports.to'), { exact: true }).fill('2026-01-01');
  await expect(page.getByText(words('audit.empty'))).toBeVisible();
  check();
});
