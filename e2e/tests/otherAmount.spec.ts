import { fund, moneyOf, setFaults } from '@krapao/server/testing/moneyWorld';
import { decideApproval, makeOperator } from '@krapao/server/testing/testOperator';
import { enterConsole, expect, judgeConsole, makeMember, test, words } from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });
test.use({ siteName: 'otherAmount' });

test('a stuck transfer that moved another amount: the provider is asked again, and by keys that amount goes to a colleague', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await fund(site.db, member.id, 900_00n);
  const { slots } = await member.client('GET /api/wallet');
  const code = slots[0]?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  await setFaults(site.sandbox.url, {
    [`game:${code}`]: { mode: 'wrongAmount', times: 1, for: `km${member.id}${code}` },
  });
  await member
    .client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: 60 } })
    .catch(() => undefined);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/transfers');
  await page.getByRole('button', { name: words('transfers.askAgain') }).click();
  const says = words('transfers.answer.mismatch', { amount: '' }).trim();
  await expect(page.getByRole('status').filter({ hasText: says })).toBeVisible();
  await expect(page.getByRole('button', { name: words('transfers.otherAmount') })).toBeEnabled();
  await judgeConsole(page, 'askedAgain');

  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: words('transfers.otherAmount') });
  await expect(dialog.getByLabel(words('app.reason'))).toBeFocused();
  await judgeConsole(page, 'otherAmount');
  await page.keyboard.type('their books show it');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel(words('transfers.movedAmount'))).toBeFocused();
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(words('transfers.otherAmountMissing'))).toBeVisible();
  await dialog.getByLabel(words('transfers.movedAmount')).fill('61');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words('approvals.cause.TWO_PERSONS')).first()).toBeVisible();
  expect(await moneyOf(site.db, member.id)).toMatchObject({ wallet: 840_00n, inTransfer: 60_00n });

  const { id } = await site.owner
    .selectFrom('approval')
    .select('id')
    .where('kind', '=', 'transfer.settle')
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  expect(await decideApproval(await makeOperator(site, 'manager'), id, 'approve')).toMatchObject({
    status: 200,
  });
  expect(await moneyOf(site.db, member.id)).toMatchObject({ wallet: 840_00n, inTransfer: 0n });
  check();
});
