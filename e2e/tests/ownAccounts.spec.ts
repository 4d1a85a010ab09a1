import { enterConsole, expect, judgeConsole, speak, test, words } from '../src/consoleWorld.ts';

const REASON = 'Seen at the bank';

test('an account’s book is opened, a transfer with its fee is entered and taken back, and the bank’s balance stands beside', async ({
  page,
  site,
}) => {
  const numbers = ['5551000011', '5551000022'] as const;
  await site.owner
    .insertInto('deposit_account')
    .values(
      numbers.map((account_no, nth) => ({
        bank_code: 'SCB',
        bank_type: 'BANK',
        mode: 'AUTO',
        account_no,
        account_name: 'KRAPAO SERVICE CO., LTD.',
        currency: 'BAHT',
        position: 90 + nth,
        day_limit: 50_000_00n,
      })),
    )
    .execute();
  await enterConsole(page, site, 'manager');
  await page.goto('/console/accounts');
  const cardOf = (no: string) => page.locator('.own-account').filter({ hasText: no });
  const [main, spare] = numbers;
  await expect(cardOf(main)).toContainText(words('accounts.notOpened'));
  const form = page.getByRole('dialog');
  const field = (id: string) => form.getByLabel(words(id), { exact: true });
  const save = () => form.getByRole('button', { name: words('accounts.store') }).click();

  for (const [no, amount] of [
    [main, '1000'],
    [spare, '500'],
  ] as const) {
    await cardOf(no)
      .getByRole('button', { name: words('accounts.enter'), exact: true })
      .click();
    await field('accounts.kind').selectOption('OPENING');
    await field('accounts.told').fill(amount);
    await field('accounts.at').fill('2026-01-05T10:00');
    await form.getByLabel(words('app.reason')).fill(REASON);
    await save();
    await expect(form).toHaveCount(0);
  }
  await cardOf(main)
    .getByRole('button', { name: words('accounts.enter'), exact: true })
    .click();
  await field('accounts.to').selectOption({ label: `SCB ${spare} · ฿` });
  await field('accounts.amount').fill('200');
  await field('accounts.fee').fill('35');
  await form.getByLabel(words('app.reason')).fill(REASON);
  await judgeConsole(page, 'accounts-enter');
  await save();
  await expect(form).toHaveCount(0);
  await expect(cardOf(main)).toContainText('฿765.00');
  await expect(cardOf(spare)).toContainText('฿700.00');

  await cardOf(main)
    .getByRole('button', { name: words('accounts.enterBalance') })
    .click();
  await field('accounts.told').fill('800');
  await save();
  await expect(form).toHaveCount(0);
  await expect(cardOf(main)).toContainText('฿800.00');
  for (const language of ['en', 'th', 'la'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(cardOf(main)).toBeVisible();
    if (language === 'en') await judgeConsole(page, 'accounts');
    await page.setViewportSize({ width: 390, height: 844 });
    await judgeConsole(page, `accounts-${language}-390`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  // The bank writes the transfer and its fee as one line, and another balance after it.
  const { id: mainId } = await site.owner
    .selectFrom('deposit_account')
    .select('id')
    .where('account_no', '=', main)
    .executeTakeFirstOrThrow();
  await site.owner
    .insertInto('statement_outgoing')
    .values({
      deposit_account_id: mainId,
      line_key: 'one line',
      at: new Date(),
      is_day: false,
      amount: 235_00n,
      reference: 'BK1',
      description: 'TRANSFER',
      balance_after: 800_00n,
    })
    .execute();
  for (const language of ['th', 'la', 'en'] as const) {
    await speak(page, language);
    await page.reload();
    await cardOf(main)
      .getByRole('button', { name: words('accounts.book', {}, language) })
      .click();
    await expect(form.getByText(words('accounts.kind.FEE', {}, language))).toBeVisible();
    await expect(form.getByText(words('accounts.differs', { amount: '฿35.00' }, language))).toBeVisible();
    await judgeConsole(page, `accounts-book-${language}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await judgeConsole(page, `accounts-book-${language}-390`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toContain(`book-SCB-${main}`);
  await form
    .getByRole('button', { name: words('accounts.reverse') })
    .first()
    .click();
  const sure = page.getByRole('dialog').filter({ hasText: words('accounts.reverseHint') });
  await sure.getByLabel(words('app.reason')).fill('entered twice');
  await sure.getByRole('button', { name: words('accounts.reverse') }).click();
  await expect(form.getByText(words('accounts.reversed')).first()).toBeVisible();
});
