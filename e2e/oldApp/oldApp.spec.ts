import type { Page } from '@playwright/test';
import { askForCodes, enterAs, newMember, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, tile } from '../src/money.ts';
import { newestCode } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';
import { type Cast, makeCast, tours } from '../src/tour.ts';

const label = (id: string) => text('th', id);

let cast: Cast;
test.beforeAll(async ({ site: _ }) => {
  cast = await makeCast();
  await askForCodes();
});

/**
 * What breaks before a newer server: an exception of the page, a call that the server no longer has, and one whose fields
 * it does not take. Other refusals belong to the screens.
 */
function listen(page: Page): () => void {
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  page.on('response', async (response) => {
    if (response.status() < 400 || !response.url().includes('/api/')) return;
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    if (code === 'INVALID_REQUEST' || code === 'NOT_FOUND')
      broken.push(`${response.request().method()} ${response.url()} ${code}`);
  });
  return () => expect(broken).toEqual([]);
}

for (const [name, tour] of Object.entries(tours)) {
  test(`${name} of the earlier app are shown before today's server`, async ({ page }) => {
    const isWhole = listen(page);
    await tour(page, cast, 'th', async (screen) => {
      await expect.soft(page.getByText(label('crash.title'), { exact: true }), screen).toHaveCount(0);
    });
    isWhole();
  });
}

test("the earlier app registers a member and logs in before today's server", async ({ page }) => {
  const isWhole = listen(page);
  const button = (id: string) => page.getByRole('button', { name: label(id), exact: true });
  const phone = `08${uniqueDigits(8)}`;
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'));
  await page.goto('/register');
  await page.getByRole('textbox').first().fill(phone);
  await button('register.phone.send').click();
  await expect(page.getByRole('heading', { name: label('register.otp.title') })).toBeVisible();
  await page.getByLabel(label('register.otp.label')).fill(await newestCode(phone));
  await page.getByLabel(label('register.profile.name')).fill('Malee J.');
  await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
  await page.getByLabel(label('register.profile.confirm')).fill('correct horse 9');
  await button('next').click();
  await page.getByLabel(label('register.bank.bank'), { exact: true }).selectOption('KBANK');
  await page.getByLabel(label('register.bank.accountNo')).fill(uniqueDigits(10));
  await page.getByLabel(label('register.bank.firstName'), { exact: true }).fill('malee');
  await page.getByLabel(label('register.bank.lastName')).fill('jaidee');
  await button('register.bank.submit').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel(label('field.phone')).fill(phone);
  await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
  await button('login.submit').click();
  await expect(page).toHaveURL(/\/user\/home$/);
  isWhole();
});

test("the earlier app moves and pays out money before today's server", async ({ page }) => {
  const isWhole = listen(page);
  const member = await newMember({ offer: 'open' });
  await fund(member, 1_000);
  await enterAs(page, member);
  await page.goto('/user/home');
  await expect(page.getByText('1,000').first()).toBeVisible();
  await tile(page, label('withdraw.title')).click();
  const withdraw = page.getByRole('dialog', { name: label('withdraw.title') });
  await withdraw.getByLabel(label('money.amount')).fill('500');
  await withdraw.getByRole('button', { name: /฿500/ }).click();
  await expect(withdraw).toBeHidden();
  expect((await member.client('GET /api/wallet')).wallet.amount).toBe(500);
  await page.goto('/user/home');
  await tile(page, label('deposit.title')).click();
  const deposit = page.getByRole('dialog', { name: label('deposit.title') });
  await deposit.getByRole('tab', { name: 'QR' }).click();
  await deposit.getByRole('group').getByRole('button', { name: '500', exact: true }).last().click();
  await deposit.getByRole('button', { name: label('qr.create') }).click();
  await expect(deposit.getByRole('timer')).toBeVisible();
  isWhole();
});
