import type { Page } from '@playwright/test';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  sendUnclearSlip,
  speak,
  test,
  words,
} from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

test.use({ siteName: 'find' });
test.describe.configure({ mode: 'default' });

const options = (page: Page) => page.getByRole('listbox').getByRole('option');

async function type(page: Page, text: string): Promise<void> {
  await expect(page.locator('.find input')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.insertText(text);
}

test('/ finds money that waits for its owner, slips, payouts, members and pages, and Enter opens the only one', async ({
  page,
  site,
}) => {
  const check = listen(page);
  const member = await makeMember(site);
  const slip = await sendUnclearSlip(site, member, 512);
  const payout = await askWithdrawal(site, member, 400);
  const { id: transfer } = await site.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: 'PAID20261128',
      source: 'NOTICE',
      amount: 640_00n,
      currency: 'THB',
      receiver: '{}',
      sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
      transferred_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await type(page, 'PAID20261128');
  await expect(options(page)).toHaveText([/฿640\.00/]);
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await type(page, 'PAID20261128');
    await expect(options(page)).toHaveText([/฿640\.00/]);
    await judgeConsole(page, `find-${locale}`);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/incoming/${transfer}$`));

  await type(page, payout);
  await expect(options(page)).toHaveText([/฿400\.00/, /สมชาย/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/withdrawals/${payout}$`));
  await type(page, slip.reference);
  await expect(options(page)).toHaveText([/฿512\.00/, /สมชาย/]);
  // A member who is the only one is who was looked for.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
  await type(page, words('shifts.title'));
  await expect(options(page)).toHaveText([words('shifts.title')]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/shifts$/);
  await type(page, 'no-such-thing');
  await expect(page.getByRole('listbox')).toContainText(words('find.nothing', { text: 'no-such-thing' }));
  check();
});

test('Enter before the answer opens what then is there; a role finds only what it may see', async ({
  page,
  site,
}) => {
  const member = await makeMember(site);
  const payout = await askWithdrawal(site, member, 400);
  await enterConsole(page, site, 'support');
  await page.goto('/console/home');
  const release = await holdAnswer(page, '**/members/search');
  await type(page, payout);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/home$/);
  release();
  await expect(page).toHaveURL(new RegExp(`/console/members/${member.id}$`));
  await type(page, payout);
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('Escape');

  await enterConsole(page, site, ['audit.read']);
  await page.goto('/console/home');
  await type(page, payout);
  await expect(page.getByRole('listbox')).toContainText(words('find.nothing', { text: payout }));
});
