import type { Page } from '@playwright/test';
import { chooseWay } from '../src/depositWay.ts';
import { enterAs, newMember } from '../src/member.ts';
import { siteAccount, tile } from '../src/money.ts';
import { takePicture } from '../src/pictures.ts';
import { pay, slipImage } from '../src/sandbox.ts';
import { scanQr } from '../src/scan.ts';
import { settled } from '../src/settled.ts';
import { expect, test } from '../src/siteWorld.ts';

async function openDeposit(page: Page, way: 'qr' | 'bank'): Promise<void> {
  await page.goto('/user/home');
  await tile(page, 'ฝากเงิน').click();
  await chooseWay(page.getByRole('dialog'), way);
}

test('DEP-06 DEP-07 DEP-10 a QR of the screen is paid in the bank and credited without a reload', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  await openDeposit(page, 'qr');
  const dialog = page.getByRole('dialog');
  const presets = dialog.getByRole('group', { name: 'จำนวนเงินที่ใช้บ่อย' }).getByRole('button');
  await expect(presets).toHaveText(['10', '20', '50', '100', '500', '1,000']);
  await presets.filter({ hasText: '500' }).click();
  await dialog.getByRole('button', { name: 'สร้าง QR' }).click();

  const picture = dialog.getByRole('img', { name: /^QR สำหรับฝาก ฿500\.\d\d$/ });
  await expect(picture.locator('svg path').first()).toBeAttached();
  await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  const { amount } = await pay(member.bank, { qr: await scanQr(await picture.screenshot()) });
  await expect(dialog.getByText('ชำระแล้ว เงินเข้ากระเป๋าของคุณแล้ว')).toBeVisible();
  // The whole view says it, with what is next: no emptied form.
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'เลือกเกม' })).toBeVisible();
  await takePicture(page, 'deposit-arrived');
  // It leads to the games: their heading is there, and the keyboard goes on from it.
  await dialog.getByRole('button', { name: 'เลือกเกม' }).click();
  await expect(dialog).toHaveCount(0);
  const games = page.locator('.games-tools').getByRole('heading');
  await expect(games).toBeFocused();
  await expect(games).toBeInViewport();
  expect(Math.floor(Number(amount))).toBe(500);
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(Number(amount));
});

test('DEP-07 DEP-09 a QR is made above zero only, and cancelling drops it', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await openDeposit(page, 'qr');
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'สร้าง QR' });
  await expect(create).toBeDisabled();
  const field = dialog.getByLabel('จำนวนเงิน (บาท)');
  await field.fill('0');
  await expect(create).toBeDisabled();
  // Too little is told, not passed over.
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('0.5');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await create.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('25');
  await expect(create).toBeEnabled();
  await dialog.getByLabel('จำนวนเงิน (บาท)').press('Enter');
  await dialog.getByRole('button', { name: 'ยกเลิก QR' }).click();
  await expect(create).toBeVisible();
  const { hasQrcode } = await member.client('GET /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' } });
  expect(hasQrcode).toBe(false);
});

test('DEP-06 DEP-10 the last amount is proposed with its satang, and stays whatever is asked for elsewhere', async ({
  page,
}) => {
  const member = await newMember();
  const { client } = member;
  const askElsewhere = async (amount: number) => {
    const params = { bankCode: 'KBANK' };
    const { qrcodeId } = await client('POST /api/qrcode/:bankCode', { params, body: { amount } });
    await client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: qrcodeId ?? '' } });
  };
  await askElsewhere(1_234.5);
  await enterAs(page, member);
  await openDeposit(page, 'qr');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('จำนวนเงิน (บาท)');
  await expect(field).toHaveValue('1,234.5');
  const chip = dialog.getByRole('button', { name: '1,234.50', exact: true });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');

  await askElsewhere(300);
  const refused = { hasQrcode: false, qrcodeId: null, qrcode: '', amount: 0, expireIn: 0 };
  await page.route('**/api/qrcode/KBANK', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ...refused, message: 'later', status: 'NONE' } })
      : route.fallback(),
  );
  const habits = page.waitForResponse('**/api/account/habits');
  await dialog.getByRole('button', { name: 'สร้าง QR' }).click();
  expect((await (await habits).json()).lastQr.amount).toBe(300);
  await settled(page);
  await expect(field).toHaveValue('1,234.5');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
});

async function sendSlip(page: Page, buffer: Buffer, name = 'slip.png'): Promise<void> {
  await openDeposit(page, 'bank');
  await page.getByRole('button', { name: 'แนบสลิปโอนเงิน' }).click();
  await page.getByLabel('เลือกรูปสลิป').setInputFiles({ name, mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'ส่งสลิป' }).click();
}

test('DEP-05 a slip is uploaded, read and credited once; the same slip of anybody fails as a duplicate', async ({
  page,
  browser,
}) => {
  const member = await newMember();
  const { transRef } = await pay(member.bank, await siteAccount(member), 123.45);
  const image = await slipImage(transRef);
  await enterAs(page, member);
  await sendSlip(page, image);
  // The bank's own notice may have credited the transfer before the slip is read.
  await expect(page.getByText(/^(เงินเข้าแล้ว|สลิปไม่ผ่าน)$/)).toBeVisible();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(123.45);

  const other = await newMember();
  const context = await browser.newContext();
  const second = await context.newPage();
  await enterAs(second, other);
  await sendSlip(second, image);
  await expect(second.getByText(/สลิปไม่ผ่าน \(สลิปซ้ำ\)/)).toBeVisible();
  expect((await other.client('GET /api/wallet')).wallet.amount).toBe(0);
  const { slips } = await other.client('POST /api/statement/slip', { body: { page: 1, limit: 10 } });
  expect(slips).toMatchObject([{ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' }]);
  await context.close();
});

test('STM-06 a picture that is no slip fails with its reason', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/login');
  const noSlip = await page.screenshot();
  await sendSlip(page, noSlip, 'cat.png');
  await expect(page.getByText(/^สลิปไม่ผ่าน \(.+\)$/)).toBeVisible();
  await expect(page.getByText(/^เงินของคุณไม่หาย/)).toBeVisible();
  await takePicture(page, 'slip-refused');
  await page.getByRole('dialog').getByRole('button', { name: 'แชทกับทีมงาน' }).click();
  await expect(page.getByRole('dialog', { name: 'ทีมงานกระเป๋า' })).toBeVisible();
});
