import { deposit } from '@krapao/server/testing/rewardWorld';
import {
  chooseEntry,
  codeOf,
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  languageName,
  makeMember,
  speak,
  type TestOperator,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { listen } from '../src/screen.ts';

test.describe.configure({ mode: 'default' });

/** Switches two-factor on and lets its last confirmation expire. @returns the recovery codes */
async function withOldCode(site: TestServer, operator: TestOperator): Promise<string[]> {
  const begun = await operator.call('POST /api/console/me/two-factor');
  const { secret } = begun.body as { secret: string };
  const confirmed = await operator.call('POST /api/console/me/two-factor/confirm', { code: codeOf(secret) });
  await site.owner
    .updateTable('operator_session')
    .set({ code_given_at: new Date(Date.now() - 11 * 60_000) })
    .where('operator_id', '=', operator.id)
    .execute();
  return (confirmed.body as { recoveryCodes: string[] }).recoveryCodes;
}

test('before money moves the code is asked again; Escape keeps what was typed, and with the code the call goes on', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await deposit(site.db, member.id, 100_00n);
  const operator = await enterConsole(page, site, 'manager');
  const [code = ''] = await withOldCode(site, operator);
  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('button', { name: words('members.adjust') }).click();
  const form = page.getByRole('dialog', { name: new RegExp(`^${words('members.adjust')}`) });
  const reason = form.getByRole('textbox', { name: words('app.reason') });
  await form.getByLabel(words('members.adjust.amount')).fill('12,50');
  await reason.fill('A bonus that was promised');
  await reason.press('Enter');

  const asked = page.getByRole('dialog', { name: words('operators.codeAgain') });
  const field = asked.getByLabel(words('operators.code'));
  await expect(field).toBeFocused();
  await judgeConsole(page, 'code-again');
  await field.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(page.getByText(words('error.OPERATOR_CODE_AGAIN'))).toBeVisible();
  await expect(reason).toHaveValue('A bonus that was promised');
  // Nothing was booked, so nothing is kept.
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);

  // The button is not pressed while the page reads its figures again.
  await expect(form.locator('button[type=submit]')).toBeEnabled();
  await reason.press('Enter');
  await field.fill('000000');
  await field.press('Enter');
  await expect(asked.getByText(words('error.OPERATOR_CODE_INVALID'))).toBeVisible();
  await field.fill(code);
  await field.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  const adjustments = await site.owner
    .selectFrom('balance_adjustment')
    .select(['amount', 'state'])
    .where('member_id', '=', member.id)
    .execute();
  expect(adjustments).toEqual([{ amount: 12_50n, state: 'APPLIED' }]);
  check();
});

test('a member’s bank account is changed by two persons: one types it, the other reads what becomes what', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  // Requests of other tests may wait in the same queue.
  const name = `สมหญิง ย้ายธนาคาร ${member.id}`;
  await site.owner.updateTable('member').set({ name }).where('id', '=', member.id).execute();
  await deposit(site.db, member.id, 100_00n);
  await enterConsole(page, site, 'manager');
  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('button', { name: words('members.actions') }).click();
  await chooseEntry(page, words('members.details'));
  const form = page.getByRole('dialog');
  await form.getByLabel(words('members.details.bank')).selectOption('SCB');
  await form.getByLabel(words('members.details.accountNo')).fill('222-3-33444-5');
  await form.getByLabel(words('app.reason')).fill('Closed the account at the other bank');
  await judgeConsole(page, 'member-details');
  await form.getByRole('button', { name: words('members.details.save'), exact: true }).click();
  await expect(page.getByText(words('approvals.asked'))).toBeVisible();
  await expect(form).toHaveCount(0);

  for (const language of ['th', 'la', 'en'] as const) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
    const other = await context.newPage();
    await enterConsole(other, site, 'administrator', language);
    await other.goto('/console/approvals');
    await other.locator('.queue-item').filter({ hasText: name }).click();
    await expect(other.locator('ins').filter({ hasText: 'SCB' })).toBeVisible();
    await judgeConsole(other, `approval-member-${language}`);
    if (language === 'en') {
      await other.getByRole('textbox', { name: words('app.reason') }).fill('Called the member');
      await other
        .getByRole('button', { name: words('approvals.approve'), exact: false })
        .first()
        .click();
      await expect(other.getByText(words('approvals.approved'))).toBeVisible();
    }
    // Releases the item, so that the next operator can claim it.
    else await other.getByRole('button', { name: words('queue.handBack', {}, language) }).click();
    await context.close();
  }
  expect((await member.client('GET /api/account/profile')).bankAccountNo).toBe('2223334445');
  check();
});

test('the editor says the worst case while one types; above the limit a second person approves what one published', async ({
  page,
  site,
  browser,
}) => {
  const check = listen(page);
  await deposit(site.db, (await makeMember(site)).id, 100_00n);
  await enterConsole(page, site, 'manager');
  await page.goto('/console/content/bonus/new');
  const editor = page.getByRole('region', { name: words('content.add.bonus') });
  const set = (label: string, value: string) =>
    editor.getByRole('textbox', { name: words(label), exact: true }).fill(value);
  await set('content.field.code', 'GIVEAWAY');
  const names = editor.getByRole('group', { name: words('content.field.name'), exact: true });
  for (const language of ['th', 'la', 'en'])
    await names.getByRole('textbox', { name: languageName(language) }).fill('Giveaway');
  await set('content.field.rewardMaximumSatang', '30000');
  await set('content.field.maxReceived', '3');
  await expect(page.getByText('฿90,000.00').first()).toBeVisible();
  await expect(page.getByText(words('content.second')).first()).toBeVisible();
  await judgeConsole(page, 'content-worst-case');
  await page.getByRole('button', { name: words('content.publish'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('app.reason')).fill('For the anniversary');
  // What it would have cost is simulated first; without that the dialog asks why.
  const ask = dialog.getByRole('button', { name: words('content.ask') });
  const without = dialog.getByLabel(words('simulation.without'));
  await expect(without).toBeVisible();
  await expect(ask).toBeDisabled();
  await dialog.getByRole('button', { name: words('simulation.start') }).click();
  await expect(dialog.getByText(words('simulation.thieves'))).toBeVisible();
  await expect(dialog.getByRole('row', { name: words('simulation.cost') })).toContainText('฿');
  await expect(without).toHaveCount(0);
  await judgeConsole(page, 'content-ask');
  await page.setViewportSize({ width: 390, height: 844 });
  await judgeWidth(page, 'content-ask-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: words('content.ask') }).click();
  await expect(page.getByText(words('approvals.asked'))).toBeVisible();

  for (const language of ['th', 'la', 'en'] as const) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
    const other = await context.newPage();
    await enterConsole(other, site, 'administrator', language);
    await other.goto('/console/approvals');
    await other.locator('.queue-item').filter({ hasText: 'bonus:GIVEAWAY' }).click();
    await expect(other.getByText('฿30,000.00').first()).toBeVisible();
    const figures = other.getByRole('region', { name: words('simulation.title', {}, language) });
    await expect(figures.getByRole('row', { name: words('simulation.worst', {}, language) })).toContainText(
      '฿',
    );
    await judgeConsole(other, `approval-content-${language}`);
    if (language === 'en') {
      await other.getByRole('textbox', { name: words('app.reason') }).fill('It was agreed');
      await other
        .getByRole('button', { name: words('approvals.approve'), exact: false })
        .first()
        .click();
      await expect(other.getByText(words('approvals.approved'))).toBeVisible();
    }
    // Releases the item, so that the next operator can claim it.
    else await other.getByRole('button', { name: words('queue.handBack', {}, language) }).click();
    await context.close();
  }
  await page.goto('/console/content/bonus/GIVEAWAY');
  await expect(page.getByRole('region', { name: 'Giveaway' })).toBeVisible();
  const compared = page.getByRole('region', { name: words('simulation.compared') });
  await expect(compared.getByRole('row', { name: words('simulation.happened') })).toContainText('฿0.00');
  await judgeConsole(page, 'content-compared');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ['th', 'la'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(
      page.getByRole('region', { name: words('simulation.compared', {}, language) }).getByRole('table'),
    ).toBeVisible();
    await judgeConsole(page, `content-compared-390-${language}`);
  }
  check();
});

test('ASVS 7.4.5 one button of the operators page logs everybody else out, after a reason', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/operators');
  await page.getByRole('button', { name: words('operators.endAll') }).click();
  const form = page.getByRole('dialog', { name: words('operators.endAll') });
  await judgeConsole(page, 'end-all-sessions');
  await expect(form.getByRole('button', { name: words('operators.endAll') })).toBeDisabled();
  await form.getByRole('textbox', { name: words('app.reason') }).fill('A list of tokens was found');
  await form.getByRole('button', { name: words('operators.endAll') }).click();
  await expect(form).toHaveCount(0);
  await expect(member.client('GET /api/account/profile')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  // Who pressed it stays.
  await expect(page.getByRole('heading', { name: words('operators.title'), exact: true })).toBeVisible();
  check();
});
