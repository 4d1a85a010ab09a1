import { deposit } from '@krapao/server/testing/rewardWorld';
import { scanCases } from '@krapao/server/testing/scanCases';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

test('SAFE-35 SAFE-41 a case is read, its payouts are held, it is reported; two accounts of one person are compared', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const other = await makeMember(site);
  await site.owner
    .updateTable('member')
    .set({ bank_account_name: 'SOMCHAI TWOTIMES' })
    .where('id', 'in', [member.id, other.id])
    .execute();
  for (let nth = 0; nth < 10; nth += 1) await deposit(site.db, member.id, 6_000_00n);
  await deposit(site.db, other.id, 250_25n);
  await scanCases(site);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/cases');
  const list = page.getByRole('region', { name: words('cases.title') });
  await list.getByText(words('cases.kind.LAUNDERING')).click();
  await expect(page.getByRole('heading', { name: words('cases.rule.structuring') })).toBeVisible();
  await judgeConsole(page, 'case');

  await page.getByLabel(words('cases.note'), { exact: true }).fill('Says that friends share a table');
  await page.getByRole('button', { name: words('cases.addNote') }).click();
  await expect(page.getByRole('cell', { name: 'Says that friends share a table' })).toBeVisible();
  await page.getByLabel(words('cases.decision'), { exact: true }).selectOption('HOLD');
  await page.getByRole('textbox', { name: words('app.reason') }).fill('The table has one player');
  await page.getByRole('button', { name: words('cases.decision.HOLD') }).click();
  await expect(page.getByText(words('cases.held')).first()).toBeVisible();

  await page.getByRole('link', { name: words('cases.report.open') }).click();
  await expect(page.getByRole('cell', { name: new RegExp(member.bankAccountNo) })).toBeVisible();
  await judgeConsole(page, 'case-report');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words('cases.report.csv') }).click();
  expect((await saved).suggestedFilename()).toMatch(/^case-\d+\.csv$/);

  await page.goto('/console/cases/all');
  await expect(page.getByRole('cell', { name: words('cases.kind.DUPLICATE') })).toBeVisible();
  await judgeConsole(page, 'cases-all');

  // What two accounts share stands above the facts, and they are merged from there; what must end first is named.
  await site.owner.insertInto('manual_deposit').values({ member_id: other.id, amount: 321_00n }).execute();
  await page
    .getByRole('row')
    .filter({ hasText: words('cases.kind.DUPLICATE') })
    .getByRole('link', { name: /\d/ })
    .first()
    .click();
  const parts = page.getByRole('heading', { level: 2 });
  await expect(parts.first()).toHaveText(words('cases.linked'));
  await expect(page.getByRole('cell', { name: /^member:/ })).toHaveCount(0);
  await judgeConsole(page, 'case-one-person');
  await page.getByRole('button', { name: words('members.merge'), exact: true }).click();
  const fromCase = page.getByRole('dialog', { name: words('members.merge.title') });
  await expect(fromCase.getByText(words('members.merge.deposit.claim'))).toBeVisible();
  await expect(fromCase.getByText(/฿321\.00/)).toBeVisible();

  await page.goto(`/console/members/${other.id}`);
  await page.getByRole('tab', { name: words('members.tab.links') }).click();
  await page.getByRole('button', { name: words('members.merge'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('members.merge.title') });
  await expect(dialog.getByText(words('members.merge.block.CASE'))).toBeVisible();
  await judgeConsole(page, 'merge');
  check();
});
