import type { Page } from '@playwright/test';
import {
  askWithdrawal,
  enterConsole,
  expect,
  judgeConsole,
  makeMember,
  sendUnclearSlip,
  speak,
  type TestServer,
  test,
  words,
} from '../src/consoleWorld.ts';
import { holdAnswer } from '../src/holdAnswer.ts';
import { listen } from '../src/screen.ts';

test.use({ siteName: 'find' });
test.describe.configure({ mode: 'default' });

const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** A transfer that waits for its owner. @returns its id */
async function transferOfNobody(site: TestServer, reference: string, amount: bigint): Promise<string> {
  const { id } = await site.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: reference,
      source: 'NOTICE',
      amount,
      currency: 'THB',
      receiver: '{}',
      sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
      transferred_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

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
  const transfer = await transferOfNobody(site, 'PAID20261128', 640_00n);
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

test('/ offers what can be done with the open item and by oneself, each with its key, and does it once it is marked', async ({
  page,
  site,
}) => {
  const check = listen(page);
  await transferOfNobody(site, 'ACTIONS1', 641_00n);
  await enterConsole(page, site, 'cashier');
  await page.goto('/console/incoming');
  const close = page.getByRole('button', { name: words('incoming.dismiss') });
  await expect(close).toBeEnabled();
  const reason = page.getByLabel(words('app.reason'), { exact: true });
  const action = (name: string, key = '') => options(page).filter({ hasText: `${name}${key}` });

  await type(page, words('incoming.dismiss'));
  await expect(action(words('incoming.dismiss'), 'R')).toHaveCount(1);
  for (const locale of ['th', 'la', 'en'] as const) {
    await speak(page, locale);
    await page.reload();
    await expect(page.getByRole('button', { name: words('incoming.dismiss', {}, locale) })).toBeEnabled();
    await type(page, words('incoming.dismiss', {}, locale));
    await expect(action(words('incoming.dismiss', {}, locale), 'R')).toHaveCount(1);
    await expect(page.getByRole('listbox')).not.toContainText(words('members.searching', {}, locale));
    await judgeConsole(page, `find-action-${locale}`);
  }
  // The first Enter marks it, however long it is held; the second one does it: as the key, it asks for what is missing.
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(action(words('incoming.dismiss'))).toHaveAttribute('data-combobox-selected', 'true');
  await expect(reason).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await page.keyboard.press('Escape');

  await type(page, words('queue.handBack'));
  await action(words('queue.handBack'), 'H').click();
  await expect(page.getByText(words('queue.handedBack'))).toBeVisible();
  await type(page, words('incoming.dismiss'));
  await expect(page.getByRole('listbox')).toContainText(
    words('find.nothing', { text: words('incoming.dismiss') }),
  );
  await page.keyboard.press('Escape');

  await type(page, words('app.language'));
  await action('ไทย').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await type(page, words('app.dark', {}, 'th'));
  await action(words('app.dark', {}, 'th')).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await type(page, words('app.logOut', {}, 'th'));
  await page.keyboard.press('Enter');
  await expect(action(words('app.logOut', {}, 'th'))).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(words('operators.username', {}, 'th'))).toBeVisible();
  check();
});

test('/ offers no decision that would be refused: its item is not claimed yet', async ({ page, site }) => {
  const transfer = await transferOfNobody(site, 'ACTIONS2', 642_00n);
  await enterConsole(page, site, 'cashier');
  const release = await holdAnswer(page, `**/queues/incoming/${transfer}/claim`);
  await page.goto(`/console/incoming/${transfer}`);
  await page.getByLabel(words('app.reason'), { exact: true }).fill('rent of the office');
  await page.keyboard.press('Escape');
  await type(page, words('incoming.dismiss'));
  await expect(page.getByRole('listbox')).toContainText(
    words('find.nothing', { text: words('incoming.dismiss') }),
  );
  await page.keyboard.press('Escape');
  release();
  await expect(page.getByRole('button', { name: words('incoming.dismiss') })).toBeEnabled();
  await type(page, words('incoming.dismiss'));
  await expect(options(page).filter({ hasText: words('incoming.dismiss') })).toHaveCount(1);
});

test('/ offers no action that the role may not take', async ({ page, site }) => {
  const member = await makeMember(site);
  await sendUnclearSlip(site, member, 55);
  await enterConsole(page, site, ['deposit.decide']);
  await page.goto('/console/slips');
  await expect(page.locator('.decide button:enabled').first()).toBeVisible();
  await type(page, words('chat.take'));
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.locator('.find input').fill(words('slips.escalate'));
  await expect(options(page)).toHaveText([`${words('slips.escalate')}E`]);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('an action that asks for what is missing has the focus there once the search has closed', async ({
    page,
    site,
  }) => {
    const transfer = await transferOfNobody(site, 'ACTIONS3', 643_00n);
    await enterConsole(page, site, 'cashier');
    await page.goto(`/console/incoming/${transfer}`);
    await expect(page.getByRole('button', { name: words('incoming.dismiss') })).toBeEnabled();
    await page
      .getByRole('navigation', { name: words('nav.bar') })
      .getByRole('button', { name: words('nav.find') })
      .tap();
    await page.locator('.find input').fill(words('incoming.dismiss'));
    await options(page)
      .filter({ hasText: words('incoming.dismiss') })
      .tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel(words('app.reason'), { exact: true })).toBeFocused();
  });
});
