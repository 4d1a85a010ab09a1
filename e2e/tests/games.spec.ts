import type { Page } from '@playwright/test';
import { enterAs, type Member, newMember } from '../src/member.ts';
import { fund, tile } from '../src/money.ts';
import { expect, test } from '../src/siteWorld.ts';

async function amounts(member: Member): Promise<{ wallet: number; games: Record<string, number> }> {
  const { wallet, slots } = await member.client('GET /api/wallet/refresh/slot');
  const open = slots.filter((slot) => slot.isActive).map((slot) => [slot.name, slot.amount] as const);
  return { wallet: wallet.amount, games: Object.fromEntries(open) };
}

async function openGame(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `เปิดบัญชี ${name}`, exact: true }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** Fills in the open transfer dialog, waits until the money has moved and a message says so. */
async function send(page: Page, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'โอนเงิน' });
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill(amount);
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast').filter({ hasText: 'โอนเงินสำเร็จ' }).last()).toBeVisible();
}

test('GAM-01 GAM-02 GAM-03 TRF-01 TRF-03 a member opens a game, moves money in, plays, and brings it back', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 1_000);
  await member.client('PUT /api/account/habits', { body: { takesMoneyAlong: false } });
  await enterAs(page, member);
  await page.goto('/user/home');

  await openGame(page, 'Dok Mali');
  const game = page.getByRole('dialog', { name: 'Dok Mali' });
  await game.getByRole('button', { name: 'โอนเข้าเกม' }).click();
  await send(page, '300');
  expect(await amounts(member)).toMatchObject({ games: { 'Dok Mali': 300 } });

  const play = page.getByRole('button', { name: 'เข้าเล่น Dok Mali' });
  const [table] = await Promise.all([page.waitForEvent('popup'), play.click()]);
  await table.getByLabel('Stake in baht').fill('50');
  await table.getByRole('button', { name: /^Play/ }).click();
  await expect(table.locator('#result')).not.toContainText('Good luck');
  expect(table.url()).not.toContain('password');
  await table.close();

  await page.getByRole('button', { name: /ตรวจสอบยอดเงิน/ }).click();
  const played = (await amounts(member)).games['Dok Mali'] ?? 0;
  const held = played.toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(
    page.getByRole('article').filter({ hasText: 'Dok Mali' }).getByText(`฿${held}`, { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Dok Mali', exact: true }).click();
  await game.getByRole('button', { name: 'โอนกลับ' }).click();
  await send(page, '100');
  expect(await amounts(member)).toMatchObject({
    wallet: 800,
    games: { 'Dok Mali': Number((played - 100).toFixed(2)) },
  });
});

test('TRF-01 game to game goes through, and everything is collected into the wallet', async ({ page }) => {
  const member = await newMember();
  await fund(member, 500);
  await enterAs(page, member);
  await page.goto('/user/home');
  const { slots } = await member.client('GET /api/wallet');
  const [first, second] = slots.filter(({ category }) => category === 'slot');
  if (!first || !second) throw new Error('fewer than two games');
  for (const { code } of [first, second]) {
    await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  }
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: first.code, amount: 200 } });
  await page.reload();

  await page.getByRole('button', { name: 'โอนเงิน', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'โอนเงิน' });
  await dialog.getByRole('button', { name: /^จาก/ }).click();
  await page.getByRole('dialog', { name: 'โอนจากบัญชีไหน' }).getByRole('button', { name: first.name }).click();
  await dialog.getByRole('button', { name: /^ไป/ }).click();
  await page.getByRole('dialog', { name: 'โอนไปบัญชีไหน' }).getByRole('button', { name: second.name }).click();
  await send(page, '75.50');
  expect(await amounts(member)).toMatchObject({
    wallet: 300,
    games: { [first.name]: 124.5, [second.name]: 75.5 },
  });

  await page.getByRole('button', { name: 'โอนเงิน', exact: true }).click();
  await dialog.getByRole('button', { name: 'สลับต้นทางและปลายทาง' }).click();
  await dialog.getByRole('button', { name: /^รวมเงินทั้งหมดไว้ที่/ }).click();
  await page.getByRole('button', { name: /^รวม ฿/ }).click();
  await expect(dialog).toBeHidden();
  expect(await amounts(member)).toMatchObject({ wallet: 500, games: { [first.name]: 0, [second.name]: 0 } });
});

test('TRF-02 TRF-04 a transfer says what is missing, and an error dialog what the server refused', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 50);
  await enterAs(page, member);
  await page.goto('/user/home');
  await openGame(page, 'Dok Mali');
  await page.getByRole('dialog', { name: 'Dok Mali' }).getByRole('button', { name: 'โอนเข้าเกม' }).click();
  const dialog = page.getByRole('dialog', { name: 'โอนเงิน' });
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('0.5');
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  await expect(dialog.getByText('โอนขั้นต่ำ 1 บาท')).toBeVisible();
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('51');
  await expect(dialog.getByText('มี ฿50.00 กรุณาใส่น้อยลง')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^โอน ฿/ })).toBeDisabled();
  // Another phone spends the money in the meantime; this page does not know yet.
  await dialog.getByLabel('จำนวนเงิน (บาท)').fill('40');
  await page.route('**/api/wallet', () => undefined);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pgslot' } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pgslot', amount: 30 } });
  await dialog.getByRole('button', { name: /^โอน ฿/ }).click();
  const alert = page.getByRole('alertdialog', { name: 'ข้อผิดพลาด' });
  await expect(alert).toContainText('ยอดเงินไม่เพียงพอ');
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  await expect(tile(page, 'ฝากเงิน')).toBeAttached();
});

test('GAM-01 GAM-03 a double click opens one account, and one window of a game', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/user/home');
  await page.getByRole('button', { name: 'เปิดบัญชี Dok Mali', exact: true }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Dok Mali' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'เข้าเล่น Dok Mali' }).dblclick();
  await (await opened).waitForURL(/^http.*\/games\//);
  expect(asked.filter((path) => path === '/api/wallet/activate/pg')).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith('/api/autoLogin/'))).toHaveLength(1);
  expect(context.pages()).toHaveLength(2);
});

test('HOM-06 on a screen of 1440 three cards of 300 by 211 are shown, 330 apart', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAs(page, await newMember());
  await page.goto('/user/home');
  const slots = page.getByRole('region', { name: 'สล็อต' });
  const cards = slots.getByRole('listitem');
  await expect(cards.nth(13)).toBeAttached();
  const boxes = await Promise.all([0, 1, 2, 3].map((nth) => cards.nth(nth).boundingBox()));
  for (const box of boxes) expect([box?.width, box?.height]).toEqual([300, 211]);
  const lefts = boxes.map((box) => (box?.x ?? 0) - (boxes[0]?.x ?? 0));
  expect(lefts).toEqual([0, 330, 660, 990]);
  const row = await slots.getByRole('list').boundingBox();
  expect(row?.width).toBeGreaterThanOrEqual(960);
});
