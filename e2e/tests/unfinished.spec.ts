import type { Locator, Page } from '@playwright/test';
import { enterAs, newMember } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { expect, test } from '../src/siteWorld.ts';

const label = (id: string) => text('th', id);
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Enter in a field says what is missing at another, which then has the focus; nothing is sent. */
async function enterSays(page: Page, field: Locator, said: string, missing: Locator): Promise<void> {
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(missing).toBeFocused();
  await expect(missing).toHaveAccessibleDescription(said);
}

test('SAFE-02 SAFE-12 PRO-01 Enter in an unfinished dialog says what is missing, and the focus goes there', async ({
  page,
}) => {
  const member = await newMember();
  await enterAs(page, member);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });

  await page.goto('/user/safer-play');
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: new RegExp(`^${label('safe.set')} ${label('safe.kind.deposit')}`) })
    .first()
    .click();
  const limit = dialogOf(page, label('safe.kind.deposit'));
  const box = limit.getByRole('textbox');
  await enterSays(page, box, label('safe.form.required'), box);
  await page.keyboard.press('Escape');
  await expect(limit).toHaveCount(0);

  await main.getByLabel(label('safe.howLong')).last().selectOption({ index: 1 });
  await main.getByRole('button', { name: label('safe.exclusion.begin') }).click();
  const pause = page.getByRole('dialog');
  const password = pause.getByLabel(label('safe.exclusion.password'), { exact: true });
  await enterSays(page, password, label('login.passwordRequired'), password);
  await page.keyboard.press('Escape');
  await expect(pause).toHaveCount(0);

  await page.goto('/user/profile/account');
  await page.getByRole('button', { name: label('changes.bankAccount') }).click();
  const account = dialogOf(page, label('changes.bankAccount'));
  const bank = account.getByLabel(label('register.bank.bank'));
  await enterSays(page, account.getByLabel(label('changes.note')), label('field.required'), bank);
  await bank.selectOption('SCB');
  await account.getByLabel(label('register.bank.accountNo')).fill('4081234567');
  const proof = account.getByLabel(label('field.password'), { exact: true });
  await enterSays(page, account.getByLabel(label('changes.note')), label('login.passwordRequired'), proof);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: label('changes.phone') }).click();
  const change = dialogOf(page, label('changes.phone'));
  const phone = change.getByLabel(label('changes.newPhone'));
  await enterSays(page, phone, label('login.phoneLength'), phone);
  await phone.fill('0899999999');
  // Two codes: one to each number.
  const ask = change.getByRole('button', { name: new RegExp(`^${label('freeze.sendTo').split('{')[0]}`) });
  await enterSays(page, phone, label('register.otp.askFirst'), ask.first());
  expect(sent.filter((path) => /\/(?:protection|requests|otp)/.test(path))).toEqual([]);

  // A code that has just been sent is not missing yet.
  await ask.first().click();
  const code = change.getByLabel(label('register.otp.label'));
  await expect(code).toBeFocused();
  await expect(code).not.toHaveAttribute('aria-invalid');
});

test('LOG-05 a new password and the code of a receipt say at Enter what is missing', async ({ page }) => {
  const member = await newMember();
  await page.goto('/login');
  await page.getByLabel(label('field.phone')).fill(member.phoneNumber);
  await page.getByRole('button', { name: label('forgot.link') }).click();
  const forgot = dialogOf(page, label('forgot.title'));
  await forgot.getByRole('button', { name: label('register.phone.send') }).click();
  const code = forgot.getByLabel(label('register.otp.label'));
  await enterSays(page, forgot.getByLabel(label('password.confirm')), label('register.otp.short'), code);
  await code.fill('123456');
  const next = forgot.getByLabel(label('password.new'), { exact: true });
  await enterSays(page, code, label('login.passwordRequired'), next);

  await page.goto('/receipt');
  const receipt = page.getByLabel(label('receipt.code'));
  await enterSays(page, receipt, label('field.required'), receipt);
});
