import { callHeaders } from '@krapao/contract/client';
import type { Browser, Page } from '@playwright/test';
import { enterAs, type Member, newMember, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { place } from '../src/place.ts';
import { newestCode } from '../src/sandbox.ts';
import { judge, listen } from '../src/screen.ts';
import { hear } from '../src/screenReader.ts';
import { expect, test } from '../src/siteWorld.ts';

const NEW_PASSWORD = 'a newer horse 9';
const LOCALES = ['th', 'la', 'en'] as const;
const DESKTOP = { width: 1440, height: 900 };
const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const th = (id: string) => text('th', id);

/** Logs the member in from another device. @returns its token */
async function logInFrom(userAgent: string, { phoneNumber, password }: Member): Promise<string> {
  const response = await fetch(`${place().url}/api/login`, {
    method: 'POST',
    headers: { ...callHeaders(null, 'th'), 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ username: phoneNumber, password }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).token;
}

/** A page of another device, where the member is logged in: a separate browser context. */
async function elsewhere(browser: Browser, member: Member, userAgent: string): Promise<Page> {
  const page = await (await browser.newContext({ userAgent, locale: 'th-TH' })).newPage();
  await enterAs(page, { ...member, token: await logInFrom(userAgent, member) });
  return page;
}

/** Proves that the member is the one who ends sessions. */
async function givePassword(page: Page, password: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: th('stepUp.title') });
  await asked.getByLabel(th('field.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
}

test('a member sees the devices that are logged in, ends one of them, then all others', async ({
  browser,
  page,
}) => {
  const member = await newMember();
  const computer = await elsewhere(browser, member, COMPUTER);
  const phone = await elsewhere(browser, member, PHONE);
  await enterAs(page, member);
  await page.goto('/user/profile/security');
  await expect(page.getByText('3 เครื่อง')).toBeVisible();
  await page.getByRole('button', { name: th('sessions.manage') }).click();
  const dialog = page.getByRole('dialog', { name: th('sessions.title') });
  const rows = dialog.getByRole('list').first().getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(th('sessions.current'));
  await expect(rows.filter({ hasText: 'Chrome · Windows' })).toContainText('127.0.0.x');

  await dialog.getByRole('button', { name: 'นำออก Chrome · Windows' }).click();
  await givePassword(page, member.password);
  await expect(page.getByText(th('sessions.ended'))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await computer.goto('/user/profile');
  await expect(computer).toHaveURL(/\/login$/);
  await phone.goto('/user/profile');
  await expect(phone.getByText('2 เครื่อง')).toBeVisible();

  await dialog.getByRole('button', { name: th('sessions.endOthers') }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: th('sessions.endConfirm') }).click();
  await givePassword(page, member.password);
  await expect(page.getByText(th('sessions.othersEnded'))).toBeVisible();
  await expect(rows).toHaveCount(1);
  await phone.reload();
  await expect(phone).toHaveURL(/\/login$/);
  await page.reload();
  await expect(page.getByText('1 เครื่อง')).toBeVisible();
  await Promise.all([computer, phone].map((other) => other.context().close()));
});

test('a list of devices that cannot be loaded says so and is asked for again', async ({ page }) => {
  await enterAs(page, await newMember());
  await page.route('**/api/account/sessions', (route) => route.abort());
  await page.goto('/user/profile/security');
  await page.getByRole('button', { name: th('sessions.manage') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(th('sessions.failed'))).toBeVisible();
  await page.unroute('**/api/account/sessions');
  await dialog.getByRole('button', { name: th('retry') }).click();
  await expect(dialog.getByRole('list').first().getByRole('listitem')).toHaveCount(1);
});

async function askForCode(page: Page, phoneNumber: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: th('forgot.link') }).click();
  const dialog = page.getByRole('dialog', { name: th('forgot.title') });
  await dialog.getByLabel(th('field.phone')).fill(phoneNumber);
  await dialog.getByRole('button', { name: th('register.phone.send') }).click();
  await expect(dialog.getByLabel(th('register.otp.label'))).toBeFocused();
}

async function setPassword(page: Page, code: string, next: string, confirm = next): Promise<void> {
  const dialog = page.getByRole('dialog', { name: th('forgot.title') });
  await dialog.getByLabel(th('register.otp.label')).fill(code);
  await dialog.getByLabel(th('password.new'), { exact: true }).fill(next);
  await dialog.getByLabel(th('password.confirm'), { exact: true }).fill(confirm);
  await dialog.getByRole('button', { name: th('forgot.submit') }).click();
}

test('a forgotten password: the code of the SMS and a new password, then the log-in with it', async ({
  page,
}) => {
  const { phoneNumber, client } = await newMember();
  const heard = await hear(page);
  await askForCode(page, phoneNumber);
  const code = await newestCode(phoneNumber);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await setPassword(page, wrong, NEW_PASSWORD);
  const dialog = page.getByRole('dialog', { name: th('forgot.title') });
  await expect(dialog.getByText(th('error.OTP_CODE_INVALID'))).toBeVisible();
  // The clock ticks beside the button: a name that ticks is read out each second.
  const again = dialog.getByRole('button', { name: th('register.otp.resend'), exact: true });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleDescription(/^\d+:\d\d$/);
  await setPassword(page, code, NEW_PASSWORD, 'another horse 9');
  await expect(dialog.getByText(th('password.mismatch'))).toBeVisible();
  await setPassword(page, code, NEW_PASSWORD);
  await expect(dialog.getByText(th('forgot.doneText'), { exact: true })).toBeVisible();
  await expect.poll(heard).toContain(`${th('forgot.doneTitle')} ${th('forgot.doneText')}`);
  await dialog.getByRole('button', { name: th('login.submit'), exact: true }).click();
  // The login page behind the dialog has a button with the same name.
  await expect(dialog).toHaveCount(0);

  await expect(page.getByLabel(th('field.phone'))).toHaveValue(
    phoneNumber.replace(/^(\d{3})(\d{3})/, '$1 $2 '),
  );
  await page.getByLabel(th('field.password'), { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: th('login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/user\/home$/);
  await expect(client('GET /api/account/profile')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('what is wrong is told where it is: the number, too many codes, a number of nobody', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: th('forgot.link') }).click();
  const dialog = page.getByRole('dialog', { name: th('forgot.title') });
  await dialog.getByLabel(th('field.phone')).fill('081');
  await dialog.getByRole('button', { name: th('register.phone.send') }).click();
  await expect(dialog.getByText(th('login.phoneLength'))).toBeVisible();

  const nobody = `08${uniqueDigits(8)}`;
  await dialog.getByLabel(th('field.phone')).fill(nobody);
  await dialog.getByRole('button', { name: th('register.phone.send') }).click();
  await expect(dialog.getByLabel(th('register.otp.label'))).toBeFocused();
  await setPassword(page, await newestCode(nobody), NEW_PASSWORD);
  await expect(dialog.getByText(th('error.NO_USER'))).toBeVisible();

  await dialog.getByRole('button', { name: th('back') }).click();
  await dialog.getByRole('button', { name: th('register.phone.send') }).click();
  await expect(dialog.getByText(th('error.REQUEST_LIMIT_1MIN'))).toBeVisible();
});

// Large screens are tested only in Thai, the language with the longest texts.
for (const locale of LOCALES)
  for (const shape of locale === 'th' ? (['phone', 'desktop'] as const) : (['phone'] as const))
    test(`devices and the forgotten password in ${locale} on a ${shape} are whole, accessible and quiet`, async ({
      page,
    }, info) => {
      const label = (id: string) => text(locale, id);
      const isQuiet = listen(page);
      if (shape === 'desktop') await page.setViewportSize(DESKTOP);
      await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      // A phone gets one code per minute. This test is about the screen, so the SMS is mocked.
      await page.route('**/api/otp/send', (route) =>
        route.fulfill({ json: { code: 'OK', otpRef: 'KRPX', otpToken: 'A'.repeat(43) } }),
      );
      await page.route('**/api/account/forgotpwd', (route) => route.fulfill({ json: { code: 'SUCCESS' } }));
      const take = (name: string) => judge(page, info, `${name}-${locale}-${shape}`);
      await page.goto('/login');
      await page.getByLabel(label('field.phone')).fill('0890001234');
      await take('login-forgot');
      await page.getByRole('button', { name: label('forgot.link') }).click();
      const dialog = page.getByRole('dialog', { name: label('forgot.title') });
      await expect(dialog).toBeVisible();
      await take('forgot-phone');
      await dialog.getByRole('button', { name: label('register.phone.send') }).click();
      await dialog.getByLabel(label('register.otp.label')).fill('4071');
      await take('forgot-code');
      await dialog.getByLabel(label('register.otp.label')).fill('407123');
      await dialog.getByLabel(label('password.new'), { exact: true }).fill(NEW_PASSWORD);
      await dialog.getByLabel(label('password.confirm'), { exact: true }).fill(NEW_PASSWORD);
      await dialog.getByRole('button', { name: label('forgot.submit') }).click();
      await expect(dialog.getByText(label('forgot.doneText'), { exact: true })).toBeVisible();
      await take('forgot-done');

      const member = await newMember();
      for (const userAgent of [COMPUTER, PHONE]) await logInFrom(userAgent, member);
      await enterAs(page, member, locale);
      await page.goto('/user/profile/security');
      const manage = page.getByRole('button', { name: label('sessions.manage') });
      await manage.scrollIntoViewIfNeeded();
      await take('profile-devices');
      await manage.click();
      await expect(page.getByRole('dialog').getByRole('list').first().getByRole('listitem')).toHaveCount(3);
      await take('devices');
      await page.getByRole('button', { name: label('sessions.endOthers') }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await take('devices-confirm');
      isQuiet();
    });
