import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { NOTIFICATION_KINDS } from '@krapao/contract/notifications';
import type { Page } from '@playwright/test';
import { changeAnswer } from '../src/changeAnswer.ts';
import { chooseWay } from '../src/depositWay.ts';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile } from '../src/money.ts';
import { enterWheel, openWheel } from '../src/prizeWheel.ts';
import { pay } from '../src/sandbox.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

type Answer<Call extends keyof Contract> = ResponseOf<Contract[Call]>;

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
  const heard = await hear(page);
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
  const heard = await hear(page);
  await enterAs(page, member);
  await enterHome(page);
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'qr');
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

test('WDR-01 a withdrawal that is refused at once is told by its form alone', async ({ page }) => {
  const member = await newMember();
  await fund(member, 200);
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  const refused = { ...statements[0], _id: '900', statementType: 'withdraw', status: 'FAILED' };
  const notice = (_id: string, row: string) => ({
    ...{ _id, row, title: 'notice', body: row, category: 'money', opens: 'story' },
    ...{ createdAt: new Date(0).toISOString(), isRead: false },
  });
  let isRefused = false;
  await page.route('**/api/wallet/withdrawAll', (route) => {
    isRefused = true;
    return route.fulfill({ status: 400, json: { code: 'TRANSFER_FAIL', message: 'TRANSFER_FAIL' } });
  });
  await changeAnswer(page, /\/api\/statement$/, (list: Answer<'POST /api/statement'>) => {
    if (isRefused) list.statements = [refused] as typeof statements;
  });
  await changeAnswer(page, NOTIFICATIONS, (list: Answer<'GET /api/notifications'>) => {
    if (isRefused) list.notifications = [notice('999999991', '901'), notice('999999990', '900')] as never;
  });
  const heard = await hear(page);
  await enterAs(page, member);
  await enterHome(page);
  await tile(page, label('withdraw.title')).click();
  await page.getByRole('dialog').getByLabel(label('money.amount')).fill('100');
  const noted = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"withdraw"') ?? false,
  );
  await page.locator('dialog .dialog-footer .button-primary').click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(label('withdraw.notCollected'));
  await (await noted).finished();
  // The event of the refusal.
  await pay(member.bank, await siteAccount(member), 40);
  await expect.poll(heard).toContain('notice 901');
  expect(await heard()).not.toContain('notice 900');
});

test('DEP-07 a QR that runs out is said', async ({ page }) => {
  const member = await newMember();
  const heard = await hear(page);
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const dialog = page.getByRole('dialog');
  await chooseWay(dialog, 'qr');
  await dialog.getByLabel(label('money.amount')).fill('300');
  await dialog.getByRole('button', { name: label('qr.create') }).click();
  await expect(dialog.getByRole('img', { name: /^QR สำหรับฝาก/ })).toBeVisible();
  await changeAnswer(page, /\/api\/qrcode\/\w+$/, (qr: { status: string }) => {
    qr.status = 'EXPIRED';
  });
  await expect(dialog.locator('.qr-empty')).toHaveText(label('qr.expired'));
  await expect.poll(heard).toContain(label('qr.expired'));
});
