import type { Page } from '@playwright/test';
import { holdAnswer } from '../src/holdAnswer.ts';
import { enterAs, type Member, newMember, pressLogOut } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { judge } from '../src/screen.ts';
import { expect, test } from '../src/siteWorld.ts';

let member: Member;
test.beforeAll(async ({ site: _ }) => {
  member = await newMember();
});

async function logIn(page: Page, password: string, remember: boolean): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phoneNumber);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByLabel('จำฉันไว้ในเครื่องนี้').setChecked(remember);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
}

const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token') !== null, sessionStorage.getItem('token') !== null]);

test('LOG-03 RTE-08 with remember the token is kept in persistent storage, and logging out removes it', async ({
  page,
}) => {
  await page.goto('/login');
  await logIn(page, member.password, true);
  await expect(page).toHaveURL(/\/user\/home$/);
  expect(await tokens(page)).toEqual([true, false]);
  await pressLogOut(page);
  await expect(page).toHaveURL(/\/login$/);
  expect(await tokens(page)).toEqual([false, false]);
});

test('LOG-03 without remember the token is kept for the session alone', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, member.password, false);
  await expect(page).toHaveURL(/\/user\/home$/);
  expect(await tokens(page)).toEqual([false, true]);
});

test('LOG-02 LOG-05 a wrong password is told in words, which go when the member types', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, 'another password', true);
  const message = page.getByText('เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง');
  await expect(message).toBeVisible();
  await page.getByLabel('รหัสผ่าน', { exact: true }).press('x');
  await expect(message).toBeHidden();
});

test('RTE-07 a page of members leads to /login without a token, and back to itself after logging in', async ({
  page,
}) => {
  await page.goto('/user/statement');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, member.password, true);
  await expect(page).toHaveURL(/\/user\/statement$/);
});

test('API-04 a revoked token leads to /login', async ({ page }) => {
  const other = await newMember();
  await enterAs(page, other);
  await page.goto('/user/home');
  await expect(page.getByText(other.name)).toBeVisible();
  await other.client('POST /api/logout');
  await page.goto('/user/profile');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(text('th', 'error.UNAUTHORIZED'), { exact: true })).toBeVisible();
});

for (const code of ['EXPIRED_AUTH_TOKEN', 'INVALID_USER_2', 'INVALID_USER_3'] as const) {
  test(`API-04 who is led to /login by ${code} reads why, until the log-in is tried`, async ({
    page,
  }, info) => {
    await enterAs(page, await newMember());
    await page.route('**/api/wallet', (route) =>
      route.fulfill({ status: 401, json: { code, message: 'invalid token' } }),
    );
    await page.goto('/user/home');
    await expect(page).toHaveURL(/\/login$/);
    const reason = page.getByText(text('th', `error.${code}`), { exact: true });
    await expect(reason).toBeVisible();
    // The other reasons are only other words.
    if (code === 'INVALID_USER_2') await judge(page, info, `login-${code}`);
    await logIn(page, 'another password', true);
    await expect(page.getByText(text('th', 'error.WRONG_CREDENTIAL'))).toBeVisible();
    await expect(reason).toBeHidden();
  });
}

test('RTE-06 a log-in page that waits for the server’s answer says so after a moment', async ({ page }) => {
  const answer = await holdAnswer(page, '**/api/lookup/active');
  await page.goto('/login');
  await expect(page.getByText(text('th', 'loading.slow'))).toBeVisible({ timeout: 15_000 });
  answer();
  await expect(page.getByRole('heading', { name: text('th', 'login.title') })).toBeVisible();
});

test('RTE-05 an unknown address shows 404, RTE-01 the root leads to the member or to /login', async ({
  page,
}) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('404')).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('I18-01 SHL-04 the language is switched at run time and kept', async ({ page }) => {
  await page.goto('/login');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'th');
  await page.getByLabel('ภาษา').selectOption('la');
  await expect(html).toHaveAttribute('lang', 'lo');
  await expect(page.getByRole('heading', { name: 'ເຂົ້າສູ່ລະບົບ' })).toBeVisible();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'lo');
  await page.getByLabel('ພາສາ').selectOption('en');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');
});
