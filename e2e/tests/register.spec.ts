import { expect, test } from '@playwright/test';
import { uniqueDigits } from '../src/member.ts';
import { newestCode } from '../src/sandbox.ts';

const PASSWORD = 'correct horse 9';

test('REG-01 REG-02 REG-03 REG-04 REG-05 REG-10 REG-14 a visitor registers in four steps with an inviter code, and logs in', async ({
  page,
}) => {
  const phone = `08${uniqueDigits(8)}`;
  await page.goto('/register?code=PR10001');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส', exact: true }).click();

  const otp = page.getByLabel('รหัส OTP');
  await expect(otp).toHaveAttribute('placeholder', /^.{6}$/);
  await otp.fill(await newestCode(phone));
  // The last digit sends the code.
  const name = page.getByLabel('ชื่อโปรไฟล์');
  await expect(name).toBeVisible();

  const inviter = page.getByLabel('รหัสผู้แนะนำ');
  await expect(inviter).toHaveValue('PR10001');
  await expect(inviter).toHaveAttribute('readonly', '');
  expect(await page.evaluate(() => localStorage.getItem('code'))).toBe('PR10001');
  await name.fill('มาลี ใจดี');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
  await page.getByRole('button', { name: 'ถัดไป' }).click();

  await page.getByLabel('ธนาคาร', { exact: true }).selectOption('KBANK');
  await page.getByLabel('เลขบัญชี').fill(uniqueDigits(10));
  await page.getByLabel('ชื่อ', { exact: true }).fill('malee');
  await page.getByLabel('นามสกุล').fill('jaidee');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();

  await expect(page.getByText('สมัครสมาชิกสำเร็จ')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(page.getByText('มาลี ใจดี')).toBeVisible();
});

test('REG-03 a wrong code is refused in words, and the right one still counts', async ({ page }) => {
  const phone = `08${uniqueDigits(8)}`;
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส', exact: true }).click();
  const otp = page.getByLabel('รหัส OTP');
  await expect(otp).toBeVisible();
  const code = await newestCode(phone);
  await otp.fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText(/รหัส OTP ไม่ถูกต้อง|รหัสไม่ถูกต้อง/)).toBeVisible();
  await otp.fill(code);
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toBeVisible();
});

test('LOG-04 a number of nine digits is refused in words before anything is sent', async ({ page }) => {
  await page.goto('/register');
  const phone = page.getByLabel('เบอร์โทรศัพท์ 10 หลัก');
  await phone.fill('081234567');
  await phone.blur();
  await expect(page.getByText('เบอร์โทรศัพท์ต้องมี 10 หลัก')).toBeVisible();
  await expect(page.getByRole('button', { name: 'ส่งรหัส', exact: true })).toBeDisabled();
});
