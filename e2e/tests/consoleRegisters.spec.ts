import { readFile } from 'node:fs/promises';
import { deposit } from '@krapao/server/testing/rewardWorld';
import { makeWaitingPayouts } from '@krapao/server/testing/waitingPayouts';
import {
  chooseEntry,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  test,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

test('a manager finds deposits by their member, reads the sums and the story, and saves the file', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 1_250_50n);
  await deposit(site.db, member.id, 49_50n);
  await makeWaitingPayouts(site.db, [member.id], 1, () => 100_00n);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/registers');
  await page.getByText(words('registers.filters'), { exact: true }).click();
  const ofMember = page.getByLabel(words('registers.member'));
  await ofMember.fill(String(member.id));
  // An emptied field stays where it is.
  await ofMember.fill('');
  await ofMember.fill(String(member.id));
  await expect(page.getByRole('status')).toHaveText('2 rows');
  const rows = page.getByRole('table', { name: words('registers.deposits') });
  await expect(rows.getByRole('row')).toHaveCount(3);
  await page.getByLabel(words('registers.minimum')).fill('50');
  await expect(page.getByRole('status')).toHaveText('1 row');
  await expect(page.getByRole('table', { name: words('registers.sums') })).toContainText('1,250.50');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('reports.csv') }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(2);
  expect(file).toContain('"1250.50"');

  await rows.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText(words('story.title'));
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: words('registers.withdrawals') }).click();
  await expect(page.getByRole('table', { name: words('registers.withdrawals') })).toContainText('100.00');
  check();
});

test('a manager lists members by their tag, stops the payouts of one and gives a coupon', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const operator = await enterConsole(page, site, 'manager');
  await operator.call(`PUT /api/console/members/${member.id}/tags`, { tags: ['night owl'] });
  await page.goto('/console/members');
  await page.getByText(words('registers.filters'), { exact: true }).click();
  await page.getByLabel(words('members.filter.tag')).fill('night owl');
  await expect(page.getByRole('status')).toHaveText('1 member');
  // The address keeps the filter: a bookmark is a segment.
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('1 member');
  await page.getByRole('button', { name: words('members.segment.saveAs') }).click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel(words('members.segment.name')).fill('Owls');
  await naming.getByRole('button', { name: words('app.save') }).click();
  await expect(naming).toHaveCount(0);
  await judgeConsole(page, 'memberList');
  // A segment is opened by its name, changed, and deleted after a question.
  await page.goto('/console/members');
  const segment = page.getByLabel(words('members.segment'), { exact: true });
  await segment.selectOption({ label: 'Owls' });
  await expect(page.getByLabel(words('members.filter.tag'))).toHaveValue('night owl');
  await expect(page.getByRole('status')).toHaveText('1 member');
  await page.getByLabel(words('members.filter.level')).selectOption('1');
  await page.getByRole('button', { name: words('members.segment.change') }).click();
  await expect(page.getByRole('button', { name: words('members.segment.change') })).toHaveCount(0);
  await page.getByRole('button', { name: words('members.segment.remove') }).click();
  await naming.getByRole('button', { name: words('members.segment.remove') }).click();
  await expect(segment.getByRole('option')).toHaveCount(1);
  await page.getByLabel(words('members.filter.tag')).fill('night owl');
  await expect(page.getByRole('status')).toHaveText('1 member');
  // By its address: the list before stands until the answer is there.
  await page.locator(`table [href="/console/members/${member.id}"]`).click();

  await page.getByRole('button', { name: words('members.actions') }).click();
  await chooseEntry(page, words('members.stopPayouts'));
  await page.getByLabel(words('app.reason')).fill('two accounts of one phone');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('members.stopPayouts') })
    .click();
  await expect(page.getByText('two accounts of one phone')).toBeVisible();

  await page.getByRole('button', { name: words('members.grant'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('members.grant.kind')).selectOption('moneyCoupon');
  await dialog.getByLabel(words('members.grant.baht')).fill('20');
  await dialog.getByLabel(words('app.reason')).fill('birthday');
  await judgeConsole(page, 'grant');
  await dialog.getByRole('button', { name: words('members.grant'), exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await member.client('GET /api/spinwheel/coupon')).toMatchObject([{ amount: 20 }]);
  check();
});
