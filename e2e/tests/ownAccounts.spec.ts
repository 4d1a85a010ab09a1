import { fund } from '@krapao/server/testing/moneyWorld';
import {
  enterConsole,
  expect,
  judgeConsole,
  judgeWidth,
  makeMember,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';

// What members own is summed over the whole site.
test.use({ siteName: 'accounts' });

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
  for (const part of ['arrived', 'credited', 'asked'] as const)
    await expect(cardOf(main)).toContainText(words(`accounts.today.${part}`));
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
  await field('accounts.balance').fill('800');
  await save();
  await expect(form).toHaveCount(0);
  await expect(cardOf(main)).toContainText('฿800.00');
  // The day has what was just told, beside what the books say, down to what moved; the gateway told nothing yet.
  const byDay = page.locator('.own-days');
  const dayOf = (title: string) => byDay.getByRole('row').filter({ hasText: title }).first();
  await byDay.getByLabel(words('accounts.place'), { exact: true }).selectOption({ label: `SCB ${main}` });
  await expect(dayOf(main)).toContainText('฿35.00');
  await dayOf(main)
    .getByRole('button', { name: words('accounts.openDay') })
    .click();
  await expect(form.getByRole('row').filter({ hasText: '−฿35.00' })).toContainText(
    words('accounts.kind.FEE'),
  );
  await judgeConsole(page, 'accounts-day');
  await page.keyboard.press('Escape');
  await dayOf(main)
    .getByRole('button', { name: words('accounts.explain') })
    .click();
  await form.getByLabel(words('app.reason')).fill('the fee comes tomorrow');
  await form.getByRole('button', { name: words('accounts.explain') }).click();
  await expect(dayOf(main)).toContainText('the fee comes tomorrow');
  await byDay.getByRole('button', { name: words('accounts.enterBalance') }).click();
  await form.getByLabel(words('accounts.place'), { exact: true }).selectOption('gateway:WW');
  await field('accounts.balance').fill('12.5');
  await save();
  await byDay.getByLabel(words('accounts.place'), { exact: true }).selectOption('gateway:WW');
  await expect(byDay.getByRole('row').filter({ hasText: '฿12.50' })).toContainText(
    words('accounts.dayState.OPEN'),
  );
  await expect(byDay.getByText(words('accounts.toldNothing'))).not.toHaveCount(0);
  for (const language of ['en', 'th', 'la'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(cardOf(main)).toBeVisible();
    await expect(dayOf(main)).toBeVisible();
    if (language === 'en') await judgeConsole(page, 'accounts');
    await page.setViewportSize({ width: 390, height: 844 });
    await (language === 'en' ? judgeWidth : judgeConsole)(page, `accounts-${language}-390`);
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
    await judgeWidth(page, `accounts-book-${language}-390`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  // The whole difference is still unexplained: our books have all that the bank told of.
  const split = form.getByRole('table', { name: words('accounts.split') });
  await expect(split.getByRole('row').filter({ hasText: words('accounts.unexplained') })).toContainText(
    '฿35.00',
  );
  const files = form.getByRole('button', { name: 'CSV' });
  const saved = async (nth: number) => {
    const download = page.waitForEvent('download');
    await files.nth(nth).click();
    return (await download).suggestedFilename();
  };
  expect(await saved(0)).toBe(`differences-SCB-${main}.csv`);
  expect(await saved(1)).toContain(`book-SCB-${main}`);
  await form
    .getByRole('button', { name: words('accounts.reverse') })
    .first()
    .click();
  const sure = page.getByRole('dialog').filter({ hasText: words('accounts.reverseHint') });
  await sure.getByLabel(words('app.reason')).fill('entered twice');
  await sure.getByRole('button', { name: words('accounts.reverse') }).click();
  await expect(form.getByText(words('accounts.reversed')).first()).toBeVisible();
});

test('an account is set aside for members, a short evening waits and is explained; an account is shown at a moment', async ({
  page,
  site,
}) => {
  const no = '5551000033';
  await site.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'SCB',
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: no,
      account_name: 'KRAPAO CLIENTS',
      currency: 'BAHT',
      position: 95,
    })
    .execute();
  const member = await makeMember(site);
  await fund(site.db, member.id, 1_234_00n);
  await enterConsole(page, site, 'administrator');
  await page.goto('/console/accounts');
  const section = page.locator('.client-money');
  const form = page.getByRole('dialog');
  await expect(section).toContainText(words('accounts.evening.UNMARKED'));
  await page
    .locator('.own-account')
    .filter({ hasText: no })
    .getByRole('button', { name: words('accounts.setApart') })
    .click();
  await form.getByLabel(words('app.reason')).fill(REASON);
  await form.getByRole('button', { name: words('accounts.setApart') }).click();
  await expect(section.getByText(words('accounts.evening.SHORT'))).toBeVisible();
  await expect(section).toContainText(words('accounts.short', { amount: '฿1,234.00' }));

  await site.owner
    .insertInto('client_money_evening')
    .values({
      day: '2026-01-05' as never,
      owed: 1_000_00n,
      in_games: 200_00n,
      books: 900_00n,
      counted: 1_300_00n,
      att_for_baht: 60_000n,
      state: 'SHORT',
    })
    .execute();
  for (const language of ['th', 'la', 'en'] as const) {
    await speak(page, language);
    await page.reload();
    await expect(section.getByText('05/01/2026')).toBeVisible();
    await judgeConsole(page, `client-money-${language}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await judgeWidth(page, `client-money-${language}-390`);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await expect(section.getByRole('table', { name: words('accounts.evenings') })).toContainText('−฿300.00');
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('client-money.csv');
  await section.getByRole('button', { name: words('accounts.explain') }).click();
  await form.getByLabel(words('app.reason')).fill('the gateway paid a day late');
  await form.getByRole('button', { name: words('accounts.explain') }).click();
  await expect(section.getByText('the gateway paid a day late')).toBeVisible();
  await expect(section.getByRole('button', { name: words('accounts.explain') })).toHaveCount(0);

  await page.goto(`/console/members/${member.id}`);
  await page.getByRole('tab', { name: words('members.tab.ledger') }).click();
  const then = page.locator('.member-then');
  const moment = then.getByLabel(words('members.thenAt'));
  const show = () => then.getByRole('button', { name: words('members.thenShow') }).click();
  await moment.fill('2020-01-01T10:00:00');
  await show();
  await expect(then.getByRole('alert')).toHaveText(words('error.MOMENT_OUTSIDE'));
  await moment.fill(new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19));
  await show();
  await expect(then.getByText('฿1,234.00')).toBeVisible();
  await judgeConsole(page, 'member-then');
});
