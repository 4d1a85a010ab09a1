import { expect, test } from '@playwright/test';
import { enterAs, newMember } from '../src/member.ts';
import { fund, tile } from '../src/money.ts';
import { bankBalance } from '../src/sandbox.ts';

test('WDR-01 WDR-02 STM-01 STM-02 STM-03 a withdrawal within the limits is paid out and stands in the statement', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 800);
  await enterAs(page, member);
  await page.goto('/user/home');
  await tile(page, 'ถอนเงิน').click();
  const dialog = page.getByRole('dialog', { name: 'ถอนเงิน' });
  const amount = dialog.getByLabel('จำนวนเงิน (บาท)');
  const { withdrawMin, withdrawMax } = await member.client('GET /api/lookup/withdraw');

  await amount.fill(String(withdrawMin - 1));
  await expect(dialog.getByText(`ถอนขั้นต่ำครั้งละ ${withdrawMin} บาท`, { exact: true })).toBeVisible();
  await amount.fill(String(withdrawMax + 1));
  await expect(dialog.getByText(/ถอนสูงสุดครั้งละ/)).toBeVisible();

  const before = await bankBalance(member.bank);
  await amount.fill('300');
  await dialog.getByRole('button', { name: 'ถอน ฿300.00' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => bankBalance(member.bank)).toBe(before + 300);

  await page.goto('/user/statement');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toContainText('−฿300.00');
  await expect(rows.filter({ hasText: 'ถอนเงิน' })).toContainText('สำเร็จ');
  await expect(rows.filter({ hasText: 'ฝากเงิน' })).toContainText('+฿800.00');
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
});

test('PRO-01 PRO-02 the profile shows the account, and the password is changed', async ({ page }) => {
  const member = await newMember();
  await enterAs(page, member);
  await page.goto('/user/profile');
  const { accountNo, accountName } = member.bank;
  await expect(
    page.getByText(`${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`),
  ).toBeVisible();
  await expect(page.getByText(accountName)).toBeVisible();

  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  const dialog = page.getByRole('dialog', { name: 'เปลี่ยนรหัสผ่าน' });
  const fill = async (old: string, next: string, again: string) => {
    await dialog.getByLabel('รหัสผ่านเดิม').fill(old);
    await dialog.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(next);
    await dialog.getByLabel('ยืนยันรหัสผ่านใหม่').fill(again);
    await dialog.getByRole('button', { name: 'บันทึก' }).click();
  };
  await fill(member.password, 'another horse 8', 'another horse 9');
  await expect(dialog.getByText('รหัสผ่านใหม่ทั้งสองช่องไม่ตรงกัน')).toBeVisible();
  await fill('not the old one', 'another horse 8', 'another horse 8');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('รหัสผ่าน');
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  await fill(member.password, 'another horse 8', 'another horse 8');
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว')).toBeVisible();
  await member.client('POST /api/login', {
    body: { username: member.phoneNumber, password: 'another horse 8' },
  });
});
