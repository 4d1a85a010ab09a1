import { askForCodes, newMember, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { newestCode } from '../src/sandbox.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

const PASSWORD = 'correct horse 9';

test.beforeEach(askForCodes);

test('REG-01 REG-02 REG-03 REG-04 REG-05 REG-10 REG-14 SAFE-33 a visitor registers in four steps with an inviter code and their age, and logs in', async ({
  page,
}) => {
  const phone = `08${uniqueDigits(8)}`;
  const heard = await hear(page);
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
  // Password managers keep the password under the number.
  await expect(page.locator('form input[autocomplete=username]')).toHaveValue(phone);
  await name.fill('มาลี ใจดี');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
  await page.getByRole('button', { name: 'ถัดไป' }).click();

  await page.getByLabel('ธนาคาร', { exact: true }).selectOption('KBANK');
  await page.getByLabel('เลขบัญชี').fill(uniqueDigits(10));
  await page.getByLabel('ชื่อ', { exact: true }).fill('malee');
  await page.getByLabel('นามสกุล').fill('jaidee');
  await expect(page.getByText(text('th', 'register.bank.age').replace('{years}', '20'))).toBeVisible();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/account'),
  );
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ confirmedAge: 20 });

  await expect(page.getByRole('heading', { name: 'สมัครสมาชิกสำเร็จ' })).toBeVisible();
  await expect.poll(heard).toContain('สมัครสมาชิกสำเร็จ กำลังพาคุณไปหน้าเข้าสู่ระบบ');
  expect(await page.evaluate(() => sessionStorage.getItem('registration'))).toBeNull();
  await expect(page).toHaveURL(/\/login$/);

  await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveValue(phone.replace(/^(\d{3})(\d{3})/, '$1 $2 '));
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(page.getByText('มาลี ใจดี')).toBeVisible();
});

test('REG-04 an invitation with a slash too many keeps its code', async ({ page }) => {
  await page.goto('/register/?code=PR5');
  await expect(page).toHaveURL(/\/register\?code=PR5$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('code'))).toBe('PR5');
});

test('REG-07 a password that is easy to guess, and what is no name, are told beside the field', async ({
  page,
}) => {
  const phone = `08${uniqueDigits(8)}`;
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส', exact: true }).click();
  const otp = page.getByLabel('รหัส OTP');
  await expect(otp).toBeVisible();
  await otp.fill(await newestCode(phone));
  const name = page.getByLabel('ชื่อโปรไฟล์');
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  const next = page.getByRole('button', { name: 'ถัดไป' });
  await name.fill('<มาลี>');
  for (const weak of ['iloveyou', phone]) {
    await password.fill(weak);
    await page.getByLabel('ยืนยันรหัสผ่าน').fill(weak);
    await next.click();
    if (weak === phone) break;
    await expect(name).toHaveAccessibleDescription(text('th', 'register.profile.nameLetters'));
    await name.fill('มาลี 🐘');
    await next.click();
    await expect(password).toHaveAccessibleDescription(new RegExp(text('th', 'error.WEAK_PASSWORD')));
  }
  await expect(password).toHaveAccessibleDescription(new RegExp(text('th', 'error.WEAK_PASSWORD')));
  await password.fill(PASSWORD);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
  await next.click();
  await expect(page.getByLabel('เลขบัญชี')).toBeVisible();
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

test('LOG-04 Enter with a number or a code that is not finished says what is missing', async ({ page }) => {
  await page.goto('/register');
  const phone = page.getByLabel('เบอร์โทรศัพท์ 10 หลัก');
  const unfinished = page.getByText('เบอร์โทรศัพท์ต้องมี 10 หลัก');
  await phone.press('Enter');
  await expect(unfinished).toBeVisible();
  await phone.fill(`08${uniqueDigits(8)}`);
  await expect(unfinished).toHaveCount(0);
  await phone.press('Enter');
  const code = page.getByLabel(text('th', 'register.otp.label'));
  await code.fill('123');
  await code.press('Enter');
  await expect(page.getByText(text('th', 'register.otp.short'))).toBeVisible();
});

test('REG-01 the browser goes back a step inside the wizard, and nothing that was typed is lost', async ({
  page,
}) => {
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { registerOTP: false } }));
  await page.route('**/api/account/validate', (route) => route.fulfill({ json: { code: 'OK' } }));
  await page.goto('/login');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill('0812345678');
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByLabel('ชื่อโปรไฟล์').fill('มาลี');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(PASSWORD);
  await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByLabel('เลขบัญชี').fill('1234567890');
  await page.goBack();
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toHaveValue('มาลี');
  await page.goBack();
  await expect(page.getByLabel('เบอร์โทรศัพท์ 10 หลัก')).toHaveValue('081 234 5678');
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(page.getByLabel('เลขบัญชี')).toHaveValue('123-456-7890');
  for (const field of ['ชื่อโปรไฟล์', 'เบอร์โทรศัพท์ 10 หลัก']) {
    await page.getByRole('button', { name: 'ย้อนกลับ' }).click();
    await expect(page.getByLabel(field)).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});

test('REG-01 a reload in the last step keeps what was typed, and asks for the password again', async ({
  page,
}) => {
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { registerOTP: false } }));
  await page.route('**/api/account/validate', (route) => route.fulfill({ json: { code: 'OK' } }));
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill('0812345678');
  const next = page.getByRole('button', { name: 'ถัดไป' });
  await next.click();
  const name = page.getByLabel('ชื่อโปรไฟล์');
  const password = page.getByLabel('รหัสผ่าน', { exact: true });
  const account = page.getByLabel('เลขบัญชี');
  const goOn = async () => {
    await password.fill(PASSWORD);
    await page.getByLabel('ยืนยันรหัสผ่าน').fill(PASSWORD);
    await next.click();
  };
  await name.fill('มาลี');
  await goOn();
  await account.fill('1234567890');
  await page.reload();
  await expect(name).toHaveValue('มาลี');
  await expect(password).toHaveValue('');
  await goOn();
  await expect(account).toHaveValue('123-456-7890');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD);
});

test('REG-01 what was typed in a registration goes after half an hour, and when somebody logs in', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { registerOTP: false } }));
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  const phone = page.getByLabel('เบอร์โทรศัพท์ 10 หลัก');
  const name = page.getByLabel('ชื่อโปรไฟล์');
  const begin = async () => {
    await page.goto('/register');
    await phone.fill('0812345678');
    await page.getByRole('button', { name: 'ถัดไป' }).click();
    await name.fill('มาลี');
  };
  const kept = () => page.evaluate(() => sessionStorage.getItem('registration'));
  await begin();
  await page.clock.fastForward('29:00');
  await page.reload();
  await expect(name).toHaveValue('มาลี');
  // While its page stays open.
  await page.clock.fastForward('31:00');
  await expect.poll(kept).toBeNull();

  // While another page of the tab is open.
  await begin();
  await page.goto('/howto');
  expect(await kept()).toContain('มาลี');
  await page.clock.fastForward('31:00');
  await page.goto('/register');
  await expect(phone).toHaveValue('');
  await expect.poll(kept).toBeNull();

  await begin();
  const member = await newMember();
  await page.goto('/login');
  await page.getByLabel(text('th', 'field.phone')).fill(member.phoneNumber);
  await page.getByLabel(text('th', 'field.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: text('th', 'login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  expect(await kept()).toBeNull();
});
