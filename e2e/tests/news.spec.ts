import { NOTIFICATION_KINDS } from '@krapao/contract/notifications';
import type { Page } from '@playwright/test';
import { listen } from '../src/listen.ts';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { pay } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const paid = (amount: string) => {
  const { title, body } = NOTIFICATION_KINDS.withdrawalPaid;
  return `${title.th} ${body.th.replace('{amount}', amount)}`;
};
const arrived = (amount: string) => label('home.arrived').replace('{amount}', amount);

const NOTIFICATIONS = /\/api\/notifications\?/;

/** A withdrawal beside the page, until it is paid. */
async function withdraw({ client }: Member, amount: number): Promise<void> {
  await client('POST /api/wallet/withdraw', { body: { amount } });
  const statuses = async () =>
    (await client('POST /api/statement', { body: { page: 1, limit: 20 } })).statements
      .filter((entry) => entry.statementType === 'withdraw' && entry.amount === amount)
      .map(({ status }) => status);
  await expect.poll(statuses).toEqual(['SUCCESS']);
}

/** Goes to the home page, until it knows which notifications stood there before it. */
async function enterHome(page: Page): Promise<void> {
  const known = page.waitForResponse(NOTIFICATIONS);
  await page.goto('/user/home');
  await (await known).finished();
}

test('WDR-01 what was paid while the page heard nothing is said when it hears again; what was paid before the page is not', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  await withdraw(member, 100);
  const heard = await listen(page);
  await enterAs(page, member);
  await enterHome(page);
  await context.setOffline(true);
  await withdraw(member, 150);
  await withdraw(member, 200);
  await context.setOffline(false);
  await expect.poll(heard).toContain(paid('฿200.00'));
  const said = (await heard()).filter((words) =>
    words.startsWith(NOTIFICATION_KINDS.withdrawalPaid.title.th),
  );
  expect(said).toEqual([paid('฿150.00'), paid('฿200.00')]);
});

test('HOM-01 money that comes another way is told under the QR and under the wheel', async ({ page }) => {
  const member = await newMember();
  await openWheel(page, 'cash100');
  const heard = await listen(page);
  await enterAs(page, member);
  await enterHome(page);
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'QR' }).click();
  await expect(dialog.getByRole('button', { name: label('qr.create') })).toBeVisible();
  const account = await siteAccount(member);
  await pay(member.bank, account, 70);
  await expect(dialog.locator('.toast').filter({ hasText: arrived('฿70.00') })).toBeVisible();

  const known = page.waitForResponse(NOTIFICATIONS);
  await enterWheel(page, 'th');
  await known;
  await pay(member.bank, account, 80);
  await expect(dialog.locator('.toast').filter({ hasText: arrived('฿80.00') })).toBeVisible();
  expect((await heard()).filter((words) => words.includes(arrived('฿80.00')))).toHaveLength(1);
});
