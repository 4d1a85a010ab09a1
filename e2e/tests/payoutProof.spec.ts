import { randomUUID } from 'node:crypto';
import { fund } from '@krapao/server/testing/moneyWorld';
import { callConsole, decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import {
  askWithdrawal,
  enterAs,
  expect,
  judgeConsole,
  makeMember,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });
test.use({ siteName: 'payoutProof' });

const REASON = words('app.reason');

test('a reference that proves another payout stops with that payout, and goes on by two operators, by keys', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [first, again] = [await makeMember(site), await makeMember(site)];
  await askWithdrawal(site, first, 300);
  const id = await askWithdrawal(site, again, 400);
  const cashier = await makeOperator(site, 'cashier');
  await enterAs(page, site, cashier);
  await speak(page, 'en');
  await page.goto('/console/withdrawals');
  await expect(
    page.getByRole('button', { name: words('withdrawals.markPaid', { amount: '฿300.00' }) }),
  ).toBeEnabled();
  const account = page.getByLabel(words('accounts.paidFrom'));
  await page.getByLabel(words('withdrawals.transRef')).fill('KB2026A7');
  // Nobody knows yet which account this operator pays from.
  await page.keyboard.press('Enter');
  await expect(account).toBeFocused();
  await account.selectOption({ index: 1 });
  const used = await account.inputValue();
  await page.keyboard.press('Enter');

  const pay = page.getByRole('button', { name: words('withdrawals.markPaid', { amount: '฿400.00' }) });
  await expect(pay).toBeEnabled();
  await expect(account).toHaveValue(used);
  await page.getByLabel(words('withdrawals.transRef')).fill('kb-2026-a7');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert', { name: words('withdrawals.referenceUsed') });
  await expect(notice).toContainText('฿300.00');
  await expect(notice.getByRole('link')).toHaveAttribute('href', `/console/members/${first.id}`);
  await judgeConsole(page, 'referenceUsed');
  // Another reference is another question.
  await page.getByLabel(words('withdrawals.transRef')).fill('kb-2026-a8');
  await expect(pay).toBeVisible();
  await page.getByLabel(words('withdrawals.transRef')).fill('kb-2026-a7');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(REASON)).toBeFocused();
  await page.keyboard.type('the bank paid both in one transfer');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('approvals.cause.REFERENCE_USED')).first()).toBeVisible();

  const { id: approval } = await site.owner
    .selectFrom('approval')
    .select('id')
    .where('subject', '=', `withdrawal:${id}`)
    .executeTakeFirstOrThrow();
  const manager = await makeOperator(site, 'manager');
  expect(await decideApproval(manager, approval, 'approve')).toMatchObject({ status: 200 });
  await enterAs(page, site, manager);
  await page.goto('/console/accounts');
  const table = page.getByRole('table', { name: words('accounts.usedAgain') });
  await expect(table).toContainText('kb-2026-a7');
  await expect(table.getByRole('link')).toHaveCount(2);
  check();
});

test('a payout above the sum of the role waits for a colleague, and one from an account that is not known is counted', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await fund(site.db, member.id, 5_000_00n);
  const large = await askWithdrawal(site, member, 1_200);
  const cashier = await makeOperator(site, 'cashier');
  await enterAs(page, site, cashier);
  await speak(page, 'en');
  await page.goto('/console/withdrawals');
  const cause = words('approvals.cause.DECISION', { limit: '฿1,000.00', amount: '฿1,200.00' });
  await expect(page.getByRole('status').filter({ hasText: cause })).toBeVisible();
  const account = page.getByLabel(words('accounts.paidFrom'));
  const used = await account.locator('option').nth(1).getAttribute('value');
  await account.selectOption(words('accounts.unknown'));
  await page.getByLabel(words('withdrawals.transRef')).fill('LARGE1');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('approvals.asked')).first()).toBeVisible();
  expect(
    await site.owner.selectFrom('withdrawal').select('state').where('id', '=', large).executeTakeFirst(),
  ).toEqual({ state: 'MANUAL' });

  const { id: approval } = await site.owner
    .selectFrom('approval')
    .select('id')
    .where('subject', '=', `withdrawal:${large}`)
    .executeTakeFirstOrThrow();
  const manager = await makeOperator(site, 'manager');
  // Books are kept from the first opening balance on.
  const opening = { kind: 'OPENING', from: null, to: used, amount: 900, fee: 0, reference: '' };
  const movedAt = new Date(Date.now() - 60_000).toISOString();
  const entered = { ...opening, movedAt, reason: 'the bank shows it' };
  const key = { 'Idempotency-Key': randomUUID() };
  expect(await callConsole(site.url, manager.cookie, 'POST /api/console/cash', entered, key)).toMatchObject({
    status: 200,
  });
  expect(await decideApproval(manager, approval, 'approve')).toMatchObject({ status: 200 });
  await enterAs(page, site, manager);
  await page.goto('/console/accounts');
  await expect(page.getByRole('note').getByRole('button')).toContainText('฿1,200.00');
  await judgeConsole(page, 'payoutsNotKnown');
  check();
});
