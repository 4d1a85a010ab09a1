import { fund, moneyOf, setFaults as setGameFaults } from '@krapao/server/testing/moneyWorld';
import { callSandbox } from '@krapao/server/testing/sandboxBank';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  sendUnclearSlip,
  type TestMember,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { enterOn, typeInto } from '../src/keyboard.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });
test.use({ siteName: 'money' });

const wallet = async (site: TestServer, { id }: TestMember) => (await moneyOf(site.db, id)).wallet;
const REASON = words('app.reason');

test('slips are decided by keys; the next one loads itself; the member has the money, or the reason', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const other = await makeMember(site);
  const first = await sendUnclearSlip(site, member, 512.5);
  const second = await sendUnclearSlip(site, other, 300);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  const picture = page.getByRole('img', { name: words('slips.slip', { id: first.id }) });
  await expect(picture).toBeVisible();
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(99);
  await page.getByText(words('slips.qr')).click();
  await expect(page.getByText(first.transRef).first()).toBeVisible();
  await judgeConsole(page, 'slips');

  await expect(page.locator('form.decision .decide button').last()).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(512_50n);
  // The next item opens and accepts keys at once.
  await expect(page.getByRole('img', { name: words('slips.slip', { id: second.id }) })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByLabel(words('slips.whyNot')).selectOption('NOT_MATCH');
  await page.getByRole('button', { name: words('slips.reject') }).click();
  await expect(page.getByText(words('slips.nothingLeft')).first()).toBeVisible();
  expect(await wallet(site, other)).toBe(0n);
  const { slips } = await other.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
  expect(slips[0]).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('0');
  check();
});

test('a slip that is approved by a double press is approved once, and no error follows', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await sendUnclearSlip(site, member, 41);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  await expect(
    page.getByRole('button', { name: words('slips.approveAmount', { amount: '฿41.00' }) }),
  ).toBeEnabled();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) sent += 1;
  });
  // The second press comes before the screen can show the first one.
  await page.evaluate(() => {
    for (const key of ['a', 'a'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code: 'KeyA', bubbles: true }));
  });
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('slips.nothingLeft')).first()).toBeVisible();
  expect(sent).toBe(1);
  expect(await wallet(site, member)).toBe(41_00n);
  check();
});

test('DEP-05 a slip whose sender fits two members asks whose money it is, and credits that member', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const [member, twin] = [await makeMember(site), await makeMember(site)];
  const named = (of: TestMember, change: object) =>
    site.owner.updateTable('member').set(change).where('id', '=', of.id).execute();
  await named(member, { bank_account_name: 'MALEE SUKJAI' });
  await named(twin, {
    bank_account_name: 'MALEE SUKSAN',
    bank_account_no: `${twin.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${twin.bankAccountNo.slice(9)}`,
  });
  await sendUnclearSlip(site, member, 66);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  await expect(
    page.getByRole('button', { name: words('slips.approveAmount', { amount: '฿66.00' }) }),
  ).toBeEnabled();
  await expect(page.getByText(words('slips.alsoFits'))).toBeVisible();
  await expect(page.locator(`main a[href$="/members/${twin.id}"]`)).toBeVisible();
  await expect(page.getByRole('img', { name: words('slips.verdict.unsure') })).toBeVisible();
  await judgeConsole(page, 'slip-of-two');
  await page.keyboard.press('a');
  await expect(page.getByRole('alert').getByText(words('decision.missing.member'))).toBeVisible();
  await expect(page.locator(`main input[value="${member.id}"]`)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(`main input[value="${twin.id}"]`)).toBeChecked();
  await page.keyboard.press('a');
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect([await wallet(site, member), await wallet(site, twin)]).toEqual([0n, 66_00n]);
  check();
});

test('DEP-05 a typed reference whose sender fits two members shows both, and is credited to whom the operator names', async ({
  page,
  site,
}) => {
  const [member, twin] = [await makeMember(site), await makeMember(site)];
  const named = (of: TestMember, change: object) =>
    site.owner.updateTable('member').set(change).where('id', '=', of.id).execute();
  await named(member, { bank_account_name: 'MALEE SUKJAI' });
  await named(twin, {
    bank_account_name: 'MALEE SUKSAN',
    bank_account_no: `${twin.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${twin.bankAccountNo.slice(9)}`,
  });
  const { id, transRef } = await sendUnclearSlip(site, member, 67);
  const { deposit_account_id: account } = await site.owner
    .selectFrom('incoming_transfer')
    .select('deposit_account_id')
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();
  await site.owner
    .updateTable('slip')
    .set({ trans_ref: null, sending_bank: null, operator_note: 'QR_UNREADABLE' })
    .where('id', '=', BigInt(id))
    .execute();
  await enterConsole(page, site, 'cashier');
  await page.goto(`/console/slips/${id}`);
  await page.getByLabel(words('slips.creditAmount')).fill('67');
  await page.getByLabel(words('slips.account')).selectOption(String(account));
  await page.getByLabel(words('slips.reference')).fill(transRef);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('error.SENDER_FITS_SEVERAL'))).toBeVisible();
  await expect(page.getByText(words('slips.alsoFits'))).toBeVisible();
  await judgeConsole(page, 'slip-typed-of-two');
  await page.locator(`main input[value="${twin.id}"]`).check();
  await page.keyboard.press('a');
  await expect(page.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect([await wallet(site, member), await wallet(site, twin)]).toEqual([0n, 67_00n]);
});

test('two operators never have the same slip, and what is sent to a supervisor leaves the cashier', async ({
  page,
  browser,
  site,
}) => {
  const member = await makeMember(site);
  const { id } = await sendUnclearSlip(site, member, 77);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/slips');
  const approve = (on: typeof page) =>
    on.getByRole('button', { name: words('slips.approveAmount', { amount: '฿77.00' }) });
  await expect(approve(page)).toBeEnabled();

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  const beside = await desk.newPage();
  await enterConsole(beside, site, 'manager');
  await beside.goto('/console/slips');
  await expect(beside.getByText(words('error.QUEUE_TAKEN'))).toBeVisible();
  await expect(approve(beside)).toBeDisabled();
  await beside.keyboard.press('a');
  await expect(beside.getByText('Operator cashier')).toBeVisible();
  expect(await wallet(site, member)).toBe(0n);

  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: words('slips.escalate') });
  await dialog.getByLabel(REASON).fill('the name is another’s');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('slips.nothingLeft')).first()).toBeVisible();
  // The slip reaches the supervisor without a reload.
  await expect(beside.getByText(words('slips.forSupervisor'))).toBeVisible();
  await expect(beside.getByText('the name is another’s')).toBeVisible();
  await beside.reload();
  await expect(approve(beside)).toBeEnabled();
  await beside.keyboard.press('a');
  await expect(beside.getByText(words('slips.approved'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(77_00n);
  expect(id).not.toBe('');
  await desk.close();
});

test('a transfer without an owner is given to a member who was found by telephone', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  await callSandbox(site, 'POST', '/bank/transfers', {
    from: { bankCode: 'BBL', accountNo: '1112223334', accountName: 'NOBODY KNOWN' },
    to: { bankCode: 'SCB', accountNo: '4680000017' },
    amount: 640,
  });
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  const item = page.getByRole('button', { name: /฿640\.00/ });
  await item.first().click();
  await page.getByLabel(words('incoming.findMember')).fill(member.phoneNumber);
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(page.locator(`main input[value="${member.id}"]`)).toBeChecked();
  await page.getByLabel(REASON).fill('called us');
  await judgeConsole(page, 'incoming');
  await page.getByRole('button', { name: words('incoming.credit', { amount: '฿640.00' }) }).click();
  await expect(page.getByText(words('incoming.credited'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(640_00n);
});

test('a gift link of unknown end and a notice without a transfer are decided; what is handed back is nobody’s', async ({
  page,
  site,
}) => {
  await switchSetting(site, 'deposit', { isManual: true });
  const member = await makeMember(site);
  await site.owner
    .insertInto('gift_link')
    .values({
      member_id: member.id,
      hash: 'AbCdEfGhIjKlMn0123',
      reason: 'TIMEOUT',
      attempts: 9,
      due_at: null,
    })
    .execute();
  await member.client('POST /api/wallet/add', { body: { amount: 88 } });
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await page.getByRole('button', { name: words('incoming.gifts') }).click();
  await page.getByLabel(words('incoming.giftAmount')).fill('65');
  await page.getByLabel(REASON).fill('seen in the wallet');
  await judgeConsole(page, 'gift-links');
  await page.getByRole('button', { name: words('incoming.credit', { amount: '฿65.00' }) }).click();
  await expect(page.getByText(words('incoming.credited'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(65_00n);

  await page.getByRole('button', { name: words('incoming.claims') }).click();
  await expect(page.getByLabel(words('slips.reference'))).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByText(words('queue.handedBack'))).toBeVisible();
  await expect
    .poll(() =>
      site.owner.selectFrom('queue_claim').where('queue', '=', 'transferClaims').select('item').execute(),
    )
    .toEqual([]);
  await page.keyboard.press('j');
  await page.getByLabel(words('slips.reference')).fill('KB20261121NOTICE');
  await page.getByLabel(REASON).fill('seen at the bank');
  await page.keyboard.press('Escape');
  await judgeConsole(page, 'transferClaims');
  // Only a claimed item is decided by a key.
  await expect(
    page.getByRole('button', { name: words('incoming.credit', { amount: '฿88.00' }) }),
  ).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText(words('incoming.noClaims'))).toBeVisible();
  expect(await wallet(site, member)).toBe(153_00n);
});

test('withdrawals are paid by hand with the bank’s reference, or refused and given back', async ({
  page,
  site,
}) => {
  const paid = await makeMember(site);
  const refused = await makeMember(site);
  for (const member of [paid, refused]) await askWithdrawal(site, member, 400);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/withdrawals');
  await page.getByLabel(words('accounts.paidFrom')).selectOption(words('accounts.unknown'));
  await page.getByLabel(words('withdrawals.transRef')).fill('KB20261121A');
  await judgeConsole(page, 'withdrawals');
  await page.getByRole('button', { name: words('withdrawals.markPaid', { amount: '฿400.00' }) }).click();
  await expect(page.getByText(words('withdrawals.paid'), { exact: true })).toBeVisible();
  expect(await moneyOf(site.db, paid.id)).toMatchObject({ wallet: 600_00n });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1');
  await page.getByLabel(REASON).fill('account is not the member’s');
  await page.getByRole('button', { name: words('withdrawals.reject') }).click();
  await expect(page.getByText(words('withdrawals.rejected'), { exact: true })).toBeVisible();
  expect(await wallet(site, refused)).toBe(1_000_00n);
  const { statements } = await refused.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  expect(statements.find(({ statementType }) => statementType === 'withdraw')).toMatchObject({
    status: 'FAILED',
  });
});

test('a payout that the machine still tries is taken over, and waits for a person', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await switchSetting(site, 'withdraw', { isAutomatic: false });
  const member = await makeMember(site);
  await fund(site.db, member.id, 1_000_00n);
  await member.client('POST /api/wallet/withdraw', { body: { amount: 450 } });
  const stateOf = () =>
    site.owner
      .selectFrom('withdrawal')
      .select(['state', 'reason'])
      .where('member_id', '=', member.id)
      .executeTakeFirst();
  await site.work();
  expect((await stateOf())?.state).toBe('MANUAL');
  await site.owner
    .updateTable('withdrawal')
    .set({ state: 'UNKNOWN', reason: 'MAINTENANCE', sends: 1, due_at: new Date(Date.now() + 3_600_000) })
    .where('member_id', '=', member.id)
    .execute();
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/withdrawals');
  await enterOn(page, page.getByRole('button', { name: words('withdrawals.tried') }));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('approvals.bankSays.MAINTENANCE'));
  await judgeConsole(page, 'tried-payouts');
  await enterOn(page, dialog.getByRole('button', { name: words('withdrawals.takeOver') }));
  await typeInto(page, dialog.getByLabel(REASON), 'the bank was called');
  await enterOn(page, dialog.getByRole('button', { name: words('withdrawals.takeOver') }));
  await expect(dialog).toContainText(words('withdrawals.triedNone'));
  expect(await stateOf()).toEqual({ state: 'STUCK', reason: 'MAINTENANCE' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main')).toContainText('฿450.00');
  check();
});

test('a transfer that a provider moved wrongly is settled by a manager who looked into its books', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  await fund(site.db, member.id, 900_00n);
  const { slots } = await member.client('GET /api/wallet');
  const slot = slots[0];
  if (!slot) throw new Error('the site has no games');
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: slot.code } });
  await setGameFaults(site.sandbox.url, {
    [`game:${slot.code}`]: { mode: 'wrongAmount', times: 1, for: `km${member.id}${slot.code}` },
  });
  const transfer = member
    .client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: slot.code, amount: 150 } })
    .catch(() => undefined);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/transfers');
  await expect(page.getByText('฿150.00').first()).toBeVisible();
  await transfer;
  await expect(page.getByRole('link', { name: words('members.open') })).toBeVisible();
  await judgeConsole(page, 'transfers');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('incidents.export') }).click();
  expect((await download).suggestedFilename()).toMatch(/^incident-transfer-.+\.json$/);
  await page.getByLabel(REASON).fill('the provider’s books show it');
  await page.getByRole('button', { name: words('transfers.confirmed') }).click();
  await expect(page.getByText(words('transfers.settled'), { exact: true })).toBeVisible();
  expect(await wallet(site, member)).toBe(750_00n);
  await expect(page.getByText(words('transfers.empty'))).toBeVisible();
});

test('an order holds for a queue that is longer than a page, and its end is reached', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  // The largest and the newest items come after the oldest 200.
  await site.owner
    .insertInto('manual_deposit')
    .values(
      Array.from({ length: 230 }, (_, index) => ({
        member_id: member.id,
        amount: BigInt(index + 1) * 100n,
        created_at: new Date(Date.now() - (300 - index) * 1_000),
      })),
    )
    .execute();
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  await page.getByRole('button', { name: words('incoming.claims') }).click();
  const items = page.locator('.queue-item');
  const rows = page.locator('.queue-row');
  const heading = page.getByRole('heading', { level: 1 });
  /** Of a long queue only what is seen is in the page: the last row is there once one is at the end. */
  const goToEnd = async () => {
    await items.first().focus();
    await page.keyboard.press('End');
  };
  await expect(heading).toContainText('230');
  await expect(items.first()).toContainText('฿1.00');
  await goToEnd();
  await expect(rows.last()).toHaveAttribute('aria-posinset', '200');
  await expect(rows.last()).toHaveAttribute('aria-setsize', '230');
  await page.getByLabel(words('queue.order')).selectOption('largest');
  await expect(items.first()).toContainText('฿230.00');
  const more = page.getByRole('list').getByRole('button', { name: words('app.more') });
  await more.click();
  await expect(more).toHaveCount(0);
  await goToEnd();
  await expect(rows.last()).toHaveAttribute('aria-posinset', '230');
  await expect(items.last()).toContainText('฿1.00');
  await page.getByLabel(words('queue.order')).selectOption('newest');
  await expect(items.first()).toContainText('฿230.00');
  await site.owner
    .updateTable('manual_deposit')
    .set({ status: 'FAILED' })
    .where('member_id', '=', member.id)
    .execute();
});

for (const locale of ['en', 'th', 'la'] as const) {
  test(`DEP-14 a gift link beyond the limit names it in ${locale}, and a colleague is asked`, async ({
    page,
    browser,
    site,
  }) => {
    const check = listen(page);
    const member = await makeMember(site);
    await site.owner
      .insertInto('gift_link')
      .values({ member_id: member.id, hash: `limit${locale}`, reason: 'TIMEOUT', attempts: 9, due_at: null })
      .execute();
    const inWords = (key: string, values = {}) => words(key, values, locale);
    const limit = inWords('approvals.cause.DECISION', { limit: '฿1,000.00', amount: '฿5,000.00' });
    await enterConsole(page, site, 'cashier', locale);
    await page.goto('/console/incoming');
    await page.getByRole('button', { name: inWords('incoming.gifts') }).click();
    await page.getByLabel(inWords('incoming.giftAmount')).fill('5000');
    await page.getByLabel(inWords('app.reason'), { exact: true }).fill('seen in the wallet');
    await expect(page.getByText(limit)).toBeVisible();
    await judgeConsole(page, `own-money-${locale}`);
    await page.getByRole('button', { name: inWords('incoming.credit', { amount: '฿5,000.00' }) }).click();
    await expect(page.getByText(inWords('approvals.asked'))).toBeVisible();
    await expect(page.getByText(inWords('incoming.noGifts'))).toBeVisible();
    expect(await wallet(site, member)).toBe(0n);

    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
    const second = await desk.newPage();
    await enterConsole(second, site, 'cashier', locale);
    await second.goto('/console/approvals');
    await expect(second.getByText(limit)).toBeVisible();
    await second.getByLabel(inWords('app.reason'), { exact: true }).fill('in the list of the wallet');
    await judgeConsole(second, `approvals-${locale}`);
    await second
      .getByRole('button', { name: inWords('approvals.approveAmount', { amount: '฿5,000.00' }) })
      .click();
    await expect(second.getByText(inWords('approvals.approved'))).toBeVisible();
    expect(await wallet(site, member)).toBe(5_000_00n);
    await desk.close();
    check();
  });
}
