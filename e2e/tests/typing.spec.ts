import type { Locator, Page } from '@playwright/test';
import { askForCodes } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);

/** Puts the caret after this many characters of a field. */
async function caretTo(field: Locator, place: number): Promise<void> {
  await field.focus();
  await field.evaluate((input: HTMLInputElement, at) => input.setSelectionRange(at, at), place);
}

async function paste(page: Page, field: Locator, pasted: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), pasted);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
}

const caretOf = (field: Locator) => field.evaluate((input: HTMLInputElement) => input.selectionStart);

/** Opens the last step of the registration, without a code and with mocked answers. */
async function openBankStep(page: Page): Promise<void> {
  await page.route('**/api/lookup/registerOTP', (route) => route.fulfill({ json: { registerOTP: false } }));
  await page.route('**/api/account/validate', (route) => route.fulfill({ json: { code: 'OK' } }));
  await page.goto('/register');
  await page.getByLabel(label('register.phone.label')).fill('0812345678');
  await page.getByRole('button', { name: label('next') }).click();
  await page.getByLabel(label('register.profile.name')).fill('มาลี');
  await page.getByLabel(label('field.password'), { exact: true }).fill('correct horse 9');
  await page.getByLabel(label('register.profile.confirm')).fill('correct horse 9');
  await page.getByRole('button', { name: label('next') }).click();
  await expect(page.getByLabel(label('register.bank.accountNo'))).toBeVisible();
}

test('LOG-04 REG-01 a phone number is edited in its middle and pasted in any spelling', async ({ page }) => {
  await page.goto('/register');
  const phone = page.getByLabel(label('register.phone.label'));
  await phone.pressSequentially('081234678');
  await caretTo(phone, '081 234'.length);
  await page.keyboard.type('5');
  await expect(phone).toHaveValue('081 234 5678');
  expect(await caretOf(phone)).toBe('081 234 5'.length);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(phone).toHaveValue('081 236 78');
  expect(await caretOf(phone)).toBe('081 23'.length);
  for (const pasted of ['+66 81-234-5678', '0066812345678', '๐๘๑ ๒๓๔ ๕๖๗๘']) {
    await phone.fill('');
    await paste(page, phone, pasted);
    await expect(phone).toHaveValue('081 234 5678');
  }
  await caretTo(phone, 2);
  await page.keyboard.type('9');
  await expect(phone).toHaveValue('081 234 5678');
  expect(await caretOf(phone)).toBe(2);
});

test('REG-09 REG-12 account number and names keep every character where it was typed', async ({ page }) => {
  await openBankStep(page);
  const account = page.getByLabel(label('register.bank.accountNo'));
  await account.pressSequentially('134567890');
  await caretTo(account, 1);
  await page.keyboard.type('9');
  await expect(account).toHaveValue('193-456-7890');
  await page.keyboard.press('End');
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowLeft');
  // The caret is after the second dash: the digit before it is deleted.
  await page.keyboard.press('Backspace');
  await expect(account).toHaveValue('193457890');
  await account.fill('');
  await paste(page, account, '๑๒๓-๔-๕๖๗๘๙-๐');
  await expect(account).toHaveValue('123-456-7890');

  const name = page.getByLabel(label('register.bank.firstName'), { exact: true });
  await name.pressSequentially('somjai');
  await expect(name).toHaveValue('SOMJAI');
  await caretTo(name, 3);
  await page.keyboard.type('chai');
  await expect(name).toHaveValue('SOMCHAIJAI');
  expect(await caretOf(name)).toBe(7);
});

test('REG-12 an input method composes a name undisturbed, and its end is upper case', async ({ page }) => {
  await openBankStep(page);
  const name = page.getByLabel(label('register.bank.lastName'), { exact: true });
  await name.fill('AB');
  await caretTo(name, 1);
  const keyboard = await page.context().newCDPSession(page);
  for (const composed of ['x', 'xy', 'xyz'])
    await keyboard.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    });
  await expect(name).toHaveValue('AxyzB');
  await keyboard.send('Input.insertText', { text: 'xyz' });
  await expect(name).toHaveValue('AXYZB');
  expect(await caretOf(name)).toBe(4);
});

test('REG-03 a code is pasted with blanks, or in Thai digits', async ({ page }) => {
  await askForCodes();
  await page.route('**/api/otp/send', (route) =>
    route.fulfill({ json: { otpRef: 'KRP7', otpToken: 'token', code: 'SUCCESS' } }),
  );
  const codes: unknown[] = [];
  await page.route('**/api/otp/verify', (route) => {
    codes.push(route.request().postDataJSON().otpCode);
    return route.fulfill({ status: 400, json: { code: 'OTP_CODE_INVALID', message: 'another code' } });
  });
  await page.goto('/register');
  await page.getByLabel(label('register.phone.label')).fill('0812345678');
  await page.getByRole('button', { name: label('register.phone.send') }).click();
  const otp = page.getByLabel(label('register.otp.label'));
  // A code is pasted after the refused one, or replaces it.
  for (const [pasted, code] of [
    ['123 456', '123456'],
    ['๖๕๔๓๒๑', '654321'],
    ['รหัส 111-222', '111222'],
  ] as const) {
    await paste(page, otp, pasted);
    await expect(otp).toHaveValue(code);
    await expect(otp).toHaveAttribute('aria-invalid', 'true');
    if (code === '654321') await otp.selectText();
  }
  expect(codes).toEqual(['123456', '654321', '111222']);
});
