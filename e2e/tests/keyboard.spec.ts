import { wayLine, waysIn } from '../src/depositWay.ts';
import { enterOn, tabTo, typeInto } from '../src/keyboard.ts';
import { askForCodes, enterAs, type Member, newMember, uniqueDigits } from '../src/member.ts';
import { text } from '../src/messages.ts';
import { fund, siteAccount, tile } from '../src/money.ts';
import { newestCode, pay, slipImage } from '../src/sandbox.ts';
import { expect, test } from '../src/siteWorld.ts';

const th = (id: string) => text('th', id);
const PASSWORD = 'correct horse 9';

test('REG-01 LOG-01 with the keyboard alone a visitor registers and logs in', async ({ page }) => {
  await askForCodes();
  const phone = `08${uniqueDigits(8)}`;
  await page.goto('/login');
  await enterOn(page, page.getByRole('main').getByRole('link', { name: th('login.register') }));
  await typeInto(page, page.getByLabel(th('register.phone.label')), phone);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(th('register.otp.label'))).toBeVisible();
  await typeInto(page, page.getByLabel(th('register.otp.label')), await newestCode(phone));
  await typeInto(page, page.getByLabel(th('register.profile.name')), 'มาลี ใจดี');
  await typeInto(page, page.getByLabel(th('field.password'), { exact: true }), PASSWORD);
  await typeInto(page, page.getByLabel(th('register.profile.confirm')), PASSWORD);
  await page.keyboard.press('Enter');
  const bank = page.getByLabel(th('register.bank.bank'), { exact: true });
  await tabTo(page, bank);
  // The arrow keys change the bank without opening the list.
  for (let presses = 0; presses < 40 && (await bank.inputValue()) !== 'KBANK'; presses++)
    await page.keyboard.press('ArrowDown');
  await expect(bank).toHaveValue('KBANK');
  await typeInto(page, page.getByLabel(th('register.bank.accountNo')), uniqueDigits(10));
  await typeInto(page, page.getByLabel(th('register.bank.firstName'), { exact: true }), 'malee');
  await typeInto(page, page.getByLabel(th('register.bank.lastName'), { exact: true }), 'jaidee');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  await typeInto(page, page.getByLabel(th('field.phone')), phone);
  await typeInto(page, page.getByLabel(th('field.password'), { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/home$/);
});

test.describe('a member', () => {
  let member: Member;
  test.beforeAll(async ({ site: _ }) => {
    member = await newMember();
    await fund(member, 3_000);
  });

  test('SHL-06 with the keyboard alone a member deposits by slip; the focus is kept in the dialog and given back', async ({
    page,
  }) => {
    await enterAs(page, member);
    await page.goto('/user/home');
    const opener = tile(page, th('deposit.title'));
    await enterOn(page, opener);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(isInside, 'the focus left the dialog').toBe(true);
    }
    await enterOn(page, wayLine(dialog));
    await enterOn(page, waysIn(dialog).filter({ hasText: th('deposit.bank') }));
    await expect(wayLine(dialog)).toBeFocused();
    await enterOn(page, dialog.getByRole('button', { name: th('slip.title') }));
    const transfer = await pay(member.bank, await siteAccount(member), 111);
    const file = page.getByRole('button', { name: th('slip.choose') }).last();
    const chosen = page.waitForEvent('filechooser');
    await tabTo(page, file);
    await page.keyboard.press('Space');
    await (await chosen).setFiles({
      name: 'slip.png',
      mimeType: 'image/png',
      buffer: await slipImage(transfer.transRef),
    });
    await enterOn(page, page.getByRole('button', { name: 'ส่งสลิป' }));
    // The dialog stays open during the upload. The bank's own notice may credit the transfer in the meantime.
    await expect(page.getByText(/^(เงินเข้าแล้ว|สลิปไม่ผ่าน)$/)).toBeVisible();
    expect((await member.client('GET /api/wallet')).wallet.amount).toBeGreaterThanOrEqual(3_111);
    const open = page.locator('dialog[open]');
    for (let left = await open.count(); left > 0; left--) {
      await page.keyboard.press('Escape');
      await expect(open).toHaveCount(left - 1);
    }
    await expect(opener).toBeFocused();
  });

  test('TRF-01 WDR-01 with the keyboard alone a member transfers to a game and withdraws', async ({
    page,
  }) => {
    await enterAs(page, member);
    await page.goto('/user/home');
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('จำนวนเงิน (บาท)');
    await enterOn(page, page.getByRole('button', { name: 'เปิดบัญชี Dok Mali', exact: true }));
    await enterOn(page, dialog.getByRole('button', { name: 'โอนเข้าเกม' }));
    await typeInto(page, amount, '200');
    await enterOn(page, dialog.getByRole('button', { name: /^โอน ฿/ }));
    await expect(amount).toHaveCount(0);
    const { slots } = await member.client('GET /api/wallet/refresh/slot');
    expect(slots.find(({ name }) => name === 'Dok Mali')?.amount).toBe(200);
    await page.goto('/user/home');
    await enterOn(page, tile(page, th('withdraw.title')));
    await typeInto(page, amount, '300');
    await enterOn(page, dialog.getByRole('button', { name: 'ถอน ฿300.00' }));
    await enterOn(page, dialog.getByRole('button', { name: th('dialog.ok') }));
    await expect(dialog).toHaveCount(0);
    await page.goto('/user/statement');
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: th('statement.withdraw') }),
    ).toContainText('−฿300.00');
  });
});
